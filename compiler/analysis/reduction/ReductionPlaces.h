// Reductions into memory that a loop names in one way (memory/Places.h).
#pragma once

#include "analysis/memory/Places.h"
#include "analysis/reduction/Reduction.h"

namespace kasuri {

/// Makes the reduction's place complete, if nothing else touches the memory. With `touching`, what
/// else may is for the caller to exclude.
bool settle(const AnalysedProgram &analysed, RegionId loop, PlaceJudge &places,
            Reduction &reduction, std::set<ValueId> *touching = nullptr);

/// The same of the places of its companions; true if it has none.
bool settleCompanions(const Program &program, PlaceJudge &places, Reduction &reduction);

} // namespace kasuri
