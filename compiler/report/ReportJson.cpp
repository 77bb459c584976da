#include "report/ReportJson.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kasuri {
namespace {

using llvm::StringRef;
using llvm::json::OStream;

/// Decimal with `digits` places, as a reader wants it; JSON has no infinities, so those become
/// null.
void number(OStream &out, StringRef key, double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  out.attributeBegin(key);
  out.rawValue(std::isfinite(value) ? StringRef(buffer) : StringRef("null"));
  out.attributeEnd();
}

void nanoseconds(OStream &out, StringRef key, double value) { number(out, key, value, 1); }

void placeFields(OStream &out, const Program &program, const SourceLocation &location) {
  out.attribute("file", StringRef(pathOf(program, location)));
  out.attribute("line", static_cast<int64_t>(location.line));
  out.attribute("column", static_cast<int64_t>(location.column));
}

void place(OStream &out, StringRef key, const Program &program, const SourceLocation &location) {
  if (location.valid())
    out.attributeObject(key, [&] { placeFields(out, program, location); });
  else
    out.attribute(key, nullptr);
}

void obstacle(OStream &out, const Program &program, const Obstacle &each) {
  out.object([&] {
    out.attribute("kind", StringRef(name(each.kind)));
    out.attribute("message", message(each));
    out.attribute("help", help(each));
    place(out, "source", program, each.source);
    place(out, "sink", program, each.sink);
  });
}

void obstacles(OStream &out, const Program &program, const std::vector<Obstacle> &all) {
  out.attributeArray("obstacles", [&] {
    for (const Obstacle &each : all)
      obstacle(out, program, each);
  });
}

void privates(OStream &out, const Program &program, const std::vector<PrivateObject> &all,
              const std::vector<PrivateBlock> &blocks) {
  out.attributeArray("privates", [&] {
    for (const PrivateObject &each : all)
      out.object([&] {
        out.attribute("name", nameOf(program, each));
        out.attribute("lastValueKept", each.copyOut);
      });
    for (const PrivateBlock &each : blocks)
      out.object([&] {
        out.attribute("name", "*" + each.name);
        out.attribute("lastValueKept", true);
      });
  });
}

void reductions(OStream &out, const Program &program, const LoopFacts &facts) {
  out.attributeArray("reductions", [&] {
    for (const Reduction &each : facts.reductions)
      out.object([&] {
        out.attribute("name", each.name);
        out.attribute("operator", StringRef(symbol(each.kind)));
        out.attribute("floating", each.isFloating);
        out.attribute("arrayBytes",
                      each.isHistogram() ? static_cast<int64_t>(each.place->bytes) : 0);
      });
  });
  out.attributeArray("inductions", [&] {
    for (const Induction &each : facts.inductions)
      out.object([&] {
        out.attribute("name", program[each.object].name);
        out.attribute("step", each.step);
      });
  });
}

/// What was relied on beyond the C standard, by the option's names.
void assumptions(OStream &out, bool assumesAssertions) {
  out.attributeArray("assumptions", [&] {
    if (assumesAssertions)
      out.value("assertions");
  });
}

/// What the emitted code tests before it runs the loop in parallel.
void guards(OStream &out, const Plan &plan, const LoopFinding &finding, const LoopFacts &facts) {
  out.attributeArray("guards", [&] {
    if (!finding.isPlanned)
      return;
    if (plan.layers[finding.layer].minimumTrip > 0)
      out.object([&] {
        out.attribute("kind", "MinimumTrip");
        out.attribute("minimum", plan.layers[finding.layer].minimumTrip);
      });
    for (const Guard &each : facts.guards)
      out.object([&] {
        bool hasTest = !each.alternatives.empty();
        bool isApart = hasTest && each.alternatives.front().kind == Guard::Test::Kind::Apart;
        out.attribute("kind", each.isCondition ? "Condition"
                              : isApart        ? "Apart"
                              : hasTest        ? "Spread"
                                               : "Size");
        out.attribute("condition", each.text);
      });
  });
}

void loop(OStream &out, const Program &program, const LoopFinding &finding, const LoopFacts &facts,
          const CostModel &cost, const Plan &plan) {
  const Region &region = program[finding.loop];
  const RegionCost &estimate = cost.of(finding.loop);
  out.object([&] {
    placeFields(out, program, locationOf(program, finding.loop));
    out.attribute("endLine", static_cast<int64_t>(region.end.line));
    out.attribute("function", program[region.function].name);
    out.attribute("verdict", StringRef(name(finding.verdict)));
    out.attribute("planned", finding.isPlanned);
    out.attribute("kind", finding.kind);
    if (finding.isPlanned)
      out.attribute("layer", static_cast<int64_t>(finding.layer));
    else
      out.attribute("layer", nullptr);
    if (region.counted.variable.valid())
      out.attribute("counter", program[region.counted.variable].name);
    else
      out.attribute("counter", nullptr);
    privates(out, program, facts.privates, facts.blocks);
    reductions(out, program, facts);
    guards(out, plan, finding, facts);
    assumptions(out, facts.assumesAssertions && facts.isParallel);
    obstacles(out, program, finding.obstacles);
    number(out, "estimatedShare", cost.shareOf(finding.loop), 6);
    out.attribute("measuredShare", nullptr);
    nanoseconds(out, "estimatedNs", estimate.perExecutionNs);
    number(out, "estimatedTrips", estimate.trips, 1);
    out.attribute("tripsGuessed", estimate.isGuess);
  });
}

StringRef kindName(TaskKind kind) {
  switch (kind) {
  case TaskKind::Block:
    return "block";
  case TaskKind::Repetition:
    return "repetition";
  case TaskKind::Subroutine:
    return "subroutine";
  case TaskKind::Condition:
    return "condition";
  }
  return "";
}

void macroTask(OStream &out, const Program &program, const Layer &layer, const MacroTask &task) {
  out.object([&] {
    out.attribute("id", static_cast<int64_t>(task.id.index()));
    out.attribute("kind", kindName(task.kind));
    placeFields(out, program, locationOf(program, task.first));
    out.attribute("split", task.splitLoop.valid());
    out.attributeArray("predecessors", [&] {
      for (TaskId each : task.predecessors)
        out.value(static_cast<int64_t>(each.index()));
    });
    if (task.control)
      out.attributeObject("control", [&] {
        out.attribute("condition", static_cast<int64_t>(task.control->condition.index()));
        out.attribute("when", task.control->whenTrue);
      });
    else
      out.attribute("control", nullptr);
    out.attribute("earliest", toString(layer.earliest[task.id.index()]));
    privates(out, program, task.privates, {});
  });
}

void plannedTask(OStream &out, const PlannedTask &task) {
  out.object([&] {
    out.attribute("name", task.name);
    out.attributeArray("members", [&] {
      for (TaskId each : task.members)
        out.value(static_cast<int64_t>(each.index()));
    });
    out.attribute("split", task.splitLoop.valid());
    nanoseconds(out, "estimatedNs", task.costNs);
  });
}

void row(OStream &out, size_t worker, const PlannedRow &each) {
  out.object([&] {
    out.attribute("worker", static_cast<int64_t>(worker));
    out.attribute("task", static_cast<int64_t>(each.task));
    out.attribute("part", static_cast<int64_t>(each.part));
    out.attribute("parts", static_cast<int64_t>(each.parts));
    nanoseconds(out, "startNs", each.startNs);
    nanoseconds(out, "costNs", each.costNs);
  });
}

void table(OStream &out, const PlannedTable &each) {
  out.object([&] {
    out.attribute("workers", static_cast<int64_t>(each.workers));
    nanoseconds(out, "makespanNs", each.makespanNs);
    out.attributeArray("rows", [&] {
      for (size_t worker = 0; worker < each.rows.size(); ++worker)
        for (const PlannedRow &planned : each.rows[worker])
          row(out, worker, planned);
    });
  });
}

void layer(OStream &out, const Program &program, const MacroTaskGraph &graph, const CostModel &cost,
           const PlannedLayer &planned, const LayerFinding &finding) {
  const Layer &candidate = graph.layers[planned.layer.index()];
  const RegionId sequence = candidate.sequence;
  out.object([&] {
    out.attribute("name", planned.name);
    out.attribute("function", program[planned.function].name);
    const MacroTask &first = candidate.tasks[planned.tasks.front().members.front().index()];
    placeFields(out, program, locationOf(program, first.first));
    out.attribute("planned", finding.isEmitted);
    out.attributeArray("obstacles", [&] {
      if (!finding.isEmitted)
        obstacle(out, program, finding.obstacle);
    });
    out.attributeArray("macroTasks", [&] {
      for (const MacroTask &task : candidate.tasks)
        macroTask(out, program, candidate, task);
    });
    out.attributeArray("tasks", [&] {
      for (const PlannedTask &task : planned.tasks)
        plannedTask(out, task);
    });
    nanoseconds(out, "sequentialNs", planned.sequentialNs);
    number(out, "estimatedShare",
           cost.programNs > 0
               ? cost.executions[sequence.index()] * planned.sequentialNs / cost.programNs
               : 0,
           6);
    out.attribute("minimumTrip", planned.minimumTrip);
    out.attributeArray("tables", [&] {
      for (const PlannedTable &each : planned.tables)
        table(out, each);
    });
  });
}

void counts(OStream &out, const MacroTaskGraph &graph, const Findings &findings) {
  auto loopsThat = [&](auto predicate) {
    return static_cast<int64_t>(
        std::count_if(findings.loops.begin(), findings.loops.end(), predicate));
  };
  int64_t macroTasks = 0;
  for (const Layer &each : graph.layers)
    macroTasks += static_cast<int64_t>(each.tasks.size());
  out.attributeObject("counts", [&] {
    out.attribute("loops", static_cast<int64_t>(findings.loops.size()));
    out.attribute("loopsPlanned", loopsThat([](const auto &each) { return each.isPlanned; }));
    for (Verdict verdict : {Verdict::Parallel, Verdict::NotWorthIt, Verdict::Sequential})
      out.attribute(name(verdict),
                    loopsThat([&](const auto &each) { return each.verdict == verdict; }));
    out.attribute("layerCandidates", static_cast<int64_t>(graph.layers.size()));
    out.attribute("macroTasks", macroTasks);
  });
}

void speedupLimits(OStream &out, const Plan &plan) {
  out.attributeArray("speedupLimit", [&] {
    for (size_t i = 0; i < plan.speedupLimit.size(); ++i)
      out.object([&] {
        out.attribute("cores", static_cast<int64_t>(i + 1));
        number(out, "limit", plan.speedupLimit[i], 4);
      });
  });
}

void sourceFiles(OStream &out, const Program &program) {
  out.attributeArray("sources", [&] {
    for (const SourceFile &each : program.files)
      if (each.isMain)
        out.value(each.path);
  });
}

} // namespace

std::string reportJson(const Program &program, const Parallelism &facts,
                       const MacroTaskGraph &graph, const CostModel &cost, const Plan &plan,
                       const Findings &findings) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  OStream out(stream, /*IndentSize=*/2);
  out.object([&] {
    out.attribute("format", "kasuri-report");
    out.attribute("version", reportVersion);
    sourceFiles(out, program);
    counts(out, graph, findings);
    nanoseconds(out, "estimatedProgramNs", cost.programNs);
    speedupLimits(out, plan);
    obstacles(out, program, facts.programObstacles);
    assumptions(out, !facts.assumedAssertions.empty());
    out.attributeArray("loops", [&] {
      for (size_t i = 0; i < findings.loops.size(); ++i)
        loop(out, program, findings.loops[i], facts.loops[i], cost, plan);
    });
    out.attributeArray("layers", [&] {
      for (const LayerFinding &each : findings.layers)
        layer(out, program, graph, cost, plan.layers[each.layer], each);
    });
  });
  stream << '\n';
  return result;
}

} // namespace kasuri
