// What may still be needed, along the regions of a function from its end to its start.
#pragma once

#include "analysis/support/IdSet.h"
#include "model/Program.h"

#include <functional>
#include <map>
#include <vector>

namespace kasuri {

/// What is tracked is numbered; a set holds what may be read later, before it is surely written.
struct BackwardRules {
  /// What is live behind the value becomes what is live in front of it.
  std::function<void(ValueId value, IdSet &live)> step;
  /// The same for a whole region; false: the walk looks inside. None: it always does.
  std::function<bool(RegionId region, IdSet &live)> skip = {};
  /// Nothing in the region reads, writes or jumps, so that it is passed over; none: it is unknown.
  std::function<bool(RegionId region)> isInert = {};
  IdSet atExit = {}; ///< when the function returns
};

/// What is live behind each loop of the function that is not in a skipped or inert region, also
/// where a `goto` in it leads to. `gotos`: those of the function.
std::map<RegionId, IdSet> liveBehindLoops(const Program &program, FunctionId function,
                                          const std::vector<RegionId> &gotos,
                                          const BackwardRules &rules);

} // namespace kasuri
