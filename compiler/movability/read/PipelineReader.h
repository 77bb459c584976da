// A loop that runs as a pipeline; internal to movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

/// `isOther`: LoopFacts::otherPipeline.
MovableCode readPipedLoop(FunctionCode &function, RegionId loop, bool isOther);

} // namespace kasuri
