// Scalars that advance by the same in each iteration of a loop.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Of scalars that advance by the same in each iteration: by how much, as the offset. Of pointers
/// that only stay in their object the offset is no invariant of the loop.
using LoopSteps = std::map<ObjectId, SymbolicValue>;

/// The steps of an iteration that began with `starts` and ended in `end`.
LoopSteps stepsBetween(const WalkContext &walk, RegionId loop, const LoopSteps &starts,
                       const WalkState &end);

/// The state in front of the loop becomes the one at the start of an iteration: what it modifies is
/// in closed form over its counter, or unknown. The loop is the innermost open one.
void enterIteration(WalkContext &walk, RegionId loop, const LoopSteps &steps,
                    const std::set<ObjectId> &modified, WalkState &state);

/// What the loop leaves in a scalar that it changes: if that advances by the same in each of so
/// many trips, a known number. A pointer stays in its object.
SymbolicValue valueAfter(WalkContext &walk, RegionId loop, ObjectId object,
                         const SymbolicValue &before, const SymbolicValue *step,
                         const std::optional<Linear> &trips);

} // namespace kasuri
