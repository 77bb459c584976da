// Pipelines that are cut within functions that an iteration calls; internal to findParallelism.
//
//     while (read(f, block)) {          int encode(codec *c, block *b) {
//       n = encode(c, block);             find_attack(c, b);      iterations overlap
//       write(out, block, n);             c->reservoir += ...;    ordered
//     }                                   return pack(c, b); }    iterations overlap
//
// As a whole, the call is ordered. In a copy of the program the function's body replaces it
// (model/Inline.h); what is found for the loop there holds for it here. Emission then calls a copy
// of the function in which the segments are marked. If what is ordered there is in turn a call that
// takes long, a copy of the copy has that function's body in its place, and so on.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/pipeline/FindPipeline.h"

namespace kasuri {

/// By loop of the table, which has no pipeline or one in which less overlaps. Without a pipeline:
/// more reasons why it has none.
std::map<RegionId, PipelineSearch> findPipelinesInCalls(const AnalysedProgram &analysed,
                                                        const LoopTable &loops,
                                                        const Budget &budget,
                                                        const Assumptions &assumptions);

} // namespace kasuri
