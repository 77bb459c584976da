// The walk over a loop.
//
//     p = ch->spec;                       p = (ch, spec), confined to spec's 4096 bytes
//     for (i = 0; i < 1024; i++)          i = k, 0 <= k <= 1023
//       *p++ = 0;                         store at (ch, spec + 4 k)
//
// A loop is walked twice: a trial finds which scalars end an iteration with their value at its
// start plus what the loop leaves alone, and what the loop writes; the real pass gives those
// scalars their closed form over the iteration counter (Recurrences.cpp), keeps what the loop does
// not write, and makes the rest unknown. After a loop that only its test ends they have advanced as
// often as it runs. Everything that is not understood becomes a fresh symbol, so a wrong guess is
// impossible; only precision is lost. Trials within trials are limited, the more the deeper the
// nest: a loop without one takes the answer "unknown" for every scalar. The real pass of each loop
// has its trial.
#include "analysis/access/flow/LoopWalk.h"

#include "analysis/access/flow/LoopCounts.h"
#include "analysis/access/flow/LoopDomains.h"
#include "analysis/access/flow/LoopLimits.h"
#include "analysis/access/flow/Recurrences.h"
#include "analysis/access/values/Exchanges.h"
#include "analysis/access/values/Joins.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/access/values/Scopes.h"
#include "analysis/access/values/WalkValues.h"
#include "model/Regions.h"

#include <algorithm>
#include <utility>

namespace kasuri {
namespace {

/// Open trials of loops within each other, at most; inner ones have none then.
constexpr unsigned maxTrials = 5;
/// So often is a loop walked at most, if its nest is not that deep itself.
constexpr unsigned maxWalks = 64;

/// With a trial in each of two walks, d levels would be walked 2^d times. If at most k trials may
/// be open, it is once for each choice of at most k levels; the largest k with few enough, at
/// least 1.
unsigned trialsWithin(unsigned depth) {
  unsigned trials = 0, walks = 1;
  for (unsigned choices = 1; trials < std::min(maxTrials, depth); ++trials) {
    choices = choices * (depth - trials) / (trials + 1);
    walks += choices;
    if (walks > maxWalks)
      break;
  }
  return std::max(trials, 1U);
}

/// Levels of the deepest nest that starts at the loop.
unsigned nestDepth(const Program &program, RegionId loop) {
  unsigned deepest = 0;
  for (RegionId inner : regionsWithin(program, loop))
    if (program[inner].kind == Region::Kind::Loop)
      deepest = std::max(deepest, loopDepth(program, inner));
  return deepest - loopDepth(program, loop) + 1;
}

void walkTest(WalkContext &walk, const Region &loop, WalkState &state, WalkRegion walkRegion) {
  walk.open.loops.back().isInTest = true;
  walkRegion(walk, loop.condition, state);
  walk.open.loops.back().isInTest = false;
}

/// One iteration from `state`, the state at the test or, for do-while, at the body; ends before the
/// next test.
WalkState iterate(WalkContext &walk, RegionId id, WalkState state, WalkRegion walkRegion) {
  const Region &loop = walk.program[id];
  if (loop.testsFirst)
    walkTest(walk, loop, state, walkRegion);
  if (loop.testsFirst && walk.result.counters.contains(id))
    learnDomain(walk, id);
  // while (n--): what the body sees has passed the test, only the value after the last does not.
  if (loop.testsFirst && walk.open.loops.back().isExact)
    state.scalars[loop.counted.variable].mayWrap = false;
  walkRegion(walk, loop.children[0], state);
  for (const WalkState &other : walk.open.loops.back().continues)
    state = join(walk, state, other);
  walk.open.loops.back().continues.clear();
  walkRegion(walk, loop.step, state);
  if (!loop.testsFirst)
    walkTest(walk, loop, state, walkRegion);
  return state;
}

/// What a trial pass has found; nothing if none was made.
struct Trial {
  bool isMade = false;
  LoopSteps steps;
  std::shared_ptr<WriteList> writes = std::make_shared<WriteList>();
};

/// What is known of variables, and nothing of memory.
WalkState withoutMemory(const WalkState &state) {
  WalkState its;
  its.isDead = state.isDead;
  its.scalars = state.scalars;
  its.written = state.written;
  return its;
}

/// Starts from symbols for all that the loop modifies.
LoopSteps runTrial(WalkContext &walk, RegionId id, const WalkState &entry,
                   const std::set<ObjectId> &modified, WriteList &writes, WalkRegion walkRegion) {
  WalkState state = withoutMemory(entry);
  LoopSteps starts;
  for (ObjectId object : modified)
    if (isTrackedScalar(walk, object))
      state.scalars[object] = starts[object] =
          freshHere(walk, ValueId(), walk.program[object].type);
  ++walk.open.trials;
  walk.open.collectors.push_back(&writes);
  state = iterate(walk, id, std::move(state), walkRegion);
  walk.open.collectors.pop_back();
  --walk.open.trials;
  return stepsBetween(walk, id, starts, state);
}

/// The trial pass, if so many may be open.
Trial tryLoop(WalkContext &walk, RegionId id, const WalkState &entry,
              const std::set<ObjectId> &modified, WalkRegion walkRegion) {
  Trial trial;
  trial.isMade = walk.open.trials < walk.open.maxOpenTrials;
  if (trial.isMade)
    trial.steps = runTrial(walk, id, entry, modified, *trial.writes, walkRegion);
  LoopFrame &frame = walk.open.loops.back();
  frame.isTrial = !trial.isMade;
  frame.mayLeave = !trial.isMade || walk.result.mayNotReturn || walk.result.mayRunOut ||
                   !findLeavingJump(walk.program, id).empty() ||
                   !walk.program[id].counted.otherBounds.empty();
  frame.writes = trial.writes;
  return trial;
}

/// Without a trial the loop may write anything.
void forgetWritten(const WalkContext &walk, const Trial &trial, WalkState &state) {
  if (!trial.isMade)
    state.memory.clear();
  for (const Access &write : trial.writes->distinct())
    kill(walk, write, state);
}

bool hasFixedBounds(const WalkContext &walk, RegionId id) {
  const CountedForm &counted = walk.program[id].counted;
  auto isFixed = [&](ValueId bound) { return !changesInLoop(walk, id, bound); };
  return counted.variable.valid() && isFixed(counted.bound) &&
         std::all_of(counted.otherBounds.begin(), counted.otherBounds.end(), isFixed);
}

/// The real pass, from the state at the start of an iteration.
void walkIteration(WalkContext &walk, RegionId id, WalkState state, WalkRegion walkRegion) {
  openScope(walk);
  const WalkState end = iterate(walk, id, std::move(state), walkRegion);
  ScopeUses uses = closeScope(walk, end);
  if (walk.open.trials > 0)
    return;
  walk.result.exposed[id] = std::move(uses.exposed);
  walk.result.assigned[id] = end.isDead ? std::set<ObjectId>() : std::move(uses.assigned);
  if (hasFixedBounds(walk, id))
    walk.result.invariantBounds.insert(id);
}

/// How often the body runs, where that is known.
std::optional<Linear> countTrips(WalkContext &walk, RegionId id, const WalkState &entry) {
  const std::optional<TripCount> count = tripCountOf(walk, id, entry);
  if (count && walk.open.trials == 0)
    walk.result.tripCounts[id] = *count;
  return count ? tripsOf(walk, id, *count) : std::nullopt;
}

/// All but what the loop changes is as before it, where `after` begins.
WalkState stateAfter(WalkContext &walk, RegionId id, WalkState after, const Trial &trial,
                     const std::set<ObjectId> &modified, const std::optional<Linear> &trips) {
  for (ObjectId object : modified) {
    const RegionId scope = walk.program[object].scope;
    if (!isTrackedScalar(walk, object) || (scope.valid() && contains(walk.program, id, scope)))
      continue;
    auto step = trial.steps.find(object);
    SymbolicValue &value = after.scalars[object];
    value = valueAfter(walk, id, object, value, step == trial.steps.end() ? nullptr : &step->second,
                       trips);
  }
  forgetWritten(walk, trial, after);
  return after;
}

} // namespace

static std::set<SymbolId> pointersIn(const WalkState &state) {
  std::set<SymbolId> found;
  const auto add = [&](const SymbolicValue &value) {
    if (value.base.kind == Base::Kind::Symbol)
      found.insert(value.base.symbol);
  };
  for (const auto &[variable, value] : state.scalars)
    add(value);
  for (const auto &[place, known] : state.memory)
    add(known.value);
  return found;
}

/// Members of variables with pointers that have not been loaded, such as a call's result.
static std::map<SymbolId, std::pair<ObjectId, int64_t>> membersIn(const WalkContext &walk,
                                                                  const WalkState &state) {
  std::map<SymbolId, std::pair<ObjectId, int64_t>> found;
  for (const auto &[place, known] : state.memory) {
    const auto &[base, offset] = place;
    const SymbolicValue &value = known.value;
    const bool isPointer = value.kind == SymbolicValue::Kind::Pointer && !value.mayWrap &&
                           value.base.kind == Base::Kind::Symbol && value.offset == Linear(0) &&
                           known.type.kind == ValueType::Kind::Pointer && !known.isForItsType;
    if (isPointer && walk.effects[value.base.symbol].cell == noCell &&
        base.kind == Base::Kind::Object && offset.isConstant())
      found.try_emplace(value.base.symbol, base.object, offset.constant());
  }
  return found;
}

void walkLoop(WalkContext &walk, RegionId id, WalkState &state, WalkRegion walkRegion) {
  if (walk.open.trials == 0) {
    walk.result.before[id] = state.scalars;
    walk.result.pointersBefore[id] = pointersIn(state);
    walk.result.membersBefore[id] = membersIn(walk, state);
    walk.result.heldAt[id] = walk.open.premise;
  }
  walkRegion(walk, walk.program[id].init, state);
  if (walk.open.trials == 0 && walk.open.opaque == 0)
    noteHeldCells(walk, id, state);
  WalkState entry = state;
  if (auto first = entry.scalars.find(walk.program[id].counted.variable);
      walk.open.trials == 0 && first != entry.scalars.end())
    walk.result.starts[id] = first->second;
  const bool mightNotReturn = std::exchange(walk.result.mayNotReturn, neverEnds(walk.program, id));
  const std::set<ObjectId> modified = scalarsStoredIn(walk.program, id);
  if (walk.open.loops.empty())
    walk.open.maxOpenTrials = trialsWithin(nestDepth(walk.program, id));
  walk.open.loops.emplace_back().loop = id;
  const Trial trial = tryLoop(walk, id, entry, modified, walkRegion);
  enterIteration(walk, id, trial.steps, modified, state);
  forgetWritten(walk, trial, state);
  walkIteration(walk, id, std::move(state), walkRegion);
  learnLimits(walk, id);
  const std::optional<Linear> trips = trial.isMade ? countTrips(walk, id, entry) : std::nullopt;
  walk.open.loops.pop_back();
  walk.result.mayNotReturn |= mightNotReturn;
  state = stateAfter(walk, id, std::move(entry), trial, modified, trips);
}

} // namespace kasuri
