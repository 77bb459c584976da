// What profiles say about the program's macro-tasks.
#pragma once

#include "cost/Spread.h"
#include "model/Program.h"
#include "support/Ids.h"

#include <string>
#include <vector>

namespace kasuri {

/// A macro-task in one profile.
struct InputMeasure {
  size_t profile = 0;     ///< index of --profile
  double meanNs = 0;      ///< one execution, all its parts together
  double deviationNs = 0; ///< of an execution from that mean
  double executions = 0;  ///< in that run of the program
};

/// A macro-task that profiles have measured. Beside the first line all is as one execution on one
/// core takes, with everything inside; of a controlled one in CostInputs, as it takes on average
/// over all runs of its layer, and in a CostModel, over those in which it is wanted.
struct MeasuredTask {
  std::string layer, task;   ///< by the names that both the plan and the profile give them
  RegionId first, last;      ///< consecutive siblings, as the macro-task has them
  bool isCondition = false;  ///< only the condition of the Branch `first` was measured
  bool isControlled = false; ///< its layer may run without it
  RegionId sequence;         ///< of its layer
  double estimatedNs = 0;    ///< what was estimated instead
  double meanNs = 0;         ///< over all executions in all profiles
  double deviationNs = 0;    ///< from that mean, within and between profiles
  double executions = 0;     ///< of its layer per run of the program, mean over the profiles
  double trips = 0;          ///< of a loop that was split: its iterations, mean; 0: not known
  double wakeNs = 0;     ///< of its layer: from its begin until a further worker has begun, mean
  Spread wakes;          ///< the same from run to run, with workers that came too late
  double unevenness = 0; ///< of its layer: see PlannedLayer
  /// What an execution takes, with the mean and about the deviation above. Not of one whose parts
  /// were measured.
  Spread times;
  std::vector<InputMeasure> byInput;

  /// It took over twice as long as estimated, or less than half.
  bool differs() const { return meanNs > 2 * estimatedNs || meanNs < estimatedNs / 2; }
};

/// How often a test in front of a layer failed, in all profiles.
struct RefusedLayer {
  LayerId layer;
  bool isOtherwise = false; ///< of a pipeline that runs where another one was refused
  double refused = 0; ///< calls that ran the original code, or that other one, therefore; over 0
  double calls = 0;   ///< all
};

/// Of one iteration of a pipeline, mean over all that profiles have measured.
struct MeasuredSegment {
  double workNs = 0, waitNs = 0; ///< waitNs: for its turn
};

struct MeasuredPipeline {
  std::string layer;                     ///< its name
  std::vector<MeasuredSegment> segments; ///< in order; the last one is the code in none of them
  double trips = 1;                      ///< iterations in a run, mean
};

/// A loop of the sequential program. Means over the profiles that have counted loops, for one run.
/// If none has, over those with samples.
struct MeasuredLoop {
  RegionId loop;
  double entries = 0, iterations = 0;
  double totalNs = 0;     ///< of all executions
  bool isSampled = false; ///< only totalNs is known
};

/// The expected greatest of so many independent numbers of the standard normal distribution.
double expectedGreatest(unsigned count);

} // namespace kasuri
