// An access as callers of its function see it.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Nothing if no caller can see it. `isUnconditional`: it is made in each call.
std::optional<Access> seenFromOutside(WalkContext &walk, const Access &access,
                                      bool isUnconditional);

} // namespace kasuri
