// How long a loop takes as a pipeline.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// From the first iteration's begin to the last one's end. `signalNs`: from one iteration's leaving
/// an ordered stage until the next one, on another worker, knows; `claimNs`: what each iteration
/// takes beside its stages.
double pipelineNs(const std::vector<PlannedStage> &stages, double iterations, unsigned workers,
                  double signalNs, double claimNs);

/// All stages of an iteration, and the longest of the ordered ones, which bounds the speedup; null:
/// none is ordered.
double iterationNs(const std::vector<PlannedStage> &stages);
const PlannedStage *longestOrdered(const std::vector<PlannedStage> &stages);

} // namespace kasuri
