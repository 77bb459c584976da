// How long a loop takes as a pipeline.
#pragma once

#include <cstddef>
#include <vector>

namespace kasuri {

/// A stretch of an iteration, in ns on the cores that run it.
struct PipelineStage {
  double ns = 0;
  bool isOrdered = false; ///< begins when the iteration before has left it
};

/// From the first iteration's begin to the last one's end. `signalNs`: from one iteration's leaving
/// an ordered stage until the next one, on another worker, knows; `claimNs`: what each iteration
/// takes beside its stages.
double pipelineNs(const std::vector<PipelineStage> &stages, double iterations, unsigned workers,
                  double signalNs, double claimNs);

/// The longest ordered stage bounds the speedup, whatever the number of workers.
double longestOrderedNs(const std::vector<PipelineStage> &stages);

} // namespace kasuri
