// The hierarchical macro-task graph in report.json.
#include "report/JsonParts.h"
#include "report/Nesting.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

using llvm::json::OStream;

class GraphWriter {
public:
  GraphWriter(OStream &out, const Program &program, const Parallelism &facts,
              const MacroTaskGraph &graph, const CostModel &cost, const Plan &plan)
      : out(out), program(program), cost(cost), graph(graph),
        inside(findLayersInside(program, facts, graph)), planned(graph.layers.size(), -1) {
    for (size_t i = 0; i < plan.layers.size(); ++i)
      planned[plan.layers[i].layer.index()] = static_cast<int64_t>(i);
    for (const SiblingDependence &each : facts.dependences) {
      subjects[{each.from, each.to}].insert(each.subject);
      for (const PartDependence &part : each.parts.value_or(std::vector<PartDependence>()))
        subjects[{part.from, part.to}].insert(each.subject);
    }
  }

  void write() {
    out.attributeArray("graph", [&] {
      for (const Layer &each : graph.layers)
        layer(each);
    });
  }

private:
  OStream &out;
  const Program &program;
  const CostModel &cost;
  const MacroTaskGraph &graph;
  std::vector<std::vector<std::vector<LayerId>>> inside;
  std::vector<int64_t> planned; ///< by LayerId: index in Plan::layers, or -1
  /// By pair of siblings, and of parts of theirs: what the later one waits for.
  std::map<std::pair<RegionId, RegionId>, std::set<std::string>> subjects;

  double nanosecondsOf(const MacroTask &task) const {
    if (task.kind == TaskKind::Condition)
      return cost.of(program[task.first].condition).perExecutionNs;
    double ns = 0;
    for (RegionId each : siblingsOf(program, task))
      ns += cost.of(each).perExecutionNs;
    return ns;
  }

  std::set<std::string> between(const MacroTask &from, const MacroTask &to) const {
    std::set<std::string> all;
    for (RegionId source : siblingsOf(program, from))
      for (RegionId sink : siblingsOf(program, to))
        if (auto found = subjects.find({source, sink}); found != subjects.end())
          all.insert(found->second.begin(), found->second.end());
    return all;
  }

  void needs(const Layer &layer, const MacroTask &task) {
    out.attributeArray("needs", [&] {
      for (TaskId from : task.predecessors) {
        out.object([&] {
          out.attribute("task", static_cast<int64_t>(from.index()));
          out.attributeArray("variables", [&] {
            for (const std::string &each : between(layer.tasks[from.index()], task))
              out.value(utf8(each));
          });
          out.attribute("bytes", static_cast<int64_t>(layer.bytesBetween(from, task.id)));
          if (auto halo = task.halos.find(from); halo != task.halos.end())
            out.attributeObject("aligned", [&] { writeHaloFields(out, halo->second); });
        });
      }
    });
  }

  void task(const Layer &layer, const MacroTask &each) {
    out.object([&] {
      writeMacroTaskFields(out, program, layer, each);
      const SourceLocation &end = program[each.last].end;
      out.attribute("endLine", static_cast<int64_t>(end.line));
      out.attributeArray("calls", [&] {
        for (const std::string &name : calls(each))
          out.value(utf8(name));
      });
      writeNanoseconds(out, "estimatedNs", nanosecondsOf(each));
      needs(layer, each);
      out.attributeArray("inside", [&] {
        for (LayerId below : inside[layer.id.index()][each.id.index()])
          out.value(static_cast<int64_t>(below.index()));
      });
    });
  }

  /// The functions that a subroutine block calls, by name.
  std::vector<std::string> calls(const MacroTask &task) const {
    std::vector<std::string> names;
    if (task.kind == TaskKind::Subroutine)
      for (RegionId region : siblingsOf(program, task))
        for (ValueId value : program[region].values)
          if (program[value].op == Op::Call && !program[value].calleeName.empty())
            names.push_back(program[value].calleeName);
    return names;
  }

  double share(const Layer &layer) const {
    double ns = 0;
    for (const MacroTask &each : layer.tasks)
      if (!each.control)
        ns += each.kind == TaskKind::Condition ? cost.of(each.first).perExecutionNs
                                               : nanosecondsOf(each);
    return cost.programNs > 0 ? cost.executions[layer.sequence.index()] * ns / cost.programNs : 0;
  }

  void layer(const Layer &each) {
    out.object([&] {
      out.attribute("id", static_cast<int64_t>(each.id.index()));
      out.attribute("function", utf8(program[each.function].name));
      writePlaceFields(out, program, locationOf(program, each.tasks.front().first));
      if (planned[each.id.index()] >= 0)
        out.attribute("layer", planned[each.id.index()]);
      else
        out.attribute("layer", nullptr);
      writeNumber(out, "estimatedShare", share(each), 6);
      out.attributeArray("tasks", [&] {
        for (const MacroTask &one : each.tasks)
          task(each, one);
      });
    });
  }
};

} // namespace

void writeGraph(OStream &out, const Program &program, const Parallelism &facts,
                const MacroTaskGraph &graph, const CostModel &cost, const Plan &plan) {
  GraphWriter(out, program, facts, graph, cost, plan).write();
}

} // namespace kasuri
