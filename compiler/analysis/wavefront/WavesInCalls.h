// Wavefronts whose columns are a loop of a function that each row calls; internal to
// findParallelism.
//
//     for (int y = 1; y < h - 1; y++)      double relax_row(plate *p, int y) {
//       relax_row(p, y);                     for (int x = 1; x < p->width - 1; x++) ...
//
// The call is replaced by the function's body in a copy of the program (model/Inline.h), which is
// analyzed like any other. What is found for the loop there holds for it here: both do the same.
// Emission then calls a copy of the function that waits between the chunks of its columns.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"

namespace kasuri {

/// The facts of loops that can run so, which replace those in the table.
std::vector<LoopFacts> findWavesInCalls(const AnalysedProgram &analysed, const LoopTable &loops,
                                        const Budget &budget, const Assumptions &assumptions);

} // namespace kasuri
