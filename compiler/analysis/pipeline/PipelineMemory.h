// Memory that the iterations of a pipeline share, have for themselves, or hand on; internal to
// findPipeline.
#pragma once

#include "analysis/memory/FindIterationMemory.h"
#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// Gives iterations copies of what they only reuse, hands on what copies allow, and orders all
/// else. False if nothing is left that may overlap: most loops end here after a few questions.
bool orderMemory(PipelineDraft &draft, IterationTables &tables);

} // namespace kasuri
