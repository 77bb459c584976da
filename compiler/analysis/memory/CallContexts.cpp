// One copy of a function for each call of the loop that leads to it.
//
//     for (i...) {
//       Store s = {0};
//       fill(&s, i);             append's copy here puts blocks into s,
//       appendAll(&all, &s);     and its copy here puts blocks into `all`
//       clean(&s);
//     }
//
// What a function does with pointers is followed once for all of its calls, so that a block which
// one statement stores in `s` would seem to lie in `all`, too. Copies tell the loop's statements
// apart, but not the calls inside of one. A function that only one statement leads to stays as it
// is, as do those called by pointer, for all statements together.
//
// The copies are values, objects and functions at the end of the program's tables. Calls that lead
// to them are changed, and changed back.
#include "analysis/memory/CallContexts.h"

#include "model/Regions.h"

#include <algorithm>
#include <utility>

namespace kasuri {

CallContexts::CallContexts(const AnalysedProgram &analysed, ProgramOfParts &parts,
                           const std::vector<ValueId> &own, const Functions &reached, size_t most)
    : evaluated(own), analysed(analysed), parts(parts), program(parts.program),
      objects(program.objects.size()), functions(program.functions.size()),
      regions(program.regions.size()), values(program.values.size()) {
  findByPointer(reached);
  std::map<FunctionId, size_t> uses;
  std::map<ValueId, Functions> byName; // by call of the loop
  for (FunctionId each : byPointer)
    ++uses[each];
  for (ValueId id : own)
    if (program[id].callee.valid()) {
      addByName(program[id].callee, byName[id]);
      for (FunctionId each : byName[id])
        ++uses[each];
    }
  size_t count = own.size();
  for (const auto &[function, times] : uses)
    count += times * valuesOf(function).size();
  for (const auto &[function, times] : uses) {
    if (times > 1 && count <= most)
      shared.insert(function);
    if (!shared.contains(function) || byPointer.contains(function))
      evaluate(function, evaluated);
  }
  for (const auto &[call, inCall] : byName)
    if (std::any_of(inCall.begin(), inCall.end(),
                    [&](FunctionId each) { return shared.contains(each); }))
      copyFor(call, inCall);
}

CallContexts::~CallContexts() {
  for (const auto &[call, callee] : named)
    program[call].callee = callee;
  auto dropFrom = [](auto &map, auto first) { map.erase(map.lower_bound(first), map.end()); };
  dropFrom(parts.originals, ObjectId(objects));
  dropFrom(parts.allocators.outputs, ValueId(values));
  dropFrom(parts.allocators.outputsOf, FunctionId(functions));
  parts.allocators.returnsFresh.resize(functions);
  program.objects.resize(objects);
  program.functions.resize(functions);
  program.regions.resize(regions);
  program.values.resize(values);
}

const std::vector<ValueId> &CallContexts::valuesOf(FunctionId function) {
  auto [place, isNew] = knownValues.try_emplace(function);
  if (isNew)
    place->second = valuesWithin(program, program[function].body);
  return place->second;
}

void CallContexts::evaluate(FunctionId function, std::vector<ValueId> &list) {
  const std::vector<ValueId> &more = valuesOf(function);
  list.insert(list.end(), more.begin(), more.end());
}

/// By calls that name the function.
void CallContexts::addByName(FunctionId start, Functions &reached) {
  if (!reached.insert(start).second)
    return;
  for (ValueId id : valuesOf(start))
    if (program[id].callee.valid())
      addByName(program[id].callee, reached);
}

void CallContexts::findByPointer(const Functions &reached) {
  auto visit = [&](ValueId id) {
    auto found = analysed.pointsTo.callees.find(id);
    if (program[id].callee.valid() || found == analysed.pointsTo.callees.end())
      return;
    computed.insert(*found);
    for (FunctionId callee : found->second)
      addReached(analysed, callee, byPointer);
  };
  std::for_each(evaluated.begin(), evaluated.end(), visit);
  for (FunctionId each : reached)
    std::for_each(valuesOf(each).begin(), valuesOf(each).end(), visit);
}

void CallContexts::copyFor(ValueId call, const Functions &reached) {
  std::map<FunctionId, FunctionId> functionCopies;
  for (FunctionId each : reached)
    if (shared.contains(each)) {
      functionCopies[each] = FunctionId(program.functions.size());
      program.functions.push_back(Function(program[each]));
    }
  const std::map<ObjectId, ObjectId> variables = copyVariables(functionCopies);
  ValueCopies &copied = copies[call];
  for (const auto &[function, copy] : functionCopies) {
    for (ObjectId &parameter : program[copy].parameters)
      parameter = variables.at(parameter);
    copyBody(function, copy, copied);
  }

  std::vector<ValueId> &inCall = inside[call];
  for (const auto &[value, copy] : copied) {
    adapt(copy, copied, variables);
    inCall.push_back(copy);
    if (auto leadsTo = computed.find(value); leadsTo != computed.end())
      computed[copy] = leadsTo->second;
  }
  evaluated.insert(evaluated.end(), inCall.begin(), inCall.end());
  auto redirect = [&](ValueId id) {
    FunctionId &callee = program[id].callee;
    if (auto copy = functionCopies.find(callee); copy != functionCopies.end())
      named.emplace(id, std::exchange(callee, copy->second));
  };
  for (FunctionId each : reached)
    if (!shared.contains(each))
      evaluate(each, inCall);
  redirect(call);
  std::for_each(inCall.begin(), inCall.end(), redirect);
  for (FunctionId each : byPointer)
    evaluate(each, inCall);
}

/// Parameters and variables that begin with each call.
std::map<ObjectId, ObjectId>
CallContexts::copyVariables(const std::map<FunctionId, FunctionId> &ofFunctions) {
  std::map<ObjectId, ObjectId> variables;
  for (const auto &[function, copy] : ofFunctions)
    for (ObjectId each : analysed.automatic[function.index()])
      variables[each] = parts.addCopy(each);
  return variables;
}

/// Values as they are, and what else is told of the function by its values.
void CallContexts::copyBody(FunctionId function, FunctionId copy, ValueCopies &copied) {
  for (ValueId id : valuesOf(function)) {
    copied[id] = ValueId(program.values.size());
    program.values.push_back(Instruction(program[id]));
  }
  for (RegionId id : regionsWithin(program, program[function].body)) {
    const ValueId returned = program[id].returned;
    if (program[id].jump != Region::JumpKind::Return || !copied.contains(returned))
      continue;
    Region &jump = program.regions.emplace_back();
    jump.kind = Region::Kind::Jump;
    jump.function = copy;
    jump.jump = Region::JumpKind::Return;
    jump.returned = copied.at(returned);
  }
  Allocators &allocators = parts.allocators;
  allocators.returnsFresh.push_back(allocators.returnsFresh[function.index()]);
  if (auto outputs = allocators.outputsOf.find(function); outputs != allocators.outputsOf.end())
    for (ValueId store : outputs->second) {
      allocators.outputs[copied.at(store)] = allocators.outputs.at(store);
      allocators.outputsOf[copy].push_back(copied.at(store));
    }
}

/// To what else was copied.
void CallContexts::adapt(ValueId id, const ValueCopies &copied,
                         const std::map<ObjectId, ObjectId> &variables) {
  Instruction &value = program[id];
  for (ValueId &operand : value.operands)
    if (auto copy = copied.find(operand); copy != copied.end())
      operand = copy->second;
  if (auto variable = variables.find(value.object); variable != variables.end())
    value.object = variable->second;
  if (value.op == Op::Call && value.object.valid())
    value.object = parts.addCopy(value.object);
}

} // namespace kasuri
