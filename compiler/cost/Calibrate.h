// Makes estimates agree with the measured times of what they are parts of; internal to the cost
// model.
#pragma once

#include "cost/Cost.h"

namespace kasuri {

struct Calibration {
  const std::vector<double> &interiorNs;     ///< by RegionId: the sum of its parts
  const std::vector<double> &measuredPartNs; ///< by RegionId: of its cost, from measured parts
  const std::vector<bool> &isGuess;          ///< by RegionId: of loops, whose trips may be scaled
  double programNs = 0;                      ///< one run of the program, as measured
};

/// Scales the costs in `cost.regions` that were not measured.
void calibrate(const Program &program, const Parallelism &facts, const Calibration &known,
               CostModel &cost);

} // namespace kasuri
