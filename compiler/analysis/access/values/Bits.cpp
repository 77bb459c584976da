// Bits of numbers.
//
//     a[i ^ 1]                i + 1 - 2 r    with r = i % 2
//     a[i & ~7], a[i | 3]     i - i % 8,  i - i % 4 + 3
//     a[i ^ 5]                i + 5 - 2 (i % 2 + 4 (i / 4 % 2))
//     a[1 + (i + c & 1)]      1 + r with i + c = 2 q + r, whatever the sign of i + c
//     a[(i << s) + j]         signed: i t + j with one number t for 1 << s
//
// The low bits of a number are a remainder, and a run of bits in its middle is one of a quotient.
// A mask is a few such runs: x & m is their sum, and x | m and x ^ m are x + m less that sum, once
// or twice. That holds for numbers that are not negative. The low bits of others are a remainder
// of division that rounds down, even if the number has wrapped around. Other bits of those are
// given up on, and so are unsigned shifts by variables.
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

constexpr int64_t largestMask = (int64_t(1) << 30) - 1;

/// x & mask clears these bits of every x of the type, and no others; 0 if they are not among the
/// low ones.
int64_t clearedBits(const ValueType &type, int64_t mask) {
  bool isShort = !type.isSigned && type.bits < 63;
  int64_t cleared = (isShort ? (int64_t(1) << type.bits) - mask : mask < 0 ? -mask : 0) - 1;
  return cleared > 0 && cleared <= largestMask ? cleared : 0;
}

/// x & mask, as the sum of its runs of bits; nothing if there are many.
std::optional<Linear> selectedBits(WalkContext &walk, const Linear &x, int64_t mask,
                                   RegionId variantLoop) {
  constexpr int maxRuns = 3;
  Linear sum;
  for (int runs = 0; mask != 0; ++runs) {
    const int64_t first = mask & -mask, end = (mask + first) & -(mask + first);
    Linear shifted =
        first == 1 ? x : Linear::symbol(quotient(walk, ValueId(), x, first, variantLoop));
    Linear run = remainder(walk, ValueId(), shifted, end / first, variantLoop).offset;
    auto next = Linear::add(sum, run, first);
    if (!next || runs == maxRuns)
      return std::nullopt;
    sum = *next;
    mask -= end - first;
  }
  return sum;
}

/// The low bits of a number of any sign, or of one that has wrapped around by a power of two that
/// is no smaller.
std::optional<Linear> lowBits(WalkContext &walk, const Instruction &value, const SymbolicValue &a,
                              const SymbolicValue &b) {
  const int64_t divisor = b.offset.constant() + 1;
  const bool isMask = value.op == Op::And && b.offset.isConstant() && !b.mayWrap &&
                      exponentOf(divisor) > 0 && divisor <= largestMask &&
                      exponentOf(divisor) <= static_cast<int>(value.type.bits);
  return isMask ? modulo(walk, a.offset, divisor, varianceOf(walk, {a})) : std::nullopt;
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

std::optional<Linear> unsignedShiftedDown(WalkContext &walk, const SymbolicValue &a,
                                          const SymbolicValue &b) {
  const int64_t number = b.offset.constant();
  if (number < 0 || number >= 31)
    return std::nullopt;
  return Linear::symbol(
      quotient(walk, ValueId(), a.offset, int64_t(1) << number, varianceOf(walk, {a})));
}

/// With a constant mask.
std::optional<Linear> masked(WalkContext &walk, const Instruction &value, const SymbolicValue &a,
                             const SymbolicValue &b) {
  const int64_t mask = b.offset.constant();
  if (value.op != Op::And)
    if (auto sum = withLowBits(walk, a, b))
      return sum;
  const int64_t cleared = value.op == Op::And ? clearedBits(value.type, mask) : 0;
  const int64_t bits = cleared != 0 ? cleared : mask;
  if (bits <= 0 || bits > largestMask)
    return std::nullopt;
  std::optional<Linear> selected = selectedBits(walk, a.offset, bits, varianceOf(walk, {a}));
  if (!selected || (value.op == Op::And && cleared == 0))
    return selected;
  auto rest = Linear::add(a.offset, *selected, value.op == Op::Xor ? -2 : -1);
  return rest && cleared == 0 ? Linear::add(*rest, Linear(mask)) : rest;
}

} // namespace

std::optional<Linear> evaluateBits(WalkContext &walk, const Instruction &value,
                                   const SymbolicValue &a, const SymbolicValue &b) {
  const bool isBits = value.op == Op::And || value.op == Op::Or || value.op == Op::Xor;
  if (isBits && a.offset.isConstant() && !b.offset.isConstant())
    return evaluateBits(walk, value, b, a);
  if (value.op == Op::Shr && value.type.isSigned)
    return shiftedDown(walk, value, a, b);
  if (isBits && !isExactNumber(walk, a))
    return lowBits(walk, value, a, b);
  if ((!isBits && value.op != Op::Shr) || !isExactNumber(walk, a) || b.mayWrap)
    return std::nullopt;
  if (!b.offset.isConstant())
    return isBits && value.op != Op::And ? withLowBits(walk, a, b) : std::nullopt;
  if (value.op == Op::Shr)
    return unsignedShiftedDown(walk, a, b);
  return masked(walk, value, a, b);
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
