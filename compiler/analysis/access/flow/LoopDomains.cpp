// What the head of a loop says about its counter: the domain of its iterations.
//
//     for (i = lo; i < hi; i++)      i = lo + k:   k >= 0, hi - 1 - lo - k >= 0
//
// The test holds at the start of each iteration's body, for the values at its start. Numbers that
// may have wrapped say nothing; those that are not understood add no constraint.
#include "analysis/access/flow/LoopDomains.h"

#include "analysis/access/flow/LoopCounts.h"
#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>
#include <limits>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// Of a sum of the loop's own variable. It stays in its type if the variable does (mayWrapAround).
SymbolicValue testedValue(const WalkContext &walk, ValueId operand) {
  SymbolicValue value = valueOf(walk, operand);
  const CountedForm &counted = walk.program[walk.open.loops.back().loop].counted;
  const bool isOwnSum = walk.open.loops.back().isExact && !counted.isPlain() &&
                        operand == counted.tested && value.kind == Kind::Integer;
  if (isOwnSum)
    value.mayWrap = false;
  return value;
}

/// What is less than something is known, and not what its sum has been cut off to. The loop's own
/// variable stays in its type (mayWrapAround) if it starts with a number that was not cut off.
bool isTrueLeast(WalkContext &walk, SymbolId counter, const SymbolicValue &value, ValueId operand) {
  const RegionId loop = walk.effects[counter].counterOf;
  const CountedForm &counted = walk.program[loop].counted;
  const bool isOwnSum =
      !counted.isPlain() && walk.open.loops.back().isExact && operand == counted.tested;
  operand = withoutConverts(walk.program, operand);
  const bool isVariable = isOwnSum || (variableOf(walk.program, operand) == counted.variable &&
                                       counted.variable.valid());
  auto start = isVariable ? Linear::add(value.offset, Linear::symbol(counter),
                                        -value.offset.coefficientOf(counter))
                          : std::nullopt;
  SymbolicValue number = value;
  number.offset = start.value_or(value.offset);
  return !value.mayWrap && isTrueNumber(walk, number, walk.program[operand].type);
}

/// Where `counter < n / 2` holds, n / 2 is positive, and so is n: it is no less than its part.
void learnQuotients(WalkContext &walk, SymbolId counter, const Linear &constraint) {
  for (const auto &[id, coefficient] : constraint.terms()) {
    const Symbol quotient = walk.effects[id];
    auto rest = Linear::add(constraint, Linear::symbol(id), -coefficient);
    bool isPositive = coefficient > 0 && rest && rangeOf(walk.effects, *rest).high < 0;
    auto left = isPositive && quotient.divisor > 1
                    ? Linear::add(quotient.dividend, Linear::symbol(id), -quotient.divisor)
                    : std::nullopt;
    if (left)
      walk.effects.symbols[counter.index()].constraints.push_back(*left);
  }
}

/// Adds what a comparison says to `said`. Is that all it says?
bool addCompare(WalkContext &walk, SymbolId counter, const Instruction &value,
                std::vector<Linear> &said) {
  SymbolicValue a = testedValue(walk, value.operands[0]), b = testedValue(walk, value.operands[1]);
  if (a.kind == Kind::Unknown || a.kind != b.kind || a.base != b.base)
    return false;
  bool isUp = value.relation == Relation::Less || value.relation == Relation::LessEqual;
  bool isDown = value.relation == Relation::Greater || value.relation == Relation::GreaterEqual;
  bool isStrict = value.relation == Relation::Less || value.relation == Relation::Greater;
  auto &least = isUp ? a : b, &most = isUp ? b : a;
  const ValueType &type = walk.program[value.operands[isUp ? 1 : 0]].type;
  const bool isAll = isTrueNumber(walk, most, type);
  // What may have wrapped is still a number of its type.
  if (most.mayWrap && rangeOfType(type).high < unboundedAbove)
    most = integer(Linear(rangeOfType(type).high));
  if ((!isUp && !isDown) || !isTrueLeast(walk, counter, least, value.operands[isUp ? 0 : 1]) ||
      most.mayWrap)
    return false;
  auto gap = isUp ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto constraint = gap ? Linear::add(*gap, Linear(isStrict ? -1 : 0)) : std::nullopt;
  if (constraint)
    said.push_back(*constraint);
  return constraint && isAll;
}

/// The same for all comparisons that hold where the condition does, in its order.
bool addCompares(WalkContext &walk, SymbolId counter, ValueId condition,
                 std::vector<Linear> &said) {
  if (!condition.valid())
    return false;
  const Instruction &value = walk.program[condition];
  if (value.op == Op::Convert)
    return addCompares(walk, counter, value.operands[0], said);
  if (isConjunction(walk.program, value)) {
    const bool isAll = addCompares(walk, counter, value.operands[0], said);
    return addCompares(walk, counter, value.operands[1], said) && isAll;
  }
  return value.op == Op::Compare && addCompare(walk, counter, value, said);
}

/// A variable that goes towards a bound until it meets it is still in front of it. A signed number
/// or a pointer that started behind it would leave its type or its object; unless the loop ends by
/// other means, that is undefined.
void addNotPassed(WalkContext &walk, RegionId loop) {
  const CountedForm &counted = walk.program[loop].counted;
  SymbolId counter = walk.result.counters[loop];
  SymbolicValue a = valueOf(walk, counted.tested), b = valueOf(walk, counted.bound);
  bool isComparable = a.kind != Kind::Unknown && a.kind == b.kind && a.base == b.base &&
                      !a.mayWrap && !b.mayWrap && !changesInLoop(walk, loop, counted.bound);
  if (!isComparable)
    return;
  int64_t step = counted.testedStep() * counted.unit;
  auto gap = step > 0 ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto first = gap ? Linear::add(*gap, Linear::symbol(counter), std::abs(step)) : std::nullopt;
  if (!first || first->coefficientOf(counter) != 0 || !isInvariant(walk, *first, loop))
    return;
  const ValueType &type = walk.program[counted.variable].type;
  bool isModular =
      type.kind == ValueType::Kind::Integer && (!type.isSigned || walk.program.wrapsSigned);
  bool startsBefore = std::abs(step) == 1 && rangeOf(walk.effects, *first).low >= 0;
  auto constraint = Linear::add(*gap, Linear(-1));
  // A modular variable that does not wrap, as `a` says, has been shown to start before the bound.
  if (constraint && (isModular || startsBefore || !walk.open.loops.back().mayLeave))
    walk.effects.symbols[counter.index()].constraints.push_back(*constraint);
}

} // namespace

void learnDomain(WalkContext &walk, RegionId loop) {
  SymbolId counter = walk.result.counters[loop];
  walk.effects.symbols[counter.index()].constraints.clear();
  walk.effects.symbols[counter.index()].limits.clear();
  walk.effects.symbols[counter.index()].range = {0, unboundedAbove};
  std::vector<Linear> said;
  const bool isAll = addCompares(walk, counter, walk.program[loop].conditionValue, said);
  for (const Linear &constraint : said) {
    walk.effects.symbols[counter.index()].constraints.push_back(constraint);
    learnQuotients(walk, counter, constraint);
  }
  if (isAll && walk.open.trials == 0)
    walk.result.saidByTest[loop] = said;
  const CountedForm &counted = walk.program[loop].counted;
  if (counted.variable.valid() && counted.relation == Relation::NotEqual)
    addNotPassed(walk, loop);
  tightenCounter(walk, counter);
}

} // namespace kasuri
