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
  bool isBoth = value.op == Op::Select && program[value.operands[2]].op == Op::Constant &&
                program[value.operands[2]].number == 0;
  if (isBoth) {
    addConstraint(counter, value.operands[0]);
    return addConstraint(counter, value.operands[1]);
  }
  if (value.op != Op::Compare)
    return;
  SymbolicValue a = valueOf(value.operands[0]), b = valueOf(value.operands[1]);
  if (a.kind == Kind::Unknown || a.kind != b.kind || a.base != b.base || a.mayWrap || b.mayWrap)
    return;
  bool isUp = value.relation == Relation::Less || value.relation == Relation::LessEqual;
  bool isDown = value.relation == Relation::Greater || value.relation == Relation::GreaterEqual;
  bool isStrict = value.relation == Relation::Less || value.relation == Relation::Greater;
  if (!isUp && !isDown)
    return;
  auto gap = isUp ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto constraint = gap ? Linear::add(*gap, Linear(isStrict ? -1 : 0)) : std::nullopt;
  if (constraint)
    effects.symbols[counter.index()].constraints.push_back(*constraint);
}

/// The loop's test holds throughout an iteration's body for the values at its start.
void AccessWalk::learnDomain(RegionId loop) {
  SymbolId counter = result.counters[loop];
  effects.symbols[counter.index()].constraints.clear();
  effects.symbols[counter.index()].range = {0, unboundedAbove};
  addConstraint(counter, program[loop].conditionValue);
  const CountedForm &counted = program[loop].counted;
  if (counted.variable.valid() && counted.relation == Relation::NotEqual)
    addNotPassed(loop, program[program[loop].conditionValue]);
  tightenCounter(counter);
}

/// A variable that goes towards a bound until it meets it is still in front of it. A signed number
/// or a pointer that started behind it would leave its type or its object; unless the loop ends by
/// other means, that is undefined.
void AccessWalk::addNotPassed(RegionId loop, const Instruction &test) {
  const CountedForm &counted = program[loop].counted;
  SymbolId counter = result.counters[loop];
  bool isSwapped = test.operands[0] == counted.bound;
  SymbolicValue a = valueOf(test.operands[isSwapped ? 1 : 0]), b = valueOf(counted.bound);
  bool isComparable = a.kind != Kind::Unknown && a.kind == b.kind && a.base == b.base &&
                      !a.mayWrap && !b.mayWrap && !changesInLoop(loop, counted.bound);
  if (!isComparable)
    return;
  int64_t step = counted.step * counted.unit;
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

/// May an unsigned scalar that advances by `step` pass its type's end while the loop runs?
bool AccessWalk::mayWrapAround(RegionId id, ObjectId object, int64_t step,
                               const SymbolicValue &start) const {
  const ValueType &type = program[object].type;
  if (type.kind != ValueType::Kind::Integer || (type.isSigned && !program.wrapsSigned))
    return false;
  const Region &loop = program[id];
  const CountedForm &counted = loop.counted;
  if (counted.variable != object)
    return true;
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
  auto first = Linear::add(start.offset, Linear(isSteppedFirst ? step : 0));
  bool isFirstExact = first && !start.mayWrap && rangeOf(effects, *first).within(limits);
  if (isSteppedFirst && !isFirstExact)
    return true;
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
  return !distance || !isFirstExact || bound.mayWrap || rangeOf(effects, *distance).low < 0;
}

bool AccessWalk::changesInLoop(RegionId loop, ValueId bound) const {
  SymbolicValue value = valueOf(bound);
  bool isKnown = value.kind != Kind::Unknown && isInvariant(value.offset, loop);
  return !isKnown || (value.kind == Kind::Pointer && !isInvariant(value.base, loop));
}

} // namespace kasuri
