// Blocks behind pointers of which each iteration of a pipeline in flight has a version; internal to
// findPipeline.
#pragma once

#include "analysis/pipeline/BlockPaths.h"

namespace kasuri {

/// Gives iterations versions of the block that the access is to, and of those that lead to it.
/// `draft.groups` and `paths` must be those of the loop. False, and nothing changes, if someone
/// could tell, or if all statements among `ordered` that take long would be in order all the same.
bool makeVersions(PipelineDraft &draft, BlockPaths &paths, const Access &access,
                  const ElementRange &ordered);

} // namespace kasuri
