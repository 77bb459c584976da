// Bits of numbers, and unsigned arithmetic that may wrap around.
//
//     a[i ^ 1]                i + 1 - 2 r    with r = i % 2
//     a[i & ~7], a[i | 3]     i - i % 8,  i - i % 4 + 3
//     a[n - 1 - i]            unsigned: the number n - 1 - i modulo 2^32, and that number itself
//                             where the loop's test i < n says that it is none below 0
//     p[(y * w + x) * c + k]  unsigned: one number S, which is (y w + x) c + k if that fits
//
// Sums and products are computed modulo 2^n in any order alike, so only the last result counts:
// what the terms come to as whole numbers is the value if it lies in the range of the type. Where
// the domains of the open loops prove that, the value is linear. Elsewhere it becomes a symbol of
// the type's range that knows the whole number which it may be, so that a guard can test at run
// time, from the ends of its parts, that it never wraps (see Ranges.cpp). Without the test nothing
// but the range is taken from such a symbol.
//
//     a[(i << s) + j]         signed: i t + j with one number t for 1 << s
//
// What it gives up on: bits of numbers that may be negative, unsigned shifts by variables.
#include "analysis/AccessWalk.h"
#include "analysis/Conflicts.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

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

} // namespace

/// As a whole number it is what the program computes, and not negative. A sum of several numbers
/// without an end may have passed 2^64.
bool AccessWalk::isExactNumber(const SymbolicValue &value) const {
  const auto &terms = value.offset.terms();
  auto isLarge = [&](const auto &term) {
    const Symbol &symbol = effects[term.first];
    return !symbol.counterOf.valid() && symbol.factors.empty() &&
           symbol.range.high >= unboundedAbove;
  };
  bool isPlain = terms.size() == 1 && terms[0].second == 1 && value.offset.constant() == 0;
  bool isWhole = isPlain || std::none_of(terms.begin(), terms.end(), isLarge);
  return !value.mayWrap && isWhole && rangeOf(effects, value.offset).low >= 0;
}

/// An operation on bits as a sum, for numbers that are not negative and constants that fit.
std::optional<Linear> AccessWalk::evaluateBits(const Instruction &value, const SymbolicValue &a,
                                               const SymbolicValue &b) {
  const bool isBits = value.op == Op::And || value.op == Op::Or || value.op == Op::Xor;
  if (value.op == Op::Shr && value.type.isSigned)
    return shiftedDown(value, a, b);
  if ((!isBits && value.op != Op::Shr) || !isExactNumber(a) || b.mayWrap)
    return std::nullopt;
  if (!b.offset.isConstant())
    return isBits && value.op != Op::And ? withLowBits(a, b) : std::nullopt;
  const int64_t number = b.offset.constant();
  const RegionId variantLoop = varianceOf({a});
  if (value.op == Op::Shr)
    return number >= 0 && number < 31
               ? std::optional(Linear::symbol(
                     quotient(ValueId(), a.offset, int64_t(1) << number, variantLoop)))
               : std::nullopt;
  const int ones = exponentOf(number + 1), cleared = clearedBits(value.type, number);
  const int count = value.op == Op::And && ones <= 0 ? cleared : ones;
  if (count <= 0 || count > 30)
    return value.op == Op::And ? std::nullopt : withLowBits(a, b);
  Linear low = remainder(ValueId(), a.offset, int64_t(1) << count, variantLoop).offset;
  if (value.op == Op::And && count == ones)
    return low;
  auto result = Linear::add(a.offset, low, value.op == Op::Xor ? -2 : -1);
  return result && value.op != Op::And ? Linear::add(*result, Linear(number)) : result;
}

/// x >> 3 for a signed number is x / 8, rounded down. Where x may have come out of its type, as x
/// << 24 does on purpose, it is not.
std::optional<Linear> AccessWalk::shiftedDown(const Instruction &value, const SymbolicValue &a,
                                              const SymbolicValue &b) {
  const Range range = rangeOf(effects, a.offset);
  bool isKnown = !a.mayWrap && b.offset.isConstant() && b.offset.constant() >= 0 &&
                 b.offset.constant() < 31 && range.isBounded() &&
                 range.within(rangeOfType(value.type));
  if (!isKnown)
    return std::nullopt;
  const int64_t divisor = int64_t(1) << b.offset.constant();
  if (range.low >= 0)
    return Linear::symbol(quotient(ValueId(), a.offset, divisor, varianceOf({a})));
  auto [known, isNew] = functions.try_emplace({Op::Shr, 0, a.offset, Linear(divisor)});
  if (isNew) {
    known->second =
        newSymbol(ValueId(), {range.low / divisor - 1, range.high / divisor}, varianceOf({a}));
    Symbol &symbol = effects.symbols[known->second.index()];
    symbol.isDerived = true;
    auto left = Linear::add(a.offset, Linear::symbol(known->second), -divisor);
    auto missing = left ? Linear::add(Linear(divisor - 1), *left, -1) : std::nullopt;
    if (missing)
      symbol.constraints = {*left, *missing};
  }
  return Linear::symbol(known->second);
}

/// (i << 3) | j with j < 8: they have no bit in common.
std::optional<Linear> AccessWalk::withLowBits(const SymbolicValue &a, const SymbolicValue &b) {
  const Range range = rangeOf(effects, b.offset);
  if (range.low < 0 || range.high >= int64_t(1) << 30)
    return std::nullopt;
  const auto &terms = a.offset.terms();
  auto isClear = [&](int64_t number) { return number == 0 || (number & -number) > range.high; };
  bool areMultiples = isClear(a.offset.constant()) &&
                      std::all_of(terms.begin(), terms.end(),
                                  [&](const auto &term) { return isClear(term.second); });
  return areMultiples ? Linear::add(a.offset, b.offset) : std::nullopt;
}

/// i << s is i times 1 << s; shifting signed numbers does not overflow.
std::optional<Linear> AccessWalk::evaluateShift(ValueId id, const Instruction &value,
                                                const SymbolicValue &a, const SymbolicValue &b) {
  bool isExact = value.type.isSigned && !program.wrapsSigned && !a.mayWrap && !b.mayWrap;
  if (!isExact || a.offset == Linear(1))
    return std::nullopt;
  return multiply(a.offset, functionOf(id, value, integer(Linear(1)), b).offset);
}

/// A number of which no more is known than what it is computed from: the same for the same numbers.
SymbolicValue AccessWalk::functionOf(ValueId id, const Instruction &value, const SymbolicValue &a,
                                     const SymbolicValue &b) {
  const RegionId variantLoop = varianceOf({a, b});
  const bool isPure =
      (value.op == Op::Div || value.op == Op::Rem || value.op == Op::Shl || value.op == Op::Shr ||
       value.op == Op::And || value.op == Op::Or || value.op == Op::Xor) &&
      opaque == 0 && !a.mayWrap && !b.mayWrap;
  if (!isPure)
    return fresh(id, value.type, variantLoop);
  const unsigned type = value.type.bits * 2u + (value.type.isSigned ? 1 : 0);
  auto [known, isNew] = functions.try_emplace({value.op, type, a.offset, b.offset});
  if (isNew)
    known->second = newSymbol(id, rangeOfType(value.type), variantLoop);
  return integer(Linear::symbol(known->second));
}

/// Do the domains of the open loops keep the value in the range?
bool AccessWalk::isProvenWithin(const Linear &value, const Range &range) const {
  auto above = Linear::add(value, Linear(range.low), -1);
  auto below = Linear::add(Linear(range.high), value, -1);
  return range.isBounded() && above && below && isProven({*above, *below});
}

/// Do the domains of the open loops hold? In a test they do not yet.
bool AccessWalk::areInDomains() const {
  return opaque == 0 && std::none_of(loops.begin(), loops.end(),
                                     [](const LoopFrame &frame) { return frame.isInTest; });
}

/// Do the domains of the open loops keep both from being negative?
bool AccessWalk::isProven(const std::array<Linear, 2> &values) const {
  Budget &budget = effects.budgetOf(function);
  const auto &terms = values[0].terms();
  bool hasDomain = std::any_of(terms.begin(), terms.end(), [&](const auto &term) {
    return effects[term.first].counterOf.valid() && !effects[term.first].constraints.empty();
  });
  return hasDomain && areInDomains() && !budget.refuses() &&
         isNeverNegative(effects, budget, values[0]) && isNeverNegative(effects, budget, values[1]);
}

/// Is an index of 64 bits the number that its terms come to? Then it is from 0 to one that the
/// program holds in a variable.
bool AccessWalk::isProvenIndex(const Linear &index) const {
  constexpr size_t mostCandidates = 4;
  std::vector<SymbolId> candidates;
  for (const auto &[id, coefficient] : index.terms())
    for (const Linear &constraint : effects[id].constraints)
      for (const auto &[other, factor] : constraint.terms()) {
        const Symbol &symbol = effects[other];
        bool isPlain = factor > 0 && !symbol.counterOf.valid() && symbol.factors.empty() &&
                       !symbol.isByte && symbol.divisor == 0 && symbol.range.low >= 0;
        if (isPlain && candidates.size() < mostCandidates &&
            std::find(candidates.begin(), candidates.end(), other) == candidates.end())
          candidates.push_back(other);
      }
  return std::any_of(candidates.begin(), candidates.end(), [&](SymbolId most) {
    auto below = Linear::add(Linear::symbol(most), index, -1);
    return below && isProven({index, *below});
  });
}

/// The number of unsigned type that a value is which may have wrapped. `range`: of what is known
/// about it.
SymbolicValue AccessWalk::numberOf(ValueId id, const SymbolicValue &value, const Range &range) {
  if (isProvenWithin(value.offset, range))
    return integer(value.offset);
  return integer(Linear::symbol(modularProduct(id, value.offset, Linear(1), range)));
}

/// A number in the range that is the product of the two if that is in it.
SymbolId AccessWalk::modularProduct(ValueId id, const Linear &a, const Linear &b,
                                    const Range &range) {
  SymbolId made = newSymbol(id, range, varianceOf({integer(a), integer(b)}));
  Symbol &symbol = effects.symbols[made.index()];
  symbol.multiplicands = {a, b};
  symbol.isModular = true;
  symbol.isDerived = true;
  return made;
}

} // namespace kasuri
