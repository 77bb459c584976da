// A pipeline that has been found in a copy of the program with calls replaced by functions' bodies
// (model/Inline.h), in terms of the original; internal to findPipelinesInCalls.
#pragma once

#include "analysis/pipeline/FindPipeline.h"

namespace kasuri {

/// Without the pipelines that hand on, or test, what only the copy has.
PipelineSearch inOriginal(const InlinedProgram &inlined, PipelineSearch found);

} // namespace kasuri
