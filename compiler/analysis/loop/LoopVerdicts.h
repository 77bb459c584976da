// The verdict on one loop; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFindings.h"
#include "analysis/memory/FindIterationMemory.h"

namespace kasuri {

/// Whether the loop's iterations may run in any order; where they may not, whether they may behind
/// conditions that are tested in front of the loop.
LoopFindings judgeLoop(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables,
                       Budget &budget);

/// The same without conditions in front: what holds of every run of the loop.
LoopFindings judgeUnguarded(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables,
                            Budget &budget);

/// The same for a loop of which these statements run in order, behind what all iterations do else.
LoopFindings judgeLoopBut(const AnalysedProgram &analysed, RegionId loop,
                          const std::vector<RegionId> &inOrder, IterationTables &tables,
                          Budget &budget);

/// The same for a loop whose iterations run as a wavefront in that order, without conditions in
/// front.
LoopFindings judgeLoopInWaves(const AnalysedProgram &analysed, RegionId loop, const WaveOrder &wave,
                              IterationTables &tables, Budget &budget);

} // namespace kasuri
