// Arithmetic of the symbolic walk: sums, products, quotients, remainders and conversions.
//
// Signed arithmetic is linear because overflow is undefined. Unsigned arithmetic is linear modulo
// its width; a value that may have wrapped is marked, gives no bounds, and becomes a fresh symbol
// when it is widened (one as wide as addresses may still be an index: they wrap alike). A
// conversion that may change the value makes a fresh symbol.
//
//     p[(size_t)i - 1]     addresses of 32 bits: -1 for i = 0, as it is with 64
#include "analysis/access/values/Arithmetic.h"

#include "analysis/access/values/Bits.h"
#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/Modular.h"
#include "analysis/access/values/Products.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// Signed products do not overflow. One modulo 2^64 is right as an index if, as a number, it stays
/// within 64 bits.
std::optional<Linear> evaluateProduct(WalkContext &walk, const Instruction &value,
                                      const SymbolicValue &a, const SymbolicValue &b) {
  auto product = multiply(walk, a.offset, b.offset);
  bool isExact = value.type.isSigned && !walk.program.wrapsSigned && !a.mayWrap && !b.mayWrap;
  const Range half{-(int64_t(1) << 31), int64_t(1) << 31};
  bool fits = value.type.bits == 64 && rangeOf(walk.effects, a.offset).within(half) &&
              rangeOf(walk.effects, b.offset).within(half);
  return isExact || fits ? product : std::nullopt;
}

/// A product of which only its type's range and its factors are known.
SymbolicValue unknownProduct(WalkContext &walk, ValueId id, const ValueType &type,
                             const SymbolicValue &a, const SymbolicValue &b) {
  SymbolId product = modularProduct(walk, id, a.offset, b.offset, rangeOfType(type));
  walk.effects.symbols[product.index()].isModular = !type.isSigned;
  return integer(Linear::symbol(product));
}

/// A shift up by a constant, which is a product.
bool isScaling(const Instruction &value, const SymbolicValue &b) {
  return value.op == Op::Shl && b.offset.isConstant() && b.offset.constant() >= 0 &&
         b.offset.constant() < 31;
}

/// A sum or a product, if it is not too long.
std::optional<Linear> linearResult(WalkContext &walk, ValueId id, const Instruction &value,
                                   const SymbolicValue &a, const SymbolicValue &b) {
  if (value.op == Op::Add || value.op == Op::Sub)
    return Linear::add(a.offset, b.offset, value.op == Op::Add ? 1 : -1);
  if (value.op == Op::Negate)
    return Linear::scale(a.offset, -1);
  if (value.op == Op::Mul && b.offset.isConstant())
    return Linear::scale(a.offset, b.offset.constant());
  if (value.op == Op::Mul && a.offset.isConstant())
    return Linear::scale(b.offset, a.offset.constant());
  if (isScaling(value, b))
    return Linear::scale(a.offset, int64_t(1) << b.offset.constant());
  if (value.op == Op::Shl && !b.offset.isConstant())
    return evaluateShift(walk, id, value, a, b);
  return value.op == Op::Mul ? evaluateProduct(walk, value, a, b) : std::nullopt;
}

/// A division or a shift down of what is known well enough, by a constant; nothing for others.
std::optional<SymbolicValue> divided(WalkContext &walk, ValueId id, const Instruction &value,
                                     const SymbolicValue &a, const SymbolicValue &b) {
  const int64_t number = b.offset.constant();
  const RegionId variantLoop = varianceOf(walk, {a, b});
  if (value.op == Op::Div && !a.mayWrap && isTrueNumber(walk, a, value.type))
    if (auto whole = wholeQuotient(walk, id, a.offset, number, variantLoop))
      return integer(Linear::symbol(*whole));
  if (value.op == Op::Rem && number > 0 && isExactNumber(walk, a))
    return remainder(walk, id, a.offset, number, variantLoop);
  if (value.op == Op::Div && number > 0 &&
      ((!a.mayWrap && rangeOf(walk.effects, a.offset).isBounded()) || isExactNumber(walk, a)))
    return integer(Linear::symbol(quotient(walk, id, a.offset, number, variantLoop)));
  if (value.op == Op::Shr && number > 0 && !value.type.isSigned && number < value.type.bits &&
      value.type.bits <= 64)
    return upperBits(walk, id, number, variantLoop);
  return std::nullopt;
}

/// A quotient or remainder by 1 << b, of what is not negative.
std::optional<SymbolicValue> dividedByPower(WalkContext &walk, const Instruction &value,
                                            const SymbolicValue &a, const SymbolicValue &b) {
  const SymbolId power = symbolOf(b);
  const bool isKnown = (value.op == Op::Div || value.op == Op::Rem) && power.valid() &&
                       !b.mayWrap && walk.effects[power].isPower && isExactNumber(walk, a);
  auto parts =
      isKnown ? partsByPower(walk, a.offset, power, varianceOf(walk, {a, b})) : std::nullopt;
  if (!parts)
    return std::nullopt;
  return integer(Linear::symbol(value.op == Op::Div ? parts->whole : parts->rest));
}

/// A number of which ends are known, or what it is computed from.
SymbolicValue boundedResult(WalkContext &walk, ValueId id, const Instruction &value,
                            const SymbolicValue &a, const SymbolicValue &b) {
  if (auto parts = dividedByPower(walk, value, a, b))
    return *parts;
  SymbolicValue unknown = functionOf(walk, id, value, a, b);
  const bool isPlain = !a.mayWrap && !b.mayWrap;
  if (value.op == Op::Mul && !walk.program.wrapsSigned && (!value.type.isSigned || isPlain))
    return unknownProduct(walk, id, value.type, a, b);
  if (b.mayWrap)
    return unknown;
  const bool isTrue = value.type.isSigned && !walk.program.wrapsSigned && isPlain;
  if (value.op == Op::Rem && !b.offset.isConstant() && isTrue)
    learnRemainder(walk, unknown, a.offset, b.offset);
  if (!b.offset.isConstant())
    return unknown;
  if (value.op == Op::And && b.offset.constant() >= 0)
    return bounded(walk, id, {0, b.offset.constant()}, varianceOf(walk, {a, b}));
  if (auto known = divided(walk, id, value, a, b))
    return *known;
  if (value.op == Op::Rem && isTrue)
    learnSignedRemainder(walk, unknown, a.offset, b.offset.constant());
  return unknown;
}

} // namespace

SymbolicValue evaluateArithmetic(WalkContext &walk, ValueId id, const Instruction &value) {
  if (value.type.kind != ValueType::Kind::Integer || value.operands.empty() ||
      value.operands.size() > 2)
    return freshHere(walk, id, value.type);
  SymbolicValue a = valueOf(walk, value.operands[0]);
  SymbolicValue b = value.operands.size() > 1 ? valueOf(walk, value.operands[1]) : SymbolicValue();
  if (a.kind != Kind::Integer || (value.op != Op::Negate && b.kind != Kind::Integer))
    return freshHere(walk, id, value.type);
  const std::optional<Linear> result = linearResult(walk, id, value, a, b);
  if (!result) {
    auto bits = evaluateBits(walk, value, a, b);
    return bits ? integer(*bits) : boundedResult(walk, id, value, a, b);
  }
  SymbolicValue linear = integer(*result);
  bool isModular = !value.type.isSigned || walk.program.wrapsSigned;
  linear.mayWrap =
      a.mayWrap || b.mayWrap ||
      (isModular && !rangeOf(walk.effects, linear.offset).within(rangeOfType(value.type)));
  return linear;
}

SymbolicValue evaluateConvert(WalkContext &walk, ValueId id, const Instruction &value) {
  SymbolicValue from = valueOf(walk, value.operands[0]);
  if (value.type.kind == ValueType::Kind::Pointer && from.kind == Kind::Pointer) {
    from.confined.drop(); // a cast pointer may reach all of the object
    return from;
  }
  if (value.type.kind != ValueType::Kind::Integer || from.kind != Kind::Integer)
    return freshHere(walk, id, value.type);
  const ValueType &source = walk.program[value.operands[0]].type;
  const bool isSameWord = isAddressWide(walk, source) && isAddressWide(walk, value.type);
  if (from.mayWrap && !source.isSigned && source.bits <= 32 && !isSameWord)
    from = numberOf(walk, id, from, rangeOfType(source));
  Range range = rangeOf(walk.effects, from.offset);
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
  if (isAddressWide(walk, value.type) && (hasAllBits || (source.isSigned && !from.mayWrap))) {
    from.mayWrap = from.mayWrap || !isProvenWithin(walk, from.offset, rangeOfType(value.type));
    return from;
  }
  if (!value.type.isSigned && (value.type.bits == 16 || value.type.bits == 32))
    return numberOf(walk, id, from, rangeOfType(value.type));
  return fresh(walk, id, value.type, varianceOf(walk, {from}));
}

} // namespace kasuri
