// Building layer candidates: runs of statements that nothing leaves, as macro-tasks with their
// edges.
//
//     analyse(&a);      T0   (subroutine)
//     for (...) b(i);   T1   (repetition, may be split)
//     use(a);           T2   waits for T0
//
// The dependences between siblings come from the analysis; an edge that others imply is dropped, so
// that a task waits for as few others as it must. A statement that may leave the sequence, declares
// what later ones use, or does not stand in the source file itself, ends the run: everything before
// it is complete and nothing after it has begun when it runs. A branch is one task, whatever it
// contains, so the earliest executable condition of a task is that its predecessors are complete.
//
// Source: H. Honda, M. Iwata, H. Kasahara (1990).
#include "graph/MacroTaskGraph.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

class GraphBuilder {
public:
  GraphBuilder(const Program &program, const Parallelism &facts) : program(program), facts(facts) {
    for (const SiblingDependence &each : facts.dependences)
      predecessors[each.to].insert(each.from);
  }

  MacroTaskGraph build() {
    for (size_t i = 0; i < program.regions.size(); ++i)
      if (program.regions[i].kind == Region::Kind::Sequence && isRegular(RegionId(i)))
        addLayers(RegionId(i));
    return std::move(graph);
  }

private:
  const Program &program;
  const Parallelism &facts;
  std::map<RegionId, std::set<RegionId>> predecessors;
  MacroTaskGraph graph;

  /// Control flow enters the sequence only at its start.
  bool isRegular(RegionId sequence) const {
    for (RegionId up = sequence; up.valid(); up = program[up].parent)
      if (program[up].kind == Region::Kind::Opaque)
        return false;
    return program[sequence].function.valid();
  }

  bool canBeTask(RegionId child) const {
    auto known = facts.siblings.find(child);
    bool staysInside =
        known != facts.siblings.end() && !known->second.mayLeave && !known->second.declares;
    return staysInside && program[child].inMainFile;
  }

  void addLayers(RegionId sequence) {
    std::vector<RegionId> run;
    for (RegionId child : program[sequence].children) {
      if (canBeTask(child)) {
        run.push_back(child);
        continue;
      }
      addLayer(sequence, run);
      run.clear();
    }
    addLayer(sequence, run);
  }

  TaskKind kindOf(RegionId region) const {
    if (program[region].kind == Region::Kind::Loop)
      return TaskKind::Repetition;
    bool isCall = program[region].kind == Region::Kind::Block &&
                  std::any_of(program[region].values.begin(), program[region].values.end(),
                              [&](ValueId value) { return program[value].op == Op::Call; });
    return isCall ? TaskKind::Subroutine : TaskKind::Block;
  }

  void addLayer(RegionId sequence, const std::vector<RegionId> &run) {
    Layer layer;
    layer.id = LayerId(graph.layers.size());
    layer.function = program[sequence].function;
    layer.sequence = sequence;
    for (size_t i = 0; i < run.size(); ++i) {
      MacroTask task;
      task.id = TaskId(i);
      task.kind = kindOf(run[i]);
      task.first = task.last = run[i];
      const LoopFacts *loop = facts.factsOf(run[i]);
      if (loop && loop->isParallel)
        task.splitLoop = run[i];
      task.privates = facts.siblings.at(run[i]).privates;
      task.predecessors = reduced(layer, run, i);
      layer.tasks.push_back(task);
      Condition condition;
      for (TaskId before : task.predecessors)
        condition.clauses.push_back({{Condition::Atom::Kind::Completed, before}});
      layer.earliest.push_back(condition);
    }
    bool hasChoice =
        layer.tasks.size() > 1 || (layer.tasks.size() == 1 && layer.tasks[0].splitLoop.valid());
    if (hasChoice)
      graph.layers.push_back(std::move(layer));
  }

  /// Direct predecessors within the run, without those that another predecessor already waits for.
  std::vector<TaskId> reduced(const Layer &layer, const std::vector<RegionId> &run, size_t task) {
    std::set<TaskId> direct, implied;
    if (auto found = predecessors.find(run[task]); found != predecessors.end())
      for (size_t before = 0; before < task; ++before)
        if (found->second.contains(run[before]))
          direct.insert(TaskId(before));
    std::vector<TaskId> pending(direct.begin(), direct.end());
    while (!pending.empty()) {
      TaskId next = pending.back();
      pending.pop_back();
      for (TaskId before : layer.tasks[next.index()].predecessors)
        if (implied.insert(before).second)
          pending.push_back(before);
    }
    std::vector<TaskId> result;
    std::set_difference(direct.begin(), direct.end(), implied.begin(), implied.end(),
                        std::back_inserter(result));
    return result;
  }
};

const char *const kindNames[] = {"block", "repetition", "subroutine", "condition"};

std::string text(const Condition &condition) {
  if (condition.clauses.empty())
    return "at once";
  std::string result;
  for (const auto &clause : condition.clauses) {
    result += result.empty() ? "" : " and ";
    for (size_t i = 0; i < clause.size(); ++i)
      result +=
          (i ? " or " : "") + std::string("t") + std::to_string(clause[i].task.value) + " done";
  }
  return result;
}

} // namespace

MacroTaskGraph buildMacroTaskGraph(const Program &program, const Parallelism &facts) {
  return GraphBuilder(program, facts).build();
}

std::string print(const Program &program, const MacroTaskGraph &graph,
                  const std::string &onlyFunction) {
  std::string out;
  for (const Layer &layer : graph.layers) {
    if (!onlyFunction.empty() && program[layer.function].name != onlyFunction)
      continue;
    out += "layer " + std::to_string(layer.id.value) + " in " + program[layer.function].name + "\n";
    for (const MacroTask &task : layer.tasks)
      out += "  t" + std::to_string(task.id.value) + " " +
             kindNames[static_cast<size_t>(task.kind)] + " " +
             toString(program, program[task.first].location) +
             (task.splitLoop.valid() ? " doall" : "") + " starts " +
             text(layer.earliest[task.id.index()]) + "\n";
  }
  return out;
}

std::vector<std::string> verify(const MacroTaskGraph &graph) {
  std::vector<std::string> problems;
  for (const Layer &layer : graph.layers)
    for (size_t i = 0; i < layer.tasks.size(); ++i)
      for (TaskId before : layer.tasks[i].predecessors)
        if (before.index() >= i)
          problems.push_back("layer " + std::to_string(layer.id.value) +
                             ": a task waits for a later one");
  return problems;
}

} // namespace kasuri
