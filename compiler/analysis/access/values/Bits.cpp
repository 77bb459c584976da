// Bits of numbers.
//
//     a[i ^ 1]                i + 1 - 2 r    with r = i % 2
//     a[i & ~7], a[i | 3]     i - i % 8,  i - i % 4 + 3
//     a[(i << s) + j]         signed: i t + j with one number t for 1 << s
//
// A mask of low bits is a remainder, and one of the other bits is what the remainder leaves. That
// holds for numbers that are not negative; bits of others are given up on, and so are unsigned
// shifts by variables.
#include "analysis/access/values/Bits.h"

#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/Products.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"

#include <algorithm>

namespace kasuri {
namespace {

/// The exponent if the number is a power of two; -1 otherwise.
int exponentOf(int64_t number) {
  bool isPower = number > 0 && (number & (number - 1)) == 0;
  return isPower ? __builtin_ctzll(static_cast<uint64_t>(number)) : -1;
}

/// x & mask clears the low bits of every x of the type: how many; -1 if it is no such mask.
int clearedBits(const ValueType &type, int64_t mask) {
  bool isShort = !type.isSigned && type.bits < 63;
  int64_t missing = isShort ? (int64_t(1) << type.bits) - mask : mask < 0 ? -mask : 0;
  return missing > 1 && missing <= int64_t(1) << 30 ? exponentOf(missing) : -1;
}

/// x >> 3 for a signed number is x / 8, rounded down. Where x may have come out of its type, as x
/// << 24 does on purpose, it is not.
std::optional<Linear> shiftedDown(WalkContext &walk, const Instruction &value,
                                  const SymbolicValue &a, const SymbolicValue &b) {
  const Range range = rangeOf(walk.effects, a.offset);
  bool isKnown = !a.mayWrap && b.offset.isConstant() && b.offset.constant() >= 0 &&
                 b.offset.constant() < 31 && range.isBounded() &&
                 range.within(rangeOfType(value.type));
  if (!isKnown)
    return std::nullopt;
  const int64_t divisor = int64_t(1) << b.offset.constant();
  if (range.low >= 0)
    return Linear::symbol(quotient(walk, ValueId(), a.offset, divisor, varianceOf(walk, {a})));
  auto [known, isNew] = walk.memo.functions.try_emplace({Op::Shr, 0, a.offset, Linear(divisor)});
  if (isNew) {
    known->second = newSymbol(walk, ValueId(), {range.low / divisor - 1, range.high / divisor},
                              varianceOf(walk, {a}));
    Symbol &symbol = walk.effects.symbols[known->second.index()];
    symbol.isDerived = true;
    auto left = Linear::add(a.offset, Linear::symbol(known->second), -divisor);
    auto missing = left ? Linear::add(Linear(divisor - 1), *left, -1) : std::nullopt;
    if (missing)
      symbol.constraints = {*left, *missing};
  }
  return Linear::symbol(known->second);
}

/// (i << 3) | j with j < 8: they have no bit in common.
std::optional<Linear> withLowBits(WalkContext &walk, const SymbolicValue &a,
                                  const SymbolicValue &b) {
  const Range range = rangeOf(walk.effects, b.offset);
  if (range.low < 0 || range.high >= int64_t(1) << 30)
    return std::nullopt;
  const auto &terms = a.offset.terms();
  auto isClear = [&](int64_t number) { return number == 0 || (number & -number) > range.high; };
  bool areMultiples = isClear(a.offset.constant()) &&
                      std::all_of(terms.begin(), terms.end(),
                                  [&](const auto &term) { return isClear(term.second); });
  return areMultiples ? Linear::add(a.offset, b.offset) : std::nullopt;
}

} // namespace

std::optional<Linear> evaluateBits(WalkContext &walk, const Instruction &value,
                                   const SymbolicValue &a, const SymbolicValue &b) {
  const bool isBits = value.op == Op::And || value.op == Op::Or || value.op == Op::Xor;
  if (value.op == Op::Shr && value.type.isSigned)
    return shiftedDown(walk, value, a, b);
  if ((!isBits && value.op != Op::Shr) || !isExactNumber(walk, a) || b.mayWrap)
    return std::nullopt;
  if (!b.offset.isConstant())
    return isBits && value.op != Op::And ? withLowBits(walk, a, b) : std::nullopt;
  const int64_t number = b.offset.constant();
  const RegionId variantLoop = varianceOf(walk, {a});
  if (value.op == Op::Shr)
    return number >= 0 && number < 31
               ? std::optional(Linear::symbol(
                     quotient(walk, ValueId(), a.offset, int64_t(1) << number, variantLoop)))
               : std::nullopt;
  const int ones = exponentOf(number + 1), cleared = clearedBits(value.type, number);
  const int count = value.op == Op::And && ones <= 0 ? cleared : ones;
  if (count <= 0 || count > 30)
    return value.op == Op::And ? std::nullopt : withLowBits(walk, a, b);
  Linear low = remainder(walk, ValueId(), a.offset, int64_t(1) << count, variantLoop).offset;
  if (value.op == Op::And && count == ones)
    return low;
  auto result = Linear::add(a.offset, low, value.op == Op::Xor ? -2 : -1);
  return result && value.op != Op::And ? Linear::add(*result, Linear(number)) : result;
}

std::optional<Linear> evaluateShift(WalkContext &walk, ValueId id, const Instruction &value,
                                    const SymbolicValue &a, const SymbolicValue &b) {
  bool isExact = value.type.isSigned && !walk.program.wrapsSigned && !a.mayWrap && !b.mayWrap;
  if (!isExact || a.offset == Linear(1))
    return std::nullopt;
  return multiply(walk, a.offset, functionOf(walk, id, value, integer(Linear(1)), b).offset);
}

SymbolicValue upperBits(WalkContext &walk, ValueId id, int64_t bits, RegionId variantLoop) {
  const ValueType &type = walk.program[id].type;
  const uint64_t most = UINT64_MAX >> (64 - type.bits) >> bits;
  return bounded(walk, id, {0, static_cast<int64_t>(most)}, variantLoop);
}

} // namespace kasuri
