// What a compiler made of the floating-point sums on each line of a source.
#pragma once

#include <map>
#include <optional>

namespace kasuri {

/// A loop of so many plain sums at a time; behind it the rest of its iterations, one by one.
struct LoopSums {
  unsigned step = 0;
  unsigned plain = 0, fused = 0; ///< of the rest, first the plain ones

  bool operator==(const LoopSums &) const = default;
};

struct LineSums {
  unsigned fused = 0; ///< instructions that multiply and add, and round once
  unsigned plain = 0; ///< instructions that only add or subtract
  std::optional<LoopSums> loop = std::nullopt; ///< all of them are of such loops, which are alike
};

/// By line.
using LineProducts = std::map<unsigned, LineSums>;

} // namespace kasuri
