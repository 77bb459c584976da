// Members of blocks that hold pointers, and nothing else; internal to Versions.
#pragma once

#include "analysis/pipeline/LoopCode.h"

namespace kasuri {

/// What the holders have at these bytes leads to memory or is null, in all of the program, and the
/// loop reads it as a pointer: so a worker may have another pointer there.
bool isAlwaysPointer(const LoopCode &code, const std::set<ObjectId> &holders,
                     const ByteRange &bytes);

} // namespace kasuri
