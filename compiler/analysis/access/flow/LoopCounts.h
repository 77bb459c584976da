// How often a loop runs, and whether its variable may wrap around.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// An iteration may change the bound.
bool changesInLoop(const WalkContext &walk, RegionId loop, ValueId bound);

/// May an unsigned or narrow scalar that advances by `step` pass its type's end while the loop
/// runs?
bool mayWrapAround(WalkContext &walk, RegionId id, ObjectId object, const Linear &advance,
                   const SymbolicValue &start);

/// How often a loop runs that nothing but its test ends.
std::optional<TripCount> tripCountOf(WalkContext &walk, RegionId id, const WalkState &entry);

/// That of a variable that advances by one: a number that may be 0.
std::optional<Linear> tripsOf(WalkContext &walk, RegionId id, const TripCount &count);

} // namespace kasuri
