// The words that a nest's new text is made of: names, numbers, and the text of its statements.
#pragma once

#include "reorder/FrontNumbers.h"
#include "reorder/FusedTerms.h"
#include "reorder/NestBuffers.h"
#include "reorder/NestNames.h"

#include <variant>

namespace kasuri {

struct NamedNest {
  NestNames names;
  FrontNumbers numbers;
  std::vector<NestBuffer> expanded; ///< variables with a value for each iteration
  std::string zeros; ///< declarations of what keeps products apart, in front of the nest
  /// Conditions: loops have more iterations than compilers unroll as a whole.
  std::set<std::string> longLoops = {};
};

/// Why a nest has no words.
enum class Unnamed : uint8_t {
  Names,   ///< a number, a variable or a statement has no simple text
  Products ///< in another order, the compiler may fuse other products
};

std::variant<NamedNest, Unnamed> nameNest(const NestSource &source, const UnitSums &sums);

} // namespace kasuri
