// Which iterations of a loop those of a later one depend on; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"

namespace kasuri {

/// Of a dependence between two loops. All other verdicts are in: it draws on what they have left of
/// the function's budget.
std::optional<Halo> findHalo(const AnalysedProgram &analysed, const LoopTable &loops,
                             const StatementFacts &statements, const SiblingDependence &dependence,
                             Budget &budget);

} // namespace kasuri
