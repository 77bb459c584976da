// What can be tested in front of a loop, so that it runs as a pipeline only if that holds; internal
// to findPipeline.
#pragma once

#include "analysis/pipeline/BlockPaths.h"

namespace kasuri {

/// A test that the number is not negative. None if it may be another one in some iteration, or
/// cannot be computed in front of the loop without a trap. `paths`: those of the loop.
std::optional<Guard> guardNotNegative(const PipelineDraft &draft, BlockPaths &paths,
                                      const Linear &value);

} // namespace kasuri
