// Lists of accesses that many calls have in common.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Moves long lists of calls to FunctionAccesses::sharedAt, and frees what lists do not use.
void shareLists(WalkContext &walk);

} // namespace kasuri
