// The symbolic walk over one function.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Adds to `effects` what the function does; its callees' summaries are ready, or assumed.
/// `budget`: for the questions of this walk.
void walkFunction(const Program &program, const PointsTo &pointsTo, Effects &effects,
                  FunctionId function, Summaries &summaries, Budget budget);

} // namespace kasuri
