// Why a sequential loop is no pipeline, in the user's words: what orders its statements, how much
// of an iteration that is, and what would make it less.
//
//     a.c:9:3: remark: loop stays sequential: 'x' carries a value ... [ScalarCarried]
//     a.c:14:5: note: no pipeline: lines 11 to 14 (97 % of an iteration) hand on 'e->history',
//               which line 14 writes and line 11 of the next iteration reads [NoPipeline]
//     a.c:9:3: note: help: move the statements ...
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// None for a loop whose iterations are too short to overlap, one that is mostly a parallel loop
/// inside, and one about which nothing is known.
std::optional<Obstacle> pipelineNote(const Program &program, const Parallelism &facts,
                                     const CostModel &cost, const Machine &machine, RegionId loop);

} // namespace kasuri
