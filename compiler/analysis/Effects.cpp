// Walks all functions, callees before callers, so that every call finds its callee's summary. Calls
// inside a cycle of functions use points-to alone (AccessWalk::callRecursive).
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

class CallOrder {
public:
  CallOrder(const Program &program, const PointsTo &pointsTo)
      : program(program), pointsTo(pointsTo), isSeen(program.functions.size()) {}

  std::vector<FunctionId> find() {
    for (size_t i = 0; i < program.functions.size(); ++i)
      visit(FunctionId(i));
    return order;
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  std::vector<bool> isSeen;
  std::vector<FunctionId> order;

  void visit(FunctionId function) {
    if (isSeen[function.index()])
      return;
    isSeen[function.index()] = true;
    for (ValueId value : valuesWithin(program, program[function].body))
      if (auto found = pointsTo.callees.find(value); found != pointsTo.callees.end())
        for (FunctionId callee : found->second)
          visit(callee);
    order.push_back(function);
  }
};

} // namespace

Effects findEffects(const Program &program, const PointsTo &pointsTo) {
  Effects effects;
  effects.functions.resize(program.functions.size());
  std::vector<bool> isReady(program.functions.size());
  for (FunctionId function : CallOrder(program, pointsTo).find()) {
    AccessWalk(program, pointsTo, effects, function, isReady).run();
    isReady[function.index()] = true;
  }
  return effects;
}

} // namespace kasuri
