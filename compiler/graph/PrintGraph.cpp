// The macro-task graph as text, and its invariants.
#include "graph/MacroTaskGraph.h"

#include <algorithm>

namespace kasuri {
namespace {

using Atom = Condition::Atom;

const char *const kindNames[] = {"block", "repetition", "subroutine", "condition"};

std::string name(const MacroTask &task) {
  return (task.kind == TaskKind::Condition ? "C" : "T") + std::to_string(task.id.value);
}

/// " (reads 200 bytes of T0, 40 bytes of T1)", of the tasks that it waits for.
std::string carried(const Layer &layer, const MacroTask &task) {
  std::string out;
  for (TaskId before : task.predecessors)
    if (const uint64_t bytes = layer.bytesBetween(before, task.id))
      out += (out.empty() ? " (reads " : ", ") + std::to_string(bytes) + " bytes of " +
             name(layer.tasks[before.index()]);
  return out.empty() ? out : out + ")";
}

std::string outcomeText(const Layer &layer, const Control &control) {
  const MacroTask &task = layer.tasks[control.condition.index()];
  const std::string condition = name(task);
  if (task.kind != TaskKind::Condition)
    return condition + " stays";
  if (task.selectsArm)
    return condition + " = " + std::to_string(control.outcome);
  return control.outcome == 1 ? condition : "not " + condition;
}

std::string text(const Program &program, const Layer &layer, const MacroTask &task) {
  std::string out = "  " + name(task) + " " + kindNames[static_cast<size_t>(task.kind)] + " " +
                    toString(program, program[task.first].location);
  if (task.first != task.last)
    out += " to line " + std::to_string(program[task.last].end.line);
  if (task.splitLoop.valid())
    out += " doall";
  if (task.distributedLoop.valid())
    out += " distributable";
  if (task.control)
    out += " if " + outcomeText(layer, *task.control);
  if (!task.leavingJumps.empty())
    out += ", may leave";
  else if (task.staysWith)
    out += std::string(", stays if ") + (*task.staysWith == 1 ? "" : "not ") + name(task);
  out += ": " + toString(layer.earliest[task.id.index()], layer.tasks) + carried(layer, task);
  for (const auto &[before, halo] : task.halos)
    out += ", T" + std::to_string(before.value) + " " + toString(halo);
  return out + "\n";
}

std::string toString(const Atom &atom, const std::vector<MacroTask> &tasks) {
  const std::string number = std::to_string(atom.task.index());
  const bool isNot = atom.kind == Atom::Kind::NotTaken;
  if (atom.kind == Atom::Kind::Completed)
    return "T" + number;
  if (tasks[atom.task.index()].kind != TaskKind::Condition)
    return "T" + number + (isNot ? " stays" : " leaves");
  if (atom.arm)
    return "C" + number + (isNot ? " is not " : " = ") + std::to_string(*atom.arm);
  return (isNot ? "not C" : "C") + number;
}

class Verifier {
public:
  explicit Verifier(const Layer &layer) : layer(layer) {}

  std::vector<std::string> run() {
    expect(layer.earliest.size() == layer.tasks.size(), "not every task has a start condition");
    for (size_t i = 0; i < layer.tasks.size(); ++i)
      check(layer.tasks[i], i);
    for (size_t i = 0; i < std::min(layer.earliest.size(), layer.tasks.size()); ++i)
      check(layer.earliest[i], i);
    return std::move(problems);
  }

private:
  const Layer &layer;
  std::vector<std::string> problems;

  void expect(bool holds, const std::string &problem) {
    if (!holds)
      problems.push_back("layer " + std::to_string(layer.id.value) + ": " + problem);
  }

  bool decides(TaskId task) const {
    return task.index() < layer.tasks.size() && layer.tasks[task.index()].decides();
  }

  void check(const MacroTask &task, size_t index) {
    expect(task.id.index() == index, "a task's id is not its place");
    expect(task.first.valid() && task.last.valid(), "a task without a region");
    expect(std::is_sorted(task.predecessors.begin(), task.predecessors.end()),
           "predecessors are not in order");
    for (TaskId before : task.predecessors)
      expect(before.index() < index, "a task waits for a later one");
    for (const auto &[before, halo] : task.halos)
      expect(std::binary_search(task.predecessors.begin(), task.predecessors.end(), before) &&
                 task.splitLoop.valid() && layer.tasks[before.index()].splitLoop.valid(),
             "a task is aligned with what it does not wait for");
    if (task.control)
      expect(task.control->condition.index() < index && decides(task.control->condition),
             "a task is controlled by what is no condition before it");
  }

  void check(const Condition &condition, size_t index) {
    for (const auto &clause : condition.clauses) {
      expect(!clause.empty(), "a start condition that never holds");
      for (const Atom &atom : clause) {
        expect(atom.task.index() < index, "a start condition needs a later task");
        expect(atom.kind == Atom::Kind::Completed || decides(atom.task),
               "a start condition takes a task for a condition");
      }
    }
  }
};

} // namespace

std::string toString(const Condition &condition, const std::vector<MacroTask> &tasks) {
  std::string result;
  for (const auto &clause : condition.clauses) {
    std::string alternatives;
    for (const Atom &atom : clause)
      alternatives += (alternatives.empty() ? "" : " or ") + toString(atom, tasks);
    bool needsBrackets = clause.size() > 1 && condition.clauses.size() > 1;
    result += result.empty() ? "" : " and ";
    result += needsBrackets ? "(" + alternatives + ")" : alternatives;
  }
  return result.empty() ? "at once" : result;
}

std::string print(const Program &program, const MacroTaskGraph &graph,
                  const std::string &onlyFunction) {
  std::string out;
  for (const Layer &layer : graph.layers) {
    if (!onlyFunction.empty() && program[layer.function].name != onlyFunction)
      continue;
    out += "layer " + std::to_string(layer.id.value) + " in " + program[layer.function].name +
           (layer.crossesExits ? ", across exits" : "") + "\n";
    for (const MacroTask &task : layer.tasks)
      out += text(program, layer, task);
  }
  return out;
}

std::vector<std::string> verify(const MacroTaskGraph &graph) {
  std::vector<std::string> problems;
  for (const Layer &layer : graph.layers)
    for (std::string &problem : Verifier(layer).run())
      problems.push_back(std::move(problem));
  return problems;
}

} // namespace kasuri
