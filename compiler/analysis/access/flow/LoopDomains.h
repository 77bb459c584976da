// The domain of a loop's iterations.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// The loop's test holds throughout an iteration's body for the values at its start.
void learnDomain(WalkContext &walk, RegionId loop);

} // namespace kasuri
