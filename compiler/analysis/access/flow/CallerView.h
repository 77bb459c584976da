// An access as callers of its function see it.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Nothing if no caller can see it; two if they differ by the sign of a number, by which one of
/// them is made. `isUnconditional`: it is made in each call.
std::vector<Access> seenFromOutside(WalkContext &walk, const Access &access, bool isUnconditional);

} // namespace kasuri
