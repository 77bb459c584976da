// A distributed loop's components; internal to movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

MovableComponents readComponents(FunctionCode &function, const MacroTask &task);

} // namespace kasuri
