#include "analysis/memory/FixedSizes.h"

#include "analysis/pointers/Allocators.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned deepestWrapper = 4;
constexpr int64_t largestFactor = 1 << 20;

class SizeFinder {
public:
  explicit SizeFinder(const AnalysedProgram &analysed)
      : analysed(analysed), program(analysed.program) {}

  uint64_t find(ObjectId id, unsigned depth = 0) const {
    const Object &object = program[id];
    if (object.kind != Object::Kind::Heap)
      return object.isDefined ? object.type.size : 0;
    uint64_t size = 0;
    for (const Instruction &value : program.values) {
      if (value.op != Op::Call || value.object != id)
        continue;
      if (size != 0 || depth > deepestWrapper)
        return 0;
      size = value.callee.valid() ? sizeReturned(value.callee, depth) : sizeAsked(value);
      if (size == 0)
        return 0;
    }
    return size;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;

  uint64_t sizeAsked(const Instruction &call) const {
    if (!allocatesProduct(call))
      return 0;
    uint64_t size = 1;
    for (ValueId operand : call.operands)
      size *= constantIn(operand);
    return size;
  }

  /// By a function that hands out what it has allocated, and only as its result.
  uint64_t sizeReturned(FunctionId function, unsigned depth) const {
    std::set<ObjectId> returned;
    for (RegionId each : regionsWithin(program, program[function].body))
      if (program[each].returned.valid())
        for (const Location &location : analysed.pointsTo.of(program[each].returned))
          returned.insert(location.object);
    for (ValueId id : valuesWithin(program, program[function].body))
      if (program[id].op == Op::Store && program[id].type.kind == ValueType::Kind::Pointer &&
          isThroughParameter(program[id].operands[0]))
        return 0;
    uint64_t size = 0;
    for (ObjectId each : returned) {
      const bool isHeap = !analysed.pointsTo.isSpecial(each) &&
                          program[each].kind == Object::Kind::Heap &&
                          program[each].owner == function;
      const uint64_t one = isHeap ? find(each, depth + 1) : 0;
      if (one == 0 || (size != 0 && one != size))
        return 0;
      size = one;
    }
    return size;
  }

  bool isThroughParameter(ValueId address) const {
    while (program[address].op == Op::Field || program[address].op == Op::Element ||
           program[address].op == Op::Convert)
      address = program[address].operands[0];
    if (program[address].op != Op::Load)
      return program[address].op != Op::Address;
    const ObjectId pointer = variableOf(program, address);
    return !pointer.valid() || program[pointer].kind == Object::Kind::Parameter;
  }

  uint64_t constantIn(ValueId id) const {
    id = withoutConverts(program, id);
    bool isSmall = program[id].op == Op::Constant && program[id].number > 0 &&
                   program[id].number <= largestFactor;
    return isSmall ? static_cast<uint64_t>(program[id].number) : 0;
  }
};

} // namespace

uint64_t fixedSizeOf(const AnalysedProgram &analysed, ObjectId object) {
  return SizeFinder(analysed).find(object);
}

} // namespace kasuri
