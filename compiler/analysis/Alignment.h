// Which iterations of a loop those of a later one depend on; internal to findParallelism.
#pragma once

#include "analysis/LoopVerdicts.h"

namespace kasuri {

/// Finds the halos of the dependences between siblings. All other verdicts are in: it draws on what
/// they have left of each function's budget.
void alignSiblings(const AnalysedProgram &analysed, Parallelism &facts);

} // namespace kasuri
