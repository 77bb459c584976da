// A nest in another order may no longer show what it fills: that rows of an image lie one behind
// the other, say, where it takes eight of them at a time. Then the loop over images around it has
// no copies of them, and more of its statements run in order. The loop is found by its place in the
// source, which the new text has kept. Nests in its own body are not looked at: with them, other
// statements are in order.
#include "driver/LostPipelines.h"

#include "model/Regions.h"

#include <algorithm>
#include <map>

namespace kasuri {

static size_t piecesInOrder(const Pipeline &pipeline) {
  size_t pieces = 0;
  for (const OrderedSegment &each : pipeline.segments)
    pieces += each.end - each.begin;
  return pieces;
}

/// In functions that the region leads to.
static std::set<RegionId> nestsBehind(const Program &program, const Parallelism &facts,
                                      RegionId region) {
  std::set<FunctionId> reached;
  std::vector<RegionId> open = {region};
  while (!open.empty()) {
    const RegionId next = open.back();
    open.pop_back();
    for (ValueId value : valuesWithin(program, next))
      if (const auto callees = facts.callees.find(value); callees != facts.callees.end())
        for (FunctionId callee : callees->second)
          if (reached.insert(callee).second && program[callee].body.valid())
            open.push_back(program[callee].body);
  }
  std::set<RegionId> nests;
  for (const AffineNest &nest : facts.nests)
    if (reached.contains(program[nest.loop].function))
      nests.insert(nest.loop);
  return nests;
}

std::vector<SourcePipeline> pipelinesOf(const Program &program, const Parallelism &facts) {
  std::vector<SourcePipeline> pipelines;
  for (const LoopFacts &each : facts.loops)
    if (each.pipeline)
      pipelines.push_back({program[each.loop].location, each.pipeline->pieces.size(),
                           piecesInOrder(*each.pipeline), nestsBehind(program, facts, each.loop)});
  return pipelines;
}

std::vector<SourcePipeline> lostPipelines(std::vector<SourcePipeline> before,
                                          const Program &reordered, const Parallelism &anew) {
  std::map<SourceLocation, const Pipeline *> left;
  for (const LoopFacts &each : anew.loops)
    if (each.pipeline)
      left[reordered[each.loop].location] = &*each.pipeline;
  std::erase_if(before, [&](const SourcePipeline &each) {
    const auto found = left.find(each.loop);
    return found != left.end() && (found->second->pieces.size() != each.pieces ||
                                   piecesInOrder(*found->second) <= each.inOrder);
  });
  return before;
}

bool leaveNestsIn(const std::vector<SourcePipeline> &pipelines, Parallelism &facts) {
  const size_t left = std::erase_if(facts.nests, [&](const AffineNest &nest) {
    return std::ranges::any_of(pipelines, [&](const SourcePipeline &pipeline) {
      return pipeline.nests.contains(nest.loop);
    });
  });
  return left > 0;
}

} // namespace kasuri
