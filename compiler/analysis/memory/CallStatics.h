// Static variables of functions that could as well be automatic.
#pragma once

#include "analysis/access/AnalysedProgram.h"

namespace kasuri {

/// The variable is static in a function, and each call of this function may have one of its own.
bool isOwnOfEachCall(const AnalysedProgram &analysed, ObjectId variable);

} // namespace kasuri
