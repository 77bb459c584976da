// Tests of a table's elements that end the program.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// If the arm ends the program: what must hold, in some iteration of the loop around, for it to be
/// entered. Nothing if that is no test of a table's element.
Premise elementPremise(WalkContext &walk, RegionId branch, bool outcome);

} // namespace kasuri
