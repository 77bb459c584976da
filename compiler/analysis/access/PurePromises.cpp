// A pure function only computes its result: nobody can tell whether, when and where it has run.
//
//     KASURI_PURE                                   looked_up and print are not seen by callers,
//     double weight(const struct table *t, int i)   t's members are
//     { static int looked_up; looked_up++; if (t->trace) print(t); return t->w[i]; }   (see below)
//
// What the body writes outside of itself, its input and output, unknown calls, and ways to end the
// program are taken out of what its callers know of it; what it reads stays. So the promise adds
// nothing where the body is seen to keep it. Where the body breaks it in every call (as by the
// counter above), nothing is taken out. A function without source is one more library function
// (LibraryFunctions.h): it reads what its arguments point to.
#include "analysis/access/PurePromises.h"
#include "analysis/pointers/CallEffects.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

using Kind = Annotation::Kind;

std::set<FunctionId> findPromisedPure(const Program &program) {
  std::set<FunctionId> found;
  for (const Annotation &each : program.annotations)
    if (each.kind == Kind::Pure && each.function.valid())
      found.insert(each.function);
  return found;
}

/// In each call.
static bool surelyBreaks(const Program &program, const PointsTo &pointsTo, const Access &access) {
  const bool isOutput =
      access.isOpaque && access.reason == ObstacleKind::InputOutput && access.isWrite;
  const bool isNamed =
      access.base.kind == Base::Kind::Symbol ||
      (access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object) &&
       !program[access.base.object].isAutomatic());
  return access.isWrite && (isOutput ? !access.mayBeSkipped : access.isMust && isNamed);
}

static bool mayLeave(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                     FunctionId function) {
  const RegionId body = program[function].body;
  const std::vector<ValueId> values = valuesWithin(program, body);
  const std::vector<RegionId> regions = regionsWithin(program, body);
  auto leaves = [&](FunctionId callee) { return effects.functions[callee.index()].mayNotReturn; };
  return std::any_of(
             values.begin(), values.end(),
             [&](ValueId value) { return mayNotReturn(program, pointsTo, value, leaves); }) ||
         std::any_of(regions.begin(), regions.end(), [&](RegionId region) {
           return program[region].kind == Region::Kind::Loop && neverEnds(program, region);
         });
}

void keepPromise(const Program &program, const PointsTo &pointsTo, Effects &effects,
                 FunctionId function) {
  FunctionAccesses &known = effects.functions[function.index()];
  auto broken = std::find_if(known.summary.begin(), known.summary.end(), [&](const Access &access) {
    return surelyBreaks(program, pointsTo, access);
  });
  if (broken != known.summary.end()) {
    effects.impureAt[function] = broken->origin;
    return;
  }
  const size_t erased = std::erase_if(
      known.summary, [](const Access &access) { return access.isWrite || access.isOpaque; });
  // That it returns has been believed from the start.
  if (erased > 0 || mayLeave(program, pointsTo, effects, function))
    effects.promisedPure.insert(function);
  known.exitValues.clear();
  known.surelyWritten.clear();
  known.returns.clear();
  known.mayEndIf.clear();
  known.endsIf.clear();
}

/// Of functions without source that the region calls itself.
static std::set<AnnotationId> promisedWithin(const Program &program, RegionId region) {
  std::set<AnnotationId> promises;
  for (ValueId value : valuesWithin(program, region)) {
    const Instruction &call = program[value];
    if (!call.isPromisedPure)
      continue;
    for (size_t i = 0; i < program.annotations.size(); ++i)
      if (program.annotations[i].kind == Kind::Pure &&
          program.annotations[i].name == call.calleeName) {
        promises.insert(AnnotationId(i));
        break;
      }
  }
  return promises;
}

PurePromises findPurePromises(const Program &program, const Effects &effects) {
  PurePromises found;
  for (FunctionId each : effects.promisedPure)
    found[each].insert(annotationOf(program, each, Kind::Pure));
  for (const Instruction &value : program.values)
    if (value.isPromisedPure && value.block.valid())
      found[program[value.block].function];
  for (auto &[function, promises] : found)
    promises.merge(promisedWithin(program, program[function].body));
  return found;
}

void addPurePromises(const AnalysedProgram &analysed, const PurePromises &known, RegionId region,
                     std::set<AnnotationId> &promises) {
  if (known.empty())
    return;
  promises.merge(promisedWithin(analysed.program, region));
  for (FunctionId each : reachedWithin(analysed, region))
    if (auto found = known.find(each); found != known.end())
      promises.insert(found->second.begin(), found->second.end());
}

std::vector<IgnoredAnnotation> findImpure(const Program &program, const Effects &effects) {
  std::vector<IgnoredAnnotation> found;
  for (const auto &[function, origin] : effects.impureAt) {
    const bool writes = program[origin].op == Op::Store;
    found.push_back({annotationOf(program, function, Kind::Pure),
                     "each call of '" + program[function].name + "' " +
                         (writes ? "writes" : "has a side effect in") + " '" +
                         program[origin].text + "'",
                     program[origin].location});
  }
  return found;
}

} // namespace kasuri
