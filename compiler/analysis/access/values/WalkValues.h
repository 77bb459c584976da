// What the walk knows of values, and the symbols that it makes for those it does not know.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// A new number of the walked function. `origin`: the value it is made for; `variantLoop`: the
/// innermost loop in which it may change.
SymbolId newSymbol(WalkContext &walk, ValueId origin, Range range, RegionId variantLoop);

/// A value of the type of which nothing else is known; Unknown if it is no number and no pointer.
SymbolicValue fresh(WalkContext &walk, ValueId origin, const ValueType &type, RegionId variantLoop);

/// The same, for a value that may change in the innermost open loop.
SymbolicValue freshHere(WalkContext &walk, ValueId origin, const ValueType &type);

/// A new number in the range.
SymbolicValue bounded(WalkContext &walk, ValueId origin, Range range, RegionId variantLoop);

/// Unknown if it has not been evaluated.
SymbolicValue valueOf(const WalkContext &walk, ValueId id);

/// The call's argument at the position; Unknown if there is none.
SymbolicValue argumentOf(const WalkContext &walk, const Instruction &call, int position);

/// A scalar of the function, or of a leaf being evaluated, that no pointer leads to.
bool isTrackedScalar(const WalkContext &walk, ObjectId id);

/// A variable of the walked function.
bool isOwn(const WalkContext &walk, ObjectId object);

/// It has one value in all iterations of one execution of the loop.
bool isInvariant(const WalkContext &walk, const Linear &value, RegionId loop);

bool isInvariant(const WalkContext &walk, const Base &base, RegionId loop);

/// A caller can tell its value: a parameter, what memory held at entry, or a product of such.
bool isNameable(const WalkContext &walk, SymbolId id);

bool isNameable(const WalkContext &walk, const Linear &value);

/// The innermost loop that may change what is loaded; the trial passes know what each loop writes.
RegionId variance(const WalkContext &walk, const Access &access);

/// The innermost loop in which a function of the values may change.
RegionId varianceOf(const WalkContext &walk, std::initializer_list<SymbolicValue> operands);

/// Variables that the region stores to by name.
std::set<ObjectId> scalarsStoredIn(const Program &program, RegionId region);

} // namespace kasuri
