// Loops whose body is several chains that have nothing to do with each other; internal to
// findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"

namespace kasuri {

/// Of a sequential loop, where its body falls apart. `statements`: of all sequences.
std::optional<Distribution> distributeLoop(const AnalysedProgram &analysed,
                                           const LoopFacts &verdict,
                                           const StatementFacts &statements, Budget &budget);

} // namespace kasuri
