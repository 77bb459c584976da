// What a compiler made of the floating-point sums on each line of a source.
#pragma once

#include <functional>
#include <map>
#include <optional>

namespace kasuri {

struct LineSums {
  unsigned fused = 0; ///< instructions that multiply and add, and round once
  unsigned plain = 0; ///< instructions that only add or subtract
};

/// By line.
using LineProducts = std::map<unsigned, LineSums>;

/// Of a unit as the user compiles it, by its number; nothing if the compiler does not tell.
using LineProductsOf = std::function<std::optional<LineProducts>(size_t)>;

} // namespace kasuri
