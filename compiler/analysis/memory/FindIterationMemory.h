// Finds the memory that each iteration of a loop allocates for itself.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/memory/Privates.h"

namespace kasuri {

/// Nothing if the loop is too large, or does what cannot be looked at apart. `privates`, `own`:
/// what was found so far.
std::shared_ptr<const IterationMemory>
findIterationMemory(const AnalysedProgram &analysed, RegionId loop,
                    const std::vector<PrivateObject> &privates, const OwnMemory &own);

} // namespace kasuri
