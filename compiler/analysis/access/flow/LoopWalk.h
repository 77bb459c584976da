// The walk over a loop: a trial pass, and the real one.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Walks a region from the state in front of it: the step that the walk over a loop repeats
/// (ControlFlow.h).
using WalkRegion = void (*)(WalkContext &walk, RegionId id, WalkState &state);

/// Walks the loop from the state in front of it; the state becomes the one behind it.
void walkLoop(WalkContext &walk, RegionId id, WalkState &state, WalkRegion walkRegion);

} // namespace kasuri
