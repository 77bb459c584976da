// The walk over regions: sequences, branches, loops and jumps.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// A return, in this state.
void leave(WalkContext &walk, const WalkState &state);

/// Walks the region from the state in front of it; the state becomes the one behind it.
void walkRegion(WalkContext &walk, RegionId id, WalkState &state);

} // namespace kasuri
