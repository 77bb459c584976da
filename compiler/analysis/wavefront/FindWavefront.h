// Sequential loops whose iterations can run as a wavefront; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/memory/FindIterationMemory.h"

namespace kasuri {

/// All that stops the loop is memory that iterations hand on, or conditions in front of it may.
bool mayBeWavefront(const LoopFacts &verdict);

/// The loop, in the body of another one, is written as columns are: a plain count towards a bound,
/// which nothing leaves.
bool mayBeColumns(const Program &program, RegionId loop);

/// The facts of a sequential loop, or of one whose guards are sure to fail, that can run as a
/// wavefront, LoopFacts::wavefront; none where it cannot, or where that is not known.
std::optional<LoopFacts> findWavefront(const AnalysedProgram &analysed, const LoopFacts &verdict,
                                       IterationTables &tables, const Budget &budget);

} // namespace kasuri
