#include "analysis/loop/LoopFacts.h"

#include <algorithm>

namespace kasuri {

bool hasBlocks(const LoopFacts &loop) {
  return std::any_of(loop.reductions.begin(), loop.reductions.end(), [](const Reduction &each) {
    return each.order == FloatingOrder::Blocks && !each.promise.valid();
  });
}

std::set<FunctionId> calleesWithSums(const LoopFacts &loop) {
  std::set<FunctionId> callees;
  for (const Reduction &each : loop.reductions)
    if (each.called)
      callees.insert(each.called->callees.begin(), each.called->callees.end());
  return callees;
}

std::vector<unsigned> linesInOrder(const Program &program, const LoopFacts &facts) {
  std::vector<unsigned> lines;
  if (facts.ordered)
    for (RegionId statement : facts.ordered->statements)
      lines.push_back(program[statement].location.line);
  return lines;
}

constexpr uint64_t largestSaved = 4096;

std::vector<CallPath> cutCallsOf(const Pipeline &pipeline) {
  std::vector<CallPath> calls;
  for (const PipelinePiece &each : pipeline.pieces)
    if (each.part == PipelinePiece::Part::Arguments) {
      calls.push_back(each.path);
      calls.back().push_back(each.call);
    }
  return calls;
}

bool isSavedAtExits(const Program &program, const Pipeline &pipeline, ObjectId left) {
  return program[left].type.size > 0 && program[left].type.size <= largestSaved &&
         std::none_of(pipeline.buffers.begin(), pipeline.buffers.end(),
                      [&](const PrivateObject &each) { return each.object == left; });
}

bool isSavedAtExits(const HandedBytes &left) {
  return left.isLive && !left.bytes.isAll() && left.bytes.high != INT64_MAX &&
         left.bytes.size() <= largestSaved;
}

} // namespace kasuri
