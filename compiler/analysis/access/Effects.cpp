// Walks all functions, callees before callers, so that every call finds its callee's summary.
//
//     static void sort(int *a, int n) { ... sort(a, k); sort(a + k, n - k); }     writes (a,
//     anything)
//
// Functions that call each other in a cycle are walked together, until what they do to memory does
// not grow any more; a call within the cycle does what the walk before found. Of that it keeps only
// which parameter an access goes through, or which object it goes to, so that it cannot grow for
// ever. In a cycle of many functions, which such a step would have to visit again and again, each
// is taken to do what any of them does, and of that only which objects it touches. A call is taken
// to return unless code is reached that may exit, jump or run for ever.
#include "analysis/access/Effects.h"

#include "analysis/access/PointerTables.h"
#include "analysis/access/PurePromises.h"
#include "analysis/access/flow/FunctionWalk.h"
#include "analysis/pointers/CallCycles.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Functions that may exit, abort, jump out or run for ever, by themselves or in what they call,
/// otherwise than for want of memory. The cycles come callees first, and in a cycle each may call
/// each.
std::vector<bool> findNonReturning(const Program &program, const PointsTo &pointsTo,
                                   const MemoryExits &memoryExits, const CallCycles &cycles,
                                   const std::set<FunctionId> &believedPure) {
  std::vector<bool> found(program.functions.size());
  auto isFound = [&](FunctionId callee) {
    return found[callee.index()] && !believedPure.contains(callee);
  };
  auto isEndless = [&](RegionId region) {
    return program[region].kind == Region::Kind::Loop && neverEnds(program, region);
  };
  auto mayLeave = [&](ValueId value) {
    return mayNotReturn(program, pointsTo, value, isFound) &&
           !memoryExits.isOrderly(program, value);
  };
  auto leaves = [&](FunctionId function) {
    const std::vector<RegionId> regions = regionsWithin(program, program[function].body);
    const std::vector<ValueId> values = valuesWithin(program, program[function].body);
    return std::any_of(regions.begin(), regions.end(), isEndless) ||
           std::any_of(values.begin(), values.end(), mayLeave);
  };
  for (const std::vector<FunctionId> &cycle : cycles)
    if (std::any_of(cycle.begin(), cycle.end(), leaves))
      for (FunctionId function : cycle)
        found[function.index()] = true;
  return found;
}

/// Functions that may end the program for want of memory, in the same way.
std::vector<bool> findRunningOut(const Program &program, const PointsTo &pointsTo,
                                 const MemoryExits &memoryExits, const CallCycles &cycles,
                                 const std::set<FunctionId> &believedPure) {
  std::vector<bool> found(program.functions.size());
  for (const auto &[arm, failed] : memoryExits.arms)
    found[program[arm].function.index()] = true;
  auto isFound = [&](FunctionId callee) {
    return found[callee.index()] && !believedPure.contains(callee);
  };
  auto leadsThere = [&](ValueId value) {
    auto callees = pointsTo.callees.find(value);
    return callees != pointsTo.callees.end() &&
           std::any_of(callees->second.begin(), callees->second.end(), isFound);
  };
  auto runsOut = [&](FunctionId function) {
    const std::vector<ValueId> values = valuesWithin(program, program[function].body);
    return isFound(function) || std::any_of(values.begin(), values.end(), leadsThere);
  };
  for (const std::vector<FunctionId> &cycle : cycles)
    if (std::any_of(cycle.begin(), cycle.end(), runsOut))
      for (FunctionId function : cycle)
        found[function.index()] = true;
  return found;
}

/// What a call within a cycle may do: each kind of access to the same bytes once.
class AssumedAccesses {
public:
  AssumedAccesses(const Effects &effects, const PointsTo &pointsTo)
      : effects(effects), pointsTo(pointsTo) {}

  /// Once before all functions of the cycle are walked.
  void beginRound() { ++rounds; }

  /// True if it says more than what is known so far.
  bool add(Access access) {
    bool isParameter =
        access.base.kind == Base::Kind::Symbol && effects[access.base.symbol].parameter >= 0;
    bool isObject = access.base.kind == Base::Kind::Object;
    if (!isParameter && !isObject)
      access.base = {};
    bool keepsCaller = isParameter && access.confined.keepsCaller;
    const bool isPart = rounds <= roundsWithParts && (isParameter || isObject) &&
                        !access.isOpaque && access.size > 0 && access.offset.isConstant();
    if (!isPart) {
      access.offset = Linear();
      access.size = 0;
    }
    access.confined = {};
    access.confined.keepsCaller = keepsCaller;
    access.mayBeSkipped = true;
    access.isMust = access.isText = access.isCovered = access.isCoveredInCallee = false;
    access.writtenBefore.clear();
    access.premise = {};
    access.condition = {};
    Key key{access.base.object,
            isParameter ? effects[access.base.symbol].parameter : -1,
            isParameter || isObject ? ValueId() : access.address,
            access.isWrite,
            access.isOpaque,
            access.reason,
            access.isLast,
            keepsCaller,
            isPart ? access.offset.constant() : 0,
            access.size};
    auto [place, isNew] = known.emplace(key, access);
    if (place->second.origin != access.origin)
      merged.emplace(place->second.origin, access.origin);
    return isNew;
  }

  /// The same, if only objects are told apart.
  bool addByObject(const Program &program, const Access &access) {
    bool isNew = false;
    for (Access &part : splitByObject(program, effects, pointsTo, access))
      isNew |= add(std::move(part));
    return isNew;
  }

  std::vector<Access> all() const {
    std::vector<Access> result;
    for (const auto &[key, access] : known)
      result.push_back(access);
    return result;
  }

  std::vector<SummaryPart> parts() const {
    std::vector<SummaryPart> result;
    for (const auto &[representative, origin] : merged)
      result.push_back({representative, ValueId(), origin});
    return result;
  }

private:
  using Key =
      std::tuple<ObjectId, int, ValueId, bool, bool, ObstacleKind, bool, bool, int64_t, uint64_t>;
  /// Later, accesses are no longer told apart by their bytes: each call may be of further ones.
  static constexpr unsigned roundsWithParts = 3;
  const Effects &effects;
  const PointsTo &pointsTo;
  std::map<Key, Access> known;
  std::set<std::pair<ValueId, ValueId>> merged; ///< representative, origin of what it stands for
  unsigned rounds = 0;
};

bool callsItself(const Program &program, const PointsTo &pointsTo, FunctionId function) {
  const std::vector<ValueId> values = valuesWithin(program, program[function].body);
  return std::any_of(values.begin(), values.end(), [&](ValueId value) {
    auto found = pointsTo.callees.find(value);
    return found != pointsTo.callees.end() &&
           std::find(found->second.begin(), found->second.end(), function) != found->second.end();
  });
}

/// Walks functions that call each other, or a single one, until nothing new is found.
class CycleWalk {
public:
  CycleWalk(const Program &program, const PointsTo &pointsTo, Effects &effects,
            Summaries &summaries, const std::vector<FunctionId> &cycle, const Budget &budget)
      : program(program), pointsTo(pointsTo), effects(effects), summaries(summaries), cycle(cycle),
        budget(budget), isTogether(cycle.size() > maxInCycle),
        isRecursive(cycle.size() > 1 || callsItself(program, pointsTo, cycle.front())),
        assumed(isTogether ? 1 : cycle.size(), AssumedAccesses(effects, pointsTo)) {}

  void run() {
    do
      assume();
    while (walkAll());
    std::shared_ptr<const std::vector<SummaryPart>> parts;
    for (size_t i = 0; i < cycle.size(); ++i) {
      if (i < assumed.size())
        parts = std::make_shared<std::vector<SummaryPart>>(assumed[i].parts());
      effects.functions[cycle[i].index()].cycleParts = parts;
      summaries.isReady[cycle[i].index()] = true;
      summaries.assumed.erase(cycle[i]);
    }
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  Effects &effects;
  Summaries &summaries;
  const std::vector<FunctionId> &cycle;
  const Budget &budget; ///< for each walk
  const bool isTogether, isRecursive;
  std::vector<AssumedAccesses> assumed; ///< one for each function, or for all together

  void assume() {
    std::shared_ptr<const std::vector<Access>> accesses;
    for (size_t i = 0; i < cycle.size(); ++i) {
      if (i < assumed.size())
        accesses = std::make_shared<std::vector<Access>>(assumed[i].all());
      summaries.assumed[cycle[i]] = accesses;
    }
  }

  /// True if they do more than was assumed.
  bool walkAll() {
    bool grows = false;
    for (AssumedAccesses &each : assumed)
      each.beginRound();
    for (size_t i = 0; i < cycle.size(); ++i) {
      FunctionAccesses &known = effects.functions[cycle[i].index()];
      const bool mayNotReturn = known.mayNotReturn, mayRunOut = known.mayRunOut;
      known = {};
      known.mayNotReturn = mayNotReturn;
      known.mayRunOut = mayRunOut;
      walkFunction(program, pointsTo, effects, cycle[i], summaries, budget);
      if (effects.believedPure.contains(cycle[i]))
        keepPromise(program, pointsTo, effects, cycle[i]);
      for (const Access &access : known.summary)
        grows |= isTogether ? assumed[0].addByObject(program, access)
                            : isRecursive && assumed[i].add(access);
    }
    return grows;
  }
};

std::vector<std::vector<ObjectId>> findOwnEscaped(const Program &program,
                                                  const PointsTo &pointsTo) {
  std::vector<std::vector<ObjectId>> own(program.functions.size());
  pointsTo.escaped.forEach([&](ObjectId object) {
    if (!pointsTo.isSpecial(object) && program[object].owner.valid() &&
        program[object].kind != Object::Kind::Heap)
      own[program[object].owner.index()].push_back(object);
  });
  return own;
}

/// By RegionId.
std::vector<std::vector<ObjectId>> findDeclared(const Program &program) {
  std::vector<std::vector<ObjectId>> declared(program.regions.size());
  for (size_t i = 0; i < program.objects.size(); ++i)
    if (program.objects[i].scope.valid() && program.objects[i].isPlainScalar())
      declared[program.objects[i].scope.index()].emplace_back(i);
  return declared;
}

} // namespace

/// By these promises of pure functions.
static Effects findEffects(const Program &program, const PointsTo &pointsTo,
                           const CallCycles &cycles, const Budget &budget,
                           const Assumptions &assumptions,
                           const std::set<FunctionId> &believedPure) {
  Effects effects;
  effects.believedPure = believedPure;
  effects.functions.resize(program.functions.size());
  Summaries summaries{.isReady = std::vector<bool>(program.functions.size()),
                      .assumed = {},
                      .escapedOf = findOwnEscaped(program, pointsTo),
                      .declaredIn = findDeclared(program)};
  effects.memoryExits = findMemoryExits(program, pointsTo, assumptions);
  const std::vector<bool> nonReturning =
      findNonReturning(program, pointsTo, effects.memoryExits, cycles, believedPure);
  const std::vector<bool> runningOut =
      findRunningOut(program, pointsTo, effects.memoryExits, cycles, believedPure);
  for (size_t i = 0; i < nonReturning.size(); ++i) {
    const bool isBelieved = believedPure.contains(FunctionId(i));
    effects.functions[i].mayNotReturn = nonReturning[i] && !isBelieved;
    effects.functions[i].mayRunOut = runningOut[i] && !isBelieved;
  }
  for (const std::vector<FunctionId> &cycle : cycles)
    CycleWalk(program, pointsTo, effects, summaries, cycle, budget).run();
  findDistinctCells(program, pointsTo, effects);
  return effects;
}

Effects findEffects(const Program &program, const PointsTo &pointsTo, const CallCycles &cycles,
                    const Budget &budget, const Assumptions &assumptions) {
  std::set<FunctionId> believed = findPromisedPure(program);
  std::map<FunctionId, ValueId> impureAt;
  for (;;) {
    Effects effects = findEffects(program, pointsTo, cycles, budget, assumptions, believed);
    impureAt.insert(effects.impureAt.begin(), effects.impureAt.end());
    if (effects.impureAt.empty()) {
      effects.impureAt = std::move(impureAt);
      return effects;
    }
    for (const auto &[function, origin] : effects.impureAt)
      believed.erase(function);
  }
}

} // namespace kasuri
