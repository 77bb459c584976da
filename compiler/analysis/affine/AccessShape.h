// The subscripts of an access by the declared arrays around it; internal to findAffineNests.
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// Boundaries of declared arrays around an access, from the outermost inwards, and its subscripts.
struct AccessShape {
  std::vector<int64_t> extents; ///< bytes: of a row of each dimension but the last; of an element
  std::vector<Linear> subscripts;
  /// Of boundaries further out that begin where the memory does, in which subscripts would be 0; of
  /// the element, too, if it is the first one.
  std::vector<int64_t> zeros = {};

  /// Gets the first ones of these extents, where it lies in rows of them that begin where the
  /// memory does, as `a[0][j]` beside `a[i][j]`, or at places in them that are constants: row 1 of
  /// plane k, `b[k][1][j]` beside `b[k][i][j]`, is row n * k + 1 if planes have n rows.
  void deepenTo(const std::vector<int64_t> &wanted);

private:
  void divideInto(const std::vector<int64_t> &wanted);
};

/// Nothing if there is a remainder.
std::optional<Linear> exactQuotient(const Linear &value, int64_t divisor);

/// Without such arrays, or where it does not begin at an element, there are no subscripts.
AccessShape shapeOf(const Access &access);

} // namespace kasuri
