// A nest in another order may no longer show what it fills: that rows of an image lie one behind
// the other, say, where it takes eight of them at a time. Then the loop over images around it has
// no copies of them, and more of its statements run in order. The loop is found by its place in the
// source, which the new text has kept. Nests in its own body are not looked at: with them, other
// statements are in order.
#include "driver/LostPipelines.h"

#include "model/Regions.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {

static size_t piecesInOrder(const Pipeline &pipeline) {
  size_t pieces = 0;
  for (const OrderedSegment &each : pipeline.segments)
    pieces += each.end - each.begin;
  return pieces;
}

std::vector<RegionId> lostPipelines(const Program &program, const Parallelism &facts,
                                    const Program &reordered, const Parallelism &anew) {
  std::map<SourceLocation, const Pipeline *> left;
  for (const LoopFacts &each : anew.loops)
    if (each.pipeline)
      left[reordered[each.loop].location] = &*each.pipeline;
  std::vector<RegionId> lost;
  for (const LoopFacts &each : facts.loops) {
    if (!each.pipeline)
      continue;
    const auto found = left.find(program[each.loop].location);
    const bool isSameBody =
        found != left.end() && found->second->pieces.size() == each.pipeline->pieces.size();
    if (found == left.end() ||
        (isSameBody && piecesInOrder(*found->second) > piecesInOrder(*each.pipeline)))
      lost.push_back(each.loop);
  }
  return lost;
}

bool leaveNestsIn(const Program &program, Parallelism &facts, const std::vector<RegionId> &loops) {
  if (loops.empty())
    return false;
  std::set<FunctionId> reached;
  std::vector<RegionId> open = loops;
  while (!open.empty()) {
    const RegionId region = open.back();
    open.pop_back();
    for (ValueId value : valuesWithin(program, region))
      if (const auto callees = facts.callees.find(value); callees != facts.callees.end())
        for (FunctionId callee : callees->second)
          if (reached.insert(callee).second && program[callee].body.valid())
            open.push_back(program[callee].body);
  }
  const size_t left = std::erase_if(facts.nests, [&](const AffineNest &nest) {
    return reached.contains(program[nest.loop].function);
  });
  return left > 0;
}

Reordering reorderAnew(const FrontendResult &source, const std::vector<AffineNest> &nests,
                       const ReorderOptions &choices, const Reordering &tried) {
  Reordering fewer = reorderNests(source.program, source.sources, nests, choices);
  for (const ReorderedNest &each : tried.nests)
    if (std::ranges::none_of(
            fewer.nests, [&](const ReorderedNest &nest) { return nest.location == each.location; }))
      fewer.kept.push_back({each.location, "more of the pipeline around it would run in order"});
  return fewer;
}

} // namespace kasuri
