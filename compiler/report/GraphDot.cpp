#include "report/GraphDot.h"

#include "llvm/Support/raw_ostream.h"

namespace kasuri {
namespace {

const char *shape(TaskKind kind) {
  switch (kind) {
  case TaskKind::Block:
    return "box";
  case TaskKind::Repetition:
    return "ellipse";
  case TaskKind::Subroutine:
    return "component";
  case TaskKind::Condition:
    return "diamond";
  }
  return "box";
}

std::string node(const Layer &layer, TaskId task) {
  return "L" + std::to_string(layer.id.index()) + "T" + std::to_string(task.index());
}

std::string escaped(std::string_view label) {
  std::string result;
  for (char each : label) {
    if (each == '"' || each == '\\')
      result += '\\';
    result += each;
  }
  return result;
}

std::string place(const Program &program, RegionId region) {
  SourceLocation location = locationOf(program, region);
  return std::string(pathOf(program, location)) + ":" + std::to_string(location.line);
}

void printTask(llvm::raw_ostream &stream, const Program &program, const Layer &layer,
               const MacroTask &task) {
  const char *letter = task.kind == TaskKind::Condition ? "C" : "T";
  stream << "    " << node(layer, task.id) << " [shape=" << shape(task.kind)
         << (task.splitLoop.valid() ? ", peripheries=2" : "") << ", label=\"" << letter
         << task.id.index() << ' ' << escaped(place(program, task.first))
         << "\\nstarts: " << escaped(toString(layer.earliest[task.id.index()], layer.tasks))
         << "\"];\n";
}

std::string outcomeOf(const Layer &layer, const Control &control) {
  const MacroTask &task = layer.tasks[control.condition.index()];
  if (task.kind != TaskKind::Condition)
    return "stays";
  if (task.selectsArm)
    return "arm " + std::to_string(control.outcome);
  return control.outcome == 1 ? "true" : "false";
}

void printEdges(llvm::raw_ostream &stream, const Layer &layer, const MacroTask &task) {
  for (TaskId from : task.predecessors) {
    stream << "    " << node(layer, from) << " -> " << node(layer, task.id);
    if (auto halo = task.halos.find(from); halo != task.halos.end())
      stream << " [label=\"" << toString(halo->second) << "\"]";
    stream << ";\n";
  }
  if (task.control)
    stream << "    " << node(layer, task.control->condition) << " -> " << node(layer, task.id)
           << " [style=dashed, label=\"" << outcomeOf(layer, *task.control) << "\"];\n";
}

void printLayer(llvm::raw_ostream &stream, const Program &program, const Layer &layer,
                bool isPlanned) {
  stream << "  subgraph cluster_" << layer.id.index() << " {\n"
         << "    label=\"" << escaped(program[layer.function].name) << " "
         << escaped(place(program, layer.tasks.front().first)) << (isPlanned ? "" : " (not chosen)")
         << "\";\n";
  if (!isPlanned)
    stream << "    color=gray; fontcolor=gray; node [color=gray, fontcolor=gray]; edge "
              "[color=gray];\n";
  for (const MacroTask &task : layer.tasks)
    printTask(stream, program, layer, task);
  for (const MacroTask &task : layer.tasks)
    printEdges(stream, layer, task);
  stream << "  }\n";
}

} // namespace

std::string graphDot(const Program &program, const MacroTaskGraph &graph, const Plan &plan,
                     const Findings &findings) {
  std::vector<bool> isPlanned(graph.layers.size());
  for (const LayerFinding &finding : findings.layers)
    if (finding.isEmitted)
      isPlanned[plan.layers[finding.layer].layer.index()] = true;
  std::string result;
  llvm::raw_string_ostream stream(result);
  stream << "digraph macro_tasks {\n"
            "  node [fontname=\"sans-serif\"]; graph [fontname=\"sans-serif\"];\n";
  for (bool planned : {true, false})
    for (const Layer &layer : graph.layers)
      if (isPlanned[layer.id.index()] == planned && (planned || layer.tasks.size() > 1))
        printLayer(stream, program, layer, planned);
  stream << "}\n";
  return result;
}

} // namespace kasuri
