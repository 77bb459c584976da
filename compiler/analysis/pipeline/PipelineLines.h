// Lines of input that each iteration of a pipeline has for itself; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// Finds them, and makes them the iterations' own.
void findPipelineLines(PipelineDraft &draft);

/// When all other memory of the draft is settled: no pointer into a line outlives its iteration.
bool areLinesOwn(const PipelineDraft &draft);

} // namespace kasuri
