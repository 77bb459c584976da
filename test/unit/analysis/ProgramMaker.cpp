// Programs for unit tests of the analyses: they have the shape that the frontend gives to C, which
// `verify` checks before a test gets to see them.
#include "ProgramMaker.h"

#include <gtest/gtest.h>

#include <utility>

namespace kasuri {

FunctionId ProgramMaker::beginFunction(const std::string &name) {
  current = FunctionId(built.functions.size());
  built.functions.emplace_back().name = name;
  const ObjectId object = addObject(Object::Kind::Function, name, pointerType);
  built[object].function = current;
  built[object].owner = FunctionId();
  built[current].object = object;
  sequence = addRegion(Region::Kind::Sequence, RegionId());
  built[current].body = sequence;
  block = RegionId();
  return current;
}

ObjectId ProgramMaker::addObject(Object::Kind kind, const std::string &name,
                                 const ValueType &type) {
  Object &object = built.objects.emplace_back();
  object.kind = kind;
  object.name = name;
  object.type = type;
  object.owner = current;
  object.scope = sequence;
  return ObjectId(built.objects.size() - 1);
}

ObjectId ProgramMaker::parameter(const std::string &name, const ValueType &type) {
  const ObjectId object = addObject(Object::Kind::Parameter, name, type);
  built[object].pointeeSize = 4;
  built[current].parameters.push_back(object);
  return object;
}

ObjectId ProgramMaker::restrictPointer(const std::string &name) {
  const ObjectId object = parameter(name, pointerType);
  built[object].isRestrict = true;
  return object;
}

ObjectId ProgramMaker::local(const std::string &name, const ValueType &type, bool isArray) {
  const ObjectId object = addObject(Object::Kind::Local, name, type);
  built[object].isArray = isArray;
  return object;
}

ObjectId ProgramMaker::globalArray(const std::string &name, uint64_t elements) {
  const ValueType type{ValueType::Kind::Aggregate, false, 0, 4 * elements};
  const ObjectId object = addObject(Object::Kind::Global, name, type);
  built[object].owner = FunctionId();
  built[object].isArray = true;
  return object;
}

ObjectId ProgramMaker::globalPointer(const std::string &name) {
  const ObjectId object = addObject(Object::Kind::Global, name, pointerType);
  built[object].owner = FunctionId();
  built[object].scope = RegionId();
  built[object].isExternallyVisible = true;
  return object;
}

RegionId ProgramMaker::addRegion(Region::Kind kind, RegionId parent) {
  const RegionId id(built.regions.size());
  Region &region = built.regions.emplace_back();
  region.kind = kind;
  region.parent = parent;
  region.function = current;
  return id;
}

ValueId ProgramMaker::add(Op op, const ValueType &type, const std::vector<ValueId> &operands) {
  if (!block.valid()) {
    block = addRegion(Region::Kind::Block, sequence);
    built[sequence].children.push_back(block);
  }
  const ValueId id(built.values.size());
  Instruction &value = built.values.emplace_back();
  value.op = op;
  value.type = type;
  value.operands = operands;
  value.block = block;
  built[block].values.push_back(id);
  return id;
}

ValueId ProgramMaker::constant(int64_t number, const ValueType &type) {
  const ValueId id = add(Op::Constant, type, {});
  built[id].number = number;
  return id;
}

ValueId ProgramMaker::address(ObjectId object) {
  const ValueId id = add(Op::Address, pointerType, {});
  built[id].object = object;
  return id;
}

ValueId ProgramMaker::load(ObjectId variable) {
  return load(address(variable), built[variable].type);
}

ValueId ProgramMaker::load(ValueId address, const ValueType &type) {
  return add(Op::Load, type, {address});
}

ValueId ProgramMaker::binary(Op op, ValueId left, ValueId right) {
  return add(op, ValueType(built[left].type), {left, right});
}

ValueId ProgramMaker::plus(ValueId left, int64_t right) {
  return binary(Op::Add, left, constant(right, ValueType(built[left].type)));
}

ValueId ProgramMaker::convert(ValueId value, const ValueType &type) {
  return add(Op::Convert, type, {value});
}

ValueId ProgramMaker::compare(Relation relation, ValueId left, ValueId right) {
  const ValueId id = add(Op::Compare, intType, {left, right});
  built[id].relation = relation;
  return id;
}

ValueId ProgramMaker::select(ValueId condition, ValueId ifTrue, ValueId ifFalse) {
  return add(Op::Select, ValueType(built[ifTrue].type), {condition, ifTrue, ifFalse});
}

ValueId ProgramMaker::element(ValueId array, ValueId index, uint64_t elements) {
  const ValueId id = add(Op::Element, pointerType, {array, index});
  built[id].number = 4;
  built[id].extent = elements;
  return id;
}

ValueId ProgramMaker::field(ValueId aggregate, int64_t byte, uint64_t extent) {
  const ValueId id = add(Op::Field, pointerType, {aggregate});
  built[id].number = byte;
  built[id].extent = extent;
  return id;
}

ValueId ProgramMaker::call(FunctionId callee, const std::vector<ValueId> &arguments) {
  const ValueId id = add(Op::Call, ValueType(built[callee].result), arguments);
  built[id].callee = callee;
  built[id].calleeName = built[callee].name;
  return id;
}

ValueId ProgramMaker::callUnknown(const std::string &name, const std::vector<ValueId> &arguments) {
  const ValueId id = add(Op::Call, intType, arguments);
  built[id].calleeName = name;
  return id;
}

ValueId ProgramMaker::store(ValueId address, ValueId value) {
  return add(Op::Store, ValueType(built[value].type), {address, value});
}

ValueId ProgramMaker::store(ObjectId variable, ValueId value) {
  return store(address(variable), value);
}

void ProgramMaker::within(RegionId newSequence, const std::function<void()> &statements) {
  const RegionId outer = std::exchange(sequence, newSequence);
  block = RegionId();
  statements();
  sequence = outer;
  block = RegionId();
}

void ProgramMaker::inBlock(RegionId newBlock, const std::function<void()> &values) {
  block = newBlock;
  values();
  block = RegionId();
}

RegionId ProgramMaker::countedLoop(const std::string &counter,
                                   const std::function<ValueId()> &bound,
                                   const std::function<void(ValueId i)> &body) {
  const RegionId loop = addRegion(Region::Kind::Loop, sequence);
  built[sequence].children.push_back(loop);
  const ObjectId i = local(counter, intType);
  const RegionId init = addRegion(Region::Kind::Block, loop);
  const RegionId condition = addRegion(Region::Kind::Block, loop);
  const RegionId inner = addRegion(Region::Kind::Sequence, loop);
  const RegionId step = addRegion(Region::Kind::Block, loop);
  built[i].scope = loop;
  built[loop].children = {inner};
  built[loop].init = init;
  built[loop].condition = condition;
  built[loop].step = step;
  CountedForm counted;
  counted.variable = i;
  counted.step = 1;
  counted.declaresVariable = true;
  inBlock(init, [&] { store(i, counted.initial = constant(0)); });
  inBlock(condition, [&] {
    counted.tested = load(i);
    counted.bound = bound();
    built[loop].conditionValue = compare(Relation::Less, counted.tested, counted.bound);
  });
  within(inner, [&] { body(load(i)); });
  inBlock(step, [&] { store(i, plus(load(i), 1)); });
  built[loop].counted = counted;
  return loop;
}

RegionId ProgramMaker::countedLoop(const std::string &counter, ObjectId bound,
                                   const std::function<void(ValueId i)> &body) {
  return countedLoop(counter, [&] { return load(bound); }, body);
}

RegionId ProgramMaker::countedLoop(const std::string &counter, int64_t bound,
                                   const std::function<void(ValueId i)> &body) {
  return countedLoop(counter, [&] { return constant(bound); }, body);
}

void ProgramMaker::branch(const std::function<ValueId()> &condition,
                          const std::function<void()> &ifTrue,
                          const std::function<void()> &ifFalse) {
  const RegionId branch = addRegion(Region::Kind::Branch, sequence);
  built[sequence].children.push_back(branch);
  const RegionId test = addRegion(Region::Kind::Block, branch);
  built[branch].condition = test;
  inBlock(test, [&] { built[branch].conditionValue = condition(); });
  for (const std::function<void()> *arm : {&ifTrue, &ifFalse}) {
    if (!*arm)
      continue;
    const RegionId way = addRegion(Region::Kind::Sequence, branch);
    built[branch].children.push_back(way);
    within(way, *arm);
  }
}

void ProgramMaker::returns(ValueId value) {
  const RegionId jump = addRegion(Region::Kind::Jump, sequence);
  built[sequence].children.push_back(jump);
  built[jump].jump = Region::JumpKind::Return;
  built[jump].returned = value;
  built[current].result = built[value].type;
  block = RegionId();
}

const Program &ProgramMaker::program() {
  if (!built.initialisers.valid())
    built.initialisers = addRegion(Region::Kind::Block, RegionId());
  EXPECT_EQ(verify(built), std::vector<std::string>());
  return built;
}

} // namespace kasuri
