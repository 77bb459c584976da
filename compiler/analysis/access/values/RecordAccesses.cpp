// What a value does to memory: recording its accesses.
//
// A loop's test runs once more than its body, so what it touches has no upper end by the counter.
// Each write makes what was known of the bytes that it may touch unknown. Trial passes record
// nothing; they collect the writes for the loops that are tried.
#include "analysis/access/values/RecordAccesses.h"

#include "analysis/access/values/Scopes.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/access/values/Ways.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/EffectiveTypes.h"
#include "analysis/symbolic/Touches.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// A test runs once more than the body: for what it touches the counter has no upper end, and what
/// is known by way of the counter's is not known.
void openEnd(WalkContext &walk, Access &access) {
  RegionId block = walk.program[access.at].block;
  RegionId loop = block.valid() ? walk.program[block].parent : RegionId();
  auto counter = walk.result.counters.find(loop);
  bool isTest = counter != walk.result.counters.end() && walk.program[loop].condition == block;
  if (!isTest)
    return;
  for (Linear *part : {&access.offset, &access.confined.start}) {
    const Linear whole = *part;
    for (const auto &[symbol, coefficient] : whole.terms())
      if ((walk.effects[symbol].isDerived || !walk.effects[symbol].factors.empty()) &&
          walk.effects[symbol].variantLoop == loop) {
        auto opened = Linear::add(*part, Linear::symbol(symbol), -coefficient);
        *part = *Linear::add(*opened, Linear::symbol(newSymbol(walk, access.at, {}, loop)),
                             coefficient);
      }
  }
  Linear difference = Linear::symbol(newSymbol(walk, access.at, {0, unboundedAbove}, loop));
  difference = *Linear::add(difference, Linear::symbol(counter->second), -1);
  for (Linear *part : {&access.offset, &access.confined.start}) {
    auto opened = Linear::add(*part, difference, part->coefficientOf(counter->second));
    if (opened)
      *part = *opened;
  }
}

/// A value that only one outcome of a condition needs, as what is behind `&&`: what that says. (A
/// loop's test is no place for that: it runs once more than the body that symbols are known for.)
void addArmFacts(WalkContext &walk, ValueId id, std::vector<Linear> &facts) {
  const Program &program = walk.program;
  const RegionId block = program[id].block;
  const RegionId owner = block.valid() ? program[block].parent : RegionId();
  const bool isTest = owner.valid() && program[owner].kind == Region::Kind::Loop;
  if (!program[id].conditional || isTest)
    return;
  for (ValueId each : program[block].values)
    if (program[each].op == Op::Select)
      for (bool outcome : {true, false})
        if (isOperandOf(program, id, program[each].operands[outcome ? 1 : 2]))
          addFacts(walk, program[each].operands[0], outcome, facts);
}

/// What is known of symbols where the access is made.
ConditionId conditionOf(WalkContext &walk, const Access &access) {
  constexpr size_t maxFacts = 16;
  if (walk.open.loops.empty() || walk.open.opaque > 0 || access.size == 0 || access.isOpaque)
    return {};
  std::vector<Linear> facts = walk.open.facts;
  addArmFacts(walk, access.at, facts);
  if (facts.size() > maxFacts)
    facts.erase(facts.begin(), facts.end() - maxFacts);
  if (facts.empty())
    return {};
  if (walk.effects.conditions.empty() || walk.effects.conditions.back() != facts)
    walk.effects.conditions.push_back(std::move(facts));
  return ConditionId(walk.effects.conditions.size() - 1);
}

/// Most pointers lead to nothing of the function's own: that is looked up once for each set.
bool mayReadOwn(WalkContext &walk, const Access &access) {
  const std::vector<ObjectId> &escaped = walk.summaries.escapedOf[walk.function.index()];
  if (!access.address.valid() || walk.pointsTo.of(access.address).empty())
    return !escaped.empty();
  const LocationSet &targets = walk.pointsTo.of(access.address);
  auto [known, isNew] = walk.memo.leadsToOwn.try_emplace(&targets);
  if (isNew)
    known->second = std::any_of(targets.begin(), targets.end(), [&](const Location &location) {
      bool isWorld = location.object == walk.pointsTo.special(SpecialObject::World);
      return isWorld ? !escaped.empty() : isOwn(walk, location.object);
    });
  return known->second;
}

/// Which of the function's variables are read before they are written.
void noteScalars(WalkContext &walk, const Access &access, WalkState &state) {
  auto noteRead = [&](ObjectId object) {
    if (walk.open.trials == 0)
      noteScopeRead(walk, object, state);
  };
  if (access.base.kind == Base::Kind::Object && !walk.pointsTo.isSpecial(access.base.object)) {
    ObjectId object = access.base.object;
    bool coversAll = access.offset == Linear(0) && access.size != 0 &&
                     access.size == walk.program[object].type.size;
    if (!isOwn(walk, object))
      return;
    if (!access.isWrite)
      return noteRead(object);
    if (access.isMust && coversAll && walk.open.opaque == 0)
      noteScopeWrite(walk, object, state);
    return;
  }
  const bool isSpecial = access.base.kind == Base::Kind::Object;
  if (access.isWrite || walk.open.trials > 0 || (!isSpecial && !mayReadOwn(walk, access)))
    return;
  for (const Location &location : locationsOf(walk.effects, walk.pointsTo, access)) {
    if (location.object == walk.pointsTo.special(SpecialObject::World))
      for (ObjectId object : walk.summaries.escapedOf[walk.function.index()])
        noteRead(object);
    else if (isOwn(walk, location.object))
      noteRead(location.object);
  }
}

} // namespace

Access accessAt(const WalkContext &walk, ValueId id, ValueId address, uint64_t size, bool isWrite) {
  SymbolicValue place = valueOf(walk, address);
  Access access;
  if (place.kind == Kind::Pointer) {
    access.base = place.base;
    access.offset = place.offset;
    access.confined = place.confined;
  }
  access.size = access.unit = size;
  access.isWrite = isWrite;
  access.at = walk.leaves.site.valid() ? walk.leaves.site : id;
  access.origin = id;
  access.address = address;
  access.effective = walk.program[id].effective;
  access.mayBeSkipped =
      walk.leaves.site.valid() && (walk.leaves.isInArm || walk.program[id].conditional);
  return access;
}

void kill(const WalkContext &walk, const Access &write, WalkState &state) {
  for (auto entry = state.memory.begin(); entry != state.memory.end();) {
    if (areOtherObjects(walk.pointsTo, write.base, entry->first.first)) {
      ++entry;
      continue;
    }
    WalkState::Known &held = entry->second;
    Access known;
    known.base = entry->first.first;
    known.offset = entry->first.second;
    known.size = known.unit = held.type.size;
    known.address = held.address;
    known.effective = held.effective;
    const bool isTouched = mayTouchSame(walk.effects, walk.pointsTo, write, known);
    held.isForItsType |= isTouched;
    entry = isTouched && mayBeRead(write, known) ? state.memory.erase(entry) : std::next(entry);
  }
}

void record(WalkContext &walk, Access access, WalkState &state) {
  const bool isOfLeaf = access.base.kind == Base::Kind::Object &&
                        isTrackedScalar(walk, access.base.object) &&
                        walk.program[access.base.object].owner != walk.function;
  if (isOfLeaf)
    return;
  access.isLast |= walk.open.ending > 0;
  const LibraryFunction *library = libraryCalled(walk.program[access.origin]);
  const bool isAtEnd = access.isOpaque && library && library->exits &&
                       access.base.object != walk.pointsTo.special(SpecialObject::InputOutput);
  const MemoryExits &exits = walk.effects.memoryExits;
  if (isAtEnd && (access.isLast || exits.isQuietEnd(walk.program[access.origin])))
    return; // no code of the program runs there
  openEnd(walk, access);
  if (!access.isLast || !access.isOpaque)
    noteScalars(walk, access, state);
  if (access.isWrite && (!access.isLast || walk.open.ending > 0)) {
    for (WriteList *collector : walk.open.collectors)
      collector->add(access);
    walk.seen.written.add(access);
    kill(walk, access, state);
  }
  if (walk.open.trials > 0)
    return;
  access.premise = walk.effects.premises.both(walk.open.premise, access.premise);
  access.condition = conditionOf(walk, access);
  walk.result.at[access.at].push_back(std::move(access));
}

void recordOpaque(WalkContext &walk, ValueId id, ObstacleKind reason, SpecialObject object,
                  WalkState &state) {
  for (bool isWrite : {false, true}) {
    Access access;
    access.base = {Base::Kind::Object, walk.pointsTo.special(object), {}};
    access.isWrite = isWrite;
    access.isOpaque = true;
    access.reason = reason;
    access.at = access.origin = id;
    record(walk, access, state);
  }
}

void recordUnknown(WalkContext &walk, ValueId id, ObstacleKind reason, WalkState &state) {
  recordOpaque(walk, id, reason, SpecialObject::World, state);
  recordOpaque(walk, id, reason, SpecialObject::Errno, state);
  recordOpaque(walk, id, reason, SpecialObject::Locale, state);
  if (!walk.pointsTo.ofCallbacks.empty())
    recordOpaque(walk, id, reason, SpecialObject::Callbacks, state);
}

} // namespace kasuri
