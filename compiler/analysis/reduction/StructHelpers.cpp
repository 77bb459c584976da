// Helpers that combine a structure with terms, member by member, and return the result.
//
//     struct vector add(struct vector a, struct vector b) {
//       struct vector sum = {a.x + b.x, a.y + b.y};         or: a.x += b.x; a.y += b.y; return a;
//       return sum;
//     }
//
//     for (...) center = add(center, v[i]);                 center.x, center.y: sums
//
// The function runs straight through and returns a variable of its own. Each member that it sets
// there is a sum or the like of the same member of the parameter and of a term; the parameter is
// read for nothing else. A member that it does not set is kept, if the variable is the parameter
// itself. Otherwise it has no value that the program may look at, unless an initializer gives it
// one: then the function must set all members.
//
// Each iteration begins with the neutral value in these members, so that the result is the term
// (ValueHelpers.cpp). That asks for one update in each iteration, and for members whose type is
// that of the sum.
#include "analysis/reduction/StructHelpers.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/reduction/Reductions.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

struct MemberUpdate {
  PassedAccumulator::Part part;
  ReductionKind kind = ReductionKind::Sum;
  bool isDifference = false;
  std::string name; ///< ".x"
};

size_t countUses(const Program &program, const std::vector<ValueId> &values, ValueId value) {
  size_t count = 0;
  for (ValueId id : values)
    count += static_cast<size_t>(
        std::count(program[id].operands.begin(), program[id].operands.end(), value));
  return count;
}

/// What a function makes of one of its parameters.
class StructJudge {
public:
  StructJudge(const Program &program, FunctionId function, ObjectId own)
      : program(program), body(program[function].body), own(own),
        values(valuesWithin(program, body)) {}

  std::vector<MemberUpdate> judge() {
    const ValueId returned = returnedValue();
    if (!returned.valid() || program[own].addressTaken || program[returned].op != Op::Load)
      return {};
    const Instruction &address = program[program[returned].operands[0]];
    const bool isVariable = address.op == Op::Address && address.object.valid() &&
                            program[address.object].isAutomatic() &&
                            !program[address.object].isVolatile &&
                            !program[address.object].addressTaken &&
                            program[address.object].type == program[returned].type &&
                            program[returned].type == program[own].type;
    if (!isVariable)
      return {};
    result = address.object;
    return collect(returned) ? updates : std::vector<MemberUpdate>();
  }

private:
  const Program &program;
  RegionId body;
  ObjectId own, result;
  std::vector<ValueId> values;
  std::set<ValueId> ownLoads; ///< members of the parameter
  std::vector<ValueId> stores;
  bool isInitialised = false; ///< what it returns, as a whole
  std::vector<MemberUpdate> updates;

  /// Of the one statement that ends the function, where nothing but blocks precede it.
  ValueId returnedValue() const {
    const std::vector<RegionId> &parts = program[body].children;
    if (program[body].kind != Region::Kind::Sequence || parts.empty() || program[body].isStretch)
      return {};
    for (RegionId each : parts)
      if (program[each].kind != Region::Kind::Block && each != parts.back())
        return {};
    const Region &end = program[parts.back()];
    const bool isReturn = end.kind == Region::Kind::Jump && end.jump == Region::JumpKind::Return;
    return isReturn ? end.returned : ValueId();
  }

  /// Bytes from the variable's start to a member of it; nothing for another address.
  std::optional<int64_t> offsetIn(ObjectId variable, ValueId address) const {
    int64_t offset = 0;
    for (; program[address].op == Op::Field; address = program[address].operands[0])
      offset += program[address].number;
    const bool isIt = program[address].op == Op::Address && program[address].object == variable;
    return isIt ? std::optional(offset) : std::nullopt;
  }

  bool isOf(ObjectId variable, ValueId address) const {
    while (program[address].op == Op::Field || program[address].op == Op::Element)
      address = program[address].operands[0];
    return program[address].op == Op::Address && program[address].object == variable;
  }

  static bool isNumber(const ValueType &type) {
    return type.kind == ValueType::Kind::Integer || type.kind == ValueType::Kind::Floating;
  }

  /// False if the two variables are used for anything but these updates.
  bool collect(ValueId returned) {
    for (ValueId id : values) {
      const Instruction &value = program[id];
      if (value.op == Op::Field)
        continue;
      for (size_t i = 0; i < value.operands.size(); ++i) {
        const bool isOwn = isOf(own, value.operands[i]), isResult = isOf(result, value.operands[i]);
        if ((isOwn || isResult) && !note(id, i, returned, isOwn, isResult))
          return false;
      }
    }
    size_t matched = 0;
    for (ValueId store : stores)
      matched += addUpdate(store);
    uint64_t bytes = 0;
    for (const MemberUpdate &each : updates)
      bytes += each.part.type.size;
    return matched == stores.size() && ownLoads.empty() && !updates.empty() &&
           (!isInitialised || bytes == program[result].type.size);
  }

  bool note(ValueId id, size_t operand, ValueId returned, bool isOwn, bool isResult) {
    const Instruction &value = program[id];
    const bool isPlain = operand == 0 && !value.conditional && !value.partial && !value.isVolatile;
    if (!isPlain)
      return false;
    if (value.op == Op::Load && id == returned)
      return true;
    if (value.op == Op::Load && isOwn && isNumber(value.type))
      return ownLoads.insert(id).second;
    if (value.op != Op::Store || !isResult)
      return false;
    // `struct s sum = {...}` begins with all of it.
    const bool isStart = value.type == program[result].type && stores.empty() && result != own &&
                         program[value.operands[1]].op == Op::Opaque &&
                         program[value.operands[1]].operands.empty();
    isInitialised |= isStart;
    if (!isStart)
      stores.push_back(id);
    return isStart || isNumber(value.type);
  }

  /// member = parameter's member op term
  bool addUpdate(ValueId store) {
    const Instruction &value = program[store];
    const Instruction &sum = program[value.operands[1]];
    const std::optional<int64_t> offset = offsetIn(result, value.operands[0]);
    const std::optional<ReductionKind> kind = kindOf(sum.op);
    if (!offset || !kind || sum.operands.size() != 2 || sum.type != value.type)
      return false;
    const bool isFloating = sum.type.kind == ValueType::Kind::Floating;
    const bool mayTurn = sum.op != Op::Sub && !isFloating;
    for (size_t i = 0; i < (mayTurn ? 2u : 1u); ++i) {
      const ValueId load = sum.operands[i];
      const bool isIt = ownLoads.contains(load) && program[load].type == value.type &&
                        offsetIn(own, program[load].operands[0]) == offset &&
                        countUses(program, values, load) == 1 &&
                        countUses(program, values, value.operands[1]) == 1;
      if (!isIt)
        continue;
      ownLoads.erase(load);
      const PassedAccumulator::Part part{*offset, 1, value.type};
      for (const MemberUpdate &each : updates)
        if (overlap(each.part, part))
          return false;
      const std::string &text = program[load].text, &name = program[own].name;
      const bool isMember = text.starts_with(name + ".");
      updates.push_back({part, *kind, sum.op == Op::Sub, isMember ? text.substr(name.size()) : ""});
      return true;
    }
    return false;
  }

  static bool overlap(const PassedAccumulator::Part &a, const PassedAccumulator::Part &b) {
    return a.offset < b.offset + static_cast<int64_t>(b.type.size) &&
           b.offset < a.offset + static_cast<int64_t>(a.type.size);
  }
};

/// The one update of the variable in the loop; invalid: it is used in another way, too.
ValueId onlyUpdate(const Program &program, RegionId loop, ObjectId object, ValueId &load) {
  ValueId store;
  for (ValueId id : valuesWithin(program, loop)) {
    const Instruction &value = program[id];
    for (size_t i = 0; i < value.operands.size(); ++i) {
      const Instruction &address = program[value.operands[i]];
      if (address.op != Op::Address || address.object != object)
        continue;
      ValueId &slot = value.op == Op::Load ? load : store;
      const bool isAccess = i == 0 && (value.op == Op::Load || value.op == Op::Store) &&
                            value.type == program[object].type && !value.isVolatile &&
                            !value.partial && !value.conditional && !slot.valid() &&
                            contains(program, program[loop].children[0], value.block);
      if (!isAccess)
        return {};
      slot = id;
    }
  }
  return load.valid() ? store : ValueId();
}

} // namespace

std::vector<Reduction> findStructReductions(const AnalysedProgram &analysed, RegionId loop,
                                            ObjectId object) {
  const Program &program = analysed.program;
  const Object &variable = program[object];
  if (variable.type.kind != ValueType::Kind::Aggregate || variable.isArray ||
      variable.addressTaken || variable.isVolatile)
    return {};
  ValueId load;
  const ValueId store = onlyUpdate(program, loop, object, load);
  const ValueId id = store.valid() ? program[store].operands[1] : ValueId();
  if (!id.valid() || innermostLoop(program, program[store].block) != loop)
    return {};
  const Instruction &call = program[id];
  const std::vector<ValueId> values = valuesWithin(program, loop);
  const bool isPlain = call.op == Op::Call && onlyCallee(program, analysed.pointsTo, id).valid() &&
                       !call.conditional && call.type == variable.type &&
                       !program[call.callee].isVariadic &&
                       program[call.callee].parameters.size() == call.operands.size() &&
                       countUses(program, values, id) == 1 && countUses(program, values, load) == 1;
  const auto argument = std::find(call.operands.begin(), call.operands.end(), load);
  if (!isPlain || argument == call.operands.end())
    return {};
  const ObjectId parameter =
      program[call.callee].parameters[static_cast<size_t>(argument - call.operands.begin())];
  std::vector<Reduction> made;
  for (const MemberUpdate &update : StructJudge(program, call.callee, parameter).judge()) {
    const bool isFloating = update.part.type.kind == ValueType::Kind::Floating;
    Reduction each{object, variable.name + update.name, update.kind, isFloating, store};
    PassedAccumulator &accumulator = each.accumulator.emplace();
    accumulator.part = update.part;
    accumulator.startsAnew = true;
    accumulator.start = update.kind == ReductionKind::Product                             ? 1
                        : update.kind == ReductionKind::And                               ? -1
                        : update.isDifference && !isFloating && update.part.type.isSigned ? -1
                                                                                          : 0;
    made.push_back(std::move(each));
  }
  return made;
}

} // namespace kasuri
