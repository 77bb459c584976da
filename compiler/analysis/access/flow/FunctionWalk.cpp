// The symbolic walk over one function.
//
//     void f(int n, float *restrict a)      n and a are symbols that stand for the arguments
//
// Its parameters are symbols that callers replace by their arguments; the body is walked once
// (ControlFlow.cpp) with these; then the function is summarised for its callers, and marked as a
// leaf if it is one. The phases follow each other: coverage and summary read only finished
// accesses.
#include "analysis/access/flow/FunctionWalk.h"

#include "analysis/access/calls/LeafCalls.h"
#include "analysis/access/flow/ControlFlow.h"
#include "analysis/access/flow/FunctionSummary.h"
#include "analysis/access/flow/SharedLists.h"
#include "analysis/access/values/WalkValues.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// A restrict parameter that is only ever set to what it points to, moved.
bool isSteadyRestrict(const WalkContext &walk, ObjectId parameter) {
  auto isMoved = [&](ValueId id) {
    while (walk.program[id].op == Op::Element || walk.program[id].op == Op::Convert)
      id = walk.program[id].operands[0];
    return walk.program[id].op == Op::Load && variableOf(walk.program, id) == parameter;
  };
  const std::vector<ValueId> all = valuesWithin(walk.program, walk.program[walk.function].body);
  return walk.program[parameter].isRestrict && std::all_of(all.begin(), all.end(), [&](ValueId id) {
           bool isStore = isStoreTo(walk.program, id, parameter);
           return !isStore || isMoved(walk.program[id].operands[1]);
         });
}

} // namespace

void walkFunction(const Program &program, const PointsTo &pointsTo, Effects &effects,
                  FunctionId function, Summaries &summaries, Budget budget) {
  FunctionAccesses &result = effects.functions[function.index()];
  WalkContext walk{program, pointsTo, summaries, function, effects, result, budget};
  WalkState state;
  const Function &self = walk.program[walk.function];
  for (size_t i = 0; i < self.parameters.size(); ++i) {
    ObjectId parameter = self.parameters[i];
    if (!isTrackedScalar(walk, parameter))
      continue;
    SymbolicValue value = fresh(walk, ValueId(), walk.program[parameter].type, RegionId());
    if (value.kind == SymbolicValue::Kind::Pointer) {
      walk.effects.symbols[value.base.symbol.index()].parameter = static_cast<int>(i);
      walk.effects.symbols[value.base.symbol.index()].isRestrict =
          isSteadyRestrict(walk, parameter);
    } else if (value.kind == SymbolicValue::Kind::Integer)
      walk.effects.symbols[value.offset.terms()[0].first.index()].parameter = static_cast<int>(i);
    state.scalars[parameter] = value;
    walk.parameters[parameter] = value;
  }
  walkRegion(walk, self.body, state);
  leave(walk, state);
  findCoverage(walk);
  summarise(walk);
  summariseEnds(walk);
  rememberExit(walk);
  findLeaf(walk);
  shareLists(walk);
}

} // namespace kasuri
