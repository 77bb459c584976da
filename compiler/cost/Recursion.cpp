// A function with one call of itself walks a list or down a tree, as a loop does. One with more, or
// with a call in a loop, walks the whole tree.
#include "cost/Recursion.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr double depth = 20; // as many as loops without bounds iterate
constexpr double tree = depth * depth;

class CallWalk {
public:
  CallWalk(const Program &program, const Parallelism &facts)
      : program(program), calls(program.functions.size()), state(program.functions.size()),
        guesses(program.functions.size(), 1) {
    for (const auto &[call, callees] : facts.callees)
      if (const FunctionId caller = program[program[call].block].function; caller.valid())
        for (FunctionId callee : callees)
          calls[caller.index()].push_back({call, callee});
  }

  std::vector<double> run() {
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (program.functions[i].name == "main")
        visit(FunctionId(i));
    for (size_t i = 0; i < program.functions.size(); ++i)
      visit(FunctionId(i));
    return std::move(guesses);
  }

private:
  enum class State : uint8_t { Unknown, Begun, Known };
  struct Call {
    ValueId value;
    FunctionId callee;
  };

  const Program &program;
  std::vector<std::vector<Call>> calls; ///< by caller
  std::vector<State> state;             ///< by function
  std::vector<double> guesses;

  void visit(FunctionId function) {
    if (state[function.index()] != State::Unknown)
      return;
    state[function.index()] = State::Begun;
    for (const Call &each : calls[function.index()]) {
      visit(each.callee);
      if (state[each.callee.index()] == State::Begun)
        noteRecursion(each);
    }
    state[function.index()] = State::Known;
  }

  void noteRecursion(const Call &call) {
    double &guess = guesses[call.callee.index()];
    guess = guess > 1 || isInLoop(program[call.value].block) ? tree : depth;
  }

  bool isInLoop(RegionId id) const {
    while (id.valid() && program[id].kind != Region::Kind::Loop)
      id = program[id].parent;
    return id.valid();
  }
};

} // namespace

std::vector<double> callsByEntry(const Program &program, const Parallelism &facts) {
  return CallWalk(program, facts).run();
}

} // namespace kasuri
