// Where a program spends its time in small steps, so that even a test in front of a layer shows.
#pragma once

#include "cost/Cost.h"
#include "plan/Candidates.h"

#include <map>
#include <set>

namespace kasuri {

class HotCode {
public:
  HotCode(const Program &program, const Parallelism &facts, const CostModel &cost);

  /// Two loops around it repeat it often, in its function or where that is called. Or one does, and
  /// it is a loop whose bounds are read from memory anew each time.
  bool contains(RegionId region) const;

private:
  const Program &program;
  const CostModel &cost;
  std::map<ObjectId, std::vector<ValueId>> stores; ///< by the variable that they name
  std::set<FunctionId> functions;                  ///< called from hot code

  RegionId loopAround(RegionId region) const;
  unsigned depthOf(RegionId region) const;
  bool isRagged(RegionId region) const;
  bool varies(ValueId value, RegionId around) const;
  bool isReadAnew(ValueId value, RegionId around, unsigned depth = 0) const;
};

/// The gain is sure: the estimate does not rest on guesses, or there is one still if it is far too
/// high; or the program finds out, by a test that costs nothing beside the loop.
bool isSureToPay(const Candidate &candidate, const CostModel &cost, double minGain);

} // namespace kasuri
