// Which statements of a pipeline its exits order; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// Adds ranges so that nobody sees what iterations have done when an earlier one has ended the
/// loop. False if what runs behind the loop uses what only an iteration has.
bool orderExits(PipelineDraft &draft);

} // namespace kasuri
