#include "analysis/pipeline/NumberTest.h"

#include "analysis/support/Relations.h"

#include <algorithm>
#include <initializer_list>

namespace kasuri {

bool NumberTest::holdsFor(int64_t value) const { return holds(value, relation, number); }

/// Both hold for the same numbers between two neighbors of theirs.
bool NumberTest::excludes(const NumberTest &other) const {
  constexpr int64_t most = int64_t(1) << 62;
  auto isLarge = [](int64_t each) { return each < -most || each > most; };
  if (isLarge(number) || isLarge(other.number))
    return false;
  const std::initializer_list<int64_t> all = {number - 1,       number,       number + 1,
                                              other.number - 1, other.number, other.number + 1};
  return std::none_of(all.begin(), all.end(),
                      [&](int64_t each) { return holdsFor(each) && other.holdsFor(each); });
}

static bool isInteger(const ValueType &type) { return type.kind == ValueType::Kind::Integer; }
static bool isPointer(const ValueType &type) { return type.kind == ValueType::Kind::Pointer; }

/// Numbers beyond the type's greatest are not told from negative ones.
static bool isNumberOf(const ValueType &type, int64_t number) {
  if (isPointer(type))
    return number == 0;
  if (!isInteger(type) || type.bits == 0 || (!type.isSigned && number < 0))
    return false;
  const unsigned bits = type.isSigned ? type.bits - 1u : type.bits;
  if (bits >= 63)
    return true;
  const int64_t end = int64_t(1) << bits;
  return number < end && (!type.isSigned || number >= -end);
}

std::optional<int64_t> numberOf(const Program &program, ValueId value) {
  const Instruction &known = program[value];
  std::optional<int64_t> number;
  if (known.op == Op::Constant)
    number = known.number;
  else if (known.op == Op::Convert)
    number = numberOf(program, known.operands[0]);
  return number && isNumberOf(known.type, *number) ? number : std::nullopt;
}

bool keepsNumber(const Program &program, ValueId convert) {
  const ValueType &to = program[convert].type;
  const ValueType &from = program[program[convert].operands[0]].type;
  if (isPointer(to) && isPointer(from))
    return true;
  return isInteger(to) && isInteger(from) &&
         (to.isSigned == from.isSigned ? to.bits >= from.bits : to.isSigned && to.bits > from.bits);
}

std::optional<NumberTest> beforeConvert(const Program &program, ValueId convert, NumberTest test) {
  if (keepsNumber(program, convert))
    return test;
  const ValueType &to = program[convert].type;
  const ValueType &from = program[program[convert].operands[0]].type;
  const bool isForZero =
      test.number == 0 && (test.relation == Relation::Equal || test.relation == Relation::NotEqual);
  if (isInteger(to) && isInteger(from) && to.bits >= from.bits && isForZero)
    return test;
  return std::nullopt;
}

} // namespace kasuri
