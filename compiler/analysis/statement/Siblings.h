// Dependences between the statements of a sequence, and facts on each of them.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/statement/SiblingFacts.h"

namespace kasuri {

/// Of the sequence's children. `keepsOrder`: none may run beside another.
StatementFacts judgeSiblings(const AnalysedProgram &analysed, const LoopTable &loops,
                             RegionId sequence, bool keepsOrder, Budget &budget);

} // namespace kasuri
