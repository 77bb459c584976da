// Which statements of later iterations may run before data decide that the loop ends; internal to
// findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// The first element before `end` in which a later iteration has anything from one that may end the
/// loop at the exit, or from one before that, other than input; `end` if there is none.
size_t firstNotFed(PipelineDraft &draft, size_t exit, size_t end);

} // namespace kasuri
