// Reductions to what has the smallest or largest key; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/reduction/Reductions.h"

namespace kasuri {

/// A variable of the loop's function that is only ever set to what such a comparison prefers.
std::optional<Reduction> findChoice(const AnalysedProgram &analysed, RegionId loop,
                                    const ReductionFinder &finder, ObjectId object);

} // namespace kasuri
