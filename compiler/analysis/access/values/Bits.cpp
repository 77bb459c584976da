// Bits of numbers.
//
//     a[i ^ 1]                i + 1 - 2 r    with r = i % 2
//     a[i & ~7], a[i | 3]     i - i % 8,  i - i % 4 + 3
//     a[i ^ 5]                i + 5 - 2 (i % 2 + 4 (i / 4 % 2))
//     a[1 + (i + c & 1)]      1 + r with i + c = 2 q + r, whatever the sign of i + c
//     a[(i << s) + j]         signed: i t + j with one number t for 1 << s
//     a[(i & ~(t - 1)) << 1 | (i & (t - 1))]     with i = t q + r, 0 <= r < t:  2 t q + r
//     a[... | t]              and t more
//     a[i * (i + 1) >> 1]     half of it, as with a division
//     if (!(i & t)) a[i | t]  i | t, i ^ t and i + t are one number there
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
#include <numeric>

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

/// The other bits.
std::optional<Linear> complement(const Instruction &value, const SymbolicValue &a,
                                 const SymbolicValue &b) {
  const bool isShort = !value.type.isSigned && value.type.bits < 63;
  const int64_t ones = isShort ? (int64_t(1) << value.type.bits) - 1 : -1;
  bool isKnown = value.op == Op::Xor && !a.mayWrap && !b.mayWrap && b.offset == Linear(ones) &&
                 (isShort || value.type.isSigned);
  return isKnown ? Linear::add(Linear(ones), a.offset, -1) : std::nullopt;
}

bool isPower(const WalkContext &walk, SymbolId id) {
  return id.valid() && walk.effects[id].isPower;
}

/// x & (t - 1) and x & ~(t - 1), where t is 1 << b.
std::optional<Linear> splitByPower(WalkContext &walk, const Instruction &value,
                                   const SymbolicValue &a, const SymbolicValue &b) {
  const auto &terms = b.offset.terms();
  const bool isMask = value.op == Op::And && !a.mayWrap && !b.mayWrap && terms.size() == 1 &&
                      isPower(walk, terms[0].first) && isTrueNumber(walk, a, value.type);
  if (!isMask)
    return std::nullopt;
  const int64_t over =
      value.type.isSigned || value.type.bits >= 63 ? 0 : int64_t(1) << value.type.bits;
  const bool isLow = terms[0].second == 1 && b.offset.constant() == -1;
  const bool isHigh = terms[0].second == -1 && b.offset.constant() == over;
  auto parts = isLow || isHigh
                   ? partsByPower(walk, a.offset, terms[0].first, varianceOf(walk, {a, b}))
                   : std::nullopt;
  if (!parts)
    return std::nullopt;
  return isLow ? Linear::symbol(parts->rest)
               : multiply(walk, Linear::symbol(parts->whole), Linear::symbol(terms[0].first));
}

/// How a sum is made of multiples of a power of two, and what is less than that.
struct PowerSum {
  int64_t multiple = 0; ///< greatest common divisor of the factors of the power; 0: there are none
  bool hasRest = false;
};

std::optional<PowerSum> sumByPower(const WalkContext &walk, const Linear &value, SymbolId power) {
  PowerSum sum;
  for (const auto &[id, coefficient] : value.terms()) {
    const Symbol &symbol = walk.effects[id];
    const bool isMultiple =
        id == power || std::ranges::find(symbol.factors, power) != symbol.factors.end();
    const bool isRest = symbol.below == power && coefficient == 1 && !sum.hasRest;
    if (!isMultiple && !isRest)
      return std::nullopt;
    sum.hasRest |= !isMultiple;
    sum.multiple = isMultiple ? std::gcd(sum.multiple, coefficient) : sum.multiple;
  }
  return value.constant() == 0 ? std::optional(sum) : std::nullopt;
}

/// a | b and a ^ b without a bit in common: b is less than a power of two of which a is a multiple,
/// or it is that power, and a an even multiple of it and less than it.
std::optional<Linear> joinedByPower(const WalkContext &walk, const Instruction &value,
                                    const SymbolicValue &a, const SymbolicValue &b) {
  const SymbolId id = symbolOf(b);
  if (value.op == Op::And || !id.valid() || a.mayWrap || b.mayWrap)
    return std::nullopt;
  const SymbolId power = isPower(walk, id) ? id : walk.effects[id].below;
  const auto sum = power.valid() ? sumByPower(walk, a.offset, power) : std::nullopt;
  const bool isApart = sum && (id == power ? sum->multiple % 2 == 0 : !sum->hasRest);
  return isApart ? Linear::add(a.offset, b.offset) : std::nullopt;
}

/// x >> 3 for a signed number is x / 8, rounded down. Where x may have come out of its type, as x
/// << 24 does on purpose, it is not.
std::optional<Linear> shiftedDown(WalkContext &walk, const Instruction &value,
                                  const SymbolicValue &a, const SymbolicValue &b) {
  const Range range = rangeOf(walk.effects, a.offset);
  if (a.mayWrap || !b.offset.isConstant() || b.offset.constant() < 0 || b.offset.constant() >= 31)
    return std::nullopt;
  const int64_t divisor = int64_t(1) << b.offset.constant();
  if (auto whole = wholeQuotient(walk, ValueId(), a.offset, divisor, varianceOf(walk, {a})))
    return Linear::symbol(*whole);
  if (!range.isBounded() || !range.within(rangeOfType(value.type)))
    return std::nullopt;
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

/// Either may be the mask, or what is joined to the other.
std::optional<Linear> bitsByPower(WalkContext &walk, const Instruction &value,
                                  const SymbolicValue &a, const SymbolicValue &b) {
  if (auto others = complement(value, a, b))
    return others;
  for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (auto part = splitByPower(walk, value, *one, *other))
      return part;
    if (auto sum = joinedByPower(walk, value, *one, *other))
      return sum;
  }
  return std::nullopt;
}

using Operands = std::pair<Linear, Linear>;

/// The numbers of which the symbol is the `&`.
std::optional<Operands> operandsOfAnd(const WalkContext &walk, SymbolId symbol) {
  for (const auto &[operation, result] : walk.memo.functions)
    if (result == symbol && std::get<Op>(operation) == Op::And)
      return Operands{std::get<2>(operation), std::get<3>(operation)};
  return std::nullopt;
}

/// Numbers without a common bit: where one is negative, the other one is not, and the sum is in the
/// type.
void addUnions(WalkContext &walk, const Instruction &common, const Operands &operands,
               std::vector<Linear> &facts) {
  const auto &[a, b] = operands;
  const auto sum = Linear::add(a, b);
  if (!sum || !isTrueNumber(walk, integer(a), common.type) ||
      !isTrueNumber(walk, integer(b), common.type))
    return;
  for (Op op : {Op::Xor, Op::Or})
    for (const auto &[one, other] : {Operands{a, b}, Operands{b, a}}) {
      Instruction joined = common;
      joined.op = op;
      const Linear all = functionOf(walk, ValueId(), joined, integer(one), integer(other)).offset;
      const auto more = Linear::add(all, *sum, -1), less = Linear::add(*sum, all, -1);
      if (more && less)
        facts.insert(facts.end(), {*more, *less});
    }
}

} // namespace

std::optional<Linear> evaluateBits(WalkContext &walk, const Instruction &value,
                                   const SymbolicValue &a, const SymbolicValue &b) {
  const bool isBits = value.op == Op::And || value.op == Op::Or || value.op == Op::Xor;
  if (isBits && a.offset.isConstant() && !b.offset.isConstant())
    return evaluateBits(walk, value, b, a);
  if (isBits)
    if (auto byPower = bitsByPower(walk, value, a, b))
      return byPower;
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

void addBitFacts(WalkContext &walk, std::vector<Linear> &facts) {
  const std::vector<Linear> known = facts;
  for (const Linear &fact : known) {
    const auto negated = Linear::scale(fact, -1);
    const SymbolId both = negated ? symbolOf(integer(*negated)) : SymbolId();
    const bool isZero = both.valid() && walk.effects[both].origin.valid() &&
                        std::ranges::find(known, *negated) != known.end();
    if (const auto operands = isZero ? operandsOfAnd(walk, both) : std::nullopt)
      addUnions(walk, walk.program[walk.effects[both].origin], *operands, facts);
  }
}

SymbolicValue upperBits(WalkContext &walk, ValueId id, int64_t bits, RegionId variantLoop) {
  const ValueType &type = walk.program[id].type;
  const uint64_t most = UINT64_MAX >> (64 - type.bits) >> bits;
  return bounded(walk, id, {0, static_cast<int64_t>(most)}, variantLoop);
}

} // namespace kasuri
