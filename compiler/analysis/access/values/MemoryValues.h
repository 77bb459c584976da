// Loads and stores: what memory holds, as far as the walk knows.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// What memory holds there: known from an earlier access, or a symbol for it. When nothing has been
/// written there since the function was entered, the symbol is the same for all loads, and a caller
/// can look it up. `isConditional`: the load is not made each time that it is reached.
SymbolicValue loadFrom(WalkContext &walk, const Access &access, const ValueType &type,
                       WalkState &state, bool isConditional = false);

/// What is loaded; records the access.
SymbolicValue evaluateLoad(WalkContext &walk, ValueId id, const Instruction &value,
                           WalkState &state);

/// Records the access, and remembers what is stored.
void evaluateStore(WalkContext &walk, ValueId id, const Instruction &value, WalkState &state);

} // namespace kasuri
