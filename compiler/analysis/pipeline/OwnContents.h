// Blocks of which an iteration only reads what it has written itself, though nobody can say where
// that is; internal to Versions and PipelineMemory.
#pragma once

#include "analysis/pipeline/LoopCode.h"

#include <functional>

namespace kasuri {

/// Each iteration writes these bytes of the block, which the object is, before it reads them, and
/// the loop comes to the block on one path only.
using IsOwn = std::function<bool(ObjectId object, const ByteRange &bytes)>;

/// All that the loop reads of the block that the objects are, to which it comes on one path only,
/// is the iteration's own: up to where a counter stands, below limits that were filled, or by lists
/// from heads. Not where signed numbers wrap around.
bool isFilledToCounter(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn);
bool isReadBelowLimits(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn);
bool isLinkedByHeads(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn);

} // namespace kasuri
