#include "analysis/affine/RepeatedVariables.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

RepeatedVariables::RepeatedVariables(const AnalysedProgram &analysed, RegionId root,
                                     const std::vector<AffineStatement> &statements,
                                     const std::set<ObjectId> &counters)
    : program(analysed.program), known(analysed.effects.functions[program[root].function.index()]),
      root(root), counters(counters) {
  for (const AffineStatement &statement : statements)
    for (ValueId value : valuesOf(program, statement)) {
      if (program[value].op == Op::Store && variableOf(program, value).valid())
        stores[variableOf(program, value)].push_back(value);
      for (const Access &access : known.accessesAt(value))
        if (access.isWrite)
          written.insert(access.base);
    }
}

bool RepeatedVariables::isOne(ObjectId variable) {
  auto [its, isNew] = decided.try_emplace(variable, false);
  if (isNew) {
    const bool isIt = decide(variable);
    decided[variable] = isIt;
    return isIt;
  }
  return its->second;
}

bool RepeatedVariables::decide(ObjectId variable) {
  const Object &its = program[variable];
  const auto set = stores.find(variable);
  if (!its.isPlainScalar() || !its.scope.valid() || !contains(program, root, its.scope) ||
      set == stores.end() || set->second.size() != 1)
    return false;
  const ValueId store = set->second.front();
  return isDeclaration(store, variable) && isSame(program[store].operands[1]);
}

/// Not an assignment, which may be skipped.
bool RepeatedVariables::isDeclaration(ValueId store, ObjectId variable) const {
  const Instruction &its = program[store], &place = program[its.operands[0]];
  return !its.conditional && place.op == Op::Address &&
         place.location == program[variable].location;
}

/// In all iterations of the nest with the same counters.
bool RepeatedVariables::isSame(ValueId value) {
  const Instruction &its = program[value];
  switch (its.op) {
  case Op::Load:
    return readsTheSame(value);
  case Op::Call:
    if (!its.callee.valid() || its.type.kind == ValueType::Kind::Floating || !readsTheSame(value))
      return false;
    break;
  case Op::Address:
    return !program[its.object].isAutomatic() || !program[its.object].scope.valid() ||
           !contains(program, root, program[its.object].scope);
  case Op::Opaque:
    return its.real && its.operands.empty();
  case Op::Constant:
  case Op::Field:
  case Op::Element:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Negate:
  case Op::Convert:
    break;
  default:
    return false;
  }
  return !its.conditional && std::all_of(its.operands.begin(), its.operands.end(),
                                         [&](ValueId each) { return isSame(each); });
}

/// A load or a call, of memory that nothing in the nest writes, or of such variables.
bool RepeatedVariables::readsTheSame(ValueId read) {
  const Instruction &its = program[read];
  if (its.isVolatile || its.partial || its.conditional)
    return false;
  if (const ObjectId variable = variableOf(program, read);
      its.op == Op::Load && variable.valid() && program[variable].isPlainScalar())
    return isSameVariable(variable);
  const std::vector<Access> &accesses = known.accessesAt(read);
  return std::none_of(accesses.begin(), accesses.end(),
                      [&](const Access &access) {
                        return access.isWrite || access.isOpaque || access.isLast ||
                               access.base.kind == Base::Kind::Unknown ||
                               written.contains(access.base);
                      }) &&
         (its.op == Op::Call || isSame(its.operands[0]));
}

bool RepeatedVariables::isSameVariable(ObjectId variable) {
  return counters.contains(variable) || !stores.contains(variable) || isOne(variable);
}

} // namespace kasuri
