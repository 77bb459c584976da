#include "analysis/access/AnalysedProgram.h"

#include "analysis/access/Effects.h"
#include "analysis/pointers/CallCycles.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/pointers/ExcludedRegions.h"
#include "analysis/pointers/FindPointsTo.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Callees come first: what they reach is known. What a function calls that is promised to be pure
/// is its own business.
void findReachable(AnalysedProgram &analysed, const CallCycles &cycles) {
  const Program &program = analysed.program;
  std::vector<IdSet> direct(program.functions.size());
  for (const auto &[call, callees] : analysed.pointsTo.callees)
    if (FunctionId caller = program[program[call].block].function;
        caller.valid() && !analysed.effects.promisedPure.contains(caller))
      for (FunctionId callee : callees)
        direct[caller.index()].insert(callee.value);
  analysed.reaches.resize(program.functions.size());
  analysed.cycleOf.resize(program.functions.size());
  size_t number = 0;
  for (const std::vector<FunctionId> &cycle : cycles) {
    IdSet all;
    for (FunctionId function : cycle)
      direct[function.index()].forEach([&](uint32_t callee) {
        if (all.insert(callee))
          all.insertAll(analysed.reaches[callee]);
      });
    for (FunctionId function : cycle) {
      analysed.reaches[function.index()] = all;
      analysed.cycleOf[function.index()] = number;
    }
    ++number;
  }
}

void findVariables(AnalysedProgram &analysed) {
  const Program &program = analysed.program;
  analysed.automatic.resize(program.functions.size());
  analysed.knownElsewhere.resize(program.functions.size());
  analysed.declaredIn.resize(program.regions.size());
  for (size_t i = 0; i < program.objects.size(); ++i) {
    const Object &object = program.objects[i];
    if (!object.owner.valid())
      continue;
    if (object.isAutomatic())
      analysed.automatic[object.owner.index()].push_back(ObjectId(i));
    if (object.kind == Object::Kind::Local && object.scope.valid())
      analysed.declaredIn[object.scope.index()].push_back(ObjectId(i));
    if (object.kind == Object::Kind::Static || (object.isAutomatic() && object.addressTaken))
      analysed.knownElsewhere[object.owner.index()].push_back(ObjectId(i));
  }
}

/// Inline assembly; library functions that call functions of the program, which nobody follows, or
/// that set what the library keeps for the calling thread as well; and taking the address of a
/// thread-local variable.
bool mayActOnThread(const AnalysedProgram &analysed, const Instruction &value) {
  const Program &program = analysed.program;
  if (value.op == Op::Clobber)
    return value.text == "asm";
  if (value.op == Op::Address)
    return value.object.valid() && program[value.object].isThreadLocal;
  const LibraryFunction *library = libraryCalled(value);
  return library && (library->callsBack || library->staysOnThread) &&
         !analysed.effects.memoryExits.isQuietEnd(value);
}

bool leaves(const AnalysedProgram &analysed, ValueId value) {
  return mayNotReturn(analysed.program, analysed.pointsTo, value, [&](FunctionId callee) {
    return analysed.effects.functions[callee.index()].mayNotReturn;
  });
}

/// In the function itself, or in those that it calls.
std::vector<bool> functionsWith(const AnalysedProgram &analysed, const Marks &actions) {
  const std::vector<Function> &functions = analysed.program.functions;
  std::vector<bool> direct(functions.size());
  for (size_t i = 0; i < functions.size(); ++i)
    direct[i] = !analysed.effects.promisedPure.contains(FunctionId(i)) &&
                actions.anyIn(analysed.places.below.valuesOf(functions[i].body));
  std::vector<bool> result = direct;
  for (size_t i = 0; i < functions.size(); ++i)
    analysed.reaches[i].forEach([&](uint32_t callee) { result[i] = result[i] || direct[callee]; });
  return result;
}

/// What acts on the thread, and calls of functions in which something does.
Marks findThreadActions(const AnalysedProgram &analysed, bool isErrnoOne) {
  const std::vector<ValueId> &values = analysed.places.below.values();
  auto actsItself = [&](ValueId value) {
    return mayActOnThread(analysed, analysed.program[value]) &&
           (isErrnoOne || !analysed.pointsTo.errnoPlaces.contains(value));
  };
  const std::vector<bool> acting = functionsWith(analysed, Marks(values, actsItself));
  return Marks(values, [&](ValueId value) {
    const auto found = analysed.pointsTo.callees.find(value);
    return actsItself(value) ||
           (found != analysed.pointsTo.callees.end() &&
            std::any_of(found->second.begin(), found->second.end(),
                        [&](FunctionId callee) { return acting[callee.index()]; }));
  });
}

void findPlaces(AnalysedProgram &analysed) {
  const Program &program = analysed.program;
  PlacesInProgram &places = analysed.places;
  places.below = Subtrees(program);
  const std::vector<ValueId> &values = places.below.values();
  const std::vector<RegionId> &regions = places.below.regions();
  auto isLoop = [&](RegionId each) { return program[each].kind == Region::Kind::Loop; };
  places.loops = Marks(regions, isLoop);
  places.endlessLoops =
      Marks(regions, [&](RegionId each) { return isLoop(each) && neverEnds(program, each); });
  places.calls =
      Marks(values, [&](ValueId each) { return analysed.pointsTo.callees.contains(each); });
  places.libraryCalls =
      Marks(values, [&](ValueId each) { return libraryCalled(program[each]) != nullptr; });
  places.clobbers = Marks(values, [&](ValueId each) { return program[each].op == Op::Clobber; });
  places.ends = Marks(values, [&](ValueId each) { return leaves(analysed, each); });
  places.threadActions = findThreadActions(analysed, true);
  places.otherThreadActions = findThreadActions(analysed, false);
}

/// The program comes to the call only if an allocation inside the region has failed, or an
/// assertion that is taken to hold.
bool isForWantOfMemory(const AnalysedProgram &analysed, RegionId region, ValueId call) {
  const Program &program = analysed.program;
  const MemoryExits &exits = analysed.effects.memoryExits;
  if (exits.isAssumed(program[call]))
    return true;
  RegionId arm = exits.around(program, program[call].block);
  if (!arm.valid())
    return false;
  const std::vector<ValueId> &failed = exits.arms.at(arm);
  return std::all_of(failed.begin(), failed.end(), [&](ValueId allocation) {
    return contains(program, region, program[allocation].block);
  });
}

} // namespace

/// The user's name for what a pointer points to: that of the variable, or of the pointer.
static std::string pointedAt(const Program &program, ValueId pointer) {
  while (program[pointer].op == Op::Convert || program[pointer].op == Op::Field ||
         program[pointer].op == Op::Element)
    pointer = program[pointer].operands[0];
  const Instruction &value = program[pointer];
  return value.op == Op::Address ? program[value.object].name
         : value.op == Op::Load  ? value.text
                                 : "";
}

std::string subjectOf(const Program &program, const Access &access) {
  const Instruction &origin = program[access.origin];
  if (origin.op == Op::Call && !access.isOpaque && access.address.valid() &&
      std::find(origin.operands.begin(), origin.operands.end(), access.address) !=
          origin.operands.end())
    if (std::string name = pointedAt(program, access.address); !name.empty())
      return name; // what memcpy(name, …) writes
  if (!origin.text.empty())
    return origin.text;
  if (origin.op == Op::Address)
    return program[origin.object].name;
  if (ObjectId variable = variableOf(program, access.origin); variable.valid())
    return program[variable].name;
  return access.base.kind == Base::Kind::Object &&
                 access.base.object.index() < program.objects.size()
             ? program[access.base.object].name
             : "memory";
}

void addReached(const AnalysedProgram &analysed, FunctionId callee, std::set<FunctionId> &reached) {
  if (!reached.insert(callee).second)
    return; // what it reaches is there, too
  analysed.reaches[callee.index()].forEach(
      [&](uint32_t further) { reached.insert(FunctionId(further)); });
}

std::set<FunctionId> reachedWithin(const AnalysedProgram &analysed, RegionId region) {
  const PlacesInProgram &places = analysed.places;
  IdSet inside;
  for (size_t call : places.calls.allIn(places.below.valuesOf(region)))
    for (FunctionId callee : analysed.pointsTo.callees.at(places.below.values()[call]))
      if (inside.insert(callee.value)) // otherwise what it reaches is there, too
        inside.insertAll(analysed.reaches[callee.index()]);
  std::set<FunctionId> reached;
  inside.forEach([&](uint32_t each) { reached.insert(reached.end(), FunctionId(each)); });
  return reached;
}

std::set<FunctionId> calleesWithin(const AnalysedProgram &analysed, RegionId region) {
  std::set<FunctionId> inside = reachedWithin(analysed, region);
  FunctionId self = analysed.program[region].function;
  std::erase_if(inside, [&](FunctionId callee) {
    return analysed.cycleOf[callee.index()] == analysed.cycleOf[self.index()];
  });
  return inside;
}

/// All ways in which the call ends the program are out of the question.
static bool isRefutedEnd(const AnalysedProgram &analysed, FunctionId function, ValueId call,
                         const RefutedTests &refuted) {
  const Effects &effects = analysed.effects;
  const auto &endsIf = effects.functions[function.index()].endsIf;
  auto ways = endsIf.find(call);
  return ways != endsIf.end() &&
         std::all_of(ways->second.begin(), ways->second.end(),
                     [&](PremiseId way) { return isRefuted(effects.premises[way], refuted); });
}

ValueId findExit(const AnalysedProgram &analysed, RegionId region, const RefutedTests &refuted) {
  const FunctionId function = analysed.program[region].function;
  const Subtrees &below = analysed.places.below;
  for (size_t position : analysed.places.ends.allIn(below.valuesOf(region))) {
    const ValueId id = below.values()[position];
    if (!isForWantOfMemory(analysed, region, id) && !isRefutedEnd(analysed, function, id, refuted))
      return id;
  }
  return ValueId();
}

std::vector<ObjectId> declaredWithin(const AnalysedProgram &analysed, RegionId region) {
  std::vector<ObjectId> declared;
  for (RegionId each : regionsWithin(analysed.program, region)) {
    const std::vector<ObjectId> &its = analysed.declaredIn[each.index()];
    declared.insert(declared.end(), its.begin(), its.end());
  }
  std::sort(declared.begin(), declared.end());
  return declared;
}

bool hasLoop(const AnalysedProgram &analysed, RegionId region) {
  return analysed.places.loops.anyIn(analysed.places.below.regionsOf(region));
}

bool hasEndlessLoop(const AnalysedProgram &analysed, RegionId region) {
  return analysed.places.endlessLoops.anyIn(analysed.places.below.regionsOf(region));
}

bool hasCall(const AnalysedProgram &analysed, RegionId region) {
  return analysed.places.calls.anyIn(analysed.places.below.valuesOf(region));
}

bool anyReached(const AnalysedProgram &analysed, RegionId region,
                const std::function<bool(ValueId)> &isIt) {
  auto holdsOne = [&](RegionId part) {
    const std::vector<ValueId> values = valuesWithin(analysed.program, part);
    return std::any_of(values.begin(), values.end(), isIt);
  };
  const std::set<FunctionId> reached = reachedWithin(analysed, region);
  return holdsOne(region) || std::any_of(reached.begin(), reached.end(), [&](FunctionId each) {
           return holdsOne(analysed.program[each].body);
         });
}

bool mayFailAssertion(const AnalysedProgram &analysed, RegionId region) {
  const MemoryExits &exits = analysed.effects.memoryExits;
  return exits.assertionsHold && anyReached(analysed, region, [&](ValueId value) {
           return exits.isAssumed(analysed.program[value]);
         });
}

bool endsByAssertionsOnly(const AnalysedProgram &analysed, RegionId region) {
  const Program &program = analysed.program;
  return !anyReached(analysed, region, [&](ValueId value) {
    return !program[value].calleeName.starts_with("__assert") &&
           mayNotReturn(program, analysed.pointsTo, value, [](FunctionId) { return false; }) &&
           !analysed.effects.memoryExits.isOrderly(program, value);
  });
}

bool mayRunOut(const AnalysedProgram &analysed, RegionId region) {
  for (const auto &[arm, failed] : analysed.effects.memoryExits.arms)
    if (contains(analysed.program, region, arm))
      return true;
  for (ValueId value : valuesWithin(analysed.program, region))
    if (auto found = analysed.pointsTo.callees.find(value);
        found != analysed.pointsTo.callees.end())
      for (FunctionId callee : found->second)
        if (analysed.effects.functions[callee.index()].mayRunOut)
          return true;
  return mayFailAssertion(analysed, region);
}

ValueId originOfExit(const AnalysedProgram &analysed, ValueId call) {
  std::set<FunctionId> seen;
  for (;;) {
    auto callees = analysed.pointsTo.callees.find(call);
    if (libraryCalled(analysed.program[call]) || callees == analysed.pointsTo.callees.end())
      return call;
    auto leaving =
        std::find_if(callees->second.begin(), callees->second.end(), [&](FunctionId callee) {
          return analysed.effects.functions[callee.index()].mayNotReturn && !seen.contains(callee);
        });
    if (leaving == callees->second.end())
      return call;
    seen.insert(*leaving);
    ValueId next = findExit(analysed, analysed.program[*leaving].body);
    if (!next.valid())
      return call; // it runs for ever
    call = next;
  }
}

bool isTo(const AnalysedProgram &analysed, const Access &access, SpecialObject object) {
  return access.base.kind == Base::Kind::Object &&
         access.base.object == analysed.pointsTo.special(object);
}

bool mayActOnThread(const AnalysedProgram &analysed, RegionId region) {
  return analysed.places.threadActions.anyIn(analysed.places.below.valuesOf(region));
}

bool mayActOnThreadButErrno(const AnalysedProgram &analysed, RegionId region) {
  return analysed.places.otherThreadActions.anyIn(analysed.places.below.valuesOf(region));
}

AnalysedProgram analyse(const Program &program, const Budget &budget,
                        const Assumptions &assumptions) {
  PointsTo pointsTo = findPointsTo(program);
  const CallCycles cycles = findCallCycles(program, pointsTo);
  openLargeCycles(program, cycles, pointsTo);
  Effects effects = findEffects(program, pointsTo, cycles, budget, assumptions);
  AnalysedProgram analysed{program, std::move(pointsTo), std::move(effects), {}};
  findReachable(analysed, cycles);
  analysed.liveness = findLiveness(program, analysed.pointsTo, analysed.effects, analysed.reaches);
  findVariables(analysed);
  analysed.excludedBy = findExcluded(program, analysed.pointsTo);
  analysed.assumptions = assumptions;
  findPlaces(analysed);
  analysed.pointers = PointersByObject(program, analysed.pointsTo);
  for (const FunctionAccesses &function : analysed.effects.functions)
    for (const auto &[value, accesses] : function.lists())
      for (const Access &access : *accesses)
        analysed.readsErrno |= isTo(analysed, access, SpecialObject::Errno);
  return analysed;
}

} // namespace kasuri
