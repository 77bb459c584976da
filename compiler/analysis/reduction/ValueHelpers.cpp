// Helpers that combine a value with a term and return the result.
//
//     int max_of(int a, int b) { return a > b ? a : b; }     or: if (a > b) return a; return b;
//     double step(double sum, double x) { return sum + x * x; }
//
//     best = max_of(best, x[i]); energy = step(energy, x[i]);
//
// The function may do what it likes beside, as long as it looks at the value for nothing else. The
// value goes in and comes out in one type, and the loop looks at neither. Of two numbers a function
// chooses one by comparing them; in floating point it must return the term only if that is truly
// smaller or greater.
//
// The function computes in its own type, so what HelperUpdates.cpp says of signed sums holds here:
// each iteration begins anew, and so it does for a floating-point sum, whose terms are folded in
// order. Both ask for one update in each iteration.
#include "analysis/reduction/ValueHelpers.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/reduction/Reductions.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

struct Combination {
  ReductionKind kind = ReductionKind::Sum;
  bool isDifference = false;
};

/// The loads of a variable, all through a region; nothing if more than loads happen to it.
std::optional<std::vector<ValueId>> loadsOf(const Program &program, RegionId region,
                                            ObjectId object) {
  std::vector<ValueId> loads;
  for (ValueId id : valuesWithin(program, region))
    for (ValueId operand : program[id].operands) {
      bool isIt = program[operand].op == Op::Address && program[operand].object == object;
      if (isIt && (program[id].op != Op::Load || program[id].isVolatile))
        return std::nullopt;
      if (isIt)
        loads.push_back(id);
    }
  return loads;
}

size_t countUses(const Program &program, RegionId region, ValueId value) {
  size_t count = 0;
  for (ValueId id : valuesWithin(program, region))
    count += static_cast<size_t>(
        std::count(program[id].operands.begin(), program[id].operands.end(), value));
  for (RegionId each : regionsWithin(program, region))
    count += (program[each].conditionValue == value) + (program[each].returned == value);
  return count;
}

/// What a function returns, in terms of one parameter.
class ReturnJudge {
public:
  ReturnJudge(const Program &program, FunctionId function, size_t parameter)
      : program(program), body(program[function].body), function(function),
        own(program[function].parameters[parameter]) {}

  std::optional<Combination> judge() const {
    auto loads = program[own].addressTaken ? std::nullopt : loadsOf(program, body, own);
    if (!loads)
      return std::nullopt;
    std::vector<RegionId> returns;
    for (RegionId each : regionsWithin(program, body)) {
      if (program[each].kind == Region::Kind::Opaque)
        return std::nullopt;
      if (program[each].kind == Region::Kind::Jump &&
          program[each].jump == Region::JumpKind::Return)
        returns.push_back(each);
    }
    if (returns.size() == 1 && loads->size() == 1 && program[returns[0]].returned.valid())
      return asArithmetic(program[program[returns[0]].returned], loads->front());
    if (loads->size() != 2)
      return std::nullopt;
    if (returns.size() == 1 && program[returns[0]].returned.valid())
      return asSelection(program[program[returns[0]].returned]);
    return returns.size() == 2 ? asBranch(returns[0], returns[1]) : std::nullopt;
  }

private:
  const Program &program;
  RegionId body;
  FunctionId function;
  ObjectId own;

  bool isFloating() const { return program[own].type.kind == ValueType::Kind::Floating; }

  std::optional<Combination> asArithmetic(const Instruction &sum, ValueId load) const {
    bool isAlike = sum.operands.size() == 2 && sum.type == program[own].type &&
                   program[load].type == sum.type && countUses(program, body, load) == 1;
    bool isLeft = isAlike && sum.operands[0] == load;
    bool isRight = isAlike && sum.operands[1] == load && sum.op != Op::Sub && !isFloating();
    if (!isLeft && !isRight)
      return std::nullopt;
    std::optional<ReductionKind> kind = kindOf(sum.op);
    return kind ? std::optional(Combination{*kind, sum.op == Op::Sub}) : std::nullopt;
  }

  /// The value of a parameter that keeps it.
  ObjectId parameterIn(ValueId id) const {
    const Instruction &value = program[id];
    ObjectId object = value.op == Op::Load ? variableOf(program, id) : ObjectId();
    if (!object.valid())
      return {};
    bool isKept = program[object].kind == Object::Kind::Parameter &&
                  !program[object].addressTaken && program[object].type == program[own].type &&
                  value.type == program[own].type && loadsOf(program, body, object);
    return isKept ? object : ObjectId();
  }

  std::optional<Combination> asSelection(const Instruction &select) const {
    return select.op == Op::Select
               ? asExtreme(program[select.operands[0]], select.operands[1], select.operands[2])
               : std::nullopt;
  }

  /// if (compare) return one; [else] return other;
  std::optional<Combination> asBranch(RegionId first, RegionId second) const {
    RegionId arm = program[first].parent;
    RegionId branch = arm.valid() ? program[arm].parent : RegionId();
    bool isBranch = branch.valid() && program[branch].kind == Region::Kind::Branch &&
                    program[branch].parent == body && program[branch].children[0] == arm &&
                    program[branch].conditionValue.valid();
    bool isOther = isBranch && (program[second].parent == body ||
                                (program[branch].children.size() == 2 &&
                                 program[second].parent == program[branch].children[1]));
    if (!isOther || !program[first].returned.valid() || !program[second].returned.valid())
      return std::nullopt;
    return asExtreme(program[program[branch].conditionValue], program[first].returned,
                     program[second].returned);
  }

  std::optional<Combination> asExtreme(const Instruction &compare, ValueId whenTrue,
                                       ValueId whenFalse) const {
    if (compare.op != Op::Compare)
      return std::nullopt;
    ObjectId left = parameterIn(compare.operands[0]), right = parameterIn(compare.operands[1]);
    ObjectId chosen = parameterIn(whenTrue), other = parameterIn(whenFalse);
    bool isOfTwo = left.valid() && right.valid() && left != right &&
                   ((chosen == left && other == right) || (chosen == right && other == left));
    bool isOwn = isOfTwo && (left == own || right == own);
    bool isOrder = compare.relation != Relation::Equal && compare.relation != Relation::NotEqual;
    if (!isOwn || !isOrder)
      return std::nullopt;
    // Of the term to the value so far.
    Relation relation = right == own ? compare.relation : swapped(compare.relation);
    bool isTaken = chosen != own;
    bool isStrict = isTaken && (relation == Relation::Less || relation == Relation::Greater);
    if (isFloating() && !isStrict)
      return std::nullopt;
    if (!isTaken)
      relation = opposite(relation);
    bool isLess = relation == Relation::Less || relation == Relation::LessEqual;
    return Combination{isLess ? ReductionKind::Minimum : ReductionKind::Maximum};
  }
};

class ValueJudge {
public:
  ValueJudge(const AnalysedProgram &analysed, RegionId loop, ObjectId object)
      : analysed(analysed), program(analysed.program), loop(loop), object(object) {}

  std::optional<Reduction> judge() {
    const Object &variable = program[object];
    bool isNumber = variable.type.kind == ValueType::Kind::Integer ||
                    variable.type.kind == ValueType::Kind::Floating;
    if (!isNumber || variable.addressTaken || variable.isVolatile || !collect() || stores.empty())
      return std::nullopt;
    std::set<ValueId> used;
    std::optional<Combination> all;
    for (ValueId store : stores) {
      auto combined = combinationBy(store, used);
      if (!combined || (all && all->kind != combined->kind))
        return std::nullopt;
      all = combined;
    }
    return used.size() == loads.size() ? made(*all) : std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  ObjectId object;
  std::vector<ValueId> loads, stores;

  bool isIt(ValueId address) const {
    return program[address].op == Op::Address && program[address].object == object;
  }

  /// False if the variable is used in the loop's head, or otherwise than by its name.
  bool collect() {
    for (ValueId id : valuesWithin(program, loop)) {
      const Instruction &value = program[id];
      for (size_t i = 0; i < value.operands.size(); ++i) {
        if (!isIt(value.operands[i]))
          continue;
        bool isAccess = i == 0 && (value.op == Op::Load || value.op == Op::Store) &&
                        !value.isVolatile && !value.partial &&
                        contains(program, program[loop].children[0], value.block);
        if (!isAccess)
          return false;
        (value.op == Op::Load ? loads : stores).push_back(id);
      }
    }
    return true;
  }

  std::optional<Combination> combinationBy(ValueId store, std::set<ValueId> &used) const {
    ValueId id = program[store].operands[1];
    const Instruction &call = program[id];
    const ValueType &type = program[object].type;
    bool isPlain = onlyCallee(program, analysed.pointsTo, id).valid() &&
                   !program[store].conditional && !call.conditional && call.type == type &&
                   program[store].type == type && !program[call.callee].isVariadic &&
                   program[call.callee].parameters.size() == call.operands.size() &&
                   program[call.callee].result == type && countUses(program, loop, id) == 1;
    if (!isPlain)
      return std::nullopt;
    for (size_t i = 0; i < call.operands.size(); ++i) {
      ValueId argument = call.operands[i];
      bool isOwn = std::find(loads.begin(), loads.end(), argument) != loads.end() &&
                   program[argument].type == type && countUses(program, loop, argument) == 1 &&
                   program[program[call.callee].parameters[i]].type == type;
      if (isOwn && used.insert(argument).second)
        return ReturnJudge(program, call.callee, i).judge();
    }
    return std::nullopt;
  }

  std::optional<Reduction> made(const Combination &combined) const {
    const ValueType &type = program[object].type;
    bool isFloating = type.kind == ValueType::Kind::Floating;
    Reduction reduction{object, program[object].name, combined.kind, isFloating, stores.front()};
    bool isSum = combined.kind == ReductionKind::Sum || combined.kind == ReductionKind::Product;
    bool mayOverflow = isSum && type.isSigned && !isFloating && !program.wrapsSigned;
    if (!reduction.isOrdered() && !mayOverflow)
      return reduction;
    bool isSingle =
        stores.size() == 1 && innermostLoop(program, program[stores.front()].block) == loop;
    PassedAccumulator &accumulator = reduction.accumulator.emplace();
    accumulator.part = {0, 1, type};
    accumulator.startsAnew = true;
    accumulator.start = combined.kind == ReductionKind::Product ? 1
                        : combined.isDifference                 ? -1
                                                                : 0;
    return isSingle ? std::optional(reduction) : std::nullopt;
  }
};

} // namespace

std::optional<Reduction> findValueReduction(const AnalysedProgram &analysed, RegionId loop,
                                            ObjectId object) {
  return ValueJudge(analysed, loop, object).judge();
}

} // namespace kasuri
