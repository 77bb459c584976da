// Where a program gives up for want of memory.
//
//     double *p = malloc(n * sizeof *p);       The arm is entered only if this very call failed,
//     and if (!p) {                                nothing comes after it.
//       fprintf(stderr, "out of memory\n");
//       exit(1);
//     }
//
// Such an arm does not keep a loop sequential: the runtime lets it wait until all that comes before
// it in the program's order is done (ks_leave), and what comes after it can leave no trace but in
// memory, which is gone then. That holds if
//
//  * what is tested is surely the result of that allocation: in a straight line from the call to
//  the
//    test the pointer is followed through variables whose address nobody has, and through members
//    and elements whose place is written the same in both and which nothing between may write;
//  * each way through the arm calls exit, abort, _exit or _Exit, and no way leaves it otherwise, by
//    a jump, a long jump or a call that may do anything;
//  * nothing of the program runs after that: no function that atexit or an attribute names, no
//    handler of SIGABRT, and no unknown code;
//  * the arm is entered from its branch alone, by no goto.
//
// An assertion that the user takes to hold is such an arm as well: it is evaluated, and its failure
// waits for what comes before it.
//
// Its accesses are the iteration's: a message that prints what other iterations write depends on
// them. Whether later iterations may run at all although this one ends the program: C lets the same
// allocation succeed, so they have to be in order as they stand (docs/soundness.md). That goes for
// realloc to no bytes, too: a null pointer is one of the answers that C allows.
#include "analysis/pointers/MemoryExits.h"

#include "analysis/pointers/CallEffects.h"
#include "model/Regions.h"

#include <algorithm>
#include <csignal>
#include <optional>

namespace kasuri {

static bool isOneOf(const std::string &name, std::initializer_list<const char *> names) {
  return std::any_of(names.begin(), names.end(), [&](const char *each) { return name == each; });
}

bool failsForMemoryOnly(const Instruction &call) {
  return libraryCalled(call) &&
         isOneOf(call.calleeName, {"malloc", "calloc", "realloc", "strdup", "strndup"});
}

namespace {

bool isEndingName(const std::string &name) {
  return isOneOf(name, {"exit", "abort", "_exit", "_Exit"});
}

constexpr const char *assertionFailure = "__assert_fail";

/// signal or sigaction for a signal that no end of the program raises. C lets a handler look at
/// ordinary objects only if abort or raise has called it.
bool isForOtherSignal(const Program &program, const Instruction &call) {
  if (!isOneOf(call.calleeName, {"signal", "sigaction"}) || call.operands.empty())
    return false;
  const Instruction &number = program[withoutConverts(program, call.operands[0])];
  return number.op == Op::Constant && number.number != SIGABRT;
}

/// Something of the program may run when it ends.
bool hasCodeAtEnd(const Program &program) {
  auto installs = [](const std::string &name) {
    return isOneOf(name, {"atexit", "on_exit", "at_quick_exit", "signal", "sigaction"});
  };
  auto isHandler = [&](const Instruction &value) {
    bool isNamed = value.op == Op::Address && value.object.index() < program.objects.size() &&
                   program[value.object].kind == Object::Kind::Function;
    return (value.op == Op::Call && installs(value.calleeName) &&
            !isForOtherSignal(program, value)) ||
           (value.op == Op::Clobber && value.number != 0) ||
           (isNamed && installs(program[value.object].name));
  };
  return std::any_of(program.values.begin(), program.values.end(), isHandler) ||
         std::any_of(program.functions.begin(), program.functions.end(),
                     [](const Function &function) { return function.runsAtEnd; });
}

/// The name of a place: bytes from a variable, or from where a variable points, with subscripts
/// that are variables.
struct NamedPlace {
  ObjectId base;
  bool isThroughPointer = false;
  std::vector<std::pair<ObjectId, int64_t>> subscripts; ///< variable, stride
  int64_t offset = 0;
  uint64_t size = 0;

  bool isBeside(const NamedPlace &other) const {
    return base == other.base && isThroughPointer == other.isThroughPointer &&
           subscripts == other.subscripts;
  }
  bool isSame(const NamedPlace &other) const {
    return isBeside(other) && offset == other.offset && size == other.size;
  }
  bool isApart(const NamedPlace &other) const {
    return isBeside(other) && (offset + static_cast<int64_t>(size) <= other.offset ||
                               other.offset + static_cast<int64_t>(other.size) <= offset);
  }
  bool names(ObjectId variable) const {
    return base == variable ||
           std::any_of(subscripts.begin(), subscripts.end(),
                       [&](const auto &each) { return each.first == variable; });
  }
};

/// The statements in front of a branch that surely ran before it, one after the other.
class StraightLine {
public:
  StraightLine(const Program &program, std::vector<ValueId> values)
      : program(program), values(std::move(values)) {}

  /// The allocation whose result the pointer is; invalid: it may be something else.
  ValueId allocationOf(ValueId value) const {
    while (program[value].op == Op::Convert && isPointer(value) &&
           isPointer(program[value].operands[0]))
      value = program[value].operands[0];
    const Instruction &known = program[value];
    if (known.op == Op::Call && !known.callee.valid())
      return failsForMemoryOnly(known) ? value : ValueId();
    ValueId stored = known.op == Op::Load ? storedFor(value) : ValueId();
    return stored.valid() ? allocationOf(stored) : ValueId();
  }

private:
  const Program &program;
  std::vector<ValueId> values; ///< in the order of evaluation

  bool isPointer(ValueId value) const {
    return program[value].type.kind == ValueType::Kind::Pointer;
  }

  /// What the last store to the loaded place stored; invalid: unknown.
  ValueId storedFor(ValueId load) const {
    const std::optional<NamedPlace> place = placeOf(load);
    auto at = std::find(values.rbegin(), values.rend(), load);
    if (!place || at == values.rend() || program[load].isVolatile || program[load].partial)
      return ValueId();
    while (++at != values.rend()) {
      const Instruction &step = program[*at];
      if (step.op == Op::Store && placeOf(*at) && placeOf(*at)->isSame(*place))
        return step.conditional || step.partial || step.isVolatile ? ValueId() : step.operands[1];
      if (mayChange(*at, *place))
        return ValueId();
    }
    return ValueId();
  }

  /// What stands in the place, or which place the name means.
  bool mayChange(ValueId id, const NamedPlace &place) const {
    const Instruction &step = program[id];
    const bool isVariable = !place.isThroughPointer && program[place.base].isPlainScalar();
    if (step.op == Op::Call)
      return !isVariable && !failsForMemoryOnly(step) && step.calleeName != "free";
    if (step.op != Op::Store)
      return step.op == Op::Clobber;
    ObjectId variable = variableOf(program, id);
    if (variable.valid() && program[variable].isPlainScalar())
      return place.names(variable);
    std::optional<NamedPlace> other = placeOf(id);
    return !isVariable && !(other && other->isApart(place));
  }

  /// A variable that only its name leads to.
  ObjectId plainVariable(ValueId value) const {
    value = withoutConverts(program, value);
    ObjectId variable = program[value].op == Op::Load ? variableOf(program, value) : ObjectId();
    return variable.valid() && program[variable].isPlainScalar() ? variable : ObjectId();
  }

  /// Of a Load or Store.
  std::optional<NamedPlace> placeOf(ValueId access) const {
    NamedPlace place;
    place.size = program[access].type.size;
    if (place.size == 0)
      return std::nullopt;
    for (ValueId at = program[access].operands[0];; at = program[at].operands[0]) {
      const Instruction &step = program[at];
      if (step.op == Op::Field) {
        place.offset += step.number;
      } else if (step.op == Op::Element && plainVariable(step.operands[1]).valid()) {
        place.subscripts.emplace_back(plainVariable(step.operands[1]), step.number);
      } else if (step.op == Op::Address) {
        place.base = step.object;
        return program[step.object].isVolatile ? std::nullopt : std::optional(place);
      } else if (ObjectId pointer = plainVariable(at);
                 step.op == Op::Load && pointer.valid() && isPointer(at)) {
        place.base = pointer;
        place.isThroughPointer = true;
        return place;
      } else if (step.op != Op::Convert || !isPointer(step.operands[0])) {
        return std::nullopt;
      }
    }
  }
};

class MemoryExitFinder {
public:
  MemoryExitFinder(const Program &program, const PointsTo &pointsTo)
      : program(program), pointsTo(pointsTo), isUnordered(findUnordered(program)) {}

  MemoryExits find() {
    MemoryExits found;
    findEndings(found);
    found.endsQuietly =
        pointsTo.closedWorld && !pointsTo.streamsUseMemory && !hasCodeAtEnd(program);
    if (!found.endsQuietly)
      return found;
    for (const Function &function : program.functions)
      for (RegionId id : regionsWithin(program, function.body))
        if (program[id].kind == Region::Kind::Branch)
          for (size_t arm = 0; arm < program[id].children.size(); ++arm)
            if (std::vector<ValueId> failed = failedBefore(id, arm == 0); !failed.empty())
              found.arms[program[id].children[arm]] = std::move(failed);
    return found;
  }

private:
  const Program &program;
  const PointsTo &pointsTo;
  const std::vector<bool> isUnordered; ///< by region
  /// Answers on functions; those that call themselves are in the middle of one, and get no.
  std::map<FunctionId, bool> ending, harmless;

  void findEndings(MemoryExits &found) {
    for (const Function &function : program.functions)
      for (RegionId id : regionsWithin(program, function.body))
        if (program[id].kind == Region::Kind::Branch && !isUnordered[id.index()])
          std::ranges::copy_if(program[id].children,
                               std::inserter(found.endings, found.endings.end()),
                               [&](RegionId arm) { return surelyEnds(arm); });
  }

  /// Allocations of which one has failed if that arm is entered; none: it is no such arm.
  std::vector<ValueId> failedBefore(RegionId branch, bool isTrueArm) {
    RegionId arm = program[branch].children[isTrueArm ? 0 : 1];
    std::vector<ValueId> failed;
    bool isArm = program[arm].canBeWrapped && !isUnordered[branch.index()] && surelyEnds(arm) &&
                 program[branch].conditionValue.valid();
    bool isTest = isArm && addTested(program[branch].conditionValue, isTrueArm,
                                     StraightLine(program, lineBefore(branch)), failed);
    return isTest ? failed : std::vector<ValueId>();
  }

  /// Up to the branch's condition, which is included.
  std::vector<ValueId> lineBefore(RegionId branch) {
    std::vector<RegionId> blocks = {program[branch].condition};
    const Region &parent = program[program[branch].parent];
    auto at = std::find(parent.children.begin(), parent.children.end(), branch);
    bool isLine = parent.kind == Region::Kind::Sequence;
    while (isLine && at != parent.children.begin()) {
      const Region &before = program[*--at];
      // Behind a branch that ends the program, its condition has been evaluated and nothing more.
      isLine = before.kind == Region::Kind::Block ||
               (before.kind == Region::Kind::Branch && before.children.size() == 1 &&
                surelyEnds(before.children[0]));
      if (isLine)
        blocks.push_back(before.kind == Region::Kind::Block ? *at : before.condition);
    }
    std::vector<ValueId> values;
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
      values.insert(values.end(), program[*block].values.begin(), program[*block].values.end());
    return values;
  }

  /// Does the condition, with this outcome, say that one of the allocations failed?
  bool addTested(ValueId condition, bool outcome, const StraightLine &line,
                 std::vector<ValueId> &failed) const {
    const Instruction &value = program[condition];
    if (value.type.kind == ValueType::Kind::Pointer)
      return !outcome && addAllocation(condition, line, failed);
    if (value.op == Op::Convert && isTruth(value.operands[0]))
      return addTested(value.operands[0], outcome, line, failed);
    if (value.op == Op::Select) { // a || b fails by either if it is true, a && b if it is false
      ValueId fixed = program[value.operands[outcome ? 1 : 2]].op == Op::Constant
                          ? value.operands[outcome ? 1 : 2]
                          : ValueId();
      return fixed.valid() && (program[fixed].number != 0) == outcome &&
             addTested(value.operands[0], outcome, line, failed) &&
             addTested(value.operands[outcome ? 2 : 1], outcome, line, failed);
    }
    bool isEqual = value.relation == Relation::Equal;
    if (value.op != Op::Compare || (!isEqual && value.relation != Relation::NotEqual))
      return false;
    for (bool isSwapped : {false, true}) {
      ValueId zero = value.operands[isSwapped ? 0 : 1], tested = value.operands[isSwapped ? 1 : 0];
      if (!isZero(program, zero))
        continue;
      if (program[tested].type.kind != ValueType::Kind::Pointer)
        return addTested(tested, outcome != isEqual, line, failed);
      return outcome == isEqual && addAllocation(tested, line, failed);
    }
    return false;
  }

  /// Not 0 if it holds, in any integer type.
  bool isTruth(ValueId value) const {
    return program[value].op == Op::Compare ||
           (program[value].op == Op::Select &&
            program[value].type.kind == ValueType::Kind::Integer);
  }

  static bool addAllocation(ValueId pointer, const StraightLine &line,
                            std::vector<ValueId> &failed) {
    ValueId allocation = line.allocationOf(pointer);
    if (allocation.valid())
      failed.push_back(allocation);
    return allocation.valid();
  }

  /// Each way through the region ends the program, and what it does on the way is known.
  bool surelyEnds(RegionId region) {
    const Region &known = program[region];
    switch (known.kind) {
    case Region::Kind::Block: {
      bool ends = false;
      for (ValueId value : known.values) {
        if (!isKnown(value))
          return false;
        ends |= !program[value].conditional && endsProgram(value);
      }
      return ends;
    }
    case Region::Kind::Sequence:
      for (RegionId child : known.children) {
        if (surelyEnds(child))
          return true;
        // Behind the last one nothing could end it: there a chain of `else if` would be read anew
        // for each of its arms.
        if (child == known.children.back() || !isHarmless(child))
          return false;
      }
      return false;
    case Region::Kind::Branch:
      return known.children.size() == 2 && isHarmless(known.condition) &&
             surelyEnds(known.children[0]) && surelyEnds(known.children[1]);
    default:
      return false;
    }
  }

  /// Nothing in it leaves it but to end the program.
  bool isHarmless(RegionId region) {
    for (RegionId id : regionsWithin(program, region))
      if (program[id].kind == Region::Kind::Opaque ||
          (program[id].kind == Region::Kind::Loop && neverEnds(program, id)))
        return false;
    const std::vector<ValueId> values = valuesWithin(program, region);
    return !leavingJump(program, region).valid() &&
           std::all_of(values.begin(), values.end(), [&](ValueId id) { return isKnown(id); });
  }

  bool isKnown(ValueId id) {
    const Instruction &value = program[id];
    if (value.op != Op::Call)
      return value.op != Op::Clobber && !value.isVolatile;
    if (const LibraryFunction *library = libraryCalled(value))
      return endsProgram(id) || (!library->exits && !library->callsBack && !library->changesThread);
    FunctionId callee = onlyCallee(program, pointsTo, id);
    if (!callee.valid())
      return false;
    if (endsProgram(id))
      return true;
    auto [answer, isNew] = harmless.try_emplace(callee, false);
    if (isNew)
      answer->second = isHarmlessBody(callee);
    return answer->second;
  }

  /// A function that only its returns leave.
  bool isHarmlessBody(FunctionId function) {
    const std::vector<RegionId> regions = regionsWithin(program, program[function].body);
    const std::vector<ValueId> values = valuesWithin(program, program[function].body);
    auto isPlain = [&](RegionId id) {
      const Region &region = program[id];
      return region.kind != Region::Kind::Opaque && region.jump != Region::JumpKind::Goto &&
             !(region.kind == Region::Kind::Loop && neverEnds(program, id));
    };
    return std::all_of(regions.begin(), regions.end(), isPlain) &&
           std::all_of(values.begin(), values.end(), [&](ValueId id) { return isKnown(id); });
  }

  bool endsProgram(ValueId id) {
    const Instruction &value = program[id];
    if (value.op != Op::Call)
      return false;
    if (libraryCalled(value))
      return isEndingName(value.calleeName);
    FunctionId callee = onlyCallee(program, pointsTo, id);
    if (!callee.valid())
      return false;
    auto [answer, isNew] = ending.try_emplace(callee, false);
    if (isNew)
      answer->second = surelyEnds(program[callee].body);
    return answer->second;
  }
};

} // namespace

RegionId MemoryExits::around(const Program &program, RegionId region) const {
  RegionId found;
  for (; region.valid(); region = program[region].parent)
    if (arms.contains(region))
      found = region;
  return found;
}

bool MemoryExits::isQuietEnd(const Instruction &call) const {
  return isAssumed(call) || (endsQuietly && libraryCalled(call) && isEndingName(call.calleeName));
}

bool MemoryExits::isAssumed(const Instruction &call) const {
  return assertionsHold && libraryCalled(call) && call.calleeName == assertionFailure;
}

bool MemoryExits::isOrderly(const Program &program, ValueId call) const {
  return isAssumed(program[call]) || around(program, program[call].block).valid();
}

MemoryExits findMemoryExits(const Program &program, const PointsTo &pointsTo,
                            const Assumptions &assumptions) {
  MemoryExits found = MemoryExitFinder(program, pointsTo).find();
  found.assertionsHold = assumptions.assertionsHold && found.endsQuietly;
  return found;
}

} // namespace kasuri
