// Loops whose body is several chains that have nothing to do with each other; internal to
// findParallelism.
#pragma once

#include "analysis/LoopVerdicts.h"

namespace kasuri {

/// Sets LoopFacts::distribution of a sequential loop, where its body falls apart. The facts on the
/// children of all sequences are known.
void distributeLoop(const AnalysedProgram &analysed, RegionId loop, Parallelism &facts);

} // namespace kasuri
