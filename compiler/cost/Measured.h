// What profiles say about the program's regions.
#pragma once

#include "model/Program.h"

#include <string>
#include <vector>

namespace kasuri {

/// One execution of a macro-task, in one profile.
struct InputMeasure {
  size_t profile = 0; ///< index of --profile
  double meanNs = 0;
  double deviationNs = 0;
  double executions = 0; ///< in the run of the program
};

/// A macro-task that profiles have measured.
struct MeasuredTask {
  std::string layer, task;  ///< by the names that both the plan and the profile give them
  RegionId first, last;     ///< consecutive siblings, as the macro-task has them
  bool isCondition = false; ///< only the condition of the Branch `first` was measured
  double estimatedNs = 0;   ///< what was estimated instead
  double meanNs = 0;        ///< one execution, mean over all executions in all profiles
  double deviationNs = 0;   ///< of an execution from that mean, within and between profiles
  double executions = 0;    ///< per run of the program, mean over the profiles
  std::vector<InputMeasure> byInput;
};

} // namespace kasuri
