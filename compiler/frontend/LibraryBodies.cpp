// What a library function does that calls back cannot be a row of a table: the comparator of a
// qsort may count, or look into other arrays. So each call gets a function with a body, as if the
// source had
//
//     void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
//     {
//       void *copy = malloc(count * size);
//       memcpy(copy, base, count * size);
//       if (…) compare(copy, base);
//       if (…) compare(base, copy);
//       memcpy(base, copy, count * size);
//       free(copy);
//     }
//
// and all analyses see through it as through any call. It touches what any implementation may: all
// of the elements, in place or in memory of its own; the comparator gets pointers into both, and
// may run or not. How often and for which elements does not change what is touched: a comparator
// that reaches beyond the elements it is given has no defined result while they are being moved. A
// body for each call keeps the comparators of different calls apart.
#include "frontend/LibraryBodies.h"

namespace kasuri {
namespace {

class BodyMaker {
public:
  BodyMaker(Program &program, ValueId call)
      : program(program), location(program[call].location), text(program[call].text),
        result(program[call].type) {
    Function made;
    made.name = program[call].calleeName;
    made.result = result;
    made.file = location.file;
    made.isInternal = true;
    made.inMainFile = false;
    made.location = location;
    function = FunctionId(program.functions.size());
    program.functions.push_back(made);
    addFunctionObject();
    for (ValueId argument : std::vector<ValueId>(program[call].operands))
      addParameter(program[argument]);
    const RegionId body = addRegion(Region::Kind::Sequence, RegionId());
    program[function].body = body;
    block = addRegion(Region::Kind::Block, body);
  }

  FunctionId sort() {
    const ValueId base = load(0), bytes = add(Op::Mul, typeOf(1), {load(1), load(2)});
    const ValueId copy = callLibrary("malloc", typeOf(0), {bytes});
    program[copy].object = addObject(Object::Kind::Heap, "qsort's copy", typeOf(0));
    callLibrary("memcpy", typeOf(0), {copy, base, bytes});
    compare(copy, base);
    compare(base, copy);
    callLibrary("memcpy", typeOf(0), {base, copy, bytes});
    callLibrary("free", ValueType(), {copy});
    return function;
  }

  FunctionId search() {
    const ValueId base = load(1), bytes = add(Op::Mul, typeOf(2), {load(2), load(3)});
    callLibrary("memcmp", intType, {base, base, bytes});
    const ValueId element = add(Op::Element, typeOf(1), {base, add(Op::Opaque, typeOf(2), {})});
    program[element].number = 1;
    program[add(Op::Call, intType, {load(4), load(0), element})].conditional = true;
    const ValueId null = add(Op::Constant, typeOf(1), {});
    const ValueId found = add(Op::Opaque, intType, {});
    const ValueId returned = add(Op::Select, typeOf(1), {found, element, null});
    const RegionId jump = addRegion(Region::Kind::Jump, program[function].body);
    program[jump].jump = Region::JumpKind::Return;
    program[jump].returned = returned;
    return function;
  }

private:
  Program &program;
  const SourceLocation location;
  const std::string text; ///< of the call
  const ValueType result;
  const ValueType intType = {ValueType::Kind::Integer, true, 32, 4};
  FunctionId function;
  RegionId block;

  ObjectId addObject(Object::Kind kind, const std::string &name, const ValueType &type) {
    Object object;
    object.kind = kind;
    object.name = name;
    object.type = type;
    object.location = location;
    (kind == Object::Kind::Function ? object.function : object.owner) = function;
    program.objects.push_back(object);
    return ObjectId(program.objects.size() - 1);
  }

  void addFunctionObject() {
    const ObjectId object = addObject(Object::Kind::Function, program[function].name, ValueType());
    program[function].object = object;
  }

  void addParameter(const Instruction &argument) {
    const ValueType type = argument.type;
    const bool isNamed = argument.op == Op::Address;
    const std::string name = isNamed ? program[argument.object].name : argument.text;
    const ObjectId parameter = addObject(Object::Kind::Parameter, name, type);
    program[function].parameters.push_back(parameter);
  }

  RegionId addRegion(Region::Kind kind, RegionId parent) {
    Region region;
    region.kind = kind;
    region.parent = parent;
    region.function = function;
    region.location = region.end = location;
    region.inMainFile = false;
    program.regions.push_back(region);
    const RegionId id(program.regions.size() - 1);
    if (parent.valid())
      program[parent].children.push_back(id);
    return id;
  }

  ValueType typeOf(size_t parameter) const {
    return program[program[function].parameters[parameter]].type;
  }

  ValueId add(Op op, const ValueType &type, std::vector<ValueId> operands) {
    Instruction value;
    value.op = op;
    value.type = type;
    value.operands = std::move(operands);
    value.location = location;
    value.block = block;
    program.values.push_back(value);
    const ValueId id(program.values.size() - 1);
    program[block].values.push_back(id);
    return id;
  }

  ValueId load(size_t parameter) {
    const ObjectId object = program[function].parameters[parameter];
    const ValueId address = add(Op::Address, typeOf(0), {});
    program[address].object = object;
    const ValueId value = add(Op::Load, typeOf(parameter), {address});
    program[value].text = program[object].name;
    return value;
  }

  ValueId callLibrary(const char *name, const ValueType &type, std::vector<ValueId> arguments) {
    const ValueId call = add(Op::Call, type, std::move(arguments));
    program[call].calleeName = name;
    program[call].text = text;
    return call;
  }

  /// qsort_r hands its last argument on.
  void compare(ValueId one, ValueId other) {
    const ValueId comparator = load(3);
    std::vector<ValueId> operands = {comparator, one, other};
    if (program[function].parameters.size() == 5)
      operands.push_back(load(4));
    const ValueId call = add(Op::Call, intType, std::move(operands));
    program[call].conditional = true;
    program[call].text = program[comparator].text;
  }
};

/// As the library declares it; a program may declare anything else without a prototype.
bool isCallOf(const Program &program, const Instruction &call, const char *name,
              const std::string &parameters) {
  if (call.op != Op::Call || call.callee.valid() || call.calleeName != name ||
      call.operands.size() != parameters.size())
    return false;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ValueType::Kind expected =
        parameters[i] == 'p' ? ValueType::Kind::Pointer : ValueType::Kind::Integer;
    if (program[call.operands[i]].type.kind != expected)
      return false;
  }
  return true;
}

} // namespace

void addLibraryBodies(Program &program) {
  for (size_t i = 0, count = program.values.size(); i < count; ++i) {
    const ValueId call(i);
    if (isCallOf(program, program[call], "qsort", "piip") ||
        isCallOf(program, program[call], "qsort_r", "piipp"))
      program[call].callee = BodyMaker(program, call).sort();
    else if (isCallOf(program, program[call], "bsearch", "ppiip"))
      program[call].callee = BodyMaker(program, call).search();
  }
}

} // namespace kasuri
