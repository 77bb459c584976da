// What a call costs with its own arguments, where these decide how often loops iterate.
#pragma once

#include "analysis/Parallelism.h"
#include "cost/RareGrowth.h"
#include "cost/Trips.h"
#include "model/Program.h"

#include <map>
#include <utility>
#include <vector>

namespace kasuri {

struct CostModel;

class CallCosts {
public:
  /// All of them stay where they are; `cost` has the regions of a function once that was estimated.
  CallCosts(const Program &program, const Parallelism &facts, TripCounts &counts,
            const RareGrowth &rare, const CostModel &cost)
      : program(program), facts(facts), counts(counts), rare(rare), cost(cost) {}

  /// Of the callee's mean over all its calls, whose regions have been estimated.
  double factor(ValueId call, FunctionId callee);

private:
  const Program &program;
  const Parallelism &facts;
  TripCounts &counts;
  const RareGrowth &rare;
  const CostModel &cost;
  std::map<std::pair<FunctionId, TripCounts::Arguments>, double> known; ///< ns
  unsigned depth = 0; ///< of calls within calls that are being looked at

  double meanNs(FunctionId function) const;
  double callNs(ValueId call, FunctionId callee, TripCounts::Call *around);
  double regionNs(RegionId region, TripCounts::Call &call);
  double difference(RegionId region, TripCounts::Call &call);
  double loopNs(RegionId loop, TripCounts::Call &call);
};

} // namespace kasuri
