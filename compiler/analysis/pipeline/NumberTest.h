// What a condition asks of one number; internal to findPipeline.
#pragma once

#include "model/Program.h"

#include <optional>

namespace kasuri {

/// An integer, or a pointer as one, has this relation to `number`.
struct NumberTest {
  Relation relation = Relation::NotEqual;
  int64_t number = 0;

  auto operator<=>(const NumberTest &) const = default;
  bool holdsFor(int64_t value) const;
  /// No number has both relations.
  bool excludes(const NumberTest &other) const;
};

/// A condition has that outcome.
inline NumberTest truth(bool outcome) {
  return {outcome ? Relation::NotEqual : Relation::Equal, 0};
}

/// Of a constant, converted or not, as a mathematical number.
std::optional<int64_t> numberOf(const Program &program, ValueId value);

/// What the operand of a Convert is asked where its result is asked that; none: something else.
std::optional<NumberTest> beforeConvert(const Program &program, ValueId convert, NumberTest test);

/// The result of the Convert is the same number.
bool keepsNumber(const Program &program, ValueId convert);

} // namespace kasuri
