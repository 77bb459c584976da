// Sums of integers that functions called in a loop keep in memory; internal to findParallelism.
#pragma once

#include "analysis/dependence/Dependences.h"
#include "analysis/memory/Places.h"
#include "analysis/reduction/Reduction.h"

namespace kasuri {

struct CalledSums {
  std::vector<Reduction> reductions;
  /// What is no dependence: by Call of the loop and origin of the access in its list.
  std::set<std::pair<ValueId, ValueId>> accesses;
};

/// `settled`: of such accesses, those that are reductions already.
CalledSums findCalledSums(const AnalysedProgram &analysed, RegionId loop, PlaceJudge &places,
                          const std::set<std::pair<ValueId, ValueId>> &settled);

} // namespace kasuri
