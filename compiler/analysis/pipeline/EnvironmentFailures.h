// Conditions that only hold because output or an allocation has failed; internal to findPipeline.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/pipeline/LocalValues.h"

#include <optional>
#include <vector>

namespace kasuri {

/// The condition, which the loop evaluates in each iteration, has that outcome only if one of these
/// calls of the loop has failed in the same iteration, for a reason that is not in the program's
/// data: those that were looked at, at least. None: the data may decide as well.
std::optional<std::vector<ValueId>> failuresBehind(const AnalysedProgram &analysed,
                                                   LocalValues &values, RegionId loop,
                                                   ValueId condition, bool outcome);

} // namespace kasuri
