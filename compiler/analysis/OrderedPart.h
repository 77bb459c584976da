// Loops of which only some statements need the loop's order; internal to findParallelism.
#pragma once

#include "analysis/LoopVerdicts.h"

namespace kasuri {

/// Makes a sequential loop parallel but for some of its statements, LoopFacts::ordered, where the
/// others are worth it. The facts on the children of all sequences are known.
void orderLoop(const AnalysedProgram &analysed, RegionId loop, Parallelism &facts);

} // namespace kasuri
