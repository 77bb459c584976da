// What the tasks of a layer may take in one run, and when its workers may begin.
#pragma once

#include "plan/Plan.h"

#include <random>

namespace kasuri {

/// One run.
class Draw {
public:
  /// Of one part of the task; 0 if the task does not run.
  double costNs(size_t task, unsigned part, unsigned parts) const;
  /// Its condition, or that of its condition, says otherwise.
  bool isRuledOut(size_t task) const { return !runs[task]; }
  /// After the begin of the layer; the first worker is there from the beginning.
  double wakeNs() const { return wake; }

private:
  friend class Drawing;
  std::vector<std::vector<double>> sums; ///< by task: of its first cells, so many
  std::vector<bool> runs;                ///< by task
  double wake = 0;

  double until(size_t task, double share) const;
};

/// Always the same ones.
std::vector<Draw> drawRuns(const PlannedLayer &layer, unsigned count);

} // namespace kasuri
