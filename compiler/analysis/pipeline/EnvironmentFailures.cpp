// When does a program give up because of its environment, whatever its data are?
//
//     static entry *find(table *t, const char *name) {
//       for (entry *e = t->first; e != NULL; e = e->next)
//         if (strcmp(e->name, name) == 0)
//           return e;                                not null: the loop's test says so
//       entry *e = calloc(1, sizeof *e);
//       if (e == NULL)
//         return NULL;                               null, but behind a test that calloc has failed
//       ...
//       return e;                                    null only if calloc has failed
//     }
//     static int count(table *t, const char *name) {
//       entry *e = find(t, name);
//       if (e == NULL)
//         return -1;
//       return e->hits++ > 9;                        0 or 1
//     }
//
//     for (...) {
//       int is_often = count(t, name);
//       if (is_often < 0)                            only if calloc has failed
//         return 1;
//     }
//
// The C standard lets any output succeed and any allocation. So a correct program is prepared for
// the same data without that failure, and then the loop goes on with its next iteration. What that
// one does up to the call that failed depends on nothing that the failure has changed, if the calls
// and the test are in one segment. So it may run ahead.
//
// What is asked is always: if this value has that relation to that number, has something failed? It
// goes backward from the test, and each step keeps the answer right:
//
//  * a constant does not have the relation at all;
//  * a conversion keeps the number, or is asked for 0 alone and drops no bits;
//  * of `a ? b : c` each of b and c has it only after a failure, or is chosen by one;
//  * a variable that only its name leads to has one of the values that were stored last
//    (LocalValues.h), each of which has it after a failure or is stored after one; or a condition
//    around it says that it does not have the relation;
//  * a function of the program has it only by a return whose value has it after a failure, or that
//    is only reached by a condition that is one. It has no other ways out, and goes on without a
//    failure as well: no loop in it ends only with such returns.
//  * a function of the library has it only if it has failed for want of space, of memory or of a
//    device: malloc and the like return null; fewer items are written than were to be, and these
//    have bytes; character output returns a negative number, and the text was not made from wide
//    characters, which may be wrong. Stream, descriptor and format leave it to the environment
//    whether output fails (SteadyOutput.h).
//
// All calls are of the same run of the loop's body: nothing is followed through memory, parameters
// or the loop's head into an older one. What is not understood may be decided by data: recursion,
// calls through pointers, irregular jumps. Files that lie in the program's memory have an end that
// the program chose: with fmemopen or fopencookie no output counts.
//
// That a request for memory is too large for any machine, or for no bytes at all, is taken as if it
// could be met, as for branches that end the program (MemoryExits.h).
#include "analysis/pipeline/EnvironmentFailures.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/pipeline/LocalValues.h"
#include "analysis/pipeline/SteadyOutput.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/pointers/MemoryExits.h"
#include "model/Regions.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace kasuri {
namespace {

constexpr size_t stepsOfOne = 500'000; ///< see LocalValues::steps, for one condition
constexpr unsigned deepest = 200;      ///< values that are followed from one to the next

class FailureJudge {
public:
  FailureJudge(const AnalysedProgram &analysed, LocalValues &values, RegionId loop)
      : analysed(analysed), program(analysed.program), values(values),
        mostSteps(values.steps() + stepsOfOne), output(analysed, loop),
        limit(program[loop].children[0]) {}

  std::optional<std::vector<ValueId>> judge(ValueId condition, bool outcome) {
    return needsFailure(condition, truth(outcome)) ? std::optional(calls) : std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  LocalValues &values;
  size_t mostSteps;
  SteadyOutput output;
  RegionId limit; ///< the body of the loop, or of the function that is being judged
  unsigned depth = 0;
  unsigned functions = 0;     ///< that are being judged
  std::vector<ValueId> calls; ///< of the loop
  /// Functions that are being judged answer no.
  std::map<std::pair<FunctionId, NumberTest>, bool> answers;

  // --- Values.

  /// The value has the relation only if something has failed before.
  bool needsFailure(ValueId value, NumberTest test) {
    if (depth == deepest || values.steps() > mostSteps)
      return false;
    ++depth;
    const bool answer = needsFailureIn(value, test);
    --depth;
    return answer;
  }

  bool needsFailureIn(ValueId id, NumberTest test) {
    const Instruction &value = program[id];
    switch (value.op) {
    case Op::Constant:
      return numberOf(program, id) && !test.holdsFor(value.number);
    case Op::Convert: {
      const std::optional<NumberTest> before = beforeConvert(program, id, test);
      return before && needsFailure(value.operands[0], *before);
    }
    case Op::Compare:
      return (!test.holdsFor(1) || comparisonNeedsFailure(value, true)) &&
             (!test.holdsFor(0) || comparisonNeedsFailure(value, false));
    case Op::Select:
      return (needsFailure(value.operands[1], test) ||
              needsFailure(value.operands[0], truth(true))) &&
             (needsFailure(value.operands[2], test) ||
              needsFailure(value.operands[0], truth(false)));
    case Op::Load:
      return values.isExcluded(id, test, limit) ||
             isStoredByAll(id, [&](ValueId store) { return storeNeedsFailure(store, test); });
    case Op::Call:
      return callNeedsFailure(id, test);
    default:
      return false;
    }
  }

  bool isStoredByAll(ValueId load, const std::function<bool(ValueId store)> &isIt) {
    const std::optional<std::vector<ValueId>> stores = values.storedFor(load, limit);
    return stores && std::all_of(stores->begin(), stores->end(), [&](ValueId store) {
             return program[program[store].operands[1]].type == program[load].type && isIt(store);
           });
  }

  bool storeNeedsFailure(ValueId store, NumberTest test) {
    return needsFailure(program[store].operands[1], test) ||
           isReachedByFailure(program[store].block);
  }

  bool comparisonNeedsFailure(const Instruction &compare, bool outcome) {
    const Relation relation = outcome ? compare.relation : opposite(compare.relation);
    const ValueId a = compare.operands[0], b = compare.operands[1];
    return comparisonNeedsFailure(a, relation, b) ||
           comparisonNeedsFailure(b, swapped(relation), a);
  }

  bool comparisonNeedsFailure(ValueId tested, Relation relation, ValueId expected) {
    const std::optional<int64_t> number = numberOf(program, expected);
    return number ? needsFailure(tested, {relation, *number})
                  : (relation == Relation::NotEqual || relation == Relation::Less) &&
                        isCountWritten(tested, expected);
  }

  /// How many items of these many were written.
  bool isCountWritten(ValueId id, ValueId expected) {
    const Instruction &value = program[id];
    if (value.op == Op::Convert)
      return keepsNumber(program, id) && isCountWritten(value.operands[0], expected);
    if (value.op == Op::Load)
      return isStoredByAll(id, [&](ValueId store) {
        const ValueId stored = program[store].operands[1];
        return program[stored].op != Op::Load && isCountWritten(stored, expected);
      });
    if (!isWriteOfItems(value) || !values.isSame(value.operands[2], expected, limit))
      return false;
    note(id);
    return true;
  }

  // --- Calls.

  /// Those in functions of the program are a part of the one that led there.
  void note(ValueId call) {
    if (functions == 0)
      calls.push_back(call);
  }

  bool callNeedsFailure(ValueId id, NumberTest test) {
    const Instruction &call = program[id];
    const LibraryFunction *library = libraryCalled(call);
    const FunctionId callee = library ? FunctionId() : onlyCallee(program, analysed.pointsTo, id);
    const bool answer = library ? libraryNeedsFailure(call, *library, test)
                                : callee.valid() && call.type == program[callee].result &&
                                      functionNeedsFailure(callee, test);
    if (answer)
      note(id);
    return answer;
  }

  bool libraryNeedsFailure(const Instruction &call, const LibraryFunction &library,
                           NumberTest test) {
    if (failsForMemoryOnly(call))
      return test == NumberTest{Relation::Equal, 0};
    if (isWriteOfItems(call)) {
      const std::optional<int64_t> count = numberOf(program, call.operands[2]);
      return count && !test.holdsFor(*count);
    }
    return test.excludes({Relation::GreaterEqual, 0}) && isOutput(call, library);
  }

  /// fwrite of items that are not empty: of no bytes it writes none.
  bool isWriteOfItems(const Instruction &call) {
    if (analysed.pointsTo.hasMemoryFiles || !libraryCalled(call) || call.operands.size() != 4 ||
        (call.calleeName != "fwrite" && call.calleeName != "fwrite_unlocked"))
      return false;
    const std::optional<int64_t> size = numberOf(program, call.operands[1]);
    return size && *size > 0 && output.isSteady(call);
  }

  /// Negative only if a device has failed.
  bool isOutput(const Instruction &call, const LibraryFunction &library) {
    static const std::set<std::string_view> all = {
        "putc",  "fputc",          "putchar", "putc_unlocked", "fputc_unlocked", "putchar_unlocked",
        "fputs", "fputs_unlocked", "puts",    "write"};
    static const std::set<std::string_view> formatted = {"printf",  "fprintf",  "dprintf",
                                                         "vprintf", "vfprintf", "vdprintf"};
    return !analysed.pointsTo.hasMemoryFiles &&
           (all.contains(call.calleeName) ||
            (formatted.contains(call.calleeName) &&
             isNarrowFormat(program, analysed.pointsTo, call, library))) &&
           output.isSteady(call);
  }

  // --- Functions.

  bool functionNeedsFailure(FunctionId function, NumberTest test) {
    const auto [known, isNew] = answers.try_emplace({function, test}, false);
    if (!isNew)
      return known->second;
    const RegionId outer = std::exchange(limit, program[function].body);
    ++functions;
    const bool answer = returnsNeedFailure(function, test);
    --functions;
    limit = outer;
    return known->second = answer;
  }

  bool returnsNeedFailure(FunctionId function, NumberTest test) {
    const std::vector<RegionId> regions = regionsWithin(program, program[function].body);
    auto isIrregular = [&](RegionId each) { return program[each].kind == Region::Kind::Opaque; };
    auto isFine = [&](RegionId each) {
      const Region &region = program[each];
      if (region.kind == Region::Kind::Loop)
        return !endsByFailureOnly(each);
      return region.jump != Region::JumpKind::Return ||
             (region.returned.valid() &&
              program[region.returned].type == program[function].result &&
              (needsFailure(region.returned, test) || isReachedByFailure(each)));
    };
    return std::none_of(regions.begin(), regions.end(), isIrregular) &&
           std::all_of(regions.begin(), regions.end(), isFine);
  }

  /// Some condition on the way to it has an outcome that only a failure gives it.
  bool isReachedByFailure(RegionId region) {
    bool isFound = false;
    auto goOn = [](RegionId, size_t) { return true; };
    auto ignore = [](RegionId) { return true; };
    auto isIt = [&](ValueId condition, bool outcome) {
      isFound = needsFailure(condition, truth(outcome));
      return !isFound;
    };
    values.walkBack(region, limit, {goOn, ignore, isIt});
    return isFound;
  }

  /// A loop without a test of its own.
  bool endsByFailureOnly(RegionId loop) {
    const ValueId condition = program[loop].conditionValue;
    const std::optional<int64_t> always =
        condition.valid() ? numberOf(program, condition) : std::optional<int64_t>(1);
    if (!always || *always == 0)
      return false;
    const std::vector<RegionId> regions = regionsWithin(program, loop);
    return std::none_of(regions.begin(), regions.end(), [&](RegionId each) {
      const Region &jump = program[each];
      const bool isEnd = jump.jump == Region::JumpKind::Return ||
                         (jump.jump == Region::JumpKind::Break && endedBy(program, each) == loop);
      return isEnd && !isReachedByFailure(each);
    });
  }
};

} // namespace

std::optional<std::vector<ValueId>> failuresBehind(const AnalysedProgram &analysed,
                                                   LocalValues &values, RegionId loop,
                                                   ValueId condition, bool outcome) {
  return FailureJudge(analysed, values, loop).judge(condition, outcome);
}

} // namespace kasuri
