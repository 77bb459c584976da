// Integers as symbolic values.
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// All numbers of the type.
Range rangeOfType(const ValueType &type);

SymbolicValue integer(Linear offset);

/// The symbol that the value is and nothing else; invalid: it is no such.
SymbolId symbolOf(const SymbolicValue &value);

} // namespace kasuri
