// Numbers of unsigned arithmetic that may wrap around.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// The number of unsigned type that a value is which may have wrapped. `range`: of what is known
/// about it.
SymbolicValue numberOf(WalkContext &walk, ValueId id, const SymbolicValue &value,
                       const Range &range);

/// A number in the range that is the product of the two if that is in it.
SymbolId modularProduct(WalkContext &walk, ValueId id, const Linear &a, const Linear &b,
                        const Range &range);

/// Of as many bits as addresses have, where those are 32.
bool isAddressWide(const WalkContext &walk, const ValueType &type);

/// An index that is taken modulo 2^32. One that has not wrapped is no negative one: nothing is so
/// large that it has so many elements.
SymbolicValue signedIndex(WalkContext &walk, ValueId id, SymbolicValue index);

/// An index is taken modulo 2^64 as a signed number. A sum that may pass 2^64 (n + 1 + i with n the
/// greatest of its type) comes out small: its large parts are then numbers of any sign.
Linear withoutOverflow(WalkContext &walk, const Linear &index);

} // namespace kasuri
