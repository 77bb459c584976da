// A callee's premises, in terms of its caller.
#pragma once

#include "analysis/access/calls/CallerValues.h"

namespace kasuri {

/// Nothing if it does not hold in this call.
std::optional<PremiseId> premiseInCaller(WalkContext &walk, PremiseId id, CallMapping &mapping);

/// All that the callee says of its ends.
void noteEnds(WalkContext &walk, CallMapping &mapping);

} // namespace kasuri
