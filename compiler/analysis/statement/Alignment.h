// Which iterations of a loop those of a later one depend on; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"

#include <map>
#include <vector>

namespace kasuri {

/// What the loops in one sequence touch, seen from there, as far as somebody has asked: a loop may
/// have a dependence to each of the others.
struct TouchedByLoops {
  RegionId sequence;
  std::map<RegionId, std::vector<AccessGroup>> groups;
};

/// Of a dependence between two loops. All other verdicts are in: it draws on what they have left of
/// the function's budget.
std::optional<Halo> findHalo(const AnalysedProgram &analysed, const LoopTable &loops,
                             const StatementFacts &statements, const SiblingDependence &dependence,
                             TouchedByLoops &touched, Budget &budget);

} // namespace kasuri
