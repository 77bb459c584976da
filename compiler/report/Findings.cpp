#include "report/Findings.h"

#include "model/Regions.h"
#include "report/Nesting.h"
#include "report/PipelineNotes.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace kasuri {
namespace {

/// The layer that deals out the loop's iterations; none if there is none.
std::optional<size_t> layerOf(const Plan &plan, RegionId loop) {
  for (size_t i = 0; i < plan.layers.size(); ++i)
    for (const PlannedTask &task : plan.layers[i].tasks)
      if (!plan.layers[i].isOtherwise && (task.splitLoop == loop || task.pipedLoop == loop))
        return i;
  return std::nullopt;
}

/// That the loop of the layer leaves cores without work, if it does; of nested layers only those of
/// a group are for it.
std::optional<Obstacle> fewIterations(const Program &program, const PlannedLayer &layer,
                                      RegionId loop) {
  auto task = std::find_if(layer.tasks.begin(), layer.tasks.end(),
                           [&](const PlannedTask &each) { return each.splitLoop == loop; });
  if (task->maxParts >= layer.plannedCores || !layer.runsAlone)
    return std::nullopt;
  Obstacle obstacle;
  obstacle.kind = ObstacleKind::FewIterations;
  obstacle.subject = std::to_string(task->maxParts);
  obstacle.detail = std::to_string(layer.plannedCores);
  obstacle.source = locationOf(program, loop);
  return obstacle;
}

LoopFinding sequential(LoopFinding finding, const Obstacle &reason) {
  finding.verdict = Verdict::Sequential;
  finding.isPlanned = false;
  finding.guards.clear();
  finding.obstacles.insert(finding.obstacles.begin(), reason);
  finding.kind = name(reason.kind);
  return finding;
}

LoopFinding findLoop(const Program &program, const LoopFacts &facts, PlanVerdict planned,
                     const Parallelism &all, const Plan &plan) {
  LoopFinding finding;
  finding.loop = facts.loop;
  finding.obstacles = facts.obstacles;
  const std::optional<size_t> layer = layerOf(plan, facts.loop);
  if (!facts.isParallel && facts.pipeline && layer) {
    if (const Obstacle *reason = plan.whyDropped(*layer))
      return sequential(std::move(finding), *reason);
    finding.verdict = Verdict::Parallel;
    finding.kind = "Pipeline";
    finding.isPlanned = true;
    finding.layer = *layer;
    finding.guards = pipelineOf(facts, plan.layers[*layer].tasks.front().isOther).guards;
    finding.obstacles.clear();
    return finding;
  }
  const bool isWave = facts.wavefront && planned == PlanVerdict::Planned;
  if (!facts.isParallel && !isWave) {
    const std::vector<Obstacle> &reasons =
        facts.obstacles.empty() ? all.programObstacles : facts.obstacles;
    finding.obstacles = reasons;
    finding.kind = reasons.empty() ? "Unknown" : name(reasons.front().kind);
    return finding;
  }
  finding.verdict = planned == PlanVerdict::NotWorthIt ? Verdict::NotWorthIt : Verdict::Parallel;
  finding.guards = facts.guards;
  if (isWave)
    finding.obstacles.clear();
  finding.kind = isWave                                   ? "Wavefront"
                 : planned == PlanVerdict::Planned        ? "Doall"
                 : planned == PlanVerdict::InsideParallel ? "InsideParallel"
                                                          : "NotWorthIt";
  finding.isPlanned = planned == PlanVerdict::Planned && layer.has_value();
  finding.layer = layer.value_or(0);
  if (layer)
    if (const Obstacle *reason = plan.whyDropped(*layer))
      return sequential(std::move(finding), *reason);
  if (finding.isPlanned)
    if (auto obstacle = fewIterations(program, plan.layers[*layer], facts.loop))
      finding.obstacles.push_back(std::move(*obstacle));
  return finding;
}

/// Of a layer that is emitted: those of its loops in parts, or of the loop that it distributes.
std::vector<Guard> guardsOf(const Parallelism &facts, const MacroTaskGraph &graph,
                            const PlannedLayer &layer) {
  if (layer.isDistributed()) {
    const TaskId first = layer.tasks.front().members.front();
    const RegionId loop = graph.layers[layer.layer.index()].tasks[first.index()].first;
    return facts.factsOf(loop)->distribution->guards;
  }
  std::vector<Guard> guards;
  for (const PlannedTask &task : layer.tasks)
    if (task.splitLoop.valid() || task.pipedLoop.valid()) {
      const LoopFacts &loop =
          *facts.factsOf(task.splitLoop.valid() ? task.splitLoop : task.pipedLoop);
      const std::vector<Guard> &its =
          task.pipedLoop.valid() ? pipelineOf(loop, task.isOther).guards : loop.guards;
      guards.insert(guards.end(), its.begin(), its.end());
    }
  return guards;
}

/// " (3 loops and 4 layers if their guards hold)"; "" if nothing has guards.
std::string guardedText(const Findings &findings) {
  const auto loops = std::ranges::count_if(findings.loops, [](const LoopFinding &each) {
    return each.isPlanned && !each.guards.empty();
  });
  const auto layers = std::ranges::count_if(
      findings.layers, [](const LayerFinding &each) { return !each.guards.empty(); });
  if (layers == 0)
    return "";
  return " (" + (loops > 0 ? count(static_cast<size_t>(loops), "loop") + " and " : "") +
         count(static_cast<size_t>(layers), "layer") +
         (loops + layers == 1 ? " if its guards hold)" : " if their guards hold)");
}

/// ", estimated 1.7x on 2 cores".
std::string toString(const Estimate &estimate) {
  char factor[32];
  std::snprintf(factor, sizeof factor, "%.1f", estimate.speedup);
  return std::string(", estimated ") + factor + "x on " + count(estimate.cores, "core");
}

} // namespace

Findings collectFindings(const Program &program, const Parallelism &facts,
                         const MacroTaskGraph &graph, const CostModel &cost, const Machine &machine,
                         const Plan &plan) {
  Findings findings;
  const std::vector<bool> isInside = findInsidePlanned(program, facts, graph, plan);
  const std::vector<bool> isCalled = findCalled(program, facts);
  for (size_t i = 0; i < facts.loops.size(); ++i) {
    const RegionId loop = facts.loops[i].loop;
    const FileId file = locationOf(program, loop).file;
    const bool isSystem = file.valid() && program.files[file.index()].isSystem;
    // A do { … } while (0) of a macro is no loop to its user.
    if (isSystem || program[loop].runsOnce || isGenerated(program, loop))
      continue;
    findings.loops.push_back(findLoop(program, facts.loops[i], plan.loopVerdicts[i], facts, plan));
    LoopFinding &found = findings.loops.back();
    found.isInsidePlanned = isInside[loop.index()];
    if (found.kind == "InsideParallel" && !isCalled[program[loop].function.index()]) {
      found.verdict = Verdict::NotWorthIt;
      found.kind = "NotCalled";
    }
    if (found.verdict == Verdict::Sequential && !found.isInsidePlanned)
      found.noPipeline = pipelineNote(program, facts, cost, machine, loop);
  }
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const Obstacle *reason = plan.whyDropped(i);
    const PlannedLayer &layer = plan.layers[i];
    findings.layers.push_back(
        {.layer = i,
         .isEmitted = reason == nullptr,
         .isSingleLoop =
             layer.tasks.size() == 1 && (layer.tasks.front().splitLoop.valid() || layer.isPiped()),
         .obstacle = reason ? *reason : Obstacle{},
         .guards = reason ? std::vector<Guard>() : guardsOf(facts, graph, layer)});
  }
  return findings;
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
  case Verdict::Parallel:
    return "parallel";
  case Verdict::NotWorthIt:
    return "not-worth-it";
  case Verdict::Sequential:
    return "sequential";
  }
  return "";
}

std::pair<const char *, const char *> endsOf(ObstacleKind kind) {
  switch (kind) {
  case ObstacleKind::CarriedFlow:
    return {"written here", "read here in a later iteration"};
  case ObstacleKind::CarriedAnti:
    return {"read here", "overwritten here in a later iteration"};
  case ObstacleKind::CarriedOutput:
    return {"written here", "and here"};
  case ObstacleKind::ScalarCarried:
    return {"set here", "used here in a later iteration"};
  case ObstacleKind::UnknownCall:
  case ObstacleKind::IndirectCall:
  case ObstacleKind::InputOutput:
    return {"called here", "and here"};
  case ObstacleKind::LiveOut:
    return {"set here", "used here after the loop"};
  case ObstacleKind::NotCounted:
    return {"the test is here", "and here"};
  case ObstacleKind::NoPipeline:
    return {"here in one iteration", "and here in the next"};
  case ObstacleKind::EarlyExit:
    return {"the loop exits here", "the program may end here"};
  default:
    return {"here", "and here"};
  }
}

std::string summary(const Findings &findings, const Estimate &estimate, bool missedShown) {
  size_t planned = 0, inside = 0, notCalled = 0, tooShort = 0, left = 0;
  for (const LoopFinding &loop : findings.loops)
    ++(loop.isPlanned                        ? planned
       : loop.kind == "NotCalled"            ? notCalled
       : loop.verdict == Verdict::Parallel   ? inside
       : loop.verdict == Verdict::NotWorthIt ? tooShort
                                             : left);
  const auto layers =
      static_cast<size_t>(std::count_if(findings.layers.begin(), findings.layers.end(),
                                        [](const LayerFinding &layer) { return layer.isEmitted; }));
  std::string line = std::to_string(planned) + " of " + count(findings.loops.size(), "loop") +
                     " and " + count(layers, "layer") + " run in parallel" + guardedText(findings);
  if (layers > 0 && estimate.speedup > 0)
    line += toString(estimate);
  const char *separator = "; ";
  auto add = [&](size_t loops, const char *one, const char *several) {
    if (loops > 0)
      line += separator + (separator[0] == ';' ? count(loops, "loop") : std::to_string(loops)) +
              (loops == 1 ? one : several);
    separator = loops > 0 ? ", " : separator;
  };
  add(inside, " runs inside a parallel one", " run inside a parallel one");
  add(notCalled, " has no known caller", " have no known caller");
  add(tooShort, " is too short", " are too short");
  add(left, " stays sequential", " stay sequential");
  return line + (left > 0 && !missedShown ? ", see -Rkasuri-missed" : "");
}

std::string openMpSummary(const Findings &findings) {
  std::map<std::string, size_t> loopsBy;
  for (const LoopFinding &loop : findings.loops)
    if (auto found = std::find_if(
            loop.obstacles.begin(), loop.obstacles.end(),
            [](const Obstacle &each) { return each.kind == ObstacleKind::NotInOpenMp; });
        found != loop.obstacles.end() && !loop.isPlanned)
      ++loopsBy[found->subject];
  std::vector<std::pair<size_t, std::string>> ordered;
  for (const auto &[reason, loops] : loopsBy)
    ordered.emplace_back(loops, reason);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto &one, const auto &other) { return one.first > other.first; });
  std::string text;
  for (const auto &[loops, reason] : ordered)
    text += (text.empty() ? "" : "; ") + count(loops, "loop") + ": " + reason;
  return text;
}

std::string estimateSummary(const CostModel &cost, bool analysisShown) {
  const size_t all = cost.measured.size();
  if (all == 0)
    return "the profiles contain no times for macro-tasks of these sources";
  const size_t wrong =
      static_cast<size_t>(std::count_if(cost.measured.begin(), cost.measured.end(),
                                        [](const MeasuredTask &task) { return task.differs(); }));
  if (wrong == 0)
    return count(all, "measured task") + " took as long as estimated, within 2x";
  return std::to_string(wrong) + " of " + count(all, "measured task") +
         " took over 2x longer or shorter than estimated" +
         (analysisShown ? "" : "; -Rkasuri-analysis shows them");
}

std::string count(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

SourceLocation locationOf(const Program &program, RegionId region) {
  const Region &data = program[region];
  if (data.location.valid())
    return data.location;
  for (ValueId value : data.values)
    if (program[value].location.valid())
      return program[value].location;
  for (RegionId child : data.children)
    if (SourceLocation location = locationOf(program, child); location.valid())
      return location;
  return {};
}

unsigned lastLineOf(const Program &program, RegionId region) {
  const SourceLocation start = locationOf(program, region);
  unsigned line = std::max(start.line, program[region].end.line);
  for (ValueId value : valuesWithin(program, region))
    if (program[value].location.file == start.file)
      line = std::max(line, program[value].location.line);
  return line;
}

std::string_view pathOf(const Program &program, const SourceLocation &location) {
  return location.valid() && location.file.valid()
             ? std::string_view(program.files[location.file.index()].path)
             : std::string_view();
}

std::string duration(double nanoseconds) {
  struct Unit {
    double ns;
    const char *name;
  };
  constexpr Unit units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
  Unit unit = units[3];
  for (const Unit &each : units)
    if (nanoseconds >= each.ns) {
      unit = each;
      break;
    }
  double value = nanoseconds / unit.ns;
  char buffer[32];
  const char *format = value >= 1e9                  ? "%.2g %s"
                       : value < 9.95 && unit.ns > 1 ? "%.1f %s"
                                                     : "%.0f %s";
  std::snprintf(buffer, sizeof buffer, format, value, unit.name);
  return buffer;
}

} // namespace kasuri
