// What the accesses of an iteration say of a loop's counter.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Of the innermost open loop, behind the real pass over its body.
void learnLimits(WalkContext &walk, RegionId loop);

} // namespace kasuri
