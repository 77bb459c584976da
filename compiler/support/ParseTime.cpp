#include "support/ParseTime.h"

#include <cmath>

namespace kasuri {

std::optional<double> parseTime(llvm::StringRef text) {
  for (auto [unit, ns] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}) {
    llvm::StringRef number = text;
    double value = 0;
    if (number.consume_back(unit) && !number.getAsDouble(value))
      return value > 0 && std::isfinite(value) ? std::optional(value * ns) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace kasuri
