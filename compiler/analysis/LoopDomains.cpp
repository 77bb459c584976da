// What the head of a loop says about its counter: the domain of its iterations, and whether the
// variable it counts may pass the end of its type before the test fails.
#include "analysis/AccessWalk.h"

#include <algorithm>
#include <limits>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

} // namespace

void AccessWalk::addConstraint(SymbolId counter, ValueId condition) {
  if (!condition.valid())
    return;
  const Instruction &value = program[condition];
  if (value.op == Op::Convert)
    return addConstraint(counter, value.operands[0]);
  if (isConjunction(program, value)) {
    addConstraint(counter, value.operands[0]);
    return addConstraint(counter, value.operands[1]);
  }
  if (value.op != Op::Compare)
    return;
  SymbolicValue a = testedValue(value.operands[0]), b = testedValue(value.operands[1]);
  if (a.kind == Kind::Unknown || a.kind != b.kind || a.base != b.base)
    return;
  bool isUp = value.relation == Relation::Less || value.relation == Relation::LessEqual;
  bool isDown = value.relation == Relation::Greater || value.relation == Relation::GreaterEqual;
  bool isStrict = value.relation == Relation::Less || value.relation == Relation::Greater;
  // What may have wrapped is still a number of its type.
  auto &least = isUp ? a : b, &most = isUp ? b : a;
  const ValueType &type = program[value.operands[isUp ? 1 : 0]].type;
  if (most.mayWrap && rangeOfType(type).high < unboundedAbove)
    most = integer(Linear(rangeOfType(type).high));
  if ((!isUp && !isDown) || !isTrueLeast(counter, least, value.operands[isUp ? 0 : 1]) ||
      most.mayWrap)
    return;
  auto gap = isUp ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto constraint = gap ? Linear::add(*gap, Linear(isStrict ? -1 : 0)) : std::nullopt;
  if (!constraint)
    return;
  effects.symbols[counter.index()].constraints.push_back(*constraint);
  learnQuotients(counter, *constraint);
}

/// Of a sum of the loop's own variable. It stays in its type if the variable does (mayWrapAround).
SymbolicValue AccessWalk::testedValue(ValueId operand) const {
  SymbolicValue value = valueOf(operand);
  const CountedForm &counted = program[loops.back().loop].counted;
  const bool isOwnSum = loops.back().isExact && !counted.isPlain() && operand == counted.tested &&
                        value.kind == Kind::Integer;
  if (isOwnSum)
    value.mayWrap = false;
  return value;
}

/// What is less than something is known, and not what its sum has been cut off to. The loop's own
/// variable stays in its type (mayWrapAround) if it starts with a number that was not cut off.
bool AccessWalk::isTrueLeast(SymbolId counter, const SymbolicValue &value, ValueId operand) const {
  const RegionId loop = effects[counter].counterOf;
  const CountedForm &counted = program[loop].counted;
  const bool isOwnSum = !counted.isPlain() && loops.back().isExact && operand == counted.tested;
  operand = withoutConverts(program, operand);
  const bool isVariable =
      isOwnSum || (variableOf(program, operand) == counted.variable && counted.variable.valid());
  auto start = isVariable ? Linear::add(value.offset, Linear::symbol(counter),
                                        -value.offset.coefficientOf(counter))
                          : std::nullopt;
  SymbolicValue number = value;
  number.offset = start.value_or(value.offset);
  return !value.mayWrap && isTrueNumber(number, program[operand].type);
}

/// Where `counter < n / 2` holds, n / 2 is positive, and so is n: it is no less than its part.
void AccessWalk::learnQuotients(SymbolId counter, const Linear &constraint) {
  for (const auto &[id, coefficient] : constraint.terms()) {
    const Symbol quotient = effects[id];
    auto rest = Linear::add(constraint, Linear::symbol(id), -coefficient);
    bool isPositive = coefficient > 0 && rest && rangeOf(effects, *rest).high < 0;
    auto left = isPositive && quotient.divisor > 1
                    ? Linear::add(quotient.dividend, Linear::symbol(id), -quotient.divisor)
                    : std::nullopt;
    if (left)
      effects.symbols[counter.index()].constraints.push_back(*left);
  }
}

/// The loop's test holds throughout an iteration's body for the values at its start.
void AccessWalk::learnDomain(RegionId loop) {
  SymbolId counter = result.counters[loop];
  effects.symbols[counter.index()].constraints.clear();
  effects.symbols[counter.index()].range = {0, unboundedAbove};
  addConstraint(counter, program[loop].conditionValue);
  const CountedForm &counted = program[loop].counted;
  if (counted.variable.valid() && counted.relation == Relation::NotEqual)
    addNotPassed(loop);
  tightenCounter(counter);
}

/// A variable that goes towards a bound until it meets it is still in front of it. A signed number
/// or a pointer that started behind it would leave its type or its object; unless the loop ends by
/// other means, that is undefined.
void AccessWalk::addNotPassed(RegionId loop) {
  const CountedForm &counted = program[loop].counted;
  SymbolId counter = result.counters[loop];
  SymbolicValue a = valueOf(counted.tested), b = valueOf(counted.bound);
  bool isComparable = a.kind != Kind::Unknown && a.kind == b.kind && a.base == b.base &&
                      !a.mayWrap && !b.mayWrap && !changesInLoop(loop, counted.bound);
  if (!isComparable)
    return;
  int64_t step = counted.testedStep() * counted.unit;
  auto gap = step > 0 ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto first = gap ? Linear::add(*gap, Linear::symbol(counter), std::abs(step)) : std::nullopt;
  if (!first || first->coefficientOf(counter) != 0 || !isInvariant(*first, loop))
    return;
  const ValueType &type = program[counted.variable].type;
  bool isModular = type.kind == ValueType::Kind::Integer && (!type.isSigned || program.wrapsSigned);
  bool startsBefore = std::abs(step) == 1 && rangeOf(effects, *first).low >= 0;
  auto constraint = Linear::add(*gap, Linear(-1));
  // A modular variable that does not wrap, as `a` says, has been shown to start before the bound.
  if (constraint && (isModular || startsBefore || !loops.back().mayLeave))
    effects.symbols[counter.index()].constraints.push_back(*constraint);
}

void AccessWalk::tightenCounter(SymbolId counter) {
  Symbol &symbol = effects.symbols[counter.index()];
  for (const Linear &constraint : symbol.constraints) {
    int64_t coefficient = constraint.coefficientOf(counter);
    if (coefficient >= 0)
      continue;
    auto rest = Linear::add(constraint, Linear::symbol(counter), -coefficient);
    Range range = rest ? rangeOf(effects, *rest) : Range{};
    if (range.high < unboundedAbove && range.high >= 0)
      symbol.range.high = std::min(symbol.range.high, range.high / -coefficient);
  }
}

/// An unsigned variable that wraps around by steps of a power of two comes to all its values again.
/// A loop that nothing but its test ends, with a bound that stays, would then run forever; loops
/// are taken to end (see soundness.md).
bool AccessWalk::endsBeforeWrapping(RegionId id, int64_t step) const {
  const CountedForm &counted = program[id].counted;
  const ValueType &type = program[counted.variable].type;
  const ValueType &other = program[counted.bound].type;
  bool isPower = step > 0 && (step & (step - 1)) == 0 && step <= 1 << 15;
  bool isBelow = counted.relation == Relation::Less || counted.relation == Relation::LessEqual;
  bool isPlain = !type.isSigned && type.bits >= 32 && other.bits == type.bits && !other.isSigned;
  return isPower && isBelow && isPlain && program[id].testsFirst &&
         counted.advance == CountedForm::Advance::AfterBody && !loops.back().mayLeave &&
         !changesInLoop(id, counted.bound);
}

/// May an unsigned scalar that advances by `step` pass its type's end while the loop runs?
bool AccessWalk::mayWrapAround(RegionId id, ObjectId object, const Linear &advance,
                               const SymbolicValue &start) const {
  const ValueType &type = program[object].type;
  if (type.kind != ValueType::Kind::Integer || (type.isSigned && !program.wrapsSigned))
    return false;
  const Region &loop = program[id];
  const CountedForm &counted = loop.counted;
  if (counted.variable != object || !advance.isConstant())
    return true;
  const int64_t step = advance.constant() * counted.factor;
  // A wider bound may lie beyond the type's end.
  SymbolicValue bound = valueOf(counted.bound);
  const Range limits = rangeOfType(type);
  const Range range = bound.kind == Kind::Integer && !bound.mayWrap
                          ? rangeOf(effects, bound.offset)
                          : rangeOfType(program[counted.bound].type);
  bool isWide = program[counted.bound].type.bits > type.bits && range.high > limits.high;
  if (isWide)
    return true;
  using Advance = CountedForm::Advance;
  bool isSteppedFirst = counted.advance == Advance::BeforeTest ||
                        (!loop.testsFirst && counted.advance == Advance::AfterBody);
  auto first = Linear::add(start.offset, Linear(isSteppedFirst ? advance.constant() : 0));
  bool isFirstExact = first && isTrueNumber(start, type) && rangeOf(effects, *first).within(limits);
  if (isSteppedFirst && !isFirstExact)
    return true;
  if (!counted.isPlain()) {
    // A sum of the variable that is no less than it stays in the type as long as the sum does.
    first = first ? Linear::scale(*first, counted.factor) : first;
    first = first ? Linear::add(*first, Linear(counted.addend)) : first;
    SymbolicValue sum = start;
    sum.offset = first.value_or(Linear(0));
    isFirstExact &= first && isTrueNumber(sum, type) && rangeOf(effects, sum.offset).within(limits);
    if (!isFirstExact || counted.addend < 0 || step <= 0)
      return true;
  }
  if (endsBeforeWrapping(id, step))
    return false;
  switch (counted.relation) {
  case Relation::Less:
    return step != 1 && !(step > 0 && range.isBounded() && range.high - 1 + step <= limits.high);
  case Relation::LessEqual:
    return !(step > 0 && range.isBounded() && range.high + step <= limits.high);
  case Relation::Greater:
    return step != -1 && !(step < 0 && range.low + 1 + step >= limits.low);
  case Relation::GreaterEqual:
    return !(step < 0 && range.low + step >= limits.low);
  default:
    break;
  }
  // `!=` is met on the way if the variable starts on the right side of a bound that stays.
  if (std::abs(step) != 1 || changesInLoop(id, counted.bound))
    return true;
  bool isUnsigned = !type.isSigned && !program[counted.bound].type.isSigned;
  if (isUnsigned && (step > 0 ? first == Linear(0) : bound.offset == Linear(0)))
    return false;
  auto gap = first ? Linear::add(bound.offset, *first, -1) : std::nullopt;
  auto distance = gap ? Linear::scale(*gap, step) : std::nullopt;
  return !distance || !isFirstExact || !isTrueNumber(bound, program[counted.bound].type) ||
         rangeOf(effects, *distance).low < 0;
}

/// How often a loop runs that nothing but its test ends.
std::optional<TripCount> AccessWalk::tripCountOf(RegionId id, const WalkState &entry) const {
  const Region &loop = program[id];
  const CountedForm &counted = loop.counted;
  const Relation relation = counted.relation;
  auto start = entry.scalars.find(counted.variable);
  if (!counted.variable.valid() || start == entry.scalars.end() || loops.back().mayLeave ||
      !loop.testsFirst || counted.advance != CountedForm::Advance::AfterBody ||
      counted.factor != 1 || counted.step == 0 || changesInLoop(id, counted.bound))
    return std::nullopt;
  SymbolicValue first = start->second, bound = valueOf(counted.bound);
  const bool isUp = relation == Relation::Less || relation == Relation::LessEqual;
  const bool isNumber = first.kind == Kind::Integer;
  const bool isTowards =
      relation == Relation::NotEqual ? std::abs(counted.step) == 1 : isUp == (counted.step > 0);
  // A negative number is a large one where it is compared as an unsigned one.
  const bool isComparedAsIs = !isNumber || !program[counted.variable].type.isSigned ||
                              program[counted.bound].type.isSigned ||
                              rangeOf(effects, first.offset).low >= 0;
  bool isKnown = first.kind != Kind::Unknown && first.kind == bound.kind &&
                 first.base == bound.base && (isNumber || (!first.mayWrap && !bound.mayWrap)) &&
                 isTrueNumber(first, program[counted.variable].type) &&
                 isTrueNumber(bound, program[counted.bound].type) && relation != Relation::Equal &&
                 isTowards && isComparedAsIs && loops.back().isExact;
  auto gap = isKnown ? Linear::add(bound.offset, first.offset, -1) : std::nullopt;
  gap = gap ? Linear::add(*gap, Linear(-counted.addend * counted.unit)) : gap;
  gap = gap ? Linear::scale(*gap, counted.step > 0 ? 1 : -1) : gap;
  bool isClosed = relation == Relation::LessEqual || relation == Relation::GreaterEqual;
  gap = gap ? Linear::add(*gap, Linear(isClosed ? 1 : 0)) : gap;
  if (!gap)
    return std::nullopt;
  return TripCount{*gap, std::abs(counted.step) * counted.unit};
}

/// That of a variable that advances by one: a number that may be 0.
std::optional<Linear> AccessWalk::tripsOf(RegionId id, const TripCount &count) {
  const CountedForm &counted = program[id].counted;
  const Linear &gap = count.distance;
  if (program[counted.variable].type.kind != ValueType::Kind::Integer || count.stride != 1)
    return std::nullopt;
  if (counted.relation == Relation::NotEqual || rangeOf(effects, gap).low >= 0)
    return gap;
  auto [known, isNew] = trips.try_emplace({id, gap});
  if (isNew) {
    known->second = newSymbol(ValueId(), {0, unboundedAbove}, varianceOf({integer(gap)}));
    Symbol &symbol = effects.symbols[known->second.index()];
    symbol.alternatives = {Linear(0), gap};
    symbol.isGreatest = true;
    if (auto beyond = Linear::add(Linear::symbol(known->second), gap, -1))
      symbol.constraints = {*beyond};
  }
  return Linear::symbol(known->second);
}

bool AccessWalk::changesInLoop(RegionId loop, ValueId bound) const {
  SymbolicValue value = valueOf(bound);
  bool isKnown = value.kind != Kind::Unknown && isInvariant(value.offset, loop);
  return !isKnown || (value.kind == Kind::Pointer && !isInvariant(value.base, loop));
}

} // namespace kasuri
