// A loop as a pipeline: how long it takes, and the layer that runs it.
#pragma once

#include "plan/Candidates.h"

namespace kasuri {

/// From the first iteration's begin to the last one's end. `signalNs`: from one iteration's leaving
/// an ordered stage until the next one, on another worker, knows.
double pipelineNs(const std::vector<PlannedStage> &stages, double iterations, unsigned workers,
                  double signalNs);

/// All stages of an iteration, and the longest of the ordered ones, which bounds the speedup; null:
/// none is ordered.
double iterationNs(const std::vector<PlannedStage> &stages);
const PlannedStage *longestOrdered(const std::vector<PlannedStage> &stages);

/// In its body, or in what that calls.
bool holdsParallelLoop(const Program &program, const Parallelism &facts, RegionId loop);

/// A task of the graph's layer as a layer of its own that is a pipeline; none if it cannot be one,
/// or gains less than what is inside.
std::optional<Candidate> pipelineOf(const Program &program, const Parallelism &facts,
                                    const CostModel &cost, const Machine &machine,
                                    const PlanOptions &options, const Layer &layer,
                                    const MacroTask &task);

} // namespace kasuri
