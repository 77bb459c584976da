// A loop that runs as a pipeline; internal to movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

MovableCode readPipedLoop(FunctionCode &function, RegionId loop);

} // namespace kasuri
