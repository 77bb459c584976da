// The walk over regions: sequences, branches, jumps, and parts that have no order (loops:
// LoopWalk.cpp).
//
//     if (!p) return 0;        what follows holds for p other than null only
//     while (c) { ... goto out; } x = 0; out: ...      reached from two places, which are joined
//
// What a branch says of numbers that differ by iteration holds for the accesses in its arm, and
// behind it if the other arm leaves: `if ((i + j) & 1) continue;`. It is kept with each access.
//
// The state at a point holds for each execution that reaches it: branches start from the state
// behind their condition, and what both arms leave is joined. A return, continue or goto hands its
// state to where it leads, and what follows it is dead until another way arrives. An arm of a
// switch is reached from the condition and from the arm in front of it. In code of unknown order
// and in loops that gotos may enter, each part starts with nothing known of what any part changes.
#include "analysis/access/flow/ControlFlow.h"

#include "analysis/access/calls/BranchPremises.h"
#include "analysis/access/calls/ElementTests.h"
#include "analysis/access/flow/EvaluateValues.h"
#include "analysis/access/flow/LoopWalk.h"
#include "analysis/access/values/Bits.h"
#include "analysis/access/values/Joins.h"
#include "analysis/access/values/Scopes.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/access/values/Ways.h"

#include <algorithm>

namespace kasuri {
namespace {

void walkSequence(WalkContext &walk, const Region &region, WalkState &state) {
  const PremiseId before = walk.open.premise;
  const size_t facts = walk.open.facts.size();
  for (RegionId child : region.children) {
    openScope(walk);
    walkRegion(walk, child, state);
    const ScopeUses uses = closeScope(walk, state);
    if (walk.open.trials == 0) {
      walk.result.exposedIn[child].insert(uses.exposed.begin(), uses.exposed.end());
      walk.result.assignedIn[child] = uses.assigned;
    }
    if (walk.open.scopes.empty())
      state.written.clear(); // no scope is left that would ask
  }
  walk.open.premise = before;
  walk.open.facts.resize(facts);
}

/// Its end is reached from its last statement and from all gotos that leave it.
void walkStretch(WalkContext &walk, RegionId id, WalkState &state) {
  walk.open.stretches.push_back({id, walk.open.loops.size(), {}, false});
  walkSequence(walk, walk.program[id], state);
  for (const WalkState &other : walk.open.stretches.back().exits)
    state = join(walk, state, other);
  walk.open.stretches.pop_back();
}

/// What a region that stores to these scalars may have changed, wherever in it the state is
/// reached. Where parts run in any order, no load looks a scalar up.
void forget(WalkContext &walk, const std::set<ObjectId> &stored, WalkState &state) {
  for (ObjectId object : stored)
    if (walk.open.opaque > 0)
      state.scalars.erase(object);
    else if (isTrackedScalar(walk, object))
      state.scalars[object] = freshHere(walk, ValueId(), walk.program[object].type);
  state.memory.clear();
  state.isDead = false;
}

/// Nothing is known of what loops on the way have changed.
void leaveStretch(WalkContext &walk, RegionId target, WalkState state) {
  auto stretch = std::find_if(walk.open.stretches.rbegin(), walk.open.stretches.rend(),
                              [&](const Stretch &each) { return each.sequence == target; });
  if (walk.open.loops.size() > stretch->loops)
    forget(walk, scalarsStoredIn(walk.program, target), state);
  stretch->exits.push_back(std::move(state));
}

/// What holds in the arm of a branch: as a premise, and of symbols that differ by iteration, too.
struct Outcome {
  Premise premise;
  std::vector<Linear> facts;
};

Outcome outcomeOf(WalkContext &walk, RegionId branch, bool isTrue) {
  Outcome outcome{premiseOf(walk, branch, isTrue), {}};
  const ValueId condition = walk.program[branch].conditionValue;
  const bool isKnown = walk.open.trials == 0 && walk.open.opaque == 0 && condition.valid();
  if (isKnown && !walk.open.loops.empty())
    addFacts(walk, condition, isTrue, outcome.facts);
  addBitFacts(walk, outcome.facts);
  return outcome;
}

void enter(WalkContext &walk, const Outcome &outcome) {
  PremiseTable &premises = walk.effects.premises;
  walk.open.premise = premises.both(walk.open.premise, premises.add(outcome.premise));
  walk.open.facts.insert(walk.open.facts.end(), outcome.facts.begin(), outcome.facts.end());
}

/// The arm itself runs only if an element of a table has the outcome, too.
Outcome inArm(WalkContext &walk, RegionId branch, bool isTrue, Outcome outcome) {
  outcome.premise = both(outcome.premise, elementPremise(walk, branch, isTrue));
  return outcome;
}

void walkArm(WalkContext &walk, RegionId arm, WalkState &state, const Outcome &entered) {
  const bool isEnd = walk.effects.memoryExits.arms.contains(arm);
  const PremiseId before = walk.open.premise;
  const size_t facts = walk.open.facts.size();
  enter(walk, entered);
  walk.open.ending += isEnd;
  walkRegion(walk, arm, state);
  walk.open.premise = before;
  walk.open.facts.resize(facts);
  walk.open.ending -= isEnd;
  state.isDead |= isEnd;
}

void walkBranch(WalkContext &walk, RegionId id, WalkState &state) {
  const Region &region = walk.program[id];
  walkRegion(walk, region.condition, state);
  const Outcome ifTrue = outcomeOf(walk, id, true), ifFalse = outcomeOf(walk, id, false);
  WalkState whenTrue = state, whenFalse = state;
  walkArm(walk, region.children[0], whenTrue, inArm(walk, id, true, ifTrue));
  if (region.children.size() > 1)
    walkArm(walk, region.children[1], whenFalse, inArm(walk, id, false, ifFalse));
  // What follows in the sequence is reached by way of the other arm.
  if (!state.isDead && walk.open.opaque == 0 && whenTrue.isDead != whenFalse.isDead &&
      walk.program[region.parent].kind == Region::Kind::Sequence)
    enter(walk, whenTrue.isDead ? ifFalse : ifTrue);
  state = join(walk, whenTrue, whenFalse, region.conditionValue);
}

/// Its end is reached from its last arm, from each `break` and, unless it has an arm for every
/// value, from the condition.
void walkSwitch(WalkContext &walk, RegionId id, WalkState &state) {
  const Region &region = walk.program[id];
  walkRegion(walk, region.condition, state);
  walk.open.switches.push_back({id, walk.open.loops.size(), {}, false});
  const WalkState head = state;
  WalkState falling = head;
  falling.isDead = true;
  for (RegionId arm : region.children) {
    falling = join(walk, falling, head);
    walkRegion(walk, arm, falling);
  }
  if (!region.hasDefault)
    falling = join(walk, falling, head);
  for (const WalkState &other : walk.open.switches.back().exits)
    falling = join(walk, falling, other);
  state = std::move(falling);
  if (walk.open.switches.back().isLeftAnyhow) {
    state = head;
    state.memory.clear();
    forget(walk, scalarsStoredIn(walk.program, id), state);
  }
  walk.open.switches.pop_back();
}

/// To the end of the switch, if that is what the jump leaves and no loop inside it.
void leaveSwitch(WalkContext &walk, WalkState state) {
  if (walk.open.switches.empty() || state.isDead)
    return;
  Stretch &left = walk.open.switches.back();
  if (walk.open.loops.size() > left.loops)
    return;
  left.isLeftAnyhow |= walk.open.opaque > 0;
  left.exits.push_back(std::move(state));
}

void walkJump(WalkContext &walk, const Region &region, WalkState &state) {
  if (region.jump == Region::JumpKind::Break)
    leaveSwitch(walk, state);
  if (region.jump == Region::JumpKind::Return)
    leave(walk, state);
  if (region.jump == Region::JumpKind::Continue && !walk.open.loops.empty())
    walk.open.loops.back().continues.push_back(state);
  if (region.target.valid() && !state.isDead)
    leaveStretch(walk, region.target, state);
  if (region.jump == Region::JumpKind::Return && region.returned.valid()) {
    SymbolicValue returned =
        walk.open.opaque == 0 ? valueOf(walk, region.returned) : SymbolicValue();
    bool agrees = walk.seen.returns++ == 0 || returned == walk.result.returned;
    walk.result.returned = agrees ? returned : SymbolicValue();
  }
  state.isDead = true;
}

/// Nobody reads what its own variables held. Each loop and branch that follows copies the state.
void leaveScope(const WalkContext &walk, RegionId id, WalkState &state) {
  for (ObjectId object : walk.summaries.declaredIn[id.index()])
    state.scalars.erase(object);
}

/// Regions whose parts run in any order (or may be skipped), and loops that gotos may enter: all
/// they modify is unknown in and after.
void walkUnordered(WalkContext &walk, RegionId id, WalkState &state) {
  const Region &region = walk.program[id];
  bool isOpaque = region.kind == Region::Kind::Opaque;
  if (region.kind == Region::Kind::Switch)
    walkRegion(walk, region.condition, state);
  walk.open.opaque += isOpaque;
  std::vector<RegionId> parts = region.children;
  if (region.kind == Region::Kind::Loop)
    parts.insert(parts.end(), {region.init, region.condition, region.step});
  const std::set<ObjectId> stored = scalarsStoredIn(walk.program, id);
  for (RegionId part : parts) {
    WalkState arm = state;
    forget(walk, stored, arm);
    walkRegion(walk, part, arm);
  }
  walk.open.opaque -= isOpaque;
  forget(walk, stored, state);
}

} // namespace

void leave(WalkContext &walk, const WalkState &state) {
  if (walk.open.trials > 0 || state.isDead)
    return;
  walk.seen.exit = walk.seen.exit ? join(walk, *walk.seen.exit, state) : state;
  if (walk.open.opaque > 0)
    walk.seen.exit->memory.clear();
}

static void walkWithin(WalkContext &walk, RegionId id, WalkState &state) {
  const Region &region = walk.program[id];
  switch (region.kind) {
  case Region::Kind::Block:
    for (ValueId value : region.values)
      evaluate(walk, value, state);
    return;
  case Region::Kind::Sequence:
    return region.isStretch ? walkStretch(walk, id, state) : walkSequence(walk, region, state);
  case Region::Kind::Branch:
    return walkBranch(walk, id, state);
  case Region::Kind::Loop:
    return walk.open.opaque > 0 ? walkUnordered(walk, id, state)
                                : walkLoop(walk, id, state, walkRegion);
  case Region::Kind::Switch:
    return walk.open.opaque > 0 ? walkUnordered(walk, id, state) : walkSwitch(walk, id, state);
  case Region::Kind::Opaque:
    return walkUnordered(walk, id, state);
  case Region::Kind::Jump:
    return walkJump(walk, region, state);
  }
}

void walkRegion(WalkContext &walk, RegionId id, WalkState &state) {
  if (!id.valid())
    return;
  walkWithin(walk, id, state);
  leaveScope(walk, id, state);
}

} // namespace kasuri
