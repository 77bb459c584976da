// The control-flow half of the symbolic walk.
//
//     p = ch->spec;                       p = (ch, spec), confined to spec's 4096 bytes
//     for (i = 0; i < 1024; i++)          i = k, 0 <= k <= 1023
//       *p++ = 0;                         store at (ch, spec + 4 k)
//
// Each function is walked once, callees first, carrying what is known of its scalars and of memory
// it has loaded. A loop is walked twice: a trial finds which scalars end an iteration with their
// value at its start plus what the loop leaves alone (chains of recurrences of first order) and
// what the loop writes; the real pass gives those scalars their closed form over the iteration
// counter, keeps what the loop does not write, and makes the rest unknown. After a loop that only
// its test ends they have advanced as often as it runs. Everything that is not understood becomes a
// fresh symbol, so a wrong guess is impossible; only precision is lost. Trials within trials are
// limited, the more the deeper the nest: a loop without one takes the answer "unknown" for every
// scalar. The real pass of each loop has its trial.
//
// Sources: O. Bachmann, P. Wang, E. Zima (1994) for recurrences; R. van Engelen (2001).
#include "analysis/AccessWalk.h"

#include <algorithm>
#include <utility>

namespace kasuri {

/// Open trials of loops within each other, at most; inner ones have none then.
constexpr unsigned mostTrials = 5;
/// So often is a loop walked at most, if its nest is not that deep itself.
constexpr unsigned mostWalks = 64;

/// With a trial in each of two walks, d levels would be walked 2^d times. If at most k trials may
/// be open, it is once for each choice of at most k levels; the largest k with few enough, at
/// least 1.
static unsigned trialsWithin(unsigned depth) {
  unsigned trials = 0, walks = 1;
  for (unsigned choices = 1; trials < std::min(mostTrials, depth); ++trials) {
    choices = choices * (depth - trials) / (trials + 1);
    walks += choices;
    if (walks > mostWalks)
      break;
  }
  return std::max(trials, 1U);
}

/// Levels of the deepest nest that starts at the loop.
static unsigned nestDepth(const Program &program, RegionId loop) {
  unsigned deepest = 0;
  for (RegionId inner : regionsWithin(program, loop))
    deepest = std::max(deepest, loopDepth(program, inner));
  return deepest - loopDepth(program, loop) + 1;
}

AccessWalk::AccessWalk(const Program &program, const PointsTo &pointsTo, Effects &effects,
                       FunctionId function, const Summaries &summaries)
    : program(program), pointsTo(pointsTo), effects(effects), function(function),
      summaries(summaries), result(effects.functions[function.index()]) {}

/// A restrict parameter that is only ever set to what it points to, moved.
bool AccessWalk::isSteadyRestrict(ObjectId parameter) const {
  auto isMoved = [&](ValueId id) {
    while (program[id].op == Op::Element || program[id].op == Op::Convert)
      id = program[id].operands[0];
    return program[id].op == Op::Load && variableOf(program, id) == parameter;
  };
  const std::vector<ValueId> all = valuesWithin(program, program[function].body);
  return program[parameter].isRestrict && std::all_of(all.begin(), all.end(), [&](ValueId id) {
           bool isStore = program[id].op == Op::Store && variableOf(program, id) == parameter;
           return !isStore || isMoved(program[id].operands[1]);
         });
}

void AccessWalk::run() {
  WalkState state;
  const Function &self = program[function];
  for (size_t i = 0; i < self.parameters.size(); ++i) {
    ObjectId parameter = self.parameters[i];
    if (!isTrackedScalar(parameter))
      continue;
    SymbolicValue value = fresh(ValueId(), program[parameter].type, RegionId());
    if (value.kind == SymbolicValue::Kind::Pointer) {
      effects.symbols[value.base.symbol.index()].parameter = static_cast<int>(i);
      effects.symbols[value.base.symbol.index()].isRestrict = isSteadyRestrict(parameter);
    } else if (value.kind == SymbolicValue::Kind::Integer)
      effects.symbols[value.offset.terms()[0].first.index()].parameter = static_cast<int>(i);
    state.scalars[parameter] = value;
  }
  walk(self.body, state);
  leave(state);
  findCoverage();
  summarise();
  summariseEnds();
  rememberExit();
  findLeaf();
}

void AccessWalk::walk(RegionId id, WalkState &state) {
  if (!id.valid())
    return;
  const Region &region = program[id];
  switch (region.kind) {
  case Region::Kind::Block:
    for (ValueId value : region.values)
      evaluate(value, state);
    return;
  case Region::Kind::Sequence:
    return region.isStretch ? walkStretch(id, state) : walkSequence(region, state);
  case Region::Kind::Branch:
    return walkBranch(id, state);
  case Region::Kind::Loop:
    return opaque > 0 ? walkUnordered(id, state) : walkLoop(id, state);
  case Region::Kind::Switch:
  case Region::Kind::Opaque:
    return walkUnordered(id, state);
  case Region::Kind::Jump:
    return walkJump(region, state);
  }
}

void AccessWalk::walkSequence(const Region &region, WalkState &state) {
  const Premise before = premise;
  for (RegionId child : region.children) {
    scopes.push_back({child, {}});
    state.assigned.emplace_back();
    walk(child, state);
    if (trials == 0) {
      result.exposedIn[child].insert(scopes.back().exposed.begin(), scopes.back().exposed.end());
      result.assignedIn[child] = state.assigned.back();
    }
    scopes.pop_back();
    state.assigned.pop_back();
  }
  premise = before;
}

/// Its end is reached from its last statement and from all gotos that leave it.
void AccessWalk::walkStretch(RegionId id, WalkState &state) {
  stretches.push_back({id, loops.size(), state.assigned.size(), {}});
  walkSequence(program[id], state);
  for (const WalkState &other : stretches.back().exits)
    state = join(state, other);
  stretches.pop_back();
}

/// Nothing is known of what loops on the way have changed.
void AccessWalk::leaveStretch(RegionId target, WalkState state) {
  auto stretch = std::find_if(stretches.rbegin(), stretches.rend(),
                              [&](const Stretch &each) { return each.sequence == target; });
  if (loops.size() > stretch->loops)
    forget(scalarsStoredIn(target), state);
  state.assigned.resize(stretch->scopes);
  stretch->exits.push_back(std::move(state));
}

void AccessWalk::walkBranch(RegionId id, WalkState &state) {
  const Region &region = program[id];
  walk(region.condition, state);
  const Premise ifTrue = premiseOf(id, true), ifFalse = premiseOf(id, false);
  WalkState whenTrue = state, whenFalse = state;
  walkArm(region.children[0], whenTrue, ifTrue);
  if (region.children.size() > 1)
    walkArm(region.children[1], whenFalse, ifFalse);
  // What follows in the sequence is reached by way of the other arm.
  if (!state.isDead && opaque == 0 && whenTrue.isDead != whenFalse.isDead &&
      program[region.parent].kind == Region::Kind::Sequence)
    premise = both(premise, whenTrue.isDead ? ifFalse : ifTrue);
  state = join(whenTrue, whenFalse);
}

void AccessWalk::walkArm(RegionId arm, WalkState &state, const Premise &entered) {
  const bool isEnd = effects.memoryExits.arms.contains(arm);
  const Premise before = premise;
  premise = both(premise, entered);
  ending += isEnd;
  walk(arm, state);
  premise = before;
  ending -= isEnd;
  state.isDead |= isEnd;
}

void AccessWalk::leave(const WalkState &state) {
  if (trials > 0 || state.isDead)
    return;
  exit = exit ? join(*exit, state) : state;
  if (opaque > 0)
    exit->memory.clear();
}

void AccessWalk::walkJump(const Region &region, WalkState &state) {
  if (region.jump == Region::JumpKind::Return)
    leave(state);
  if (region.jump == Region::JumpKind::Continue && !loops.empty())
    loops.back().continues.push_back(state);
  if (region.target.valid() && !state.isDead)
    leaveStretch(region.target, state);
  if (region.jump == Region::JumpKind::Return && region.returned.valid()) {
    SymbolicValue returned = opaque == 0 ? valueOf(region.returned) : SymbolicValue();
    bool agrees = returns++ == 0 || returned == result.returned;
    result.returned = agrees ? returned : SymbolicValue();
  }
  state.isDead = true;
}

std::set<ObjectId> AccessWalk::scalarsStoredIn(RegionId region) const {
  std::set<ObjectId> stored;
  for (ValueId id : valuesWithin(program, region)) {
    ObjectId variable = variableOf(program, id);
    if (program[id].op == Op::Store && variable.valid())
      stored.insert(variable);
  }
  return stored;
}

/// One iteration from `state`, the state at the test or, for do-while, at the body; ends before the
/// next test.
WalkState AccessWalk::iterate(RegionId id, WalkState state) {
  const Region &loop = program[id];
  if (loop.testsFirst)
    walkTest(loop, state);
  if (loop.testsFirst && result.counters.contains(id))
    learnDomain(id);
  // while (n--): what the body sees has passed the test, only the value after the last does not.
  if (loop.testsFirst && loops.back().isExact)
    state.scalars[loop.counted.variable].mayWrap = false;
  walk(loop.children[0], state);
  for (const WalkState &other : loops.back().continues)
    state = join(state, other);
  loops.back().continues.clear();
  walk(loop.step, state);
  if (!loop.testsFirst)
    walkTest(loop, state);
  return state;
}

void AccessWalk::walkTest(const Region &loop, WalkState &state) {
  loops.back().isInTest = true;
  walk(loop.condition, state);
  loops.back().isInTest = false;
}

/// Finds the scalars that advance by a constant: their values at the start of the trial are
/// symbols.
std::map<ObjectId, SymbolicValue> AccessWalk::runTrial(RegionId id, const WalkState &entry,
                                                       const std::set<ObjectId> &modified,
                                                       std::vector<Access> &writes) {
  WalkState state = entry;
  state.memory.clear();
  std::map<ObjectId, SymbolicValue> starts;
  for (ObjectId object : modified)
    if (isTrackedScalar(object))
      state.scalars[object] = starts[object] = freshHere(ValueId(), program[object].type);
  ++trials;
  collectors.push_back(&writes);
  state = iterate(id, state);
  collectors.pop_back();
  --trials;
  std::map<ObjectId, SymbolicValue> steps;
  for (auto &[object, start] : starts) {
    const SymbolicValue &end = state.scalars[object];
    if (state.isDead || start.kind != end.kind || start.base != end.base)
      continue;
    auto step = Linear::add(end.offset, start.offset, -1);
    bool isPointer = start.kind == SymbolicValue::Kind::Pointer;
    if ((step && isInvariant(*step, id)) || isPointer) {
      steps[object] = start;
      steps[object].offset = step ? *step : Linear::symbol(start.base.symbol);
      steps[object].confined = end.confined;
    }
  }
  return steps;
}

void AccessWalk::walkLoop(RegionId id, WalkState &state) {
  const Region &loop = program[id];
  if (trials == 0) {
    result.before[id] = state.scalars;
    result.heldAt[id] = effects.premises.add(premise);
  }
  walk(loop.init, state);
  const WalkState entry = state;
  const bool mightNotReturn = std::exchange(result.mayNotReturn, neverEnds(program, id));
  std::set<ObjectId> modified = scalarsStoredIn(id);
  if (loops.empty())
    mostOpenTrials = trialsWithin(nestDepth(program, id));
  loops.emplace_back().loop = id;
  std::vector<Access> writes;
  bool hasBudget = trials < mostOpenTrials;
  std::map<ObjectId, SymbolicValue> steps;
  if (hasBudget)
    steps = runTrial(id, entry, modified, writes);
  loops.back().isTrial = !hasBudget;
  loops.back().mayLeave = !hasBudget || result.mayNotReturn || result.mayRunOut ||
                          !findLeavingJump(program, id).empty() ||
                          !loop.counted.otherBounds.empty();
  loops.back().writes = writes;

  SymbolId &counter = result.counters[id];
  if (!counter.valid())
    counter = newSymbol(ValueId(), {0, unboundedAbove}, id);
  effects.symbols[counter.index()].counterOf = id;
  for (ObjectId object : modified) {
    if (!isTrackedScalar(object))
      continue;
    SymbolicValue &value = state.scalars[object];
    auto step = steps.find(object);
    if (step != steps.end() && !step->second.confined.keepsCaller)
      value.confined.drop(); // a cast on the way from one iteration to the next
    bool isKnown = step != steps.end() && value.kind == step->second.kind;
    auto advance = isKnown && isInvariant(step->second.offset, id)
                       ? advanceOf(program[object].type, counter, step->second.offset)
                       : std::nullopt;
    auto closed = advance ? Linear::add(value.offset, *advance) : std::nullopt;
    if (closed) {
      bool mayPassEnd = mayWrapAround(id, object, step->second.offset, value);
      value.offset = *closed;
      value.mayWrap |= mayPassEnd;
      if (mayPassEnd && object == loop.counted.variable)
        result.wrappingCounters.insert(id);
      loops.back().isExact |= !value.mayWrap && object == loop.counted.variable;
    } else if (isKnown) { // a pointer that stays in its object
      value.offset = Linear::symbol(newSymbol(ValueId(), {}, id));
    } else {
      value = freshHere(ValueId(), program[object].type);
    }
    if (closed && trials == 0 && step->second.offset != Linear(0))
      result.inductions[id][object] = step->second.offset;
  }
  if (hasBudget)
    for (const Access &write : writes)
      kill(write, state);
  else
    state.memory.clear();

  scopes.push_back({id, {}});
  state.assigned.emplace_back();
  WalkState end = iterate(id, state);
  if (trials == 0) {
    result.exposed[id] = scopes.back().exposed;
    result.assigned[id] = end.isDead ? std::set<ObjectId>() : end.assigned.back();
    const CountedForm &counted = loop.counted;
    auto isFixed = [&](ValueId bound) { return !changesInLoop(id, bound); };
    if (counted.variable.valid() && isFixed(counted.bound) &&
        std::all_of(counted.otherBounds.begin(), counted.otherBounds.end(), isFixed))
      result.invariantBounds.insert(id);
  }
  const std::optional<TripCount> count = hasBudget ? tripCountOf(id, entry) : std::nullopt;
  if (count && trials == 0)
    result.tripCounts[id] = *count;
  const std::optional<Linear> taken = count ? tripsOf(id, *count) : std::nullopt;
  scopes.pop_back();
  loops.pop_back();
  result.mayNotReturn |= mightNotReturn;

  // After the loop: the rest is as before it.
  WalkState after = entry;
  for (ObjectId object : modified) {
    if (!isTrackedScalar(object))
      continue;
    auto step = steps.find(object);
    SymbolicValue &value = after.scalars[object];
    value = valueAfter(id, object, value, step == steps.end() ? nullptr : &step->second, taken);
  }
  if (hasBudget)
    for (const Access &write : writes)
      kill(write, after);
  else
    after.memory.clear();
  state = after;
}

/// So many steps: of unsigned numbers a product that may wrap around.
std::optional<Linear> AccessWalk::advanceOf(const ValueType &type, SymbolId counter,
                                            const Linear &step) {
  bool isModular = type.kind == ValueType::Kind::Integer && (!type.isSigned || program.wrapsSigned);
  if (!isModular || step.isConstant())
    return multiply(Linear::symbol(counter), step);
  return Linear::symbol(
      modularProduct(ValueId(), Linear::symbol(counter), step, rangeOfType(type)));
}

/// What the loop leaves in a scalar that it changes: if that advances by the same in each of so
/// many trips, a known number. A pointer stays in its object.
SymbolicValue AccessWalk::valueAfter(RegionId loop, ObjectId object, const SymbolicValue &before,
                                     const SymbolicValue *step,
                                     const std::optional<Linear> &trips) {
  const ValueType &type = program[object].type;
  bool isPointer = type.kind == ValueType::Kind::Pointer;
  if (!step || before.kind != step->kind)
    return freshHere(ValueId(), type);
  SymbolicValue after = before;
  if (!step->confined.keepsCaller)
    after.confined.drop();
  bool isSteady = trips && isInvariant(step->offset, loop) &&
                  !scalarsStoredIn(program[loop].condition).contains(object);
  auto advance = isSteady ? multiply(*trips, step->offset) : std::nullopt;
  auto last = advance ? Linear::add(before.offset, *advance) : std::nullopt;
  if (last)
    after.offset = *last;
  else if (isPointer)
    after.offset = Linear::symbol(newSymbol(ValueId(), {}, currentLoop()));
  else
    return freshHere(ValueId(), type);
  bool isModular = !isPointer && (!type.isSigned || program.wrapsSigned);
  bool isExact = object == program[loop].counted.variable ||
                 (type.bits <= 32 && rangeOf(effects, after.offset).within(rangeOfType(type)));
  return isModular && !isExact ? freshHere(ValueId(), type) : after;
}

/// Regions whose parts run in any order (or may be skipped), and loops that gotos may enter: all
/// they modify is unknown in and after.
void AccessWalk::walkUnordered(RegionId id, WalkState &state) {
  const Region &region = program[id];
  bool isOpaque = region.kind == Region::Kind::Opaque;
  if (region.kind == Region::Kind::Switch)
    walk(region.condition, state);
  opaque += isOpaque;
  std::vector<RegionId> parts = region.children;
  if (region.kind == Region::Kind::Loop)
    parts.insert(parts.end(), {region.init, region.condition, region.step});
  const std::set<ObjectId> stored = scalarsStoredIn(id);
  for (RegionId part : parts) {
    WalkState arm = state;
    forget(stored, arm);
    walk(part, arm);
  }
  opaque -= isOpaque;
  forget(stored, state);
}

/// What a region that stores to these scalars may have changed, wherever in it the state is
/// reached. Where parts run in any order, no load looks a scalar up.
void AccessWalk::forget(const std::set<ObjectId> &stored, WalkState &state) {
  for (ObjectId object : stored)
    if (opaque > 0)
      state.scalars.erase(object);
    else if (isTrackedScalar(object))
      state.scalars[object] = freshHere(ValueId(), program[object].type);
  state.memory.clear();
  state.isDead = false;
}

/// Either of two values: of one base and a constant distance apart, something from one to the
/// other.
SymbolicValue AccessWalk::merge(const SymbolicValue &a, const SymbolicValue &b,
                                const ValueType &type, RegionId variantLoop) {
  if (a == b)
    return a;
  // What is accessed through either of a pointer and null is accessed through the pointer.
  bool isPointer = type.kind == ValueType::Kind::Pointer;
  auto isNull = [](const SymbolicValue &value) {
    return value.kind == SymbolicValue::Kind::Integer && value.offset == Linear(0);
  };
  if (isPointer && isNull(a) && b.kind == SymbolicValue::Kind::Pointer)
    return b;
  if (isPointer && isNull(b) && a.kind == SymbolicValue::Kind::Pointer)
    return a;
  SymbolicValue merged = fresh(ValueId(), type, variantLoop);
  if (a.kind != b.kind || a.kind == SymbolicValue::Kind::Unknown)
    return merged;
  bool isInteger = a.kind == SymbolicValue::Kind::Integer;
  auto distance = Linear::add(b.offset, a.offset, -1);
  bool isNear = distance && distance->isConstant() && a.base == b.base && !a.mayWrap && !b.mayWrap;
  if (isNear) {
    merged = distance->constant() >= 0 ? a : b;
    SymbolId between = newSymbol(ValueId(), {0, std::abs(distance->constant())}, variantLoop);
    auto offset = Linear::add(merged.offset, Linear::symbol(between));
    if (a.confined != b.confined)
      merged.confined.drop();
    if (offset) {
      merged.offset = *offset;
      return merged;
    }
  }
  if (isInteger && type.kind == ValueType::Kind::Integer) {
    Range ra = rangeOf(effects, a.offset), rb = rangeOf(effects, b.offset);
    Symbol &symbol = effects.symbols[merged.offset.terms()[0].first.index()];
    symbol.isDerived = true;
    if (!a.mayWrap && !b.mayWrap)
      symbol.range = {std::min(ra.low, rb.low), std::max(ra.high, rb.high)};
    return merged;
  }
  if (!isInteger && a.base == b.base) {
    merged.base = a.base;
    merged.offset = Linear::symbol(newSymbol(ValueId(), {}, variantLoop));
    merged.confined = a.confined;
    if (a.confined != b.confined)
      merged.confined.drop();
  }
  return merged;
}

WalkState AccessWalk::join(const WalkState &a, const WalkState &b) {
  if (a.isDead)
    return b;
  if (b.isDead)
    return a;
  WalkState joined;
  for (const auto &[object, value] : a.scalars)
    if (auto other = b.scalars.find(object); other != b.scalars.end())
      joined.scalars[object] = merge(value, other->second, program[object].type, currentLoop());
  for (const auto &[place, known] : a.memory)
    if (auto other = b.memory.find(place);
        other != b.memory.end() && other->second.value == known.value)
      joined.memory.emplace(place, known);
  for (size_t i = 0; i < a.assigned.size() && i < b.assigned.size(); ++i) {
    std::set<ObjectId> &both = joined.assigned.emplace_back();
    std::set_intersection(a.assigned[i].begin(), a.assigned[i].end(), b.assigned[i].begin(),
                          b.assigned[i].end(), std::inserter(both, both.end()));
  }
  return joined;
}

} // namespace kasuri
