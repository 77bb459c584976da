// Tests before a loop, as a person would write them.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <optional>
#include <string>

namespace kasuri {

/// The number of iterations less one: what `bound` holds less `offset`.
struct LastIteration {
  std::string bound;
  bool isLong = false; ///< else of at most 32 bits
  int64_t offset = 0;
};

/// A condition in C that is true only if all guards hold: operands of `&&`. Nothing where it cannot
/// be said in arithmetic of 64 bits that never overflows.
std::optional<std::string> conditionText(const Program &program, const std::vector<Guard> &guards,
                                         const LastIteration &last);

} // namespace kasuri
