#include "analysis/guard/SameAddresses.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

using Found = std::vector<std::pair<ObjectId, GuardValue>>;

/// A pointer variable of which the load reads all; invalid: it is none.
ObjectId pointerRead(const Program &program, ValueId load) {
  const Instruction &value = program[load];
  const ObjectId variable = value.op == Op::Load ? variableOf(program, load) : ObjectId();
  const bool isPointer = variable.valid() && !value.isVolatile && !value.partial &&
                         value.type.kind == ValueType::Kind::Pointer &&
                         program[variable].type.kind == ValueType::Kind::Pointer;
  return isPointer ? variable : ObjectId();
}

bool isSetWithin(const Program &program, RegionId region, ObjectId variable) {
  const std::vector<ValueId> values = valuesWithin(program, region);
  return std::ranges::any_of(values,
                             [&](ValueId value) { return isStoreTo(program, value, variable); });
}

/// By comparisons that hold in the arm, of variables that only their names lead to.
void addCompared(const AnalysedProgram &analysed, RegionId loop, RegionId branch, RegionId arm,
                 Found &found) {
  const Program &program = analysed.program;
  const FunctionAccesses &known = analysed.effects.functions[program[loop].function.index()];
  const auto before = known.before.find(loop);
  if (before == known.before.end() || !program[branch].conditionValue.valid())
    return;
  auto stays = [&](ObjectId variable) {
    return variable.valid() && before->second.contains(variable) &&
           !isSetWithin(program, arm, variable);
  };
  for (ValueId each : conjunctsOf(program, program[branch].conditionValue)) {
    const Instruction &value = program[each];
    if (value.op != Op::Compare || value.relation != Relation::Equal)
      continue;
    const ObjectId first = pointerRead(program, value.operands[0]);
    const ObjectId second = pointerRead(program, value.operands[1]);
    if (first != second && stays(first) && stays(second))
      found.emplace_back(second, GuardValue{.op = GuardValue::Op::Variable, .object = first});
  }
}

/// Pointers that lead to one place of one variable.
void addPlaces(const AnalysedProgram &analysed, RegionId loop, Found &found) {
  const Program &program = analysed.program;
  for (ValueId value : valuesWithin(program, loop)) {
    const ObjectId pointer = pointerRead(program, value);
    const LocationSet places = pointer.valid() ? analysed.pointsTo.of(value) : LocationSet();
    if (places.size() != 1)
      continue;
    const Location &place = places.front();
    if (place.stride == 0 && !analysed.pointsTo.isSpecial(place.object) &&
        program[place.object].kind != Object::Kind::Heap)
      found.emplace_back(pointer, sum({.op = GuardValue::Op::Address, .object = place.object},
                                      constantOf(place.offset)));
  }
}

} // namespace

std::vector<std::pair<ObjectId, GuardValue>> sameAddresses(const AnalysedProgram &analysed,
                                                           RegionId loop) {
  const Program &program = analysed.program;
  Found found;
  addPlaces(analysed, loop, found);
  RegionId below = loop;
  for (RegionId up = program[loop].parent; up.valid(); below = up, up = program[up].parent)
    if (program[up].kind == Region::Kind::Branch && program[up].children[0] == below)
      addCompared(analysed, loop, up, below, found);
  return found;
}

} // namespace kasuri
