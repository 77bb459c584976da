// Executions, from main inwards.
//
//     int main(void) {                       once
//       while (read(frame))                  once; its body 400 times: known from below, so that
//         encode(frame);                       the guessed trip count becomes 400
//     }
//     void encode(...) { filter(...); }      a layer of which a profile counted 400 runs
//
// A loop's body is executed trips times, an arm of a branch as often as the others, a function as
// often as its callers call it, and a recursive one as often as that is guessed to make it call
// itself. What a profile has counted holds as well for the sequence around it, the function of
// that, and the one call of the function, up to the next loop or branch. Of a branch with an arm
// that was counted so, the other arms share the rest. What is around that ran as well, at least as
// often, and a loop that it is in at least once: a branch on the way there was not taken in half of
// the run, and a loop whose body has a call of the function has not its guessed trips if these are
// fewer.
#include "cost/Executions.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

/// With that of a missing `else`.
double armsOf(const Region &choice) {
  return std::max<double>(2, static_cast<double>(choice.children.size()));
}

/// Both are sorted.
void addTo(std::vector<FunctionId> &all, const std::vector<FunctionId> &more) {
  std::vector<FunctionId> both;
  std::set_union(all.begin(), all.end(), more.begin(), more.end(), std::back_inserter(both));
  all = std::move(both);
}

class Executions {
public:
  Executions(const Program &program, const Parallelism &facts,
             const std::vector<double> &callsByEntry, RareGrowth &rare, std::vector<bool> &isGuess,
             std::vector<double> &trips)
      : program(program), facts(facts), callsByEntry(callsByEntry), rare(rare), isGuess(isGuess),
        trips(trips), times(program.regions.size()), calls(program.functions.size()),
        callsOf(program.functions.size()), entries(program.functions.size()),
        isOrdered(program.functions.size()) {
    for (const auto &[call, callees] : facts.callees) {
      if (FunctionId caller = program[program[call].block].function; caller.valid())
        addTo(calls[caller.index()], callees);
      for (FunctionId callee : callees) {
        CallsOf &its = callsOf[callee.index()];
        its = {call, its.count + 1};
      }
    }
  }

  void count(const MeasuredTask &task) {
    if (!task.isControlled)
      climb(task.first, task.executions);
    if (task.executions >= 1) // of the layer, where the task is controlled
      noteReached(task.isControlled ? task.sequence : task.first, task.executions);
  }

  void count(const MeasuredLoop &loop) {
    climb(loop.loop, loop.entries);
    if (loop.entries >= 1)
      noteReached(loop.loop, loop.entries);
  }

  std::vector<double> run() {
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    std::vector<FunctionId> callersLast;
    for (size_t i = 0; i < program.functions.size(); ++i) {
      const Function &function = program.functions[i];
      if (hasMain ? function.name == "main" : !function.isInternal) {
        entries[i] = 1;
        order(FunctionId(i), callersLast);
      }
    }
    for (auto next = callersLast.rbegin(); next != callersLast.rend(); ++next)
      enter(program[*next].body, entries[next->index()] * callsByEntry[next->index()]);
    return std::move(times);
  }

private:
  const Program &program;
  const Parallelism &facts;
  const std::vector<double> &callsByEntry;
  RareGrowth &rare;
  std::vector<bool> &isGuess;
  std::vector<double> &trips;
  std::vector<double> times;
  struct CallsOf {
    ValueId last;
    size_t count = 0;
  };
  std::vector<std::vector<FunctionId>> calls; ///< by caller, sorted
  std::vector<CallsOf> callsOf;               ///< by function
  std::vector<double> entries;                ///< by function: times called
  std::vector<bool> isOrdered;
  std::map<RegionId, double> counted; ///< from profiles
  std::map<RegionId, double> reached; ///< what is around that: at least so often

  void climb(RegionId id, double executions) {
    while (id.valid() && counted.try_emplace(id, executions).second) {
      const RegionId parent = program[id].parent;
      if (!parent.valid())
        id = blockOf(onlyCallOf(program[id].function), true);
      else if (program[parent].kind == Region::Kind::Sequence)
        id = parent;
      else
        return;
    }
  }

  void noteReached(RegionId id, double atLeast) {
    while (id.valid() && reached[id] < atLeast) {
      reached[id] = atLeast;
      const RegionId parent = program[id].parent;
      if (parent.valid() && program[parent].kind == Region::Kind::Loop)
        atLeast = 1;
      id = parent.valid() ? parent : blockOf(onlyCallOf(program[id].function), false);
    }
  }

  double leastOf(RegionId id) const {
    auto found = reached.find(id);
    return found != reached.end() ? found->second : 0;
  }

  ValueId onlyCallOf(FunctionId function) const {
    const bool isOne = function.valid() && callsOf[function.index()].count == 1;
    return isOne ? callsOf[function.index()].last : ValueId();
  }

  /// Of a call, if there is one, and it is executed as often as its block where that is asked for.
  RegionId blockOf(ValueId call, bool isAsOften) const {
    return call.valid() && !(isAsOften && program[call].conditional) ? program[call].block
                                                                     : RegionId();
  }

  /// Callers before callees; a call back into a function being visited is left out.
  void order(FunctionId function, std::vector<FunctionId> &callersLast) {
    if (isOrdered[function.index()])
      return;
    isOrdered[function.index()] = true;
    for (FunctionId callee : calls[function.index()])
      order(callee, callersLast);
    callersLast.push_back(function);
  }

  /// Per execution of the loop, as counted in its body.
  void correctTrips(RegionId loop, double executions) {
    const std::vector<RegionId> &body = program[loop].children;
    if (!isGuess[loop.index()] || body.empty())
      return;
    if (auto found = counted.find(body.front()); found != counted.end()) {
      trips[loop.index()] = found->second / executions;
      isGuess[loop.index()] = false;
    } else if (const double least = leastOf(body.front()) / executions;
               least > trips[loop.index()]) {
      trips[loop.index()] = least;
      isGuess[loop.index()] = false;
    }
  }

  /// Of each that nothing has counted, and that does not make room for more.
  double executionsOfArm(const Region &choice, double executions) {
    double arms = armsOf(choice), rest = executions;
    const double share = executions / arms;
    for (RegionId arm : choice.children) {
      auto found = counted.find(arm);
      if (found != counted.end() || reached.contains(arm)) {
        rest -= found != counted.end() ? found->second : std::max(leastOf(arm), share);
        --arms;
      } else if (rare.isIn(arm)) {
        rest -= executions * RareGrowth::likelihood;
        --arms;
      }
    }
    return arms > 0 ? std::max(0.0, rest) / arms : 0;
  }

  void enter(RegionId id, double executions) {
    if (!id.valid())
      return;
    executions = std::max(leastOf(id), executions);
    if (auto found = counted.find(id); found != counted.end())
      executions = found->second;
    if (executions <= 0)
      return;
    times[id.index()] += executions;
    const Region &region = program[id];
    bool isLoop = region.kind == Region::Kind::Loop;
    bool isChoice = region.kind == Region::Kind::Branch || region.kind == Region::Kind::Switch;
    if (isLoop)
      correctTrips(id, executions);
    double inner = isLoop     ? executions * trips[id.index()]
                   : isChoice ? executionsOfArm(region, executions)
                              : executions;
    enter(region.init, executions);
    enter(region.condition, isLoop ? inner : executions);
    for (RegionId child : region.children)
      enter(child, isChoice && rare.isIn(child) ? executions * RareGrowth::likelihood : inner);
    enter(region.step, inner);
    for (ValueId value : region.values)
      if (auto found = facts.callees.find(value); found != facts.callees.end())
        for (FunctionId callee : found->second)
          entries[callee.index()] += executions * (rare.isBy(value) ? RareGrowth::likelihood : 1) /
                                     static_cast<double>(found->second.size());
  }
};

} // namespace

std::vector<double> countExecutions(const Program &program, const Parallelism &facts,
                                    const std::vector<double> &callsByEntry, RareGrowth &rare,
                                    const std::vector<MeasuredTask> &measured,
                                    const std::vector<MeasuredLoop> &loops,
                                    std::vector<bool> &isGuess, std::vector<double> &trips) {
  Executions executions(program, facts, callsByEntry, rare, isGuess, trips);
  for (const MeasuredTask &task : measured)
    executions.count(task);
  for (const MeasuredLoop &loop : loops)
    if (!loop.isSampled)
      executions.count(loop);
  return executions.run();
}

double likelihoodOf(const Program &program, const std::vector<double> &executions, RegionId arm) {
  const RegionId choice = program[arm].parent;
  const double all = executions[choice.index()];
  return all > 0 ? std::min(1.0, executions[arm.index()] / all) : 1 / armsOf(program[choice]);
}

double likelihoodWithin(const Program &program, const std::vector<double> &executions,
                        RegionId region, RegionId sequence) {
  double likelihood = 1;
  for (; region.valid() && region != sequence; region = program[region].parent)
    if (const RegionId parent = program[region].parent; parent.valid())
      if (const Region::Kind kind = program[parent].kind;
          kind == Region::Kind::Branch || kind == Region::Kind::Switch)
        likelihood *= likelihoodOf(program, executions, region);
  return likelihood;
}

} // namespace kasuri
