// Scalars that advance by the same in each iteration of a loop.
//
//     for (i = 0; i < n; i++) { *p = 0; p += 2; }     in iteration k: p = p0 + 8 k; after: p0 + 8 n
//
// The trial pass gives each scalar's value at the end of an iteration over that at its start. What
// the loop leaves alone may be added: then the value is in closed form over the counter (a chain of
// recurrences of first order). After the loop it has advanced as often as the loop runs, if that is
// known. Everything else becomes a fresh symbol; a pointer that only moves stays in its object.
//
// A variable of a type narrower than int is computed as an int and cut off. The loop's own variable
// advances by the same in each iteration, too, if LoopCounts.h says that it does not wrap.
//
// Sources: O. Bachmann, P. Wang, E. Zima (1994) for recurrences; R. van Engelen (2001).
#include "analysis/access/flow/Recurrences.h"

#include "analysis/access/flow/LoopCounts.h"
#include "analysis/access/values/Modular.h"
#include "analysis/access/values/Products.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

namespace kasuri {
namespace {

/// So many steps: of unsigned numbers a product that may wrap around.
std::optional<Linear> advanceOf(WalkContext &walk, const ValueType &type, SymbolId counter,
                                const Linear &step) {
  bool isModular =
      type.kind == ValueType::Kind::Integer && (!type.isSigned || walk.program.wrapsSigned);
  if (!isModular || step.isConstant())
    return multiply(walk, Linear::symbol(counter), step);
  return Linear::symbol(
      modularProduct(walk, ValueId(), Linear::symbol(counter), step, rangeOfType(type)));
}

/// Its closed form at the start of an iteration, over the loop's counter.
SymbolicValue inClosedForm(WalkContext &walk, RegionId loop, ObjectId object,
                           const SymbolicValue &before, const Linear &step, const Linear &closed) {
  const bool isCounted = object == walk.program[loop].counted.variable;
  const bool mayPassEnd = mayWrapAround(walk, loop, object, step, before);
  SymbolicValue value = before;
  value.offset = closed;
  value.mayWrap |= mayPassEnd;
  if (mayPassEnd && isCounted)
    walk.result.wrappingCounters.insert(loop);
  walk.open.loops.back().isExact |= !value.mayWrap && isCounted;
  if (walk.open.trials == 0 && step != Linear(0))
    walk.result.inductions[loop][object] = step;
  return value;
}

/// The constant that a Store adds to the variable: one conversion to a wider type, one back.
std::optional<Linear> addedBy(const Program &program, ValueId store, ObjectId variable) {
  auto converted = [&](ValueId id) {
    return program[id].op == Op::Convert ? program[id].operands[0] : ValueId();
  };
  const ValueId sumId = converted(program[store].operands[1]);
  if (!sumId.valid() || program[sumId].type.bits < 32)
    return std::nullopt;
  const Instruction &sum = program[sumId];
  if (sum.op != Op::Add && sum.op != Op::Sub)
    return std::nullopt;
  const ValueId from = converted(sum.operands[0]);
  const Instruction &amount = program[sum.operands[1]];
  bool isSum = from.valid() && program[from].op == Op::Load &&
               variableOf(program, from) == variable && amount.op == Op::Constant &&
               std::abs(amount.number) <= INT16_MAX;
  return isSum ? std::optional(Linear(sum.op == Op::Add ? amount.number : -amount.number))
               : std::nullopt;
}

/// The constant that the step of a `for` adds to the loop's variable, in a type that is wider than
/// the variable's: i++ of an unsigned char. What is stored is the sum, cut off to the type.
std::optional<Linear> narrowStep(const WalkContext &walk, RegionId loop) {
  const Program &program = walk.program;
  const ObjectId variable = program[loop].counted.variable;
  const RegionId step = program[loop].step;
  if (!variable.valid() || !step.valid() || program[variable].type.bits >= 32)
    return std::nullopt;
  ValueId only;
  for (ValueId id : valuesWithin(program, loop)) {
    if (!isStoreTo(program, id, variable) || program[id].block == program[loop].init)
      continue;
    if (only.valid() || program[id].block != step || program[id].conditional)
      return std::nullopt;
    only = id;
  }
  return only.valid() ? addedBy(program, only, variable) : std::nullopt;
}

/// What a scalar that the loop modifies holds at the start of an iteration.
SymbolicValue valueInIteration(WalkContext &walk, RegionId loop, ObjectId object,
                               SymbolicValue value, const SymbolicValue *step) {
  const ValueType &type = walk.program[object].type;
  if (step && !step->confined.keepsCaller)
    value.confined.drop(); // a cast on the way from one iteration to the next
  const bool isKnown = step && value.kind == step->kind;
  auto advance = isKnown && isInvariant(walk, step->offset, loop)
                     ? advanceOf(walk, type, walk.result.counters[loop], step->offset)
                     : std::nullopt;
  auto closed = advance ? Linear::add(value.offset, *advance) : std::nullopt;
  if (closed)
    return inClosedForm(walk, loop, object, value, step->offset, *closed);
  if (!isKnown)
    return freshHere(walk, ValueId(), type);
  // A pointer that stays in its object.
  value.offset = Linear::symbol(newSymbol(walk, ValueId(), {}, loop));
  return value;
}

} // namespace

LoopSteps stepsBetween(const WalkContext &walk, RegionId loop, const LoopSteps &starts,
                       const WalkState &end) {
  LoopSteps steps;
  const std::optional<Linear> narrow = narrowStep(walk, loop);
  for (const auto &[object, start] : starts) {
    if (narrow && object == walk.program[loop].counted.variable) {
      steps[object] = start;
      steps[object].offset = *narrow;
      continue;
    }
    auto found = end.scalars.find(object);
    const SymbolicValue last = found == end.scalars.end() ? SymbolicValue() : found->second;
    if (end.isDead || start.kind != last.kind || start.base != last.base)
      continue;
    auto step = Linear::add(last.offset, start.offset, -1);
    bool isPointer = start.kind == SymbolicValue::Kind::Pointer;
    if ((step && isInvariant(walk, *step, loop)) || isPointer) {
      steps[object] = start;
      steps[object].offset = step ? *step : Linear::symbol(start.base.symbol);
      steps[object].confined = last.confined;
    }
  }
  return steps;
}

void enterIteration(WalkContext &walk, RegionId loop, const LoopSteps &steps,
                    const std::set<ObjectId> &modified, WalkState &state) {
  SymbolId &counter = walk.result.counters[loop];
  if (!counter.valid())
    counter = newSymbol(walk, ValueId(), {0, unboundedAbove}, loop);
  walk.effects.symbols[counter.index()].counterOf = loop;
  for (ObjectId object : modified) {
    if (!isTrackedScalar(walk, object))
      continue;
    auto step = steps.find(object);
    SymbolicValue &value = state.scalars[object];
    value =
        valueInIteration(walk, loop, object, value, step == steps.end() ? nullptr : &step->second);
  }
}

SymbolicValue valueAfter(WalkContext &walk, RegionId loop, ObjectId object,
                         const SymbolicValue &before, const SymbolicValue *step,
                         const std::optional<Linear> &trips) {
  const ValueType &type = walk.program[object].type;
  bool isPointer = type.kind == ValueType::Kind::Pointer;
  if (!step || before.kind != step->kind)
    return freshHere(walk, ValueId(), type);
  SymbolicValue after = before;
  if (!step->confined.keepsCaller)
    after.confined.drop();
  bool isSteady = trips && isInvariant(walk, step->offset, loop) &&
                  !scalarsStoredIn(walk.program, walk.program[loop].condition).contains(object);
  auto advance = isSteady ? multiply(walk, *trips, step->offset) : std::nullopt;
  auto last = advance ? Linear::add(before.offset, *advance) : std::nullopt;
  if (last)
    after.offset = *last;
  else if (isPointer)
    after.offset = Linear::symbol(newSymbol(walk, ValueId(), {}, walk.open.currentLoop()));
  else
    return freshHere(walk, ValueId(), type);
  bool isModular = !isPointer && (!type.isSigned || walk.program.wrapsSigned);
  bool isExact = object == walk.program[loop].counted.variable ||
                 (type.bits <= 32 && rangeOf(walk.effects, after.offset).within(rangeOfType(type)));
  return isModular && !isExact ? freshHere(walk, ValueId(), type) : after;
}

} // namespace kasuri
