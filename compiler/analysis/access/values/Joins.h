// Either of two values, and what holds where two ways come together.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Either of two values: of one base and a constant distance apart, something from one to the
/// other.
SymbolicValue merge(WalkContext &walk, const SymbolicValue &a, const SymbolicValue &b,
                    const ValueType &type, RegionId variantLoop);

/// What holds after two ways have come together; a dead way says nothing. `test`: is true on the
/// way to `a`, false on that to `b`, if it is valid.
WalkState join(WalkContext &walk, const WalkState &a, const WalkState &b, ValueId test = {});

/// Either of two operands, by a condition.
SymbolicValue evaluateSelect(WalkContext &walk, ValueId id, const Instruction &value);

} // namespace kasuri
