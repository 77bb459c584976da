// Arithmetic of the symbolic walk: sums, products, quotients, remainders and conversions.
//
// Signed arithmetic is linear because overflow is undefined. Unsigned arithmetic is linear modulo
// its width; a value that may have wrapped is marked, gives no bounds, and becomes a fresh symbol
// when it is widened (one as wide as addresses may still be an index: they wrap alike). A
// conversion that may change the value makes a fresh symbol.
//
//     p[(size_t)i - 1]     addresses of 32 bits: -1 for i = 0, as it is with 64
#include "analysis/AccessWalk.h"
#include "analysis/Conflicts.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// Unbounded when it may be anything near the ends of 64 bits.
Range productRange(const Range &a, const Range &b) {
  Range product{unboundedAbove, unboundedBelow};
  for (int64_t x : {a.low, a.high})
    for (int64_t y : {b.low, b.high}) {
      __int128 corner = static_cast<__int128>(x) * y;
      if (corner >= unboundedAbove || corner <= unboundedBelow)
        return {};
      product.low = std::min(product.low, static_cast<int64_t>(corner));
      product.high = std::max(product.high, static_cast<int64_t>(corner));
    }
  return product;
}

} // namespace

/// The symbol that stands for the product of two; invalid when it would have too many factors.
SymbolId AccessWalk::productOf(SymbolId a, SymbolId b) {
  constexpr size_t mostFactors = 4;
  std::vector<SymbolId> factors;
  RegionId variantLoop;
  for (SymbolId id : {a, b}) {
    const Symbol &symbol = effects[id];
    std::vector<SymbolId> own = symbol.factors.empty() ? std::vector{id} : symbol.factors;
    factors.insert(factors.end(), own.begin(), own.end());
    if (loopDepth(program, symbol.variantLoop) > loopDepth(program, variantLoop))
      variantLoop = symbol.variantLoop;
    if (symbol.function != function)
      return SymbolId();
  }
  if (factors.size() > mostFactors)
    return SymbolId();
  std::sort(factors.begin(), factors.end());
  auto [known, isNew] = products.try_emplace(factors);
  if (isNew) {
    known->second =
        newSymbol(ValueId(), productRange(effects[a].range, effects[b].range), variantLoop);
    effects.symbols[known->second.index()].factors = factors;
  }
  return known->second;
}

/// As a sum over products of symbols; nothing when that is too long.
std::optional<Linear> AccessWalk::multiply(const Linear &a, const Linear &b) {
  constexpr size_t mostTerms = 4;
  auto fixed = Linear::scale(b, a.constant());
  auto result = fixed ? Linear::add(*fixed, a, b.constant()) : std::nullopt;
  auto twice = Linear::scale(Linear(a.constant()), b.constant());
  result = result && twice ? Linear::add(*result, *twice, -1) : std::nullopt;
  if (!result || a.terms().size() > mostTerms || b.terms().size() > mostTerms)
    return std::nullopt;
  for (const auto &[x, scaleX] : a.terms())
    for (const auto &[y, scaleY] : b.terms()) {
      SymbolId both = productOf(x, y);
      auto scaled =
          both.valid() ? Linear::scale(Linear::symbol(both, scaleX), scaleY) : std::nullopt;
      result = scaled ? Linear::add(*result, *scaled) : std::nullopt;
      if (!result)
        return std::nullopt;
    }
  return result;
}

/// Signed products do not overflow. One modulo 2^64 is right as an index if, as a number, it stays
/// within 64 bits.
std::optional<Linear> AccessWalk::evaluateProduct(const Instruction &value, const SymbolicValue &a,
                                                  const SymbolicValue &b) {
  auto product = multiply(a.offset, b.offset);
  bool isExact = value.type.isSigned && !program.wrapsSigned && !a.mayWrap && !b.mayWrap;
  const Range half{-(int64_t(1) << 31), int64_t(1) << 31};
  bool fits = value.type.bits == 64 && rangeOf(effects, a.offset).within(half) &&
              rangeOf(effects, b.offset).within(half);
  return isExact || fits ? product : std::nullopt;
}

/// value / divisor, with the ends of what is rounded off where that is not negative.
SymbolId AccessWalk::quotient(ValueId id, const Linear &value, int64_t divisor,
                              RegionId variantLoop) {
  Range range = rangeOf(effects, value);
  bool isLasting = opaque == 0 &&
                   std::none_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
                     return effects[term.first].counterOf.valid();
                   });
  auto known = functions.find({Op::Div, 0, value, Linear(divisor)});
  if (isLasting && known != functions.end())
    return known->second;
  bool isUpEnded = range.high < unboundedAbove;
  SymbolId result = newSymbol(
      id, {range.low / divisor, isUpEnded ? range.high / divisor : unboundedAbove}, variantLoop);
  effects.symbols[result.index()].isDerived = true;
  effects.symbols[result.index()].dividend = value;
  effects.symbols[result.index()].divisor = divisor;
  auto left = Linear::add(value, Linear::symbol(result), -divisor);
  auto missing = left ? Linear::add(Linear(divisor - 1), *left, -1) : std::nullopt;
  if (missing && range.low >= 0 && divisor > 1)
    effects.symbols[result.index()].constraints = {*left, *missing};
  if (isLasting)
    functions[{Op::Div, 0, value, Linear(divisor)}] = result;
  return result;
}

/// value % divisor for what is not negative. (Its equation is doubled: for its ends the range says
/// more.)
SymbolicValue AccessWalk::remainder(ValueId id, const Linear &value, int64_t divisor,
                                    RegionId variantLoop) {
  SymbolId whole = quotient(ValueId(), value, divisor, variantLoop);
  SymbolId rest = newSymbol(id, {0, divisor - 1}, variantLoop);
  auto equal = Linear::add(value, Linear::symbol(whole), -divisor);
  equal = equal ? Linear::add(*equal, Linear::symbol(rest), -1) : equal;
  auto above = equal ? Linear::scale(*equal, 2) : std::nullopt;
  auto below = equal ? Linear::scale(*equal, -2) : std::nullopt;
  Symbol &symbol = effects.symbols[rest.index()];
  symbol.isDerived = true;
  if (above && below && divisor > 1)
    symbol.constraints = {*above, *below};
  return integer(Linear::symbol(rest));
}

/// What is left of a number that is not negative, by one that is positive wherever the first one's
/// symbols are in use: `(y + dy + h) % h` for y from 0 to h - 1.
void AccessWalk::learnRemainder(const SymbolicValue &rest, const Linear &value,
                                const Linear &divisor) {
  Budget &budget = effects.budgetOf(function);
  const auto most = Linear::add(divisor, Linear(-1));
  const SymbolId id = symbolOf(rest);
  if (!id.valid() || !areInDomains() || !most || !isNeverNegative(effects, budget, value) ||
      !isNeverNegative(effects, budget, *most, value))
    return;
  const auto below = Linear::add(*most, Linear::symbol(id), -1);
  Symbol &symbol = effects.symbols[id.index()];
  if (!below || !symbol.constraints.empty())
    return;
  symbol.range.low = std::max<int64_t>(symbol.range.low, 0);
  symbol.isDerived = true;
  symbol.constraints.push_back(*below);
}

/// An unsigned number shifted down, of which only its size is known.
SymbolicValue AccessWalk::upperBits(ValueId id, int64_t bits, RegionId variantLoop) {
  const ValueType &type = program[id].type;
  const uint64_t most = UINT64_MAX >> (64 - type.bits) >> bits;
  return bounded(id, {0, static_cast<int64_t>(most)}, variantLoop);
}

SymbolicValue AccessWalk::evaluateArithmetic(ValueId id, const Instruction &value) {
  if (value.type.kind != ValueType::Kind::Integer || value.operands.empty() ||
      value.operands.size() > 2)
    return freshHere(id, value.type);
  SymbolicValue a = valueOf(value.operands[0]);
  SymbolicValue b = value.operands.size() > 1 ? valueOf(value.operands[1]) : SymbolicValue();
  bool isUnary = value.op == Op::Negate;
  if (a.kind != Kind::Integer || (!isUnary && b.kind != Kind::Integer))
    return freshHere(id, value.type);
  std::optional<Linear> result;
  if (value.op == Op::Add || value.op == Op::Sub)
    result = Linear::add(a.offset, b.offset, value.op == Op::Add ? 1 : -1);
  else if (isUnary)
    result = Linear::scale(a.offset, -1);
  else if (value.op == Op::Mul && b.offset.isConstant())
    result = Linear::scale(a.offset, b.offset.constant());
  else if (value.op == Op::Mul && a.offset.isConstant())
    result = Linear::scale(b.offset, a.offset.constant());
  else if (value.op == Op::Shl && b.offset.isConstant() && b.offset.constant() >= 0 &&
           b.offset.constant() < 31)
    result = Linear::scale(a.offset, int64_t(1) << b.offset.constant());
  else if (value.op == Op::Mul)
    result = evaluateProduct(value, a, b);
  else if (auto bits = evaluateBits(value, a, b))
    return integer(*bits);
  else if (value.op == Op::Shl && !b.offset.isConstant())
    result = evaluateShift(id, value, a, b);
  if (!result) {
    RegionId variantLoop = varianceOf({a, b});
    SymbolicValue unknown = functionOf(id, value, a, b);
    bool isMask = value.op == Op::And && b.offset.isConstant() && b.offset.constant() >= 0;
    bool isPlain = !a.mayWrap && !b.mayWrap;
    Range ra = rangeOf(effects, a.offset);
    bool isRemainder =
        value.op == Op::Rem && b.offset.isConstant() && b.offset.constant() > 0 && isExactNumber(a);
    if (value.op == Op::Mul && !program.wrapsSigned && (!value.type.isSigned || isPlain))
      return unknownProduct(id, value.type, a, b);
    if (b.mayWrap)
      return unknown;
    const bool isTrue = value.type.isSigned && !program.wrapsSigned && isPlain;
    if (value.op == Op::Rem && !b.offset.isConstant() && isTrue)
      learnRemainder(unknown, a.offset, b.offset);
    if (isMask)
      return bounded(id, {0, b.offset.constant()}, variantLoop);
    if (isRemainder)
      return remainder(id, a.offset, b.offset.constant(), variantLoop);
    bool isDivision = value.op == Op::Div && b.offset.isConstant() && b.offset.constant() > 0 &&
                      ((!a.mayWrap && ra.isBounded()) || isExactNumber(a));
    if (isDivision)
      return integer(Linear::symbol(quotient(id, a.offset, b.offset.constant(), variantLoop)));
    const int64_t bits = b.offset.isConstant() ? b.offset.constant() : 0;
    if (value.op == Op::Shr && bits > 0 && !value.type.isSigned && bits < value.type.bits &&
        value.type.bits <= 64)
      return upperBits(id, bits, variantLoop);
    return unknown;
  }
  SymbolicValue linear = integer(*result);
  bool isModular = !value.type.isSigned || program.wrapsSigned;
  linear.mayWrap = a.mayWrap || b.mayWrap ||
                   (isModular && !rangeOf(effects, linear.offset).within(rangeOfType(value.type)));
  return linear;
}

/// A product of which only its type's range and its factors are known.
SymbolicValue AccessWalk::unknownProduct(ValueId id, const ValueType &type, const SymbolicValue &a,
                                         const SymbolicValue &b) {
  SymbolId product = modularProduct(id, a.offset, b.offset, rangeOfType(type));
  effects.symbols[product.index()].isModular = !type.isSigned;
  return integer(Linear::symbol(product));
}

SymbolicValue AccessWalk::evaluateConvert(ValueId id, const Instruction &value) {
  SymbolicValue from = valueOf(value.operands[0]);
  if (value.type.kind == ValueType::Kind::Pointer && from.kind == Kind::Pointer) {
    from.confined.drop(); // a cast pointer may reach all of the object
    return from;
  }
  if (value.type.kind != ValueType::Kind::Integer || from.kind != Kind::Integer)
    return freshHere(id, value.type);
  const ValueType &source = program[value.operands[0]].type;
  const bool isSameWord = isAddressWide(source) && isAddressWide(value.type);
  if (from.mayWrap && !source.isSigned && source.bits <= 32 && !isSameWord)
    from = numberOf(id, from, rangeOfType(source));
  Range range = rangeOf(effects, from.offset);
  // A large one of 64 bits is negative as a signed one.
  bool mayTurn =
      !source.isSigned && source.bits == 64 && value.type.isSigned && range.high >= unboundedAbove;
  if (!from.mayWrap && !mayTurn && range.within(rangeOfType(value.type)))
    return from;
  // To 64 bits unsigned: as an index the value modulo 2^64 is right, as a bound it is not.
  bool keepsAddress = value.type.bits == 64 && (source.isSigned || source.bits == 64);
  if (keepsAddress && (!from.mayWrap || source.bits == 64)) {
    from.mayWrap = from.mayWrap || mayTurn || !value.type.isSigned;
    return from;
  }
  // And so it is modulo 2^32 where addresses have no more bits.
  bool hasAllBits = source.bits == 32 || source.bits == 64;
  if (isAddressWide(value.type) && (hasAllBits || (source.isSigned && !from.mayWrap))) {
    from.mayWrap = from.mayWrap || !isProvenWithin(from.offset, rangeOfType(value.type));
    return from;
  }
  if (!value.type.isSigned && (value.type.bits == 16 || value.type.bits == 32))
    return numberOf(id, from, rangeOfType(value.type));
  return fresh(id, value.type, varianceOf({from}));
}

/// Of as many bits as addresses have, where those are 32.
bool AccessWalk::isAddressWide(const ValueType &type) const {
  return program.pointerBytes == 4 && type.kind == ValueType::Kind::Integer && type.bits == 32;
}

/// The same number modulo 2^64.
SymbolId AccessWalk::twinOf(SymbolId symbol) {
  const Symbol known = effects[symbol];
  SymbolId twin = newSymbol(known.origin, {}, known.variantLoop);
  effects.symbols[twin.index()].multiplicands = known.multiplicands;
  effects.symbols[twin.index()].isModular = known.isModular;
  effects.symbols[twin.index()].isDerived = known.isDerived;
  return twin;
}

/// Numbers of 64 bits of which no end is known, as variables hold them.
bool AccessWalk::isLarge(SymbolId id) const {
  const Symbol &symbol = effects[id];
  return !symbol.counterOf.valid() && !symbol.isByte && symbol.range.low >= 0 &&
         symbol.range.high >= unboundedAbove;
}

/// Does the sum stay below 2^64 if none of its parts is negative? One large part does, alone or
/// less something.
bool AccessWalk::isBelowEnd(const Linear &sum) const {
  Linear rest(sum.constant());
  int64_t copies = 0;
  for (const auto &[id, coefficient] : sum.terms())
    if (coefficient > 0 && isLarge(id))
      copies += std::min<int64_t>(coefficient, 2);
    else
      rest = *Linear::add(rest, Linear::symbol(id, coefficient));
  return copies == 0 || (copies == 1 && rangeOf(effects, rest).high <= 0) || isProvenIndex(sum);
}

/// Is it the number that its terms come to?
bool AccessWalk::isTrueNumber(const SymbolicValue &value, const ValueType &type) const {
  return value.kind != Kind::Integer ||
         (!value.mayWrap && (type.isSigned || type.bits < 64 || isBelowEnd(value.offset)));
}

/// An index is taken modulo 2^64 as a signed number. A sum that may pass 2^64 (n + 1 + i with n the
/// greatest of its type) comes out small: its large parts are then numbers of any sign.
Linear AccessWalk::withoutOverflow(const Linear &index) {
  if (isBelowEnd(index))
    return index;
  Linear rest(index.constant()), large;
  for (const auto &[id, coefficient] : index.terms()) {
    Linear &part = coefficient > 0 && isLarge(id) ? large : rest;
    part = *Linear::add(part, Linear::symbol(id, coefficient));
  }
  for (const auto &[symbol, coefficient] : large.terms()) {
    auto [twin, isNew] = signedTwins.try_emplace(symbol);
    if (isNew)
      twin->second = twinOf(symbol);
    rest = Linear::add(rest, Linear::symbol(twin->second), coefficient).value_or(index);
  }
  return rest;
}

} // namespace kasuri
