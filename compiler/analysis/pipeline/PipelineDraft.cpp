#include "analysis/pipeline/PipelineDraft.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

void extend(std::optional<ElementRange> &range, size_t element) {
  if (!range)
    range = ElementRange{element, element};
  range->first = std::min(range->first, element);
  range->last = std::max(range->last, element);
}

PipelineDraft::PipelineDraft(const AnalysedProgram &analysed, RegionId loop,
                             PipelineElements elements, Budget &budget)
    : analysed(analysed), program(analysed.program), loop(loop), function(program[loop].function),
      known(analysed.effects.functions[function.index()]), elements(std::move(elements)),
      budget(budget) {}

std::vector<RegionId> PipelineDraft::allLeaving() const {
  std::vector<RegionId> regions;
  for (const PipelineElement &each : all())
    regions.insert(regions.end(), each.leaving.begin(), each.leaving.end());
  return regions;
}

bool PipelineDraft::isNamedIn(const std::vector<ValueId> &values, ObjectId object) const {
  return std::any_of(values.begin(), values.end(), [&](ValueId value) {
    return program[value].op == Op::Address && program[value].object == object;
  });
}

bool PipelineDraft::isNamedIn(RegionId region, ObjectId object) const {
  return region.valid() && isNamedIn(valuesWithin(program, region), object);
}

bool PipelineDraft::isNamedIn(const std::vector<RegionId> &regions, ObjectId object) const {
  return std::any_of(regions.begin(), regions.end(),
                     [&](RegionId region) { return isNamedIn(region, object); });
}

bool PipelineDraft::leadsTo(const Locations &targets, ObjectId memory) const {
  return analysed.pointsTo.mayBeIn(targets.set(), memory);
}

bool PipelineDraft::meets(const Locations &targets, uint64_t reach,
                          const std::set<ObjectId> &objects, const ByteRange &bytes) const {
  const PointsTo &pointsTo = analysed.pointsTo;
  const uint64_t size = bytes.isAll() ? uint64_t(unknownEnd) : bytes.size();
  return std::ranges::any_of(objects, [&](ObjectId object) {
    const Location place{object, bytes.low, 0, 0, 0};
    return leadsTo(targets, object) &&
           std::any_of(targets.begin(), targets.end(), [&](const Location &target) {
             return pointsTo.isSpecial(target.object) ||
                    mayOverlap(pointsTo, place, size, target, reach);
           });
  });
}

std::optional<Transfer> PipelineDraft::transferOf(const AccessGroup &group) const {
  if (!isTo(analysed, group.sample, SpecialObject::InputOutput))
    return std::nullopt;
  bool isInput = true, isOutput = true;
  for (const auto &[at, origin] : group.places) {
    const LibraryFunction *library = libraryCalled(program[origin]);
    isInput &= library && library->hasInput;
    isOutput &= library && library->hasOutput && program[origin].calleeName != "ungetc";
  }
  return isInput ? Transfer::Input : isOutput ? Transfer::Output : Transfer::Other;
}

BlockPath holderOf(BlockPath path) {
  path.members.pop_back();
  return path;
}

const PrivateObject *PipelineDraft::bufferOf(ObjectId variable) const {
  for (const PrivateObject &each : pipeline.buffers)
    if (each.object == variable)
      return &each;
  return nullptr;
}

bool PipelineDraft::isNeededBehind(ObjectId object) const {
  if (const PrivateObject *buffer = bufferOf(object))
    return buffer->copyOut;
  if (isNamedIn(allLeaving(), object))
    return true;
  if (program[object].scope == loop)
    return false; // its head declares it
  return isVariableLive(program, analysed.pointsTo, analysed.effects, budget, analysed.liveness,
                        loop, object);
}

bool PipelineDraft::isDeclaredInside(ObjectId variable) const {
  const RegionId scope = program[variable].scope;
  return scope.valid() && scope != loop && contains(program, loop, scope);
}

bool PipelineDraft::isSetInside(ObjectId variable) const {
  return std::ranges::any_of(pipeline.privates, [&](const PrivateObject &each) {
    return each.object == variable && !each.copyOut;
  });
}

bool PipelineDraft::mayBeAheadOf(size_t exit) const {
  return all()[exit].failsFrom ||
         (analysed.assumptions.mayRunAhead() && !strictExits.contains(exit));
}

bool PipelineDraft::mayRunOutIn(size_t element) const {
  const std::vector<RegionId> &regions = all()[element].regions;
  return std::any_of(regions.begin(), regions.end(),
                     [&](RegionId region) { return mayRunOut(analysed, region); });
}

} // namespace kasuri
