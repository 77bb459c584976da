// Reductions by functions that get the value so far and return the next; internal to
// findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/reduction/Reduction.h"

namespace kasuri {

/// A scalar of the loop's function that is only ever set to what such a function makes of it.
std::optional<Reduction> findValueReduction(const AnalysedProgram &analysed, RegionId loop,
                                            ObjectId object);

} // namespace kasuri
