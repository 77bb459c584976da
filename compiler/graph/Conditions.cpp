// When a task may start, in the form of the OSCAR compiler.
//
//     T0: x = f();             at once
//     C1: if (x > 0)           T0
//     T2:   y = g();           C1
//     T3:   z = h(y);          T2                  (that C1 chose its arm follows from T2)
//     T4: w = k();             at once
//     T5: use(x, z, w);        T4 and (T3 or not C1)        (T0 follows from both T3 and C1)
//
// A task may start when the branch on which it is control dependent has been decided towards it,
// and each task that it depends on is complete or known not to run. Known not to run means: one of
// the branches above that task, at any level, has been decided away from it. So the condition is a
// conjunction of clauses: one atom for the task's own innermost branch, and for each dependence k
// the clause "k is complete, or branch 1 above k went the other way, or branch 2 ...".
//
// The arms of a switch are told apart by their numbers: "C1 = 2" is one outcome, "C1 is not 2" all
// others.
//
// Two simplifications keep the meaning. Control implication: a branch that the task itself lies
// under is decided when the task runs, so k's alternative for it is false (the task and k lie in
// the same arm) or the whole clause is true (different arms). Transitive precedence: a clause is
// dropped if another one implies it. A complete task ran, so its own condition held; a decided
// branch was evaluated, so the condition of its Condition task held; a clause implies another if
// each of its atoms does. All atoms stay true once they are, so "held" is as good as "holds".
//
// Source: H. Honda, M. Iwata, H. Kasahara, "Coarse grain parallelism detection scheme of a Fortran
// program" (1990).
#include "graph/Conditions.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

using Atom = Condition::Atom;
using Clause = std::vector<Atom>;

class ConditionFinder {
public:
  ConditionFinder(const std::vector<MacroTask> &tasks,
                  const std::vector<std::vector<TaskId>> &dependences)
      : tasks(tasks), dependences(dependences), surelyDone(tasks.size()) {}

  std::vector<Condition> find() {
    for (const MacroTask &task : tasks) {
      Condition condition = conditionOf(task);
      dropCompleted(task, condition.clauses);
      dropImplied(task, condition.clauses);
      for (const Clause &clause : condition.clauses)
        if (clause.size() == 1)
          addSurelyDone(surelyDone[task.id.index()], clause.front());
      conditions.push_back(std::move(condition));
    }
    return std::move(conditions);
  }

private:
  const std::vector<MacroTask> &tasks;
  const std::vector<std::vector<TaskId>> &dependences;
  std::vector<Condition> conditions;
  std::vector<std::set<TaskId>> surelyDone; ///< by task: complete when all of it may start

  Atom decided(const Control &control, bool asControlled) const {
    const bool isSwitch = tasks[control.condition.index()].selectsArm;
    const bool isTaken = (isSwitch || control.outcome == 1) == asControlled;
    return {isTaken ? Atom::Kind::Taken : Atom::Kind::NotTaken, control.condition,
            isSwitch ? std::optional(control.outcome) : std::nullopt};
  }

  Condition conditionOf(const MacroTask &task) const {
    Condition condition;
    if (task.control)
      condition.clauses.push_back({decided(*task.control, true)});
    const std::vector<Control> own = controlsOf(tasks, task.id);
    for (TaskId before : dependences[task.id.index()])
      if (auto clause = clauseFor(before, own))
        condition.clauses.push_back(std::move(*clause));
    return condition;
  }

  /// "Complete or known not to run", given the branches above the waiting task; nothing when they
  /// already say that it does not run.
  std::optional<Clause> clauseFor(TaskId before, const std::vector<Control> &own) const {
    Clause clause{{Atom::Kind::Completed, before}};
    for (const Control &control : controlsOf(tasks, before)) {
      auto same = std::find_if(own.begin(), own.end(), [&](const Control &each) {
        return each.condition == control.condition;
      });
      if (same == own.end())
        clause.push_back(decided(control, false));
      else if (same->outcome != control.outcome)
        return std::nullopt;
    }
    return clause;
  }

  void addSurelyDone(std::set<TaskId> &done, const Atom &atom) const {
    done.insert(atom.task);
    done.insert(surelyDone[atom.task.index()].begin(), surelyDone[atom.task.index()].end());
  }

  /// A part of the task may start when some of the other's are over: what is over when all of them
  /// are is not implied.
  static bool isByPart(const MacroTask &task, const Clause &clause) {
    return task.halos.contains(clause.front().task);
  }

  /// The common case of transitive precedence, by sets: what a clause of one atom makes complete.
  void dropCompleted(const MacroTask &task, std::vector<Clause> &clauses) const {
    std::set<TaskId> done;
    for (const Clause &clause : clauses)
      if (clause.size() == 1 && !isByPart(task, clause))
        done.insert(surelyDone[clause.front().task.index()].begin(),
                    surelyDone[clause.front().task.index()].end());
    std::erase_if(clauses, [&](const Clause &clause) {
      return clause.front().kind == Atom::Kind::Completed && done.contains(clause.front().task);
    });
  }

  void dropImplied(const MacroTask &task, std::vector<Clause> &clauses) const {
    for (size_t i = 0; i < clauses.size();) {
      std::map<Atom, bool> known;
      bool isImplied = false;
      for (size_t other = 0; other < clauses.size() && !isImplied; ++other)
        isImplied = other != i && !isByPart(task, clauses[other]) &&
                    implies(clauses[other], clauses[i], known);
      if (isImplied)
        clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  }

  bool implies(const Clause &clause, const Clause &goal, std::map<Atom, bool> &known) const {
    return std::all_of(clause.begin(), clause.end(),
                       [&](const Atom &atom) { return implies(atom, goal, known); });
  }

  /// A switch that takes one arm does not take another one.
  static bool isOtherArm(const Atom &taken, const Atom &notTaken) {
    return taken.kind == Atom::Kind::Taken && notTaken.kind == Atom::Kind::NotTaken &&
           taken.task == notTaken.task && taken.arm != notTaken.arm;
  }

  /// `known` remembers the answers for one goal.
  bool implies(const Atom &atom, const Clause &goal, std::map<Atom, bool> &known) const {
    if (auto found = known.find(atom); found != known.end())
      return found->second;
    bool holds = std::any_of(goal.begin(), goal.end(), [&](const Atom &each) {
      return each == atom || isOtherArm(atom, each);
    });
    if (!holds && atom.kind != Atom::Kind::Completed)
      holds = implies({Atom::Kind::Completed, atom.task}, goal, known);
    else if (!holds)
      for (const Clause &clause : conditions[atom.task.index()].clauses)
        holds = holds || implies(clause, goal, known);
    return known[atom] = holds;
  }
};

} // namespace

std::vector<Condition> findEarliestConditions(const std::vector<MacroTask> &tasks,
                                              const std::vector<std::vector<TaskId>> &dependences) {
  return ConditionFinder(tasks, dependences).find();
}

} // namespace kasuri
