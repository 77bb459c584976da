// Addresses of members and elements.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// The address of a member or an element.
SymbolicValue evaluateElement(WalkContext &walk, ValueId id, const Instruction &value);

} // namespace kasuri
