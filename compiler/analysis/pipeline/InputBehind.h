// Who looks at files behind a loop that has read ahead; internal to findPipeline.
#pragma once

#include "analysis/pipeline/Elements.h"

namespace kasuri {

/// When the loop has ended in that exit, something may look at files from which it has read, other
/// than to close them.
bool usesInputBehind(const AnalysedProgram &analysed, RegionId loop, const PipelineElement &exit);

} // namespace kasuri
