// The plan in report.json: its layers with the tables of every core count, and the machine.
#include "plan/Pieces.h"
#include "plan/Simulate.h"
#include "report/JsonParts.h"

#include <bit>
#include <limits>

namespace kasuri {
namespace {

using llvm::json::OStream;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN(); ///< written as null

void plannedTask(OStream &out, const PlannedTask &task, const MeasuredTask *measured) {
  out.object([&] {
    out.attribute("name", utf8(task.name));
    out.attributeArray("members", [&] {
      for (TaskId each : task.members)
        out.value(static_cast<int64_t>(each.index()));
    });
    out.attribute("split", task.splitLoop.valid());
    out.attributeArray("components", [&] {
      for (size_t each : task.components)
        out.value(static_cast<int64_t>(each));
    });
    writeNanoseconds(out, "estimatedNs", measured ? measured->estimatedNs : task.costNs);
    writeNumber(out, "measuredNs", measured ? measured->meanNs : unknown, 1);
    writeNumber(out, "measuredDeviationNs", measured ? measured->deviationNs : unknown, 1);
    writeNanoseconds(out, "costNs", task.costNs);
    out.attribute("mostParts", static_cast<int64_t>(task.maxParts));
    if (task.fixedParts > 0)
      out.attribute("fixedParts", static_cast<int64_t>(task.fixedParts));
    writeNanoseconds(out, "perPartNs", task.perPartNs);
    out.attributeArray("predecessors", [&] {
      for (const PlannedEdge &edge : task.predecessors)
        out.object([&] {
          out.attribute("task", static_cast<int64_t>(edge.task));
          writeNumber(out, "bytes", edge.bytes, 0);
          if (edge.halo)
            out.attributeObject("aligned", [&] {
              writeHaloFields(out, *edge.halo);
              out.attribute("leastTrips", edge.halo->leastTrips);
            });
        });
    });
    out.attribute("fewestTrips", task.fewestTrips);
    out.attributeArray("nested", [&] {
      for (const NestedLayer &each : task.nested)
        out.object([&] {
          out.attribute("layer", static_cast<int64_t>(each.layer));
          writeNumber(out, "times", each.times, 3);
        });
    });
  });
}

void row(OStream &out, size_t worker, const PlannedRow &each, bool isGrouped) {
  out.object([&] {
    out.attribute("worker", static_cast<int64_t>(worker));
    out.attribute("task", static_cast<int64_t>(each.task));
    out.attribute("part", static_cast<int64_t>(each.part));
    out.attribute("parts", static_cast<int64_t>(each.parts));
    writeNanoseconds(out, "startNs", each.startNs);
    writeNanoseconds(out, "costNs", each.lengthNs);
    writeNanoseconds(out, "workNs", each.costNs);
    if (isGrouped) {
      writeNanoseconds(out, "nestedNs", each.nestedNs);
      writeNanoseconds(out, "helpNs", each.helpNs);
    }
    writeLevelAndIdle(out, each);
    out.attributeArray("waits", [&] {
      for (const PlannedWait &wait : each.waits)
        out.object([&] {
          out.attribute("worker", static_cast<int64_t>(wait.worker));
          out.attribute("rows", static_cast<int64_t>(wait.rows));
          writeNumber(out, "bytes", wait.bytes, 0);
        });
    });
  });
}

/// Of one execution, with the start and the end of the layer.
void simulated(OStream &out, const PlannedLayer &layer, const PlannedTable &table,
               const Machine &machine) {
  if (machine.cores.size() <= table.lastCore())
    return;
  const Simulation run = simulate(table, machine);
  const double ns = run.makespanNs + startAndEndNs(layer, machine, table.rows.size());
  double workNs = 0;
  for (const WorkerTimes &each : run.workers)
    workNs += each.workNs;
  writeNanoseconds(out, "simulatedNs", ns);
  writeNumber(out, "utilisation", ns > 0 ? workNs / (ns * table.workers) : 0, 4);
}

void table(OStream &out, const PlannedLayer &layer, const PlannedTable &each,
           const Machine &machine) {
  out.object([&] {
    out.attribute("workers", static_cast<int64_t>(each.workers));
    writeNanoseconds(out, "makespanNs", each.makespanNs);
    if (each.energyNj > 0)
      writeNumber(out, "energyMj", each.energyNj * 1e-6, 9);
    simulated(out, layer, each, machine);
    if (!each.groups.empty())
      out.attributeArray("groups", [&] {
        for (uint16_t size : each.groups)
          out.value(static_cast<int64_t>(size));
      });
    if (!each.cores.empty())
      out.attributeArray("cores", [&] {
        for (uint16_t core : each.cores)
          out.value(static_cast<int64_t>(core));
      });
    out.attributeArray("rows", [&] {
      for (size_t worker = 0; worker < each.rows.size(); ++worker)
        for (const PlannedRow &planned : each.rows[worker])
          row(out, worker, planned, !each.groups.empty());
    });
    if (layer.isPiped())
      writeStageRuns(out, layer, each, machine);
  });
}

void dynamicDispatch(OStream &out, const PlannedGraph &graph) {
  out.attributeObject("dynamic", [&] {
    out.attribute("workers", static_cast<int64_t>(graph.workers));
    out.attribute("nodes", static_cast<int64_t>(graph.nodes.size()));
    writeNanoseconds(out, "meanNs", graph.meanNs);
    writeNanoseconds(out, "staticMeanNs", graph.staticMeanNs);
  });
}

/// Of the tables for at least so many workers those that a page shows: of powers of two, and the
/// largest. 0: all.
bool isShown(const PlannedLayer &layer, const PlannedTable &each, size_t fewestWorkers) {
  return fewestWorkers == 0 ||
         (each.workers >= fewestWorkers &&
          (std::has_single_bit(each.workers) || &each == &layer.tables.back()));
}

void layer(OStream &out, const Program &program, const MacroTaskGraph &graph, const CostModel &cost,
           const Machine &machine, const PlannedLayer &planned, const LayerFinding &finding,
           const std::string &generated, size_t fewestWorkers = 0) {
  const Layer &candidate = graph.layers[planned.layer.index()];
  out.object([&] {
    out.attribute("name", utf8(planned.name));
    out.attribute("function", utf8(program[planned.function].name));
    const MacroTask &first = candidate.tasks[planned.tasks.front().members.front().index()];
    writePlaceFields(out, program, locationOf(program, first.first));
    out.attribute("endLine",
                  static_cast<int64_t>(lastLineOf(program, candidate.tasks.back().last)));
    out.attribute("generated", utf8(generated));
    out.attribute("planned", finding.isEmitted);
    out.attribute("candidate", static_cast<int64_t>(planned.layer.index()));
    out.attributeArray("obstacles", [&] {
      if (!finding.isEmitted)
        writeObstacle(out, program, finding.obstacle);
    });
    out.attributeArray("guards", [&] {
      for (const Guard &each : finding.guards)
        writeGuard(out, each);
    });
    out.attributeArray("macroTasks", [&] {
      for (const MacroTask &task : candidate.tasks)
        out.object([&] { writeMacroTaskFields(out, program, candidate, task); });
    });
    out.attributeArray("tasks", [&] {
      for (const PlannedTask &task : planned.tasks)
        plannedTask(out, task,
                    cost.measurementOf(candidate.tasks[task.members.front().index()].first));
    });
    writeNanoseconds(out, "sequentialNs", planned.sequentialNs);
    writeNumber(out, "executions", planned.executions, 3);
    const RefusedLayer *refused = cost.refusedOf(planned.layer, planned.isOtherwise);
    writeNumber(out, "callsRefused", refused ? refused->refused : 0, 0);
    writeNanoseconds(out, "wakeNs", planned.wakeNs);
    writeNumber(out, "unevenness", planned.unevenness, 6);
    writeNanoseconds(out, "foldNs", planned.foldNs);
    out.attribute("plannedCores", static_cast<int64_t>(planned.plannedCores));
    out.attribute("alwaysParallel", planned.isAlwaysParallel);
    out.attribute("runsAlone", planned.runsAlone);
    out.attribute("runsInGroups", planned.runsInGroups);
    out.attribute("helped", planned.isHelped);
    out.attribute("spare", planned.isSpare);
    out.attribute("paced", planned.isPaced);
    writeNumber(out, "estimatedShare",
                cost.programNs > 0 ? planned.executions * planned.sequentialNs / cost.programNs : 0,
                6);
    out.attribute("minimumTrip", planned.minimumTrip);
    if (planned.graph && finding.isEmitted)
      dynamicDispatch(out, *planned.graph);
    if (planned.isPiped())
      writePipeline(out, program, planned);
    out.attributeArray("tables", [&] {
      for (const PlannedTable &each : planned.tables)
        if (isShown(planned, each, fewestWorkers))
          table(out, planned, each, machine);
    });
  });
}

void clockDomain(OStream &out, const ClockDomain &each) {
  out.object([&] {
    out.attributeArray("points", [&] {
      for (const OperatingPoint &point : each.points)
        out.object([&] {
          writeNumber(out, "khz", point.khz, 0);
          writeNumber(out, "activeMw", point.activeMw, 3);
        });
    });
  });
}

} // namespace

void writeLayers(OStream &out, const Program &program, const MacroTaskGraph &graph,
                 const CostModel &cost, const Machine &machine, const Plan &plan,
                 const Findings &findings, const std::map<size_t, std::string> &generated) {
  out.attributeArray("layers", [&] {
    for (const LayerFinding &each : findings.layers) {
      const auto text = generated.find(each.layer);
      layer(out, program, graph, cost, machine, plan.layers[each.layer], each,
            text == generated.end() ? "" : text->second);
    }
  });
}

void writeWidePlan(OStream &out, const Program &program, const MacroTaskGraph &graph,
                   const CostModel &cost, const Machine &machine, const Plan &plan,
                   const Findings &findings, size_t fewestWorkers) {
  out.attributeObject("widePlan", [&] {
    out.attribute("cores", static_cast<int64_t>(machine.cores.size()));
    out.attributeArray("layers", [&] {
      for (const LayerFinding &each : findings.layers)
        if (const PlannedLayer &its = plan.layers[each.layer];
            each.isEmitted && !its.tables.empty() && its.tables.back().workers >= fewestWorkers)
          layer(out, program, graph, cost, machine, its, each, "", fewestWorkers);
    });
  });
}

void writePace(OStream &out, const Program &program, const Plan &plan) {
  if (!plan.pace)
    return;
  out.attributeObject("pace", [&] {
    out.attribute("function", utf8(program[plan.pace->function].name));
    out.attribute("name", utf8(plan.pace->name));
    out.attribute("level", static_cast<int64_t>(plan.pace->level));
    out.attribute("workers", static_cast<int64_t>(plan.pace->workers));
    writeNanoseconds(out, "sequentialNs", plan.pace->sequentialNs);
    writeNanoseconds(out, "gapNs", plan.pace->gapNs);
  });
}

void writeMachine(OStream &out, const Machine &machine) {
  out.attributeObject("machine", [&] {
    out.attribute("name", utf8(machine.name));
    out.attribute("hasPower", machine.hasPower);
    out.attributeArray("cores", [&] {
      for (const Core &each : machine.cores)
        out.object([&] {
          out.attribute("id", static_cast<int64_t>(each.id));
          out.attribute("cluster", static_cast<int64_t>(each.cluster));
          out.attribute("domain", static_cast<int64_t>(each.domain));
          writeNumber(out, "speed", each.speed, 4);
        });
    });
    out.attributeArray("domains", [&] {
      for (const ClockDomain &each : machine.domains)
        clockDomain(out, each);
    });
  });
}

} // namespace kasuri
