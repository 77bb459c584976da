// Reductions by functions that a loop gives an address; internal to findParallelism.
#pragma once

#include "analysis/dependence/Dependences.h"
#include "analysis/memory/Places.h"
#include "analysis/reduction/Reduction.h"

namespace kasuri {

struct CalleeReductions {
  std::vector<Reduction> reductions;
  /// The accesses that work on copies: by Call of the loop and Load or Store of the function.
  std::set<std::pair<ValueId, ValueId>> accesses;
  /// The same of updates that only their number in an iteration keeps from being reductions.
  std::set<std::pair<ValueId, ValueId>> ordered;  ///< of floating-point sums
  std::set<std::pair<ValueId, ValueId>> overflow; ///< of signed sums
};

CalleeReductions findCalleeReductions(const AnalysedProgram &analysed, RegionId loop,
                                      PlaceJudge &places);

} // namespace kasuri
