// Plain scalars are exact: only loads and stores under their names touch them, so that one walk
// over each function (BackwardWalk.h) tells it for all of its loops.
//
// Memory is asked for when a loop would like to have it for itself. The walk is the same, along the
// regions around the loop; each region beside them is crossed at once, with what it surely writes
// and which of its reads see only that (Coverage.h). At the end of the function its own variables
// are dead. Other objects are dead there if no function that may still be running reads them, by
// itself or by calls: of these nobody asks when they read. Whatever else runs later was begun from
// outside of the program. So such functions may not read what they have not written themselves. Of
// a part of an object the same is asked of the reads that may touch it. The end of the program, its
// exit handlers included, is one of those functions' beginnings; so a call that may not return
// counts as the function's end.
//
// Objects that code outside the program may look at, signal handlers and other threads included,
// are live everywhere: unknown code reaches what has escaped, and what functions use that it may
// call. So are volatile ones, those of a thread, and those of which several may share their memory.
#include "analysis/liveness/Liveness.h"

#include "analysis/liveness/BackwardWalk.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

IdSet setOf(uint32_t id) {
  IdSet set;
  set.insert(id);
  return set;
}

/// Loads make them live, and stores that are always executed dead.
void stepOverScalars(const Program &program, ValueId id, IdSet &live) {
  const Instruction &value = program[id];
  if (value.op != Op::Load && value.op != Op::Store)
    return;
  const ObjectId variable = variableOf(program, id);
  if (!variable.valid() || !program[variable].isPlainScalar())
    return;
  if (value.op == Op::Load)
    live.insert(variable.value);
  else if (!value.conditional && !value.partial)
    live.eraseAll(setOf(variable.value));
}

/// Every access to it is one of a function of the program.
bool isKnownFully(const Program &program, const PointsTo &pointsTo, ObjectId id) {
  if (pointsTo.isSpecial(id))
    return false;
  const Object &object = program[id];
  return object.isDefined && !object.isVolatile && !object.isThreadLocal &&
         !object.isReachedUnseen && !pointsTo.escaped.contains(id) &&
         !pointsTo.ofCallbacks.contains(id) && !pointsTo.unseen.contains(id);
}

/// Objects of static storage that functions read; only these outlive calls that do not know them.
class ReadObjects {
public:
  ReadObjects(const Program &program, const PointsTo &pointsTo, const Effects &effects)
      : program(program), pointsTo(pointsTo), effects(effects) {}

  void addTo(Liveness &liveness, FunctionId function) {
    const FunctionAccesses &known = effects.functions[function.index()];
    Reads reads;
    for (const auto &[value, accesses] : known.at)
      add(accesses, reads);
    for (const auto &[call, accesses] : known.sharedAt) {
      const Reads &its = readsOf(*accesses);
      reads.all.insertAll(its.all);
      reads.foundAtEntry.insertAll(its.foundAtEntry);
    }
    liveness.readIn[function.index()].insertAll(reads.all);
    if (liveness.startsUnseen[function.index()])
      liveness.foundAtEntry.insertAll(reads.foundAtEntry);
  }

private:
  struct Reads {
    IdSet all, foundAtEntry;
    std::set<uint32_t> sets, setsAtEntry; ///< large ones, all of which are in there
  };
  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
  std::map<uint32_t, IdSet> objectsOfSets; ///< of large sets of locations
  /// Of lists that calls share, which live as long as the effects.
  std::map<const std::vector<Access> *, Reads> shared;

  const Reads &readsOf(const std::vector<Access> &accesses) {
    auto [place, isNew] = shared.try_emplace(&accesses);
    if (isNew)
      add(accesses, place->second);
    return place->second;
  }

  void add(const std::vector<Access> &accesses, Reads &reads) {
    for (const Access &access : accesses)
      if (!access.isWrite && !access.isCoveredInCallee)
        add(access, reads);
  }

  void add(const Access &access, Reads &reads) {
    constexpr size_t maxAlone = 32;
    auto addOne = [&](ObjectId object) {
      if (!isStatic(object))
        return;
      reads.all.insert(object.value);
      if (!access.isCovered)
        reads.foundAtEntry.insert(object.value);
    };
    if (access.base.kind == Base::Kind::Object) {
      addOne(access.base.object);
    } else if (access.address.valid() && pointsTo.of(access.address).size() > maxAlone) {
      const uint32_t set = pointsTo.targets[access.address.index()];
      if (reads.sets.insert(set).second)
        reads.all.insertAll(objectsOf(set));
      if (!access.isCovered && reads.setsAtEntry.insert(set).second)
        reads.foundAtEntry.insertAll(objectsOf(set));
    } else {
      for (const Location &location : locationsOf(effects, pointsTo, access))
        addOne(location.object);
    }
  }

  bool isStatic(ObjectId id) const { return !pointsTo.isSpecial(id) && !program[id].isAutomatic(); }

  const IdSet &objectsOf(uint32_t set) {
    auto [place, isNew] = objectsOfSets.try_emplace(set);
    if (isNew)
      for (const Location &location : pointsTo.sets[set])
        if (isStatic(location.object))
          place->second.insert(location.object.value);
    return place->second;
  }
};

/// The call may be the function's end.
bool mayEnd(const Program &program, const PointsTo &pointsTo, const Effects &effects,
            ValueId value) {
  auto leaves = [&](FunctionId callee) {
    const FunctionAccesses &its = effects.functions[callee.index()];
    return its.mayNotReturn || its.mayRunOut;
  };
  return mayNotReturn(program, pointsTo, value, leaves);
}

AccessPlaces placesOf(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                      FunctionId id) {
  const FunctionAccesses &function = effects.functions[id.index()];
  AccessPlaces places;
  auto add = [](std::vector<ValueId> &values, ValueId value) {
    if (values.empty() || values.back() != value)
      values.push_back(value);
  };
  for (const auto &[value, accesses] : function.lists())
    for (const Access &access : *accesses)
      add(access.base.kind == Base::Kind::Object ? places.ofObject[access.base.object]
                                                 : places.others,
          value);
  for (const auto &[call, written] : function.writtenBy)
    for (const WrittenBytes &bytes : written)
      if (bytes.base.kind == Base::Kind::Object)
        add(places.writtenByCalls[bytes.base.object], call);
  for (ValueId value : valuesWithin(program, program[id].body))
    if (mayEnd(program, pointsTo, effects, value))
      places.ends.push_back(value);
  return places;
}

/// With those around them, up to the function.
void markAround(const Program &program, RegionId region, std::vector<bool> &marks) {
  for (; region.valid() && !marks[region.index()]; region = program[region].parent)
    marks[region.index()] = true;
}

JumpPlaces findJumpPlaces(const Program &program) {
  JumpPlaces places;
  const size_t count = program.regions.size();
  places.isAround.resize(count);
  places.isLeft.resize(count);
  for (const Function &function : program.functions) {
    std::vector<RegionId> &gotos = places.gotos.emplace_back();
    for (RegionId each : regionsWithin(program, function.body)) {
      if (program[each].jump == Region::JumpKind::None)
        continue;
      if (program[each].jump == Region::JumpKind::Goto)
        gotos.push_back(each);
      markAround(program, each, places.isAround);
      markAround(program, program[each].target, places.isAround);
      for (RegionId left : leftByJump(program, each))
        places.isLeft[left.index()] = true;
    }
  }
  return places;
}

/// One question about memory behind one loop.
class MemoryQuestion {
public:
  MemoryQuestion(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                 Budget &budget, const Liveness &liveness, RegionId loop, const Access &location)
      : program(program), pointsTo(pointsTo), effects(effects), budget(budget), liveness(liveness),
        loop(loop), function(program[loop].function), known(effects.functions[function.index()]),
        location(location) {
    for (RegionId up = program[loop].parent; up.valid(); up = program[up].parent)
      around.insert(up);
  }

  bool isLive() {
    if (!isFixed())
      return true;
    isLiveAtEnd = mayBeReadAfterCall();
    findTouching();
    findRelevant();
    const BackwardRules rules = {
        .step = [this](ValueId value, IdSet &live) { step(value, live); },
        .skip = [this](RegionId region, IdSet &live) { return skip(region, live); },
        .isInert = [this](RegionId region) { return isInert(region); },
        .atExit = isLiveAtEnd ? setOf(0) : IdSet()};
    const auto found =
        liveBehindLoops(program, function, liveness.jumps.gotos[function.index()], rules);
    auto behind = found.find(loop);
    return behind == found.end() || !behind->second.empty();
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
  Budget &budget;
  const Liveness &liveness;
  RegionId loop;
  FunctionId function;
  const FunctionAccesses &known;
  Access location;
  std::set<RegionId> around;   ///< the loop
  bool isLiveAtEnd = true;     ///< where the function is left
  std::set<ValueId> touching;  ///< values that may access the location
  std::set<ValueId> ends;      ///< calls that may be the function's end, if it is live there
  std::set<RegionId> relevant; ///< what contains these, calls that overwrite it, or the loop
  struct Crossing {
    bool reads = false, overwrites = false;
  };
  std::map<RegionId, Crossing> crossings;

  /// The same bytes wherever the function names them.
  bool isFixed() const {
    return location.base.kind == Base::Kind::Object &&
           isKnownFully(program, pointsTo, location.base.object) && location.offset.isConstant();
  }

  bool mayBeReadAfterCall() const {
    const Object &object = program[location.base.object];
    const uint32_t id = location.base.object.value;
    if (object.isAutomatic())
      return object.owner != function;
    bool isRead = liveness.foundAtEntry.contains(id);
    liveness.callers[function.index()].forEach(
        [&](uint32_t caller) { isRead = isRead || liveness.readIn[caller].contains(id); });
    return isRead && (location.size >= object.type.size || isPartRead());
  }

  /// The same of these bytes, where others of the object are read.
  bool isPartRead() const {
    constexpr size_t maxReads = 20'000; // of the program, for one question
    size_t reads = 0;
    const IdSet &callers = liveness.callers[function.index()];
    for (size_t i = 0; i < effects.functions.size(); ++i)
      for (const auto &[value, accesses] : effects.functions[i].lists())
        for (const Access &access : *accesses) {
          const bool isFoundAtEntry = liveness.startsUnseen[i] && !access.isCovered;
          const bool isOpen = isFoundAtEntry || callers.contains(static_cast<uint32_t>(i));
          if (access.isWrite || access.isCoveredInCallee || !isOpen)
            continue;
          if (++reads > maxReads || touches(access))
            return true;
        }
    return false;
  }

  bool touches(const Access &access) const {
    const Base &base = access.base;
    if (base.kind == Base::Kind::Object && base.object != location.base.object &&
        !pointsTo.sameMemory(base.object, location.base.object))
      return false;
    return mayTouchSame(effects, pointsTo, location, access);
  }

  /// No other object is the same memory as one that is known fully.
  void findTouching() {
    const AccessPlaces &places = liveness.places[function.index()];
    auto addTouching = [&](const std::vector<ValueId> &values) {
      std::copy_if(values.begin(), values.end(), std::inserter(touching, touching.end()),
                   [&](ValueId value) {
                     const std::vector<Access> &accesses = known.accessesAt(value);
                     return std::any_of(accesses.begin(), accesses.end(),
                                        [&](const Access &access) { return touches(access); });
                   });
    };
    addTouching(places.others);
    if (auto named = places.ofObject.find(location.base.object); named != places.ofObject.end())
      addTouching(named->second);
  }

  void findRelevant() {
    auto addAround = [&](RegionId region) {
      while (region.valid() && relevant.insert(region).second)
        region = program[region].parent;
    };
    const AccessPlaces &places = liveness.places[function.index()];
    if (isLiveAtEnd)
      ends.insert(places.ends.begin(), places.ends.end());
    addAround(loop);
    for (const std::set<ValueId> *values : {&touching, &ends})
      for (ValueId value : *values)
        addAround(program[value].block);
    if (auto calls = places.writtenByCalls.find(location.base.object);
        calls != places.writtenByCalls.end())
      for (ValueId call : calls->second)
        addAround(program[call].block);
  }

  bool isInert(RegionId region) const {
    return !relevant.contains(region) && !liveness.jumps.isAround[region.index()];
  }

  bool isOverwritten(const std::vector<WrittenBytes> &written) const {
    const int64_t low = location.offset.constant();
    return location.size != 0 &&
           std::any_of(written.begin(), written.end(), [&](const WrittenBytes &bytes) {
             return bytes.base == location.base && bytes.ifNotNegative.empty() &&
                    bytes.repeated.empty() && bytes.low.isConstant() && bytes.high.isConstant() &&
                    bytes.low.constant() <= low &&
                    bytes.high.constant() - low >= static_cast<int64_t>(location.size);
           });
  }

  void step(ValueId value, IdSet &live) const {
    if (touching.contains(value) || known.writtenBy.contains(value))
      stepOverAccesses(value, live);
    if (ends.contains(value))
      live.insert(0);
  }

  void stepOverAccesses(ValueId value, IdSet &live) const {
    const std::vector<Access> &accesses = known.accessesAt(value);
    std::vector<WrittenBytes> written;
    for (const Access &access : accesses)
      if (const auto sure = surelyWritten(access))
        written.push_back(*sure);
    if (auto call = known.writtenBy.find(value); call != known.writtenBy.end())
      written.insert(written.end(), call->second.begin(), call->second.end());
    if (isOverwritten(written))
      live = IdSet();
    for (const Access &access : accesses)
      if (!access.isWrite && !access.isCoveredInCallee && touches(access))
        live.insert(0);
  }

  /// What is beside the loop, and the loop itself, as one step. What is only in front of it does
  /// not matter.
  bool skip(RegionId region, IdSet &live) {
    if (around.contains(region))
      return false;
    if (region < loop && !innermostLoop(program, program[region].parent).valid())
      return true;
    const Region::Kind kind = program[region].kind;
    if (kind == Region::Kind::Block || kind == Region::Kind::Jump || kind == Region::Kind::Opaque ||
        liveness.jumps.isLeft[region.index()])
      return false;
    auto [place, isNew] = crossings.try_emplace(region);
    if (isNew)
      place->second = cross(region);
    if (place->second.overwrites)
      live = IdSet();
    if (place->second.reads)
      live.insert(0);
    return true;
  }

  Crossing cross(RegionId region) {
    Crossing found;
    if (!relevant.contains(region))
      return found;
    CoverageWalk walk(program, pointsTo, effects, budget, function,
                      [&](const Access &access, bool isCovered) {
                        found.reads |= !isCovered && touches(access);
                      });
    found.overwrites = isOverwritten(walk.run(region));
    for (ValueId value : valuesWithin(program, region)) {
      found.reads |= ends.contains(value);
      for (const Access &access : known.accessesAt(value))
        found.reads |= access.isOpaque && !access.isWrite && touches(access);
    }
    return found;
  }
};

} // namespace

Liveness findLiveness(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                      const std::vector<IdSet> &reaches) {
  Liveness liveness;
  const size_t count = program.functions.size();
  liveness.readIn.resize(count);
  liveness.callers.resize(count);
  const BackwardRules rules{
      [&](ValueId value, IdSet &live) { stepOverScalars(program, value, live); }};
  liveness.jumps = findJumpPlaces(program);
  liveness.startsUnseen = startedFromOutside(program, pointsTo);
  if (!effects.promisedPure.empty()) // what these call is not among what they reach
    liveness.startsUnseen.assign(count, true);
  ReadObjects reads(program, pointsTo, effects);
  for (size_t i = 0; i < count; ++i) {
    liveness.scalars.merge(liveBehindLoops(program, FunctionId(i), liveness.jumps.gotos[i], rules));
    reads.addTo(liveness, FunctionId(i));
    liveness.places.push_back(placesOf(program, pointsTo, effects, FunctionId(i)));
    reaches[i].forEach(
        [&](uint32_t callee) { liveness.callers[callee].insert(static_cast<uint32_t>(i)); });
  }
  for (FunctionId pure : effects.promisedPure)
    liveness.foundAtEntry.insertAll(liveness.readIn[pure.index()]);
  return liveness;
}

bool isScalarLive(const Program &program, const Liveness &liveness, RegionId loop,
                  ObjectId scalar) {
  auto behind = liveness.scalars.find(loop);
  return !program[scalar].isPlainScalar() || behind == liveness.scalars.end() ||
         behind->second.contains(scalar.value);
}

bool isMemoryLive(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                  Budget &budget, const Liveness &liveness, RegionId loop, const Access &location) {
  return MemoryQuestion(program, pointsTo, effects, budget, liveness, loop, location).isLive();
}

bool isVariableLive(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                    Budget &budget, const Liveness &liveness, RegionId loop, ObjectId variable) {
  if (program[variable].isPlainScalar())
    return isScalarLive(program, liveness, loop, variable);
  Access whole;
  whole.base = {Base::Kind::Object, variable, {}};
  whole.size = program[variable].type.size;
  return isMemoryLive(program, pointsTo, effects, budget, liveness, loop, whole);
}

} // namespace kasuri
