// Reductions of structures by functions that get the value so far and return the next; internal to
// findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/reduction/Reduction.h"

namespace kasuri {

/// A structure of the loop's function that is only ever set to what such a function makes of it:
/// one reduction for each member that the function combines with a term. Empty: it is none.
std::vector<Reduction> findStructReductions(const AnalysedProgram &analysed, RegionId loop,
                                            ObjectId object);

} // namespace kasuri
