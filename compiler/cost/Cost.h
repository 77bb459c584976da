// What each region costs: a static estimate in nanoseconds on a core of relative speed 1.
//
// Loops count their trips where these are constants, array bounds or otherwise a stated guess; a
// branch costs the mean of its arms; a call costs its callee's body. Source of the per-operation
// figures: see Cost.cpp. A measured profile replaces the estimate later.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

namespace kasuri {

struct RegionCost {
  double perExecutionNs = 0; ///< one execution of the region
  double trips = 1;          ///< Loop: iterations per execution
  bool isGuess = false;      ///< a trip count on the way was guessed
  bool isOpen = false;       ///< Loop: nothing bounds the trip count, `trips` is a mere default
};

struct CostModel {
  std::vector<RegionCost> regions; ///< by RegionId
  std::vector<double> functionNs;  ///< by FunctionId: one call
  std::vector<double> executions;  ///< by RegionId: times executed in a run of the program
  double programNs = 0;            ///< one run of main (or of all externally visible functions)

  const RegionCost &of(RegionId region) const { return regions[region.index()]; }
  /// Estimated share of the program's time spent in the region, 0..1.
  double shareOf(RegionId region) const {
    return programNs > 0 ? executions[region.index()] * of(region).perExecutionNs / programNs : 0;
  }
};

CostModel estimateCost(const Program &program, const Parallelism &facts);

std::string print(const Program &program, const CostModel &cost,
                  const std::string &onlyFunction = "");

} // namespace kasuri
