// Which sums a compiler made one instruction of, together with a product, by the places of their
// operators in the source.
#pragma once

#include "reorder/LineProducts.h"

#include <compare>
#include <functional>
#include <string>

namespace kasuri {

/// Of an operator; the file as the compiler names it.
struct OperatorPlace {
  std::string file;
  unsigned line = 0, column = 0;

  auto operator<=>(const OperatorPlace &) const = default;
};

/// A sum that is fused with a product, in the same way in all copies that the compiler made of it.
struct FusedSum {
  std::optional<OperatorPlace> rounded; ///< the other term, if that is a product

  bool operator==(const FusedSum &) const = default;
};

/// All sums that are computed. None: not fused, or not in the same way in all copies. At line 0:
/// some have unknown places.
using FusedSums = std::map<OperatorPlace, std::optional<FusedSum>>;

/// Sums in loops over n products of which so many at a time are rounded, n / step * step in all,
/// and the others are fused.
using FusedParts = std::map<OperatorPlace, unsigned>;

struct CompiledSums {
  LineProducts lines;
  FusedSums fused; ///< empty: the compiler does not tell
  FusedParts parts = {};
};

/// Of a unit as the user compiles it, by its number; nothing if the compiler does not tell.
using CompiledSumsOf = std::function<std::optional<CompiledSums>(size_t)>;

} // namespace kasuri
