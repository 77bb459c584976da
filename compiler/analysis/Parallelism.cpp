// The analyses in order: points-to, effects, then a verdict on every loop and every sequence.
#include "analysis/Parallelism.h"

#include "analysis/LibraryFunctions.h"
#include "analysis/LoopVerdicts.h"

#include <algorithm>

namespace kasuri {
namespace {

std::vector<std::set<FunctionId>> findReachable(const Program &program, const PointsTo &pointsTo) {
  std::vector<std::set<FunctionId>> direct(program.functions.size());
  for (const auto &[call, callees] : pointsTo.callees)
    if (FunctionId caller = program[program[call].block].function; caller.valid())
      direct[caller.index()].insert(callees.begin(), callees.end());
  std::vector<std::set<FunctionId>> reaches(program.functions.size());
  for (size_t i = 0; i < reaches.size(); ++i) {
    std::vector<FunctionId> pending(direct[i].begin(), direct[i].end());
    while (!pending.empty()) {
      FunctionId next = pending.back();
      pending.pop_back();
      if (reaches[i].insert(next).second)
        pending.insert(pending.end(), direct[next.index()].begin(), direct[next.index()].end());
    }
  }
  return reaches;
}

std::vector<std::vector<ObjectId>> findAutomatic(const Program &program) {
  std::vector<std::vector<ObjectId>> automatic(program.functions.size());
  for (size_t i = 0; i < program.objects.size(); ++i) {
    const Object &object = program.objects[i];
    bool isAutomatic = object.kind == Object::Kind::Local || object.kind == Object::Kind::Parameter;
    if (isAutomatic && object.owner.valid())
      automatic[object.owner.index()].push_back(ObjectId(i));
  }
  return automatic;
}

/// Functions that set or ask for how floating-point arithmetic rounds and what it has met: workers
/// have an environment of their own.
bool changesFloatingEnvironment(const Instruction &value) {
  for (const char *name : {"fesetround", "fesetenv", "feupdateenv", "feholdexcept",
                           "feenableexcept", "fedisableexcept", "fetestexcept", "feclearexcept",
                           "feraiseexcept", "fegetexceptflag", "fegetround"})
    if (value.op == Op::Call && value.calleeName == name)
      return true;
  return false;
}

/// uselocale and its like: workers have a state of their own.
bool changesThread(const Instruction &value) {
  const LibraryFunction *library = value.op == Op::Call && !value.callee.valid()
                                       ? findLibraryFunction(value.calleeName)
                                       : nullptr;
  return library && library->changesThread;
}

} // namespace

std::string subjectOf(const Program &program, const Access &access) {
  const Instruction &origin = program[access.origin];
  if (!origin.text.empty())
    return origin.text;
  if (origin.op == Op::Store && program[origin.operands[0]].op == Op::Address)
    return program[program[origin.operands[0]].object].name;
  return access.base.kind == Base::Kind::Object &&
                 access.base.object.index() < program.objects.size()
             ? program[access.base.object].name
             : "memory";
}

std::set<FunctionId> calleesWithin(const AnalysedProgram &analysed, RegionId region) {
  std::set<FunctionId> inside;
  for (ValueId value : valuesWithin(analysed.program, region))
    if (auto found = analysed.pointsTo.callees.find(value);
        found != analysed.pointsTo.callees.end())
      for (FunctionId callee : found->second) {
        inside.insert(callee);
        const auto &further = analysed.reaches[callee.index()];
        inside.insert(further.begin(), further.end());
      }
  FunctionId self = analysed.program[region].function;
  std::erase_if(inside, [&](FunctionId callee) {
    return callee == self || analysed.reaches[callee.index()].contains(self);
  });
  return inside;
}

ValueId findExit(const AnalysedProgram &analysed, RegionId region) {
  for (ValueId id : valuesWithin(analysed.program, region)) {
    const Instruction &value = analysed.program[id];
    if (value.op != Op::Call)
      continue;
    const LibraryFunction *library =
        value.callee.valid() ? nullptr : findLibraryFunction(value.calleeName);
    if (library && library->exits)
      return id;
    if (!library && analysed.pointsTo.unknownCalls.contains(id))
      return id;
    if (auto found = analysed.pointsTo.callees.find(id); found != analysed.pointsTo.callees.end())
      for (FunctionId callee : found->second)
        if (analysed.effects.functions[callee.index()].mayNotReturn)
          return id;
  }
  return ValueId();
}

Parallelism findParallelism(const Program &program) {
  PointsTo pointsTo = findPointsTo(program);
  Effects effects = findEffects(program, pointsTo);
  AnalysedProgram analysed{program, std::move(pointsTo), std::move(effects), {}};
  analysed.reaches = findReachable(program, analysed.pointsTo);
  analysed.automatic = findAutomatic(program);
  Parallelism facts;
  facts.callees = analysed.pointsTo.callees;
  for (const Instruction &value : program.values)
    if (changesFloatingEnvironment(value) && facts.programObstacles.empty())
      facts.programObstacles.push_back(
          {ObstacleKind::FloatingEnvironment, value.calleeName, "", value.location, {}});
  for (const Instruction &value : program.values)
    if (changesThread(value) && facts.programObstacles.empty())
      facts.programObstacles.push_back(
          {ObstacleKind::ThreadState, value.calleeName, "", value.location, {}});
  for (const Function &function : program.functions)
    for (RegionId region : regionsWithin(program, function.body)) {
      if (program[region].kind == Region::Kind::Sequence)
        judgeSiblings(analysed, region, facts);
      if (program[region].kind != Region::Kind::Loop)
        continue;
      LoopFacts verdict = judgeLoop(analysed, region);
      const auto &obstacles = facts.programObstacles;
      verdict.obstacles.insert(verdict.obstacles.end(), obstacles.begin(), obstacles.end());
      verdict.isParallel &= obstacles.empty();
      facts.loopIndex[region] = facts.loops.size();
      facts.loops.push_back(std::move(verdict));
    }
  return facts;
}

} // namespace kasuri
