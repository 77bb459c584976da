// Arrays that each iteration of a loop may have to itself.
#pragma once

#include "analysis/LoopVerdicts.h"

namespace kasuri {

/// A copy of the array for each part of the loop gives what the one array gives; none if it does
/// not.
std::optional<PrivateObject> findPrivateArray(const AnalysedProgram &analysed, RegionId loop,
                                              ObjectId array);

/// The same of allocated memory, of which a variable holds the address: the symbol's.
std::optional<PrivateObject> findPrivateBuffer(const AnalysedProgram &analysed, RegionId loop,
                                               SymbolId memory);

} // namespace kasuri
