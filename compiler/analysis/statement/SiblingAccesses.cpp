#include "analysis/statement/SiblingAccesses.h"
#include "model/BranchParts.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isOf(const AnalysedProgram &analysed, const Access &access, const PrivateObject &copied) {
  const Base &base = access.base;
  if (copied.place)
    return std::count(copied.place->accesses.begin(), copied.place->accesses.end(), access.at) > 0;
  if (copied.allocation.valid())
    return base.kind == Base::Kind::Symbol &&
           analysed.effects[base.symbol].origin == copied.allocation;
  return base == Base{Base::Kind::Object, copied.object, {}};
}

/// A parallel loop stores what it leaves in an array of its own back as a whole.
std::vector<AccessGroup> groupsOf(const AnalysedProgram &analysed, const LoopTable &loops,
                                  const DependenceFinder &finder, RegionId child,
                                  const Viewpoint &view, const PrivateMemory &own) {
  std::vector<AccessGroup> groups = finder.groups(child, view, own);
  const LoopFacts *loop = loops.factsOf(child);
  if (!loop || !loop->isParallel)
    return groups;
  for (AccessGroup &group : groups)
    for (const PrivateObject &each : loop->privates)
      if (each.copyOut && isOf(analysed, group.sample, each)) {
        Access whole;
        whole.base = group.sample.base;
        whole.isWrite = true;
        whole.origin = group.sample.origin;
        whole.address = group.sample.address;
        group = {whole, {}, group.addresses, {}, {}};
        group.targets = finder.targetsOf(group, {});
      }
  return groups;
}

} // namespace

PrivateMemory privateToTask(const AnalysedProgram &analysed, const StatementFacts &statements,
                            RegionId child) {
  PrivateMemory own;
  own.callees = calleesWithin(analysed, child);
  const std::vector<ObjectId> declared = declaredWithin(analysed, child);
  own.objects.insert(declared.begin(), declared.end());
  for (const PrivateObject &each : statements.siblings.at(child).privates)
    own.objects.insert(each.object);
  return own;
}

std::vector<AccessGroup> accessesOfTask(const AnalysedProgram &analysed, const LoopTable &loops,
                                        const StatementFacts &statements,
                                        const DependenceFinder &finder, RegionId child,
                                        const Viewpoint &view) {
  return groupsOf(analysed, loops, finder, child, view, privateToTask(analysed, statements, child));
}

std::vector<AccessGroup> accessesOfPart(const AnalysedProgram &analysed, const LoopTable &loops,
                                        const StatementFacts &statements,
                                        const DependenceFinder &finder, RegionId child,
                                        RegionId part, const Viewpoint &view) {
  const Region &region = analysed.program[part];
  const RegionId code = armsOf(analysed.program, part) ? region.condition : part;
  return groupsOf(analysed, loops, finder, code, view, privateToTask(analysed, statements, child));
}

std::vector<AccessGroup> accessesOfParts(const AnalysedProgram &analysed, const LoopTable &loops,
                                         const StatementFacts &statements,
                                         const DependenceFinder &finder, RegionId loop,
                                         const Viewpoint &view) {
  PrivateMemory own = privateToTask(analysed, statements, loop);
  for (const PrivateObject &each : loops.factsOf(loop)->privates)
    if (each.object.valid() && !each.copyOut && !each.allocation.valid())
      own.objects.insert(each.object);
  return groupsOf(analysed, loops, finder, loop, view, own);
}

} // namespace kasuri
