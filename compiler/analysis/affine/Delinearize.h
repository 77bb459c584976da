// Subscripts of arrays that a program keeps in one row, with widths known at run time.
//
//     m[i * cols + j]                 [i, j]       where 0 <= j < cols
//     v[(z * height + y) * width + x] [z, y, x]    where 0 <= y < height and 0 <= x < width
//
// The products of parameters that counters are multiplied by, each a factor of the one before, tell
// the widths of the dimensions. That no subscript leaves its dimension is for the program to test.
//
// Source: T. Grosser, J. Ramanujam, L.-N. Pouchet, P. Sadayappan, S. Pop, "Optimistic
// delinearization of parametrically sized arrays" (2015).
#pragma once

#include "analysis/access/Effects.h"

#include <functional>
#include <optional>
#include <vector>

namespace kasuri {

struct Delinearized {
  std::vector<Linear> extents;                 ///< of all dimensions but the first
  std::vector<std::vector<Linear>> subscripts; ///< by access
};

/// `places`: numbers of elements from the begin of one array. `isCounter`: of a loop; all other
/// symbols are the same in all iterations. `sameAs`: the first one of those with the same value.
/// Nothing if there are no such widths. Places may be wrong by multiples of 2^64.
std::optional<Delinearized> delinearize(const Effects &effects, const std::vector<Linear> &places,
                                        const std::function<bool(SymbolId)> &isCounter,
                                        const std::function<SymbolId(SymbolId)> &sameAs);

} // namespace kasuri
