// What the accesses of an iteration say of a loop's counter.
//
//     int half[2 * N];
//     for (i = 0; i < n; i++)
//       half[i + N] = half[i];       i + N < 2 N in each iteration, so that i < N: what is read
//                                    has not been written
//
// An iteration makes each access that no branch is around, and that no `continue` passes. If
// nothing leaves the loop, the program's iterations are completed, and none of those accesses
// leaves its declared array. So in each iteration the counter is where they all are inside. Loops
// that something but their test may end say nothing here: their last iteration may be cut off, and
// others behind it may be run that the program never comes to.
#include "analysis/access/flow/LoopLimits.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxLimits = 8;

/// Adds the values that each iteration evaluates; false when what follows may be passed.
bool addAlways(const Program &program, RegionId part, std::vector<ValueId> &always) {
  const Region &region = program[part];
  if (region.kind == Region::Kind::Block)
    std::copy_if(region.values.begin(), region.values.end(), std::back_inserter(always),
                 [&](ValueId value) { return !program[value].conditional; });
  if (region.kind == Region::Kind::Sequence && !region.isStretch)
    return std::all_of(region.children.begin(), region.children.end(),
                       [&](RegionId child) { return addAlways(program, child, always); });
  return !leavingJump(program, part).valid();
}

/// The access lies in the array.
void learnArray(WalkContext &walk, SymbolId counter, const Access &access, const Linear &start,
                int64_t extent) {
  const auto above = Linear::add(access.offset, start, -1);
  const auto room = Linear(extent - static_cast<int64_t>(access.size));
  const auto below = above ? Linear::add(room, *above, -1) : std::nullopt;
  CompactList<Linear> &limits = walk.effects.symbols[counter.index()].limits;
  for (const auto &limit : {above, below})
    if (limit && limit->coefficientOf(counter) != 0 && limits.size() < maxLimits &&
        rangeOf(walk.effects, *limit).low < 0 && std::ranges::find(limits, *limit) == limits.end())
      limits.push_back(*limit);
}

} // namespace

void learnLimits(WalkContext &walk, RegionId loop) {
  auto counter = walk.result.counters.find(loop);
  const bool isOrderly = walk.open.trials == 0 && walk.open.opaque == 0 &&
                         !walk.open.loops.back().mayLeave && !walk.result.mayNotReturn &&
                         !walk.result.mayRunOut;
  if (!isOrderly || counter == walk.result.counters.end())
    return;
  std::vector<ValueId> always;
  addAlways(walk.program, walk.program[loop].children[0], always);
  for (ValueId value : always)
    for (const Access &access : walk.result.accessesAt(value)) {
      if (access.at != access.origin || access.size == 0 || access.isOpaque)
        continue;
      if (access.confined.extent != 0)
        learnArray(walk, counter->second, access, access.confined.start, access.confined.extent);
      for (const auto &[start, extent] : access.confined.outer)
        learnArray(walk, counter->second, access, start, extent);
    }
}

} // namespace kasuri
