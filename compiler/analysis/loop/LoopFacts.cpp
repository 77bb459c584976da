#include "analysis/loop/LoopFacts.h"

namespace kasuri {

std::vector<unsigned> linesInOrder(const Program &program, const LoopFacts &facts) {
  std::vector<unsigned> lines;
  if (facts.ordered)
    for (RegionId statement : facts.ordered->statements)
      lines.push_back(program[statement].location.line);
  return lines;
}

} // namespace kasuri
