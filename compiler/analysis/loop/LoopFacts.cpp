#include "analysis/loop/LoopFacts.h"

#include <algorithm>

namespace kasuri {

bool hasBlocks(const LoopFacts &loop) {
  return std::any_of(loop.reductions.begin(), loop.reductions.end(), [](const Reduction &each) {
    return each.order == FloatingOrder::Blocks && !each.promise.valid();
  });
}

std::vector<unsigned> linesInOrder(const Program &program, const LoopFacts &facts) {
  std::vector<unsigned> lines;
  if (facts.ordered)
    for (RegionId statement : facts.ordered->statements)
      lines.push_back(program[statement].location.line);
  return lines;
}

} // namespace kasuri
