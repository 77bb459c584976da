// Values that parts of a loop compute where the source does not.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/guard/Guards.h"
#include "analysis/reduction/Reduction.h"
#include "analysis/support/Budget.h"

#include <optional>
#include <vector>

namespace kasuri {

/// Tests in front of the loop under which all that the reduction speculates can be computed in any
/// iteration; nothing if there are none that say so.
std::optional<std::vector<Guard>> guardSpeculation(const AnalysedProgram &analysed, RegionId loop,
                                                   const Reduction &reduction, Budget &budget);

} // namespace kasuri
