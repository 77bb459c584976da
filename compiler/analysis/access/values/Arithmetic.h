// Arithmetic and conversions of the walk.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Arithmetic on integers; a fresh value for what is not understood.
SymbolicValue evaluateArithmetic(WalkContext &walk, ValueId id, const Instruction &value);

/// A conversion between types.
SymbolicValue evaluateConvert(WalkContext &walk, ValueId id, const Instruction &value);

} // namespace kasuri
