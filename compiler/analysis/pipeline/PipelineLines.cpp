// Lines that getline puts into memory of its own.
//
//     char *line = NULL;
//     size_t size = 0;
//     while (getline(&line, &size, in) != -1)   the head: in order, as it reads a file
//       work(line);                             iterations overlap: line and size are their own
//     free(line);
//
// Each iteration reads the line that getline has left in it, and the next one writes over it. If
// each worker has a pair of variables of its own, getline allocates memory for each pair. A worker
// keeps its memory from one iteration to the next, and frees it when the loop is over. In the
// function, `line` stays null.
//
// This is right if nobody can tell that there are several blocks:
//   - `line` is null in front of the loop, so each pair can begin the same way;
//   - getline is called at the start of each iteration, whose body is run only if there is a line;
//     `line` is not used before it, and `size` is not used at all: it is the size of some block;
//   - behind the loop, `line` is only freed, if anything;
//   - addresses in the line are only followed, compared with each other and tested for null. None
//     lies in memory that outlives the iteration.
//
// A line is what getline says it has read, with the 0 behind it. Beyond that, the block holds what
// earlier lines have left, or nothing; POSIX does not say which. Programs do not read that, and
// here they may find the rest of another line there.
#include "analysis/pipeline/PipelineLines.h"

#include "analysis/memory/PointerUses.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class LineFinder {
public:
  explicit LineFinder(PipelineDraft &draft)
      : draft(draft), program(draft.program), loop(draft.loop) {}

  void find() {
    if (!program[loop].testsFirst || !program[loop].condition.valid())
      return;
    for (ValueId value : valuesWithin(program, program[loop].condition)) {
      const Instruction &call = program[value];
      if (call.op != Op::Call || call.calleeName != grownLine || call.conditional)
        continue;
      if (ofFunction.empty())
        ofFunction = valuesWithin(program, program[draft.function].body);
      const ObjectId text = variableOf(program, call.operands[0]),
                     size = variableOf(program, call.operands[1]);
      if (isTested(value) && isOutside(text) && isOutside(size) && isNullBefore(text) &&
          isTextUse(text, value) && isSizeUse(size, value) && areAddressesFollowed(call.object))
        add({text, size, value});
    }
  }

private:
  PipelineDraft &draft;
  const Program &program;
  RegionId loop;
  std::vector<ValueId> ofFunction; ///< once there is a call to ask about

  void add(const LineBuffer &line) {
    draft.pipeline.lines.push_back(line);
    for (ObjectId each : {line.text, line.size, program[line.input].object})
      draft.own.objects.insert(each);
  }

  /// The body is only run if a line has been read: else it would find the one before.
  bool isTested(ValueId call) const {
    const std::vector<ValueId> tests = conjunctsOf(program, program[loop].conditionValue);
    return std::any_of(tests.begin(), tests.end(), [&](ValueId id) {
      const Instruction &test = program[id];
      return test.op == Op::Compare &&
             (isNoFailure(call, test.operands[0], test.relation, test.operands[1]) ||
              isNoFailure(call, test.operands[1], swapped(test.relation), test.operands[0]));
    });
  }

  /// `getline(...) != -1`, `> 0` and the like, of numbers that are -1 when it is.
  bool isNoFailure(ValueId call, ValueId tested, Relation relation, ValueId expected) const {
    auto isSigned = [&](ValueId value) {
      const ValueType &type = program[value].type;
      return type.kind == ValueType::Kind::Integer && type.isSigned;
    };
    bool keepsSign = isSigned(tested);
    while (program[tested].op == Op::Convert) {
      tested = program[tested].operands[0];
      keepsSign &= isSigned(tested);
    }
    const Instruction &limit = program[withoutConverts(program, expected)];
    if (!keepsSign || !isResult(call, tested) || limit.op != Op::Constant)
      return false;
    return relation == Relation::NotEqual ? limit.number == -1
           : relation == Relation::Greater
               ? limit.number >= -1
               : relation == Relation::GreaterEqual && limit.number >= 0;
  }

  /// What stands for the call's value. The number that is stored as the size is unsigned.
  bool isResult(ValueId call, ValueId value) const {
    const Instruction &known = program[value];
    return known.op == Op::Opaque && known.operands.size() == 1 &&
           known.operands[0] == program[call].operands[1] && known.type.isSigned;
  }

  /// Declared in front of the loop, anew in each iteration of a loop around it.
  bool isOutside(ObjectId variable) const {
    const Object &known = program[variable];
    if (known.kind != Object::Kind::Local || known.isVolatile || !known.scope.valid() ||
        contains(program, loop, known.scope))
      return false;
    const RegionId around = innermostLoop(program, program[loop].parent);
    return !around.valid() || contains(program, program[around].children[0], known.scope);
  }

  bool isInLoop(ValueId value) const {
    return contains(program, loop, program[value].block) &&
           !isWithin(program, draft.allLeaving(), value);
  }

  /// A statement in front of the loop makes it null, and so does all that sets it outside.
  bool isNullBefore(ObjectId text) const {
    bool isNull = true, isSet = false;
    for (ValueId value : ofFunction) {
      const Instruction &store = program[value];
      if (!isStoreTo(program, value, text) || isInLoop(value))
        continue;
      isNull &= isZero(program, store.operands[1]);
      isSet |= !store.conditional && isInFront(store.block);
    }
    return isNull && isSet;
  }

  /// A child of a sequence that the loop is in, before it.
  bool isInFront(RegionId block) const {
    const RegionId sequence = program[block].parent;
    return sequence.valid() && program[sequence].kind == Region::Kind::Sequence &&
           contains(program, sequence, loop) && block < loop;
  }

  /// All that its name is used for.
  std::vector<ValueId> usersOf(ValueId used) const {
    std::vector<ValueId> users;
    for (ValueId value : ofFunction) {
      const std::vector<ValueId> &operands = program[value].operands;
      if (std::find(operands.begin(), operands.end(), used) != operands.end())
        users.push_back(value);
    }
    return users;
  }

  /// Every mention of the variable loads or stores it, in ways that the question likes.
  bool areUses(ObjectId variable, const std::function<bool(ValueId)> &isGood) const {
    auto isGoodUse = [&](ValueId user) {
      return variableOf(program, user) == variable &&
             (program[user].op == Op::Load || program[user].op == Op::Store) &&
             program[user].type.size == program[variable].type.size && isGood(user);
    };
    return std::all_of(ofFunction.begin(), ofFunction.end(), [&](ValueId value) {
      if (program[value].op != Op::Address || program[value].object != variable)
        return true;
      const std::vector<ValueId> users = usersOf(value);
      return !users.empty() && std::all_of(users.begin(), users.end(), isGoodUse);
    });
  }

  bool isTextUse(ObjectId text, ValueId call) const {
    return areUses(text, [&](ValueId use) {
      const Instruction &access = program[use];
      if (access.op == Op::Store)
        return !isInLoop(use) || access.operands[1] == call;
      if (!isInLoop(use))
        return isOnlyFreed(use);
      return contains(program, program[loop].children[0], access.block) ||
             use == program[call].operands[0];
    });
  }

  bool isOnlyFreed(ValueId pointer) const {
    const std::vector<ValueId> users = usersOf(pointer);
    return !users.empty() && std::all_of(users.begin(), users.end(), [&](ValueId user) {
      const Instruction &use = program[user];
      return use.op == Op::Convert
                 ? use.type.kind == ValueType::Kind::Pointer && isOnlyFreed(user)
                 : use.op == Op::Call && !use.callee.valid() && use.calleeName == "free";
    });
  }

  /// Only the call gets it, and what stands for the call sets it.
  bool isSizeUse(ObjectId size, ValueId call) const {
    const ValueId before = program[call].operands[1];
    return areUses(size, [&](ValueId use) {
      const Instruction &access = program[use];
      if (access.op == Op::Load)
        return use == before;
      const Instruction &stored = program[access.operands[1]];
      return !isInLoop(use) ||
             (stored.op == Op::Opaque && stored.operands.size() == 1 &&
              stored.operands[0] == before && access.block == program[call].block);
    });
  }

  /// A line that could not be read is null, or what it was: nobody looks at it.
  bool areAddressesFollowed(ObjectId memory) const {
    PointerUses uses(draft.analysed, loop, {memory}, draft.allLeaving());
    return !draft.analysed.pointsTo.escaped.contains(memory) && !uses.isRecursive() &&
           !uses.isLookedAt(true);
  }
};

/// What iterations have for themselves, and begin anew. Buffers may be handed on.
bool isOfIteration(const PipelineDraft &draft, ObjectId holder) {
  if (draft.analysed.pointsTo.isSpecial(holder))
    return false;
  const Object &known = draft.program[holder];
  auto isIt = [&](const Handed &each) { return each.object == holder; };
  const bool isHanded = std::any_of(draft.handed.begin(), draft.handed.end(), isIt) ||
                        std::any_of(draft.late.begin(), draft.late.end(), isIt);
  const bool isBuffer = std::any_of(
      draft.pipeline.buffers.begin(), draft.pipeline.buffers.end(),
      [&](const PrivateObject &each) { return draft.program[each.allocation].object == holder; });
  return !isHanded && !isBuffer &&
         (draft.own.objects.contains(holder) ||
          (known.isAutomatic() && draft.own.callees.contains(known.owner)));
}

} // namespace

void findPipelineLines(PipelineDraft &draft) { LineFinder(draft).find(); }

bool areLinesOwn(const PipelineDraft &draft) {
  const PointsTo &pointsTo = draft.analysed.pointsTo;
  auto holdsLine = [&](const HeldLocations &held) {
    return std::any_of(
        draft.pipeline.lines.begin(), draft.pipeline.lines.end(), [&](const LineBuffer &line) {
          return pointsTo.mayBeIn(pointsTo.sets[held.set], draft.program[line.input].object);
        });
  };
  return draft.pipeline.lines.empty() ||
         std::all_of(pointsTo.held.begin(), pointsTo.held.end(), [&](const HeldLocations &held) {
           return !holdsLine(held) || isOfIteration(draft, held.place.object);
         });
}

} // namespace kasuri
