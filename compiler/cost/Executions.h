// How often each region is executed in a run of the program; internal to the estimate.
#pragma once

#include "analysis/Parallelism.h"
#include "cost/Measured.h"
#include "model/Program.h"

#include <vector>

namespace kasuri {

/// By RegionId. `trips` (by RegionId, of loops) is corrected where `isGuess` and counted executions
/// inside and outside of the loop tell better; it is no guess then.
std::vector<double> countExecutions(const Program &program, const Parallelism &facts,
                                    const std::vector<MeasuredTask> &measured,
                                    std::vector<bool> &isGuess, std::vector<double> &trips);

} // namespace kasuri
