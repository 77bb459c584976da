// Stores that exchange the pointers of two cells, and what loops find in cells.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Before a store is recorded: it may begin or end an exchange.
void noteExchange(WalkContext &walk, ValueId id, const Access &access, const WalkState &state);

/// In front of a loop: which pointers are still what their cells hold.
void noteHeldCells(WalkContext &walk, RegionId loop, const WalkState &state);

} // namespace kasuri
