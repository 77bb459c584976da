// The verdict on what a loop does to memory; internal to its verdict.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFindings.h"
#include "analysis/memory/FindIterationMemory.h"
#include "analysis/memory/Places.h"
#include "analysis/reduction/CalleeReductions.h"
#include "analysis/reduction/Reductions.h"

namespace kasuri {

/// All memory that is no scalar of the loop's function and no reduction found so far. Adds private
/// copies, guards and obstacles.
void judgeMemory(const AnalysedProgram &analysed, RegionId loop, const ReductionFinder &reductions,
                 PlaceJudge &places, const CalleeReductions &calleeReductions,
                 IterationTables &tables, Budget &budget, LoopFindings &findings);

} // namespace kasuri
