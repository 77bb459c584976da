// Calls of small functions, which are evaluated where they are called.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Evaluates one instruction: the step that the walk over a leaf repeats (EvaluateValues.h).
using EvaluateValue = void (*)(WalkContext &walk, ValueId id, WalkState &state);

/// A call of one leaf with arguments of its parameters' types.
bool isLeafCall(const WalkContext &walk, const Instruction &call);

/// Whether the function is a leaf; its callees have been asked before.
void findLeaf(WalkContext &walk);

/// Evaluates the leaf with the arguments of this call, and gives its result.
SymbolicValue evaluateLeaf(WalkContext &walk, ValueId id, const Instruction &call, WalkState &state,
                           EvaluateValue evaluate);

} // namespace kasuri
