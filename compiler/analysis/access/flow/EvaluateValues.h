// One instruction: what it computes and what it touches.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Evaluates one instruction in the state, and changes the state by what it does.
void evaluate(WalkContext &walk, ValueId id, WalkState &state);

} // namespace kasuri
