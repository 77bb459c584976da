// Calls of functions that the program defines.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// The callee's accesses in its own symbols.
const std::vector<Access> &knownOf(const WalkContext &walk, FunctionId callee);

/// `isNew`: no callee of the call had the same list of accesses before.
SymbolicValue callDefined(WalkContext &walk, ValueId id, const Instruction &call, FunctionId callee,
                          bool isOnly, bool isNew, WalkState &state);

} // namespace kasuri
