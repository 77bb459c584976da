// How many iterations a nest's loops have at most, as text in front of it; internal to reordering.
#pragma once

#include "analysis/affine/AffineNest.h"

#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// An upper bound of a number, in double: `text`, if there is one, plus `number`.
struct NestSize {
  double number = 0;
  std::string text;
};

class NestSizes {
public:
  /// `parameters`: their text.
  NestSizes(const AffineNest &nest, const std::vector<std::string> &parameters)
      : nest(nest), parameters(parameters) {}

  /// No less than the form, whatever the counters are, if those with negative factors are from 0
  /// on.
  NestSize mostOf(const AffineForm &form) const;
  /// The number of elements along the loop, from `firstOf` on; nothing if that is not known.
  std::optional<NestSize> extentOf(size_t loop) const;
  /// No more than the loop's counters, as text; "": 0.
  std::string firstOf(size_t loop) const;

private:
  const AffineNest &nest;
  const std::vector<std::string> &parameters;

  std::optional<AffineForm> endOf(const AffineForm &form, bool isMost) const;
  bool isFrom0(size_t loop) const;
};

} // namespace kasuri
