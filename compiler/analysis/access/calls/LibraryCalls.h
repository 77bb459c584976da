// Calls of known library functions.
#pragma once

#include "analysis/access/values/WalkContext.h"
#include "analysis/library/LibraryFunctions.h"

namespace kasuri {

/// Records what a call of a library function touches.
void callLibrary(WalkContext &walk, ValueId id, const Instruction &call,
                 const LibraryFunction &function, WalkState &state);

} // namespace kasuri
