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
// Of several results the value is one, as with `?:`. What the branches on the way to each have
// found out (v >= 0 where v is returned) tells which of the results is an end for all of them: a
// number x is at most y if y - x, less something that is known not to be negative there, cannot be
// negative.
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t mostValues = 150;
constexpr size_t mostSteps = 600; ///< with the leaves that it calls, each way through branches
constexpr long mostBranches = 4;

} // namespace

/// Whether the function is a leaf; its callees have been asked before.
void AccessWalk::findLeaf() {
  const Function &self = program[function];
  const Region &body = program[self.body];
  auto isScalar = [&](ObjectId object) {
    return program[object].owner == function && program[object].isPlainScalar();
  };
  auto isPlain = [&](RegionId part) {
    const Region &region = program[part];
    bool isReturn = region.jump == Region::JumpKind::Return && region.returned.valid();
    return region.kind == Region::Kind::Block || region.kind == Region::Kind::Sequence ||
           (region.kind == Region::Kind::Branch && region.conditionValue.valid()) || isReturn;
  };
  const std::vector<RegionId> parts = regionsWithin(program, self.body);
  const auto branches = std::count_if(parts.begin(), parts.end(), [&](RegionId part) {
    return program[part].kind == Region::Kind::Branch;
  });
  const bool isTree = body.kind == Region::Kind::Sequence && !body.children.empty() &&
                      std::all_of(parts.begin(), parts.end(), isPlain) &&
                      branches <= mostBranches && program[body.children.back()].returned.valid();
  if (!isTree || self.isVariadic ||
      !std::all_of(self.parameters.begin(), self.parameters.end(), isScalar))
    return;
  size_t size = 0;
  auto isPure = [&](ValueId id) {
    const Instruction &value = program[id];
    size += isLeafCall(value) ? effects.functions[value.callee.index()].leafSize : 1;
    switch (value.op) {
    case Op::Clobber:
    case Op::Call:
      return isLeafCall(value) && !value.conditional;
    case Op::Address:
      return !program[value.object].isThreadLocal &&
             (!program[value.object].isAutomatic() || isScalar(value.object));
    case Op::Store:
      return variableOf(program, id).valid() && isScalar(variableOf(program, id)) &&
             !value.conditional && !value.partial;
    default:
      return !value.isVolatile;
    }
  };
  const std::vector<ValueId> line = valuesWithin(program, self.body);
  const bool isLeaf = std::all_of(line.begin(), line.end(), isPure);
  if (isLeaf && line.size() <= mostValues && (size << branches) <= mostSteps)
    result.leafSize = size << branches;
}

/// A call of one leaf with arguments of its parameters' types.
bool AccessWalk::isLeafCall(const Instruction &call) const {
  if (call.op != Op::Call || !call.callee.valid() ||
      effects.functions[call.callee.index()].leafSize == 0)
    return false;
  const std::vector<ObjectId> &parameters = program[call.callee].parameters;
  auto isOfType = [&](ValueId argument, ObjectId parameter) {
    return program[argument].type == program[parameter].type;
  };
  return std::equal(call.operands.begin(), call.operands.end(), parameters.begin(),
                    parameters.end(), isOfType);
}

SymbolicValue AccessWalk::evaluateLeaf(ValueId id, const Instruction &call, WalkState &state) {
  const FunctionId callee = call.callee;
  const Function &self = program[callee];
  const ValueId outer = std::exchange(site, site.valid() ? site : id);
  inlined.push_back(callee);
  for (size_t i = 0; i < self.parameters.size(); ++i) {
    SymbolicValue argument = valueOf(call.operands[i]);
    if (argument.kind == SymbolicValue::Kind::Unknown)
      argument = freshHere(ValueId(), program[self.parameters[i]].type);
    state.scalars[self.parameters[i]] = argument;
  }
  LeafWalk leaf;
  const bool wasInArm = isInLeafArm, wasDead = std::exchange(state.isDead, false);
  walkWays(leaf, {self.body}, std::move(state), {});
  isInLeafArm = wasInArm;
  state = std::move(*leaf.end);
  state.isDead = wasDead;
  std::erase_if(state.scalars,
                [&](const auto &scalar) { return program[scalar.first].owner == callee; });
  inlined.pop_back();
  site = outer;
  return resultOf(leaf, id, call.type);
}

/// Each way from the last of `rest` on to a return.
void AccessWalk::walkWays(LeafWalk &leaf, std::vector<RegionId> rest, WalkState state,
                          std::vector<Linear> facts) {
  const bool wasInArm = isInLeafArm;
  while (!rest.empty()) {
    const RegionId id = rest.back();
    const Region &region = program[id];
    rest.pop_back();
    if (region.kind == Region::Kind::Sequence) {
      rest.insert(rest.end(), region.children.rbegin(), region.children.rend());
      continue;
    }
    if (region.kind == Region::Kind::Jump) {
      leaf.returns.push_back({valueOf(region.returned), std::move(facts)});
      leaf.end = leaf.end ? join(*leaf.end, state) : std::move(state);
      return;
    }
    const bool isBranch = region.kind == Region::Kind::Branch;
    const RegionId block = isBranch ? region.condition : id;
    isInLeafArm = wasInArm || !runsWhenCalled(block);
    for (ValueId value : program[block].values)
      evaluate(value, state);
    isInLeafArm = wasInArm;
    if (!isBranch)
      continue;
    leaf.tests.push_back(valueOf(region.conditionValue));
    for (bool outcome : {true, false}) {
      std::vector<RegionId> way = rest;
      if (outcome || region.children.size() > 1)
        way.push_back(region.children[outcome ? 0 : 1]);
      std::vector<Linear> known = facts;
      addFacts(region.conditionValue, outcome, known);
      walkWays(leaf, std::move(way), state, std::move(known));
    }
    return;
  }
}

/// No branch is around it, and no return in front of it.
bool AccessWalk::runsWhenCalled(RegionId block) const {
  RegionId below = block;
  for (RegionId up = program[block].parent; up.valid(); below = up, up = program[up].parent) {
    const Region &around = program[up];
    if (around.condition == below)
      continue;
    auto end = std::find(around.children.begin(), around.children.end(), below);
    bool isPassed = std::any_of(around.children.begin(), end,
                                [&](RegionId each) { return leavingJump(program, each).valid(); });
    if (around.kind != Region::Kind::Sequence || isPassed)
      return false;
  }
  return true;
}

/// What a test says of integers if it has this outcome.
void AccessWalk::addFacts(ValueId test, bool outcome, std::vector<Linear> &facts) const {
  const Instruction &value = program[test];
  auto isConstant = [&](ValueId id, bool isTrue) {
    return program[id].op == Op::Constant && (program[id].number != 0) == isTrue;
  };
  if (value.op == Op::Convert && program[value.operands[0]].op == Op::Compare)
    return addFacts(value.operands[0], outcome, facts);
  if (value.op == Op::Select && isConstant(value.operands[outcome ? 2 : 1], !outcome)) {
    addFacts(value.operands[0], outcome, facts);
    return addFacts(value.operands[outcome ? 1 : 2], outcome, facts);
  }
  if (value.op != Op::Compare)
    return;
  if (value.relation == Relation::Equal && program[value.operands[0]].op == Op::Compare &&
      isConstant(value.operands[1], false))
    return addFacts(value.operands[0], !outcome, facts);
  const SymbolicValue a = valueOf(value.operands[0]), b = valueOf(value.operands[1]);
  if (a.kind != SymbolicValue::Kind::Integer || b.kind != a.kind || a.mayWrap || b.mayWrap)
    return;
  const Relation relation = outcome ? value.relation : opposite(value.relation);
  auto addGap = [&](const Linear &low, const Linear &high, int64_t least) {
    auto gap = Linear::add(high, low, -1);
    if (auto fact = gap ? Linear::add(*gap, Linear(-least)) : std::nullopt)
      facts.push_back(*fact);
  };
  if (relation == Relation::Less || relation == Relation::LessEqual || relation == Relation::Equal)
    addGap(a.offset, b.offset, relation == Relation::Less);
  if (relation == Relation::Greater || relation == Relation::GreaterEqual ||
      relation == Relation::Equal)
    addGap(b.offset, a.offset, relation == Relation::Greater);
}

/// One of the values that it returns.
SymbolicValue AccessWalk::resultOf(const LeafWalk &leaf, ValueId id, const ValueType &type) {
  RegionId variantLoop;
  auto widen = [&](const SymbolicValue &value) {
    if (RegionId loop = varianceOf({value});
        loopDepth(program, loop) > loopDepth(program, variantLoop))
      variantLoop = loop;
  };
  for (const SymbolicValue &test : leaf.tests)
    widen(test);
  for (const LeafWalk::Return &each : leaf.returns)
    widen(each.value);
  const size_t known = effects.symbols.size();
  SymbolicValue result = leaf.returns.front().value;
  for (const LeafWalk::Return &each : leaf.returns) {
    bool isKind = each.value.kind != SymbolicValue::Kind::Unknown && each.value.kind == result.kind;
    bool isBase = isKind && each.value.base == result.base;
    if (!isBase)
      return freshHere(id, type);
    result = merge(result, each.value, type, variantLoop);
  }
  const auto &terms = result.offset.terms();
  const bool isNew = result.kind == SymbolicValue::Kind::Integer && terms.size() == 1 &&
                     terms[0].second == 1 && result.offset.constant() == 0 &&
                     terms[0].first.index() >= known;
  if (isNew)
    learnEnds(result, leaf);
  return result;
}

void AccessWalk::learnEnds(const SymbolicValue &result, const LeafWalk &leaf) {
  const SymbolId id = result.offset.terms()[0].first;
  if (std::any_of(leaf.returns.begin(), leaf.returns.end(),
                  [](const LeafWalk::Return &each) { return each.value.mayWrap; }))
    return;
  auto isNotNegative = [&](const Linear &gap, const std::vector<Linear> &facts) {
    return rangeOf(effects, gap).low >= 0 ||
           std::any_of(facts.begin(), facts.end(), [&](const Linear &fact) {
             auto rest = Linear::add(gap, fact, -1);
             return rest && rangeOf(effects, *rest).low >= 0;
           });
  };
  Symbol &symbol = effects.symbols[id.index()];
  symbol.isDerived = true;
  symbol.alternatives.clear();
  for (const LeafWalk::Return &end : leaf.returns)
    if (std::find(symbol.alternatives.begin(), symbol.alternatives.end(), end.value.offset) ==
        symbol.alternatives.end())
      symbol.alternatives.push_back(end.value.offset);
  for (const Linear &end : symbol.alternatives)
    for (int64_t sign : {1, -1}) { // an upper end, a lower one
      auto isWithin = [&](const LeafWalk::Return &each) {
        auto gap = Linear::add(end, each.value.offset, -1);
        auto signedGap = gap ? Linear::scale(*gap, sign) : std::nullopt;
        return signedGap && isNotNegative(*signedGap, each.facts);
      };
      if (!std::all_of(leaf.returns.begin(), leaf.returns.end(), isWithin))
        continue;
      auto gap = Linear::add(end, Linear::symbol(id), -1);
      if (auto constraint = gap ? Linear::scale(*gap, sign) : std::nullopt)
        symbol.constraints.push_back(*constraint);
      if (end.isConstant() && sign > 0)
        symbol.range.high = std::min(symbol.range.high, end.constant());
      else if (end.isConstant())
        symbol.range.low = std::max(symbol.range.low, end.constant());
    }
}

} // namespace kasuri
