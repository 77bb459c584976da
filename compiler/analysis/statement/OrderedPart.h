// Loops of which only some statements need the loop's order; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/memory/FindIterationMemory.h"
#include "analysis/statement/SiblingFacts.h"

namespace kasuri {

/// Makes a sequential loop parallel but for some of its statements, LoopFacts::ordered, where the
/// others are worth it. The facts on the children of all sequences are known.
std::optional<LoopFacts> orderLoop(const AnalysedProgram &analysed, const LoopFacts &verdict,
                                   const StatementFacts &statements, IterationTables &tables,
                                   Budget &budget);

} // namespace kasuri
