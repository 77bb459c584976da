// Where a program goes on when a loop has ended in a certain way.
//
//     static int read_log(FILE *in, table *t) {
//       while (getline(&line, &size, in) != -1) {
//         t->lines++;
//         if (!add(t, line)) {                      out of memory
//           fprintf(stderr, "out of memory\n");
//           return 1;                               the way is followed from here
//         }
//       }
//       ...
//     }
//     int main(void) {
//       ...
//       if (!init(&t) || read_log(in, &t) != 0)     1 != 0: the condition holds
//         return 1;                                 and the program is over
//       print(&t);                                  is not reached on this way
//
// Statements are followed in their order, with the numbers that are known: what the function
// returns, and what is then stored in variables that only their names lead to. A branch whose
// condition is known has one way, another one has both. Of `a || b`, the second half is not
// evaluated if the first one is known to hold, and whoever is in it knows how the first one came
// out. A loop or switch on the way counts as a whole. What jumps
// elsewhere is not followed: then all of the function may run, and all that runs behind any call of
// it. That goes for functions that call each other in a cycle as well: each way out of a function
// is followed once, for all that may have called it.
//
// Behind main nothing runs, if the program has no code for its end and none that is not shown. Nor
// does anybody else look at its memory then, if it maps no files.
#include "analysis/pipeline/CodeBehind.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/pipeline/NumberTest.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/support/Relations.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace kasuri {
namespace {

constexpr size_t mostExits = 200; ///< of functions, that are followed

class BehindWalk {
public:
  explicit BehindWalk(const AnalysedProgram &analysed)
      : analysed(analysed), program(analysed.program) {}

  CodeBehind walk(RegionId loop, const PipelineElement &exit) {
    ended = loop;
    found.isAll = !analysed.effects.memoryExits.endsQuietly || analysed.pointsTo.mapsFiles ||
                  !analysed.effects.promisedPure.empty() || hasFarJumps();
    if (found.isAll)
      return std::move(found);
    State state;
    bool goesOn = true;
    for (RegionId leaving : exit.leaving)
      goesOn = goesOn && run(leaving, state);
    if (goesOn && exit.isReturn)
      giveUp(program[loop].function); // not in the way that is known of it
    else if (goesOn)
      goOn(loop, std::move(state));
    return std::move(found);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  CodeBehind found;
  RegionId ended;                                               ///< the loop
  std::set<std::pair<FunctionId, std::optional<int64_t>>> left; ///< functions, by what they return
  std::set<FunctionId> givenUp;
  ValueId caller; ///< the call that has just returned, in its block

  struct State {
    std::map<ObjectId, int64_t> variables; ///< plain scalars
    std::map<ValueId, int64_t> values;     ///< of the last block
  };

  bool hasFarJumps() const {
    static const std::set<std::string_view> all = {"longjmp", "_longjmp", "siglongjmp",
                                                   "__longjmp_chk"};
    return std::ranges::any_of(program.values, [](const Instruction &value) {
      return value.op == Op::Call && all.contains(value.calleeName);
    });
  }

  // --- Functions.

  /// Behind main the program is over. Where nobody knows who has called the function, or what has
  /// been called when, all may run.
  void leave(FunctionId function, std::optional<int64_t> number) {
    if (found.isAll || !left.insert({function, number}).second)
      return;
    bool isCalled = program[function].name == "main";
    for (const auto &[call, callees] : analysed.pointsTo.callees)
      if (std::ranges::find(callees, function) != callees.end()) {
        isCalled = true;
        const bool isResult =
            !libraryCalled(program[call]) && program[call].type == program[function].result;
        returnTo(call, isResult ? number : std::nullopt);
      }
    found.isAll |= !isCalled || program[function].runsAtStart || left.size() > mostExits ||
                   analysed.pointsTo.escaped.contains(program[function].object);
  }

  void returnTo(ValueId call, std::optional<int64_t> number) {
    State state;
    if (number)
      state.values[call] = *number;
    const RegionId block = program[call].block;
    const std::vector<ValueId> &values = program[block].values;
    const ValueId outer = std::exchange(caller, call);
    for (auto value = std::ranges::find(values, call); value != values.end(); ++value)
      if (*value != call)
        evaluate(*value, state);
    caller = outer;
    goOn(block, std::move(state));
  }

  void giveUp(FunctionId function) {
    if (!givenUp.insert(function).second)
      return;
    add(program[function].body);
    leave(function, std::nullopt);
  }

  // --- Statements.

  void add(RegionId region) {
    for (ValueId value : valuesWithin(program, region))
      found.values.insert(value);
  }

  /// The region has been run to its end, or its condition has been evaluated.
  void goOn(RegionId from, State state) {
    const RegionId id = program[from].parent;
    if (!id.valid())
      return leave(program[from].function, std::nullopt);
    const Region &region = program[id];
    if (region.kind == Region::Kind::Sequence) {
      const auto self = std::ranges::find(region.children, from);
      for (auto next = self + 1; next != region.children.end(); ++next)
        if (!run(*next, state))
          return;
    } else if (region.kind == Region::Kind::Branch) {
      if (from == region.condition && !runArms(id, state))
        return;
    } else if (!runWhole(id, state)) {
      return;
    }
    goOn(id, std::move(state));
  }

  /// Control may go on behind it.
  bool run(RegionId id, State &state) {
    const Region &region = program[id];
    switch (region.kind) {
    case Region::Kind::Block:
      runBlock(id, state);
      return true;
    case Region::Kind::Sequence:
      return std::ranges::all_of(region.children,
                                 [&](RegionId child) { return run(child, state); });
    case Region::Kind::Branch:
      if (region.condition.valid())
        runBlock(region.condition, state);
      return runArms(id, state);
    case Region::Kind::Jump:
      if (region.jump == Region::JumpKind::Return)
        leave(region.function, returnedBy(region, state));
      else if (region.jump == Region::JumpKind::Break && endedBy(program, id) == ended)
        goOn(ended, state);
      else
        giveUp(region.function);
      return false;
    case Region::Kind::Loop:
    case Region::Kind::Switch:
    case Region::Kind::Opaque:
      return runWhole(id, state);
    }
    return true;
  }

  std::optional<int64_t> returnedBy(const Region &jump, const State &state) const {
    const bool isResult =
        jump.returned.valid() && program[jump.returned].type == program[jump.function].result;
    return isResult ? numberOf(jump.returned, state) : std::nullopt;
  }

  bool runWhole(RegionId id, State &state) {
    add(id);
    state = {};
    if (program[id].kind != Region::Kind::Opaque && !isLeftByJump(program, id))
      return true;
    giveUp(program[id].function);
    return false;
  }

  bool runArms(RegionId id, State &state) {
    const Region &region = program[id];
    const std::optional<int64_t> condition = numberOf(region.conditionValue, state);
    State other = state;
    const bool mayBeTrue = !condition || *condition != 0,
               mayBeFalse = !condition || *condition == 0;
    const bool first = mayBeTrue && run(region.children[0], state);
    const bool second =
        mayBeFalse && (region.children.size() < 2 || run(region.children[1], other));
    if (first && second)
      std::erase_if(state.variables, [&](const auto &each) {
        const auto same = other.variables.find(each.first);
        return same == other.variables.end() || same->second != each.second;
      });
    else if (second)
      state = std::move(other);
    state.values.clear();
    return first || second;
  }

  void runBlock(RegionId block, State &state) {
    state.values.clear();
    for (ValueId value : program[block].values)
      evaluate(value, state);
  }

  // --- Values.

  void evaluate(ValueId id, State &state) {
    const Instruction &value = program[id];
    if (value.conditional && isSkipped(id, state))
      return;
    found.values.insert(id);
    if (value.op == Op::Store) {
      const ObjectId variable = variableOf(program, id);
      const std::optional<int64_t> stored = numberOf(value.operands[1], state);
      if (!variable.valid() || !program[variable].isPlainScalar())
        return;
      if (stored && !value.conditional && !value.partial &&
          program[value.operands[1]].type == program[variable].type)
        state.variables[variable] = *stored;
      else
        state.variables.erase(variable);
    } else if (const std::optional<int64_t> number = compute(id, state)) {
      state.values[id] = *number;
    }
  }

  /// It is only in that half of a condition, or of a choice, that the other half rules out.
  bool isSkipped(ValueId id, const State &state) const {
    const std::vector<ValueId> &all = program[program[id].block].values;
    return std::ranges::any_of(all, [&](ValueId each) {
      const Instruction &choice = program[each];
      const auto condition =
          choice.op == Op::Select ? numberOf(choice.operands[0], state) : std::nullopt;
      return condition && isPartOf(id, choice.operands[*condition != 0 ? 2 : 1]) &&
             !isPartOf(id, choice.operands[*condition != 0 ? 1 : 2]) &&
             !isPartOf(id, choice.operands[0]);
    });
  }

  bool isPartOf(ValueId id, ValueId whole) const {
    return id == whole || std::ranges::any_of(program[whole].operands, [&](ValueId operand) {
             return isPartOf(id, operand);
           });
  }

  std::optional<int64_t> numberOf(ValueId id, const State &state) const {
    if (!id.valid())
      return std::nullopt;
    if (const auto known = state.values.find(id); known != state.values.end())
      return known->second;
    return kasuri::numberOf(program, id);
  }

  std::optional<int64_t> compute(ValueId id, const State &state) const {
    const Instruction &value = program[id];
    auto of = [&](size_t operand) { return numberOf(value.operands[operand], state); };
    if (value.op == Op::Load) {
      const auto known = state.variables.find(variableOf(program, id));
      return known != state.variables.end() && value.type == program[known->first].type
                 ? std::optional(known->second)
                 : std::nullopt;
    }
    if (value.op == Op::Convert)
      return keepsNumber(program, id) ? of(0) : std::nullopt;
    if (value.op == Op::Compare) {
      const auto a = of(0), b = of(1);
      return a && b ? std::optional<int64_t>(NumberTest{value.relation, *b}.holdsFor(*a))
                    : std::nullopt;
    }
    if (value.op != Op::Select)
      return std::nullopt;
    const bool isAnd = isConjunction(program, value), isOr = isDisjunction(program, value);
    const size_t second = isAnd ? 1 : 2;
    const bool isInSecond = (isAnd || isOr) && caller.valid() &&
                            isOperandOf(program, caller, value.operands[second]) &&
                            !isOperandOf(program, caller, value.operands[0]);
    const auto condition = of(0);
    const auto number = condition    ? of(*condition != 0 ? 1 : 2)
                        : isInSecond ? of(second)
                                     : std::nullopt;
    return number == 0 || number == 1 ? number : std::nullopt; // as a && b has no others
  }
};

} // namespace

CodeBehind codeBehind(const AnalysedProgram &analysed, RegionId loop, const PipelineElement &exit) {
  return BehindWalk(analysed).walk(loop, exit);
}

bool isUsedIn(const AnalysedProgram &analysed, const CodeBehind &code, BehindUse use,
              const Locations &places, uint64_t reach) {
  auto usesThem = [&](const Access &access) {
    if (use == BehindUse::Read && access.isWrite && !access.isOpaque)
      return false;
    const Locations used = locationsOf(analysed.effects, analysed.pointsTo, access);
    return std::ranges::any_of(places, [&](const Location &place) {
      return analysed.pointsTo.anyIn(used.set(), place.object, [&](const Location &each) {
        return mayOverlap(analysed.pointsTo, place, reach, each, reachOf(access));
      });
    });
  };
  return code.isAll || std::ranges::any_of(code.values, [&](ValueId value) {
           const FunctionId function = analysed.program[analysed.program[value].block].function;
           return std::ranges::any_of(
               analysed.effects.functions[function.index()].accessesAt(value), usesThem);
         });
}

} // namespace kasuri
