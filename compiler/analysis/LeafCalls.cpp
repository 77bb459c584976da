// Small functions are evaluated where they are called.
//
//     static double *at(const grid *g, int x, int y) { return &g->cell[y * g->width + x]; }
//     static int alive(const char *g, int x, int y) { return g[(y + H) % H * W + (x + W) % W]; }
//
// A summary has to hold for all calls, so it knows neither that x and y are counters nor that
// y + H is not negative. A leaf is a function that computes a value and changes nothing but its own
// scalars, in one straight line: walking its instructions again with this call's arguments costs no
// more than mapping its summary, and what it reads and returns is then as exact as if the source
// had it written out. Its accesses count for the call; its own scalars live for the evaluation
// alone.
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t mostValues = 150; ///< with those of the leaves it calls

} // namespace

/// Whether the function is a leaf; its callees have been asked before.
void AccessWalk::findLeaf() {
  const Function &self = program[function];
  const Region &body = program[self.body];
  auto isScalar = [&](ObjectId object) {
    return program[object].owner == function && program[object].isPlainScalar();
  };
  auto isBlock = [&](RegionId part) { return program[part].kind == Region::Kind::Block; };
  const bool isLine = body.kind == Region::Kind::Sequence && !body.children.empty() &&
                      std::all_of(body.children.begin(), body.children.end() - 1, isBlock) &&
                      program[body.children.back()].returned.valid();
  if (!isLine || self.isVariadic ||
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
  if (std::all_of(line.begin(), line.end(), isPure) && size <= mostValues)
    result.leafSize = size;
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
  for (ValueId value : valuesWithin(program, self.body))
    evaluate(value, state);
  SymbolicValue returned = valueOf(program[program[self.body].children.back()].returned);
  std::erase_if(state.scalars,
                [&](const auto &scalar) { return program[scalar.first].owner == callee; });
  inlined.pop_back();
  site = outer;
  return returned.kind != SymbolicValue::Kind::Unknown ? returned : freshHere(id, call.type);
}

} // namespace kasuri
