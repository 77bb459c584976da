// Tests before a loop, as a person would write them.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <functional>
#include <optional>
#include <string>

namespace kasuri {

/// The number of iterations less one: what `bound` holds less `offset`.
struct LastIteration {
  std::string bound;
  bool isLong = false; ///< else of at most 32 bits
  int64_t offset = 0;
};

constexpr double addressMost = 0x1p57; ///< of a program's addresses

/// A number that has a name in front of the loop.
struct NamedNumber {
  std::string text;   ///< a `long`, or what becomes one beside a long
  bool isLong = true; ///< it is one
  double most = 0;    ///< it is no farther from 0
};

/// Nothing for numbers without such a name.
using NumberNames = std::function<std::optional<NamedNumber>(const GuardValue &)>;

/// A condition in C that is true only if all guards hold: operands of `&&`. Nothing where it cannot
/// be said in arithmetic of 64 bits that never overflows.
std::optional<std::string> conditionText(const Program &program, const std::vector<Guard> &guards,
                                         const LastIteration &last, const NumberNames &names = {});

} // namespace kasuri
