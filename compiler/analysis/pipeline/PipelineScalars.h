// Variables that the iterations of a pipeline have for themselves or hand on; internal to
// findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// Of the plain scalars that the loop writes.
void findPipelineScalars(PipelineDraft &draft);

} // namespace kasuri
