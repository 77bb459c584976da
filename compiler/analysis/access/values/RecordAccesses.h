// Recording accesses, with their effect on what is known of memory.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// The access of `size` bytes through `address` that the value makes.
Access accessAt(const WalkContext &walk, ValueId id, ValueId address, uint64_t size, bool isWrite);

/// Forgets what the write may have changed.
void kill(const WalkContext &walk, const Access &write, WalkState &state);

/// Enters the access in the result. Trial passes only collect writes.
void record(WalkContext &walk, Access access, WalkState &state);

/// A read and a write of a special object, for the reason.
void recordOpaque(WalkContext &walk, ValueId id, ObstacleKind reason, SpecialObject object,
                  WalkState &state);

/// Unknown code: what it has seen, what the functions it may call touch, and errno.
void recordUnknown(WalkContext &walk, ValueId id, ObstacleKind reason, WalkState &state);

} // namespace kasuri
