// Arrays that each iteration of a loop may have to itself.
#pragma once

#include "analysis/LoopVerdicts.h"

namespace kasuri {

/// A copy of the array for each part of the loop gives what the one array gives; none if it does
/// not.
std::optional<PrivateObject> findPrivateArray(const AnalysedProgram &analysed, RegionId loop,
                                              ObjectId array);

} // namespace kasuri
