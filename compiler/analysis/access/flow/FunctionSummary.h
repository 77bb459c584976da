// What callers of a function must know of it.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// What the function surely writes, and which of its reads see only that.
void findCoverage(WalkContext &walk);

/// What memory surely holds when the function returns, where a caller can look it up.
void rememberExit(WalkContext &walk);

/// When the function may not return to its caller.
void summariseEnds(WalkContext &walk);

/// The accesses of the function, as its callers see them.
void summarise(WalkContext &walk);

} // namespace kasuri
