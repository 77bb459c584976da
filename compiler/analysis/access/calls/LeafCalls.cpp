// Small functions are evaluated where they are called.
//
//     static double *at(const grid *g, int x, int y) { return &g->cell[y * g->width + x]; }
//     static int alive(const char *g, int x, int y) { return g[(y + H) % H * W + (x + W) % W]; }
//
//     static int clamp(int v, int n) { if (v < 0) return 0; if (v > n) return n; return v; }
//
// A summary has to hold for all calls, so it knows neither that x and y are counters nor that
// y + H is not negative. A leaf is a function that computes a value and changes nothing but its own
// scalars, without loops: walking its instructions again with this call's arguments costs no more
// than mapping its summary, and what it reads and returns is then as exact as if the source had it
// written out. Its accesses count for the call, those behind a branch as such that a call may skip;
// its own scalars live for the evaluation alone.
//
// Of several results the value is one, as with `?:`, and has ends by what the branches on the way
// to each have found out (Ways.h).
#include "analysis/access/calls/LeafCalls.h"

#include "analysis/access/values/Joins.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/access/values/Ways.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxValues = 150;
constexpr size_t maxSteps = 600; ///< with the leaves that it calls, each way through branches
constexpr long maxBranches = 4;

/// A leaf being evaluated.
struct LeafWalk {
  struct Return {
    SymbolicValue value;
    std::vector<Linear> facts; ///< each >= 0 where it returns that
  };
  EvaluateValue evaluate;
  std::vector<Return> returns = {};
  std::vector<SymbolicValue> tests = {}; ///< what branches went by
  std::optional<WalkState> end = {};     ///< where all returns come together
};

/// No branch is around it, and no return in front of it.
bool runsWhenCalled(const WalkContext &walk, RegionId block) {
  RegionId below = block;
  for (RegionId up = walk.program[block].parent; up.valid();
       below = up, up = walk.program[up].parent) {
    const Region &around = walk.program[up];
    if (around.condition == below)
      continue;
    auto end = std::find(around.children.begin(), around.children.end(), below);
    bool isPassed = std::any_of(around.children.begin(), end, [&](RegionId each) {
      return leavingJump(walk.program, each).valid();
    });
    if (around.kind != Region::Kind::Sequence || isPassed)
      return false;
  }
  return true;
}

void learnEnds(WalkContext &walk, const SymbolicValue &result, const LeafWalk &leaf) {
  std::vector<Way> ways;
  for (const LeafWalk::Return &each : leaf.returns) {
    if (each.value.mayWrap)
      return;
    ways.push_back({each.value.offset, each.facts});
  }
  learnWays(walk, symbolOf(result), ways);
}

/// One of the values that it returns.
SymbolicValue resultOf(WalkContext &walk, const LeafWalk &leaf, ValueId id, const ValueType &type) {
  RegionId variantLoop;
  auto widen = [&](const SymbolicValue &value) {
    if (RegionId loop = varianceOf(walk, {value});
        loopDepth(walk.program, loop) > loopDepth(walk.program, variantLoop))
      variantLoop = loop;
  };
  for (const SymbolicValue &test : leaf.tests)
    widen(test);
  for (const LeafWalk::Return &each : leaf.returns)
    widen(each.value);
  const size_t known = walk.effects.symbols.size();
  SymbolicValue result = leaf.returns.front().value;
  for (const LeafWalk::Return &each : leaf.returns) {
    bool isKind = each.value.kind != SymbolicValue::Kind::Unknown && each.value.kind == result.kind;
    bool isBase = isKind && each.value.base == result.base;
    if (!isBase)
      return freshHere(walk, id, type);
    result = merge(walk, result, each.value, type, variantLoop);
  }
  const auto &terms = result.offset.terms();
  const bool isNew = result.kind == SymbolicValue::Kind::Integer && terms.size() == 1 &&
                     terms[0].second == 1 && result.offset.constant() == 0 &&
                     terms[0].first.index() >= known;
  if (isNew)
    learnEnds(walk, result, leaf);
  return result;
}

/// Each way from the last of `rest` on to a return.
void walkWays(WalkContext &walk, LeafWalk &leaf, std::vector<RegionId> rest, WalkState state,
              std::vector<Linear> facts) {
  const bool wasInArm = walk.leaves.isInArm;
  while (!rest.empty()) {
    const RegionId id = rest.back();
    const Region &region = walk.program[id];
    rest.pop_back();
    if (region.kind == Region::Kind::Sequence) {
      rest.insert(rest.end(), region.children.rbegin(), region.children.rend());
      continue;
    }
    if (region.kind == Region::Kind::Jump) {
      leaf.returns.push_back({valueOf(walk, region.returned), std::move(facts)});
      leaf.end = leaf.end ? join(walk, *leaf.end, state) : std::move(state);
      return;
    }
    const bool isBranch = region.kind == Region::Kind::Branch;
    const RegionId block = isBranch ? region.condition : id;
    walk.leaves.isInArm = wasInArm || !runsWhenCalled(walk, block);
    for (ValueId value : walk.program[block].values)
      leaf.evaluate(walk, value, state);
    walk.leaves.isInArm = wasInArm;
    if (!isBranch)
      continue;
    leaf.tests.push_back(valueOf(walk, region.conditionValue));
    for (bool outcome : {true, false}) {
      std::vector<RegionId> way = rest;
      if (outcome || region.children.size() > 1)
        way.push_back(region.children[outcome ? 0 : 1]);
      std::vector<Linear> known = facts;
      addFacts(walk, region.conditionValue, outcome, known);
      walkWays(walk, leaf, std::move(way), state, std::move(known));
    }
    return;
  }
}

bool isOwnScalar(const WalkContext &walk, ObjectId object) {
  return walk.program[object].owner == walk.function && walk.program[object].isPlainScalar();
}

/// Blocks and branches, of which each way ends with a return of a value.
bool isTree(const Program &program, const Function &function, const std::vector<RegionId> &parts) {
  const Region &body = program[function.body];
  auto isPlain = [&](RegionId part) {
    const Region &region = program[part];
    bool isReturn = region.jump == Region::JumpKind::Return && region.returned.valid();
    return region.kind == Region::Kind::Block || region.kind == Region::Kind::Sequence ||
           (region.kind == Region::Kind::Branch && region.conditionValue.valid()) || isReturn;
  };
  return body.kind == Region::Kind::Sequence && !body.children.empty() &&
         std::all_of(parts.begin(), parts.end(), isPlain) &&
         program[body.children.back()].returned.valid();
}

/// It changes nothing but the function's own scalars, whenever it is reached.
bool isPure(const WalkContext &walk, ValueId id) {
  const Instruction &value = walk.program[id];
  const ObjectId variable = variableOf(walk.program, id);
  switch (value.op) {
  case Op::Clobber:
  case Op::Call:
    return isLeafCall(walk, value) && !value.conditional;
  case Op::Address:
    return !walk.program[value.object].isThreadLocal &&
           (!walk.program[value.object].isAutomatic() || isOwnScalar(walk, value.object));
  case Op::Store:
    return variable.valid() && isOwnScalar(walk, variable) && !value.conditional && !value.partial;
  default:
    return !value.isVolatile;
  }
}

} // namespace

bool isLeafCall(const WalkContext &walk, const Instruction &call) {
  if (call.op != Op::Call || !call.callee.valid() ||
      walk.effects.functions[call.callee.index()].leafSize == 0)
    return false;
  const std::vector<ObjectId> &parameters = walk.program[call.callee].parameters;
  auto isOfType = [&](ValueId argument, ObjectId parameter) {
    return walk.program[argument].type == walk.program[parameter].type;
  };
  return std::equal(call.operands.begin(), call.operands.end(), parameters.begin(),
                    parameters.end(), isOfType);
}

void findLeaf(WalkContext &walk) {
  const Function &self = walk.program[walk.function];
  const std::vector<RegionId> parts = regionsWithin(walk.program, self.body);
  const auto branches = std::count_if(parts.begin(), parts.end(), [&](RegionId part) {
    return walk.program[part].kind == Region::Kind::Branch;
  });
  if (!isTree(walk.program, self, parts) || branches > maxBranches || self.isVariadic ||
      !std::all_of(self.parameters.begin(), self.parameters.end(),
                   [&](ObjectId parameter) { return isOwnScalar(walk, parameter); }))
    return;
  const std::vector<ValueId> line = valuesWithin(walk.program, self.body);
  size_t size = 0;
  for (ValueId id : line) {
    if (!isPure(walk, id))
      return;
    const Instruction &value = walk.program[id];
    size += isLeafCall(walk, value) ? walk.effects.functions[value.callee.index()].leafSize : 1;
  }
  if (line.size() <= maxValues && (size << branches) <= maxSteps)
    walk.result.leafSize = size << branches;
}

SymbolicValue evaluateLeaf(WalkContext &walk, ValueId id, const Instruction &call, WalkState &state,
                           EvaluateValue evaluate) {
  const FunctionId callee = call.callee;
  const Function &self = walk.program[callee];
  const ValueId outer =
      std::exchange(walk.leaves.site, walk.leaves.site.valid() ? walk.leaves.site : id);
  walk.leaves.open.push_back(callee);
  for (size_t i = 0; i < self.parameters.size(); ++i) {
    SymbolicValue argument = valueOf(walk, call.operands[i]);
    if (argument.kind == SymbolicValue::Kind::Unknown)
      argument = freshHere(walk, ValueId(), walk.program[self.parameters[i]].type);
    state.scalars[self.parameters[i]] = argument;
  }
  LeafWalk leaf{evaluate};
  const bool wasInArm = walk.leaves.isInArm, wasDead = std::exchange(state.isDead, false);
  walkWays(walk, leaf, {self.body}, std::move(state), {});
  walk.leaves.isInArm = wasInArm;
  state = std::move(*leaf.end);
  state.isDead = wasDead;
  std::erase_if(state.scalars,
                [&](const auto &scalar) { return walk.program[scalar.first].owner == callee; });
  walk.leaves.open.pop_back();
  walk.leaves.site = outer;
  return resultOf(walk, leaf, id, call.type);
}

} // namespace kasuri
