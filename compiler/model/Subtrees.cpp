#include "model/Subtrees.h"

#include "model/Regions.h"

namespace kasuri {

Subtrees::Subtrees(const Program &program)
    : valueSpans(program.regions.size()), regionSpans(program.regions.size()),
      isLeft(program.regions.size()) {
  for (size_t i = 0; i < program.regions.size(); ++i)
    if (!program.regions[i].parent.valid())
      add(program, RegionId(i));
  for (size_t i = 0; i < program.regions.size(); ++i)
    if (!isKnown(RegionId(i)))
      add(program, outermostUnknown(program, RegionId(i)));
  findLeft(program);
}

/// What its parent does not list as a part, and is below no other such region.
RegionId Subtrees::outermostUnknown(const Program &program, RegionId region) const {
  while (!isKnown(program[region].parent))
    region = program[region].parent;
  return region;
}

/// Of each region, the values and regions that come behind it in the walk begin where it does. They
/// end before the next region that is not below it.
void Subtrees::add(const Program &program, RegionId root) {
  const size_t first = regionOrder.size();
  for (RegionId region : regionsWithin(program, root)) {
    regionSpans[region.index()].begin = regionOrder.size();
    valueSpans[region.index()].begin = valueOrder.size();
    regionOrder.push_back(region);
    const std::vector<ValueId> &values = program[region].values;
    valueOrder.insert(valueOrder.end(), values.begin(), values.end());
    regionSpans[region.index()].end = regionOrder.size();
    valueSpans[region.index()].end = valueOrder.size();
  }
  for (size_t position = regionOrder.size(); position-- > first;) {
    const RegionId region = regionOrder[position], parent = program[region].parent;
    if (region == root)
      continue;
    Span &regions = regionSpans[parent.index()], &values = valueSpans[parent.index()];
    regions.end = std::max(regions.end, regionSpans[region.index()].end);
    values.end = std::max(values.end, valueSpans[region.index()].end);
  }
}

/// A jump leaves all that is around it and below its target: what matters of all jumps below a
/// region is how deep the outermost target is.
void Subtrees::findLeft(const Program &program) {
  std::vector<size_t> depth(program.regions.size()), outermost(program.regions.size(), SIZE_MAX);
  for (RegionId id : regionOrder) {
    const Region &region = program[id];
    depth[id.index()] = region.parent.valid() ? depth[region.parent.index()] + 1 : 1;
    if (region.jump == Region::JumpKind::None)
      continue;
    const bool isInFunction =
        region.jump == Region::JumpKind::Break || region.jump == Region::JumpKind::Continue;
    const RegionId target = isInFunction                            ? endedBy(program, id)
                            : region.jump == Region::JumpKind::Goto ? region.target
                                                                    : RegionId();
    outermost[id.index()] = target.valid() ? depth[target.index()] : 0;
  }
  for (auto id = regionOrder.rbegin(); id != regionOrder.rend(); ++id) {
    isLeft[id->index()] = outermost[id->index()] < depth[id->index()];
    const RegionId parent = program[*id].parent;
    if (parent.valid() && isPart(*id, parent))
      outermost[parent.index()] = std::min(outermost[parent.index()], outermost[id->index()]);
  }
}

} // namespace kasuri
