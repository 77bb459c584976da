// Pipelines that a better order of nests inside them would cost.
#pragma once

#include "reorder/Reorder.h"

#include <set>
#include <vector>

namespace kasuri {

/// What is asked of a pipeline when its program is gone: a large one and its copy of new text take
/// too much memory at the same time.
struct SourcePipeline {
  SourceLocation loop;
  size_t pieces = 0, inOrder = 0;
  std::set<RegionId> nests; ///< loops of Parallelism::nests in functions that it leads to
};

std::vector<SourcePipeline> pipelinesOf(const Program &program, const Parallelism &facts);

/// Those that are none in the program with the new order, or of which more is in order there.
std::vector<SourcePipeline> lostPipelines(std::vector<SourcePipeline> before,
                                          const Program &reordered, const Parallelism &anew);

/// Takes the nests that the pipelines lead to from the facts. False: there are none.
bool leaveNestsIn(const std::vector<SourcePipeline> &pipelines, Parallelism &facts);

} // namespace kasuri
