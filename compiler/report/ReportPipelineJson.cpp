// A pipeline of the plan in report.json: what an iteration does, and when the first iterations run.
#include "plan/Pipelines.h"
#include "report/JsonParts.h"

#include <algorithm>
#include <limits>

namespace kasuri {
namespace {

using llvm::json::OStream;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN(); ///< written as null
constexpr size_t fewestShown = 6, mostShown = 48;                    ///< iterations

void stage(OStream &out, const Program &program, const PlannedStage &each, double iterationNs) {
  const SourceLocation first = locationOf(program, each.first);
  const unsigned last = each.last.valid() ? lastLineOf(program, each.last) : first.line;
  out.object([&] {
    writePlaceFields(out, program, first);
    out.attribute("endLine", static_cast<int64_t>(std::max(first.line, last)));
    out.attribute("ordered", each.isOrdered);
    writeNanoseconds(out, "costNs", each.ns);
    writeNumber(out, "share", iterationNs > 0 ? each.ns / iterationNs : 0, 4);
    out.attribute("measured", each.isMeasured);
    writeNumber(out, "measuredWaitNs", each.isMeasured ? each.waitNs : unknown, 1);
  });
}

/// Iterations in the mean.
double tripsOf(const PlannedLayer &layer) {
  const double ns = iterationNs(layer.tasks.front().stages);
  return ns > 0 ? std::max(1.0, layer.sequentialNs / ns) : 1;
}

} // namespace

void writePipeline(OStream &out, const Program &program, const PlannedLayer &layer) {
  const PlannedTask &task = layer.tasks.front();
  const PlannedStage *longest = longestOrdered(task.stages);
  const double ns = iterationNs(task.stages);
  out.attributeObject("pipeline", [&] {
    writeNanoseconds(out, "iterationNs", ns);
    writeNumber(
        out, "limit",
        longest && longest->leastNs() > 0 ? std::max(1.0, ns / longest->leastNs()) : unknown, 4);
    if (longest)
      out.attribute("longest", static_cast<int64_t>(longest - task.stages.data()));
    else
      out.attribute("longest", nullptr);
    out.attributeArray("stages", [&] {
      for (const PlannedStage &each : task.stages)
        stage(out, program, each, ns);
    });
  });
}

void writeStageRuns(OStream &out, const PlannedLayer &layer, const PlannedTable &table,
                    const Machine &machine) {
  const size_t shown = std::clamp<size_t>(size_t{3} * table.workers, fewestShown, mostShown);
  const PipelineRun run = simulatePipeline(layer.tasks.front().stages, tripsOf(layer),
                                           table.workers, pipelineSignalNs(machine, table.workers),
                                           layer.tasks.front().mostGathered, shown);
  out.attributeArray("iterations", [&] {
    for (const StageRun &each : run.shown)
      out.object([&] {
        out.attribute("iteration", static_cast<int64_t>(each.iteration));
        out.attribute("worker", static_cast<int64_t>(each.worker));
        out.attribute("stage", static_cast<int64_t>(each.stage));
        writeNanoseconds(out, "startNs", each.startNs);
        writeNanoseconds(out, "costNs", each.ns);
      });
  });
}

} // namespace kasuri
