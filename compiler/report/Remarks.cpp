#include "report/Remarks.h"

#include "cost/Terms.h"
#include "model/Regions.h"
#include "plan/Pipelines.h"
#include "report/SourceLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

namespace kasuri {
namespace {

constexpr size_t maxOtherReasons = 3; ///< of one loop, beside the first; report.json has them all

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

/// "on 4 cores", or "on 4 cores, 2 groups of 2".
std::string coresText(const PlannedTable &table) {
  std::string text = "on " + std::to_string(table.workers) + " cores";
  if (table.groups.empty())
    return text;
  const bool isEven = std::all_of(table.groups.begin(), table.groups.end(),
                                  [&](uint16_t size) { return size == table.groups.front(); });
  text += ", " + count(table.groups.size(), "group") + " of ";
  for (size_t i = 0; i < (isEven ? 1 : table.groups.size()); ++i)
    text += (i == 0                         ? ""
             : i + 1 == table.groups.size() ? " and "
                                            : ", ") +
            std::to_string(table.groups[i]);
  return text;
}

/// "; relies on 'independent' at a.c:12"; "" if there are none.
std::string reliedOnText(const Program &program, const std::set<AnnotationId> &promises) {
  std::string text;
  for (AnnotationId each : promises) {
    const SourceLocation &place = program[each].location;
    text += (text.empty() ? "; relies on " : ", ") + quoted(program[each].text) + " at " +
            std::string(pathOf(program, place)) + ":" + std::to_string(place.line);
  }
  return text;
}

/// " if 'a' and 'b' do not overlap, 'n > 49'"; "" without guards.
std::string guardsText(const std::vector<Guard> &guards) {
  std::string text;
  for (const Guard &each : guards)
    text += (text.empty() ? " if " : ", ") + each.text;
  return text;
}

/// Of a floating sum, if it is not that of the source.
std::string orderText(FloatingOrder order) {
  return order == FloatingOrder::Blocks ? ", in blocks"
         : order == FloatingOrder::Any  ? ", in any order"
                                        : "";
}

/// "rows wait for 'j' + 1 of the row before, chunks of at least 64 columns, estimated 1.9x on 2
/// cores".
std::string waveText(const Program &program, const Wavefront &wave, const PlannedLayer &layer) {
  const std::string variable = program[program[wave.columns].counted.variable].name;
  const PlannedTask &task = layer.tasks.front();
  const PlannedTable &table = layer.tables.back();
  char estimate[64];
  std::snprintf(estimate, sizeof estimate, ", estimated %.1fx ",
                layer.sequentialNs / std::max(1.0, table.makespanNs));
  const int64_t least = task.wave->least;
  const std::string where =
      wave.call.valid() ? " in " + quoted(program[program[wave.columns].function].name) : "";
  return "rows wait for " + quoted(variable) +
         (wave.reach == 0 ? "" : (wave.isUp ? " + " : " - ") + std::to_string(wave.reach)) + where +
         " of the row before, chunks of at least " + count(static_cast<size_t>(least), "column") +
         (task.wave->isGuess ? "" : estimate + coresText(table));
}

/// Where the layer runs, if not in the program's own order.
std::string whereText(const PlannedLayer &layer) {
  if (layer.isHelped)
    return "; in a pipeline, on the workers that wait for their turn";
  if (!layer.runsAlone)
    return "; on core groups of other layers";
  return layer.isSpare ? "; if the tests in front of the pipeline around it fail" : "";
}

std::string doallText(const Program &program, const LoopFinding &finding, const LoopFacts &facts,
                      const PlannedLayer &layer) {
  ObjectId counter = program[facts.loop].counted.variable;
  const std::string over = counter.valid() ? " over " + quoted(program[counter].name) : "";
  const std::string guards = guardsText(finding.guards);
  std::string text = guards.empty() ? "loop runs" : "loop may run";
  text += facts.wavefront ? " as a wavefront" + over + guards + ": " +
                                waveText(program, *facts.wavefront, layer)
                          : " in parallel" + guards + ": doall" + over;
  const char *separator = ", private ";
  for (const PrivateObject &each : facts.privates) {
    text += separator + quoted(nameOf(program, each)) + (each.copyOut ? " (last value kept)" : "");
    separator = ", ";
  }
  for (ObjectId each : facts.automatics) {
    text += separator + quoted(program[each].name) + " (in each call)";
    separator = ", ";
  }
  for (const PrivateBlock &each : facts.blocks) {
    text += separator + quoted("*" + each.name) + " (last value kept)";
    separator = ", ";
  }
  separator = ", reduction ";
  for (const Reduction &each : facts.reductions) {
    text += separator + quoted(each.name) + " (" + std::string(symbol(each.kind)) +
            orderText(each.order) + ")";
    separator = ", ";
  }
  separator = ", induction ";
  for (const Induction &each : facts.inductions) {
    text += separator + quoted(program[each.object].name);
    separator = ", ";
  }
  separator = "; in program order: line ";
  for (unsigned line : linesInOrder(program, facts)) {
    text += separator + std::to_string(line);
    separator = ", ";
  }
  if (facts.assumesAssertions)
    text += "; assuming that assertions hold";
  text += reliedOnText(program, facts.promises);
  if (layer.hasGroups())
    text += "; " + coresText(layer.tables.back());
  return text + whereText(layer);
}

/// "3 ordered segments (6 % of an iteration, the longest on line 210), 2 parallel".
std::string stagesText(const Program &program, const std::vector<PlannedStage> &stages) {
  const auto ordered = static_cast<size_t>(
      llvm::count_if(stages, [](const PlannedStage &each) { return each.isOrdered; }));
  double orderedNs = 0;
  for (const PlannedStage &each : stages)
    orderedNs += each.isOrdered ? each.ns : 0;
  const PlannedStage *longest = longestOrdered(stages);
  const double share = 100 * orderedNs / std::max(1.0, iterationNs(stages));
  return count(ordered, "ordered segment") + " (" + std::to_string(std::lround(share)) +
         " % of an iteration" +
         (ordered > 1
              ? ", the longest on line " + std::to_string(locationOf(program, longest->first).line)
              : "") +
         "), " + std::to_string(stages.size() - ordered) + " parallel";
}

/// ": 3 ordered segments .., 2 parallel; estimated 1.90 times faster on 2 cores, at most 2.6 on any
/// number". The speedup has two limits: the cores, and the longest segment.
std::string pipelineText(const Program &program, const PlannedLayer &layer) {
  const std::vector<PlannedStage> &stages = layer.tasks.front().stages;
  const double limit = iterationNs(stages) / std::max(1.0, longestOrdered(stages)->leastNs());
  const PlannedTable &table = layer.tables.back();
  char gain[96];
  std::snprintf(gain, sizeof gain, "; estimated %.2f times faster ",
                layer.sequentialNs / std::max(1.0, table.makespanNs));
  char most[64];
  std::snprintf(most, sizeof most, ", at most %.1f on any number", std::max(1.0, limit));
  return ": " + stagesText(program, stages) + gain + coresText(table) + most;
}

std::string pipelineText(const Program &program, const LoopFacts &facts, const LoopFinding &finding,
                         const Plan &plan) {
  const PlannedLayer &layer = plan.layers[finding.layer];
  const std::string guards = guardsText(finding.guards);
  std::string text = (guards.empty() ? "loop runs" : "loop may run") + (" as a pipeline" + guards) +
                     pipelineText(program, layer);
  if (layer.otherwise)
    text += "; otherwise" + guardsText(facts.otherPipeline->guards) +
            pipelineText(program, plan.layers[*layer.otherwise]);
  return text +
         (assumes(facts, &Pipeline::assumesInput) ? "; assuming that any input is handled" : "") +
         (assumes(facts, &Pipeline::assumesExits)
              ? "; assuming that later iterations can use what one leaves that "
                "ends the loop"
              : "");
}

/// Adding up takes about as long as the loop itself: that, and not its length, is in the way.
std::string longSumText(const Program &program, const LoopFacts &facts, const CostModel &cost) {
  constexpr double share = 0.25;
  const double foldNs = costOfTerms(program, cost, facts).foldNs;
  const RegionCost &region = cost.of(facts.loop);
  if (foldNs <= share * region.perExecutionNs)
    return "";
  const std::vector<Reduction> &reductions = facts.reductions;
  const auto ordered = std::find_if(reductions.begin(), reductions.end(),
                                    [](const Reduction &each) { return each.isOrdered(); });
  return "of " + duration(region.perExecutionNs) + " it would spend " +
         duration(std::min(foldNs, region.perExecutionNs)) + " on the reduction of " +
         quoted(ordered->name) +
         " in the order of the source, which KASURI_REDUCTION or --fp=fast lifts";
}

/// What stays in order takes most of the time.
std::string longOrderText(const Program &program, const LoopFacts &facts, const CostModel &cost) {
  constexpr double share = 0.5;
  const double inOrderNs = orderedNs(program, cost, facts);
  const RegionCost &region = cost.of(facts.loop);
  if (inOrderNs <= share * region.perExecutionNs)
    return "";
  return "of " + duration(region.perExecutionNs) + " it would spend " + duration(inOrderNs) +
         " in program order, from line " +
         std::to_string(program[facts.ordered->statements.front()].location.line) + " on";
}

std::string tooShortText(const Program &program, const LoopFacts &facts, const CostModel &cost,
                         const Machine &machine) {
  for (const std::string &why :
       {longSumText(program, facts, cost), longOrderText(program, facts, cost)})
    if (!why.empty())
      return " but is not profitable: " + why;
  const RegionCost &region = cost.of(facts.loop);
  std::string iterations =
      count(static_cast<size_t>(std::llround(std::max(region.trips, 0.0))), "iteration");
  return " but is too short to be profitable: about " + iterations + " take " +
         duration(region.perExecutionNs) + (region.isMeasured ? " as measured" : "") +
         ", waking the cores alone takes " + duration(machine.forkJoinNs);
}

/// Those of the loop, each with a note behind the help.
void addFixIts(Remark &remark, const std::vector<FixIt> &fixIts) {
  for (const FixIt &each : fixIts)
    if (each.loop == remark.location) {
      remark.fixIts.push_back(each);
      remark.notes.push_back(
          {remark.location,
           "fix-it: " + each.title + " [" + (each.isPromise ? "--fix=promises" : "--fix") + "]"});
    }
}

/// A loop within this one that is dealt out; invalid: none.
RegionId plannedWithin(const Program &program, const Plan &plan, RegionId loop) {
  for (size_t i = 0; i < plan.layers.size(); ++i)
    for (const PlannedTask &task : plan.layers[i].tasks)
      if (task.splitLoop.valid() && contains(program, loop, task.splitLoop) && !plan.whyDropped(i))
        return task.splitLoop;
  return {};
}

void addEnds(std::vector<Remark::Note> &notes, const Obstacle &obstacle) {
  auto [source, sink] = endsOf(obstacle.kind);
  if (obstacle.source.valid())
    notes.push_back({obstacle.source, source});
  if (obstacle.sink.valid() && obstacle.sink != obstacle.source)
    notes.push_back({obstacle.sink, sink});
}

/// All but the first, without those that say the same of the same line.
std::vector<Remark::Note> otherReasons(const Remark &remark,
                                       const std::vector<Obstacle> &obstacles) {
  std::vector<Remark::Note> notes;
  std::set<std::tuple<FileId, unsigned, std::string>> seen;
  for (const Obstacle &each : obstacles) {
    const SourceLocation place = each.source.valid() ? each.source : remark.location;
    const bool isNew = seen.insert({place.file, place.line, message(each)}).second;
    if (isNew && &each != &obstacles.front())
      notes.push_back(
          {place, "also: " + message(each) + " [" + std::string(name(each.kind)) + "]"});
  }
  return notes;
}

void explain(Remark &remark, const std::vector<Obstacle> &obstacles) {
  if (obstacles.empty())
    return;
  addEnds(remark.notes, obstacles.front());
  remark.notes.push_back({remark.location, "help: " + help(obstacles.front())});
  const std::vector<Remark::Note> others = otherReasons(remark, obstacles);
  const auto shown =
      others.begin() + static_cast<ptrdiff_t>(std::min(others.size(), maxOtherReasons));
  remark.notes.insert(remark.notes.end(), others.begin(), shown);
  if (shown != others.end())
    remark.notes.push_back(
        {remark.location,
         "also: " + count(static_cast<size_t>(others.end() - shown), "further reason") +
             "; --report lists all"});
}

/// That its iterations might overlap, were it not for that.
void addNoPipeline(Remark &remark, const Obstacle &obstacle) {
  remark.notes.push_back(
      {obstacle.source, message(obstacle) + " [" + std::string(name(obstacle.kind)) + "]"});
  remark.notes.push_back({remark.location, "help: " + help(obstacle)});
}

Remark remarkOn(const Program &program, const LoopFinding &finding, const LoopFacts &facts,
                const CostModel &cost, const Machine &machine, const Plan &plan,
                const std::vector<FixIt> &fixIts) {
  Remark remark;
  remark.location = locationOf(program, finding.loop);
  remark.kind = finding.kind;
  remark.share = std::min(1.0, cost.shareOf(finding.loop));
  if (finding.verdict == Verdict::Sequential) {
    remark.text = "loop stays sequential";
    if (!finding.obstacles.empty())
      remark.text += ": " + message(finding.obstacles.front());
    explain(remark, finding.obstacles);
    addFixIts(remark, fixIts);
    if (finding.noPipeline)
      addNoPipeline(remark, *finding.noPipeline);
  } else if (finding.kind == "NotCalled") {
    remark.text =
        "loop can run in parallel" + guardsText(finding.guards) + ", but no known call reaches it";
  } else if (finding.verdict == Verdict::NotWorthIt) {
    const RegionId inner = plannedWithin(program, plan, finding.loop);
    remark.text = "loop can run in parallel" + guardsText(finding.guards);
    remark.text += inner.valid()
                       ? ", but the inner loop on line " +
                             std::to_string(locationOf(program, inner).line) + " is more profitable"
                       : tooShortText(program, facts, cost, machine);
  } else if (finding.isPlanned) {
    remark.group = Remark::Group::Passed;
    const PlannedLayer &layer = plan.layers[finding.layer];
    remark.text = layer.isPiped() ? pipelineText(program, facts, finding, plan)
                                  : doallText(program, finding, facts, layer);
    if (!finding.obstacles.empty())
      remark.text += "; " + message(finding.obstacles.front());
  } else {
    remark.group = Remark::Group::Analysis;
    remark.text = "loop can run in parallel" + guardsText(finding.guards) +
                  " but runs inside a parallel layer";
  }
  return remark;
}

/// Where chunks of all loops take turns, so that their data stay in a cache.
std::string localizationText(const PlannedLayer &layer) {
  if (!layer.tables.empty() && layer.tables.back().isLocalized)
    return "; in data-localization groups";
  if (layer.larger.empty())
    return "";
  return "; in data-localization groups from " + std::to_string(layer.larger.front().leastTrips) +
         " iterations on";
}

std::string layerText(const PlannedLayer &layer, const LayerFinding &finding) {
  size_t loops = static_cast<size_t>(
      std::count_if(layer.tasks.begin(), layer.tasks.end(),
                    [](const PlannedTask &task) { return task.splitLoop.valid(); }));
  std::string text = "statements run in parallel: " + count(layer.tasks.size(), "macro-task");
  const std::string guards = guardsText(finding.guards);
  if (layer.isDistributed())
    text = "loop is distributed: " + count(layer.tasks.size(), "independent part") +
           (guards.empty() ? "" : " may") + " run in parallel" + guards;
  if (loops > 0)
    text += ", " + std::to_string(loops) + " of them split by iteration";
  // A deadline's clocks may make the table's time longer.
  const double ns = layer.graph ? layer.graph->meanNs
                    : layer.tables.empty()
                        ? 0
                        : std::max(layer.expectedNs, layer.tables.back().makespanNs);
  if (ns > 0) {
    char gain[64];
    std::snprintf(gain, sizeof gain, "; estimated %.2f times faster ", layer.sequentialNs / ns);
    text += gain + (layer.graph ? "on " + std::to_string(layer.graph->workers) + " cores"
                                : coresText(layer.tables.back()));
  }
  return text + whereText(layer) + localizationText(layer);
}

SourceLocation startOf(const Program &program, const Layer &layer, const PlannedTask &task) {
  return locationOf(program, layer.tasks[task.members.front().index()].first);
}

std::string taskText(const PlannedLayer &layer, const PlannedTask &task, bool isMeasured) {
  std::string text = "macro-task '" + task.name + (isMeasured ? "', measured " : "', estimated ") +
                     duration(task.costNs);
  for (const PlannedEdge &edge : task.predecessors)
    if (edge.halo)
      text += "; with '" + layer.tasks[edge.task].name + "' " + toString(*edge.halo);
  return text;
}

/// Promises of pure functions that the tasks call, which dependences between them rely on.
std::set<AnnotationId> promisesOf(const Program &program, const Parallelism &facts,
                                  const Layer &layer) {
  std::vector<FunctionId> called;
  std::set<AnnotationId> relied;
  auto note = [&](FunctionId function, const std::vector<ValueId> &values) {
    for (AnnotationId each : facts.promises)
      for (ValueId value : values)
        if (program[value].isPromisedPure ? program[value].calleeName == program[each].name
                                          : function.valid() && program[each].function == function)
          relied.insert(each);
  };
  for (const MacroTask &task : layer.tasks)
    for (RegionId region : siblingsOf(program, task)) {
      const std::vector<ValueId> values = valuesWithin(program, region);
      note({}, values);
      const std::vector<FunctionId> its = calledBy(facts.callees, values);
      called.insert(called.end(), its.begin(), its.end());
    }
  forEachReached(program, facts.callees, std::move(called), note);
  return relied;
}

Remark remarkOn(const Program &program, const LayerFinding &finding, const Layer &layer,
                const PlannedLayer &planned, const Parallelism &facts, const CostModel &cost) {
  Remark remark;
  remark.location = startOf(program, layer, planned.tasks.front());
  if (!finding.isEmitted) {
    remark.text = "statements stay sequential: " + message(finding.obstacle);
    remark.kind = name(finding.obstacle.kind);
    explain(remark, {finding.obstacle});
    return remark;
  }
  remark.group = Remark::Group::Passed;
  remark.text =
      layerText(planned, finding) + reliedOnText(program, promisesOf(program, facts, layer));
  remark.kind = planned.isDistributed() ? "Distributed" : "MacroTasks";
  for (const PlannedTask &task : planned.tasks)
    remark.notes.push_back(
        {startOf(program, layer, task),
         taskText(planned, task,
                  cost.measurementOf(layer.tasks[task.members.front().index()].first))});
  return remark;
}

/// Of a layer that is emitted as a graph.
Remark remarkOnDispatch(const Program &program, const Layer &layer, const PlannedLayer &planned) {
  const PlannedGraph &graph = *planned.graph;
  Remark remark;
  remark.group = Remark::Group::Passed;
  remark.location = startOf(program, layer, planned.tasks.front());
  remark.text = "tasks are assigned to cores at run time: " + duration(graph.meanNs) +
                " on average on " + std::to_string(graph.workers) + " cores, " +
                duration(graph.staticMeanNs) + " with a static schedule (simulated)";
  remark.kind = "DynamicLayer";
  return remark;
}

/// One of the loops that have taken its place is dealt out to the cores.
bool runsInParallel(const Program &program, const Plan &plan, const ReorderedNest &nest) {
  for (size_t i = 0; i < plan.layers.size(); ++i)
    for (const PlannedTask &task : plan.layers[i].tasks)
      if (task.splitLoop.valid() && !plan.whyDropped(i) && isGenerated(program, task.splitLoop) &&
          locationOf(program, task.splitLoop).line == nest.location.line)
        return true;
  return false;
}

std::string fasterText(double gain) {
  char number[32];
  std::snprintf(number, sizeof number, "%.1f", gain);
  return "estimated " + std::string(number) + "x faster on one core";
}

Remark remarkOn(const Program &program, const Plan &plan, const ReorderedNest &nest) {
  Remark remark;
  remark.group = Remark::Group::Passed;
  remark.location = nest.location;
  remark.kind = "Reordered";
  remark.text = "loop nest reordered: " + nest.what + "; " + fasterText(nest.gain) +
                (runsInParallel(program, plan, nest) ? ", and runs in parallel" : "");
  return remark;
}

Remark remarkOn(const KeptNest &nest) {
  Remark remark;
  remark.location = nest.location;
  if (nest.isOverBudget) {
    remark.kind = name(ObstacleKind::AnalysisBudget);
    remark.text = "loop nest keeps its order: " + nest.why;
    remark.notes.push_back(
        {nest.location, "help: raise the budget with --analysis-budget, or split the nest"});
    return remark;
  }
  remark.kind = "KeptOrder";
  remark.text =
      "loop nest keeps its order, and another one is " + fasterText(nest.gain) + ": " + nest.why;
  remark.notes.push_back({nest.location, "help: " + nest.help});
  return remark;
}

Remark remarkOn(const Obstacle &obstacle) {
  Remark remark;
  remark.location = obstacle.source;
  remark.share = 1;
  remark.text = "the whole program stays sequential: " + message(obstacle);
  remark.kind = name(obstacle.kind);
  remark.notes.push_back({obstacle.source, "help: " + help(obstacle)});
  return remark;
}

Remark remarkOn(const Program &program, const MeasuredTask &task) {
  Remark remark;
  remark.group = Remark::Group::Analysis;
  remark.location = locationOf(program, task.first);
  remark.text = "macro-task " + quoted(task.task) + " takes " + duration(task.meanNs) +
                " measured and was estimated at " + duration(task.estimatedNs);
  remark.kind = "Estimate";
  remark.notes.push_back(
      {remark.location, count(static_cast<size_t>(std::llround(task.executions)), "execution") +
                            " in a run, standard deviation " + duration(task.deviationNs)});
  return remark;
}

/// Of a layer whose tests failed while a profile was recorded.
Remark remarkOn(const Program &program, const RefusedLayer &refused, const PlannedLayer &planned,
                const Layer &layer) {
  Remark remark;
  remark.location = startOf(program, layer, planned.tasks.front());
  remark.text = "the tests in front of layer " + quoted(planned.name) + " failed in " +
                std::to_string(std::llround(refused.refused)) + " of " +
                count(static_cast<size_t>(std::llround(refused.calls)), "measured call") +
                (planned.otherwise ? ", which went on to the other pipeline"
                                   : ", which ran the original code");
  remark.kind = "GuardFailed";
  return remark;
}

bool isWanted(Remark::Group group, const RemarkGroups &groups) {
  switch (group) {
  case Remark::Group::Passed:
    return groups.passed;
  case Remark::Group::Missed:
    return groups.missed;
  case Remark::Group::Analysis:
    return groups.analysis;
  }
  return false;
}

void printPlace(llvm::raw_ostream &stream, const Program &program, const SourceLocation &location) {
  if (location.valid())
    stream << llvm::StringRef(pathOf(program, location)) << ':' << location.line << ':'
           << location.column << ": ";
  else
    stream << "kasuri: ";
}

/// The source line with a caret below the column, indented as Clang does it.
void printSnippet(llvm::raw_ostream &stream, SourceLines &sources, const Program &program,
                  const SourceLocation &location) {
  std::optional<std::string_view> line = sources.line(pathOf(program, location), location.line);
  if (!line)
    return;
  std::string number = std::to_string(location.line);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
  std::string blank;
  for (size_t i = 0; i + 1 < location.column && i < line->size(); ++i)
    blank += (*line)[i] == '\t' ? '\t' : ' ';
  stream << number << " | " << llvm::StringRef(*line) << '\n'
         << std::string(number.size(), ' ') << " | " << blank << "^\n";
}

} // namespace

std::vector<Remark> buildRemarks(const Program &program, const Parallelism &facts,
                                 const MacroTaskGraph &graph, const CostModel &cost,
                                 const Machine &machine, const Plan &plan, const Findings &findings,
                                 const std::vector<FixIt> &fixIts,
                                 const std::vector<ReorderedNest> &reordered,
                                 const std::vector<KeptNest> &kept) {
  std::vector<Remark> remarks;
  for (const ReorderedNest &nest : reordered)
    remarks.push_back(remarkOn(program, plan, nest));
  for (const KeptNest &nest : kept)
    if (nest.gain > 0 || nest.isOverBudget)
      remarks.push_back(remarkOn(nest));
  for (const Obstacle &obstacle : facts.programObstacles)
    remarks.push_back(remarkOn(obstacle));
  for (const LayerFinding &layer : findings.layers) {
    const PlannedLayer &planned = plan.layers[layer.layer];
    if (!layer.isSingleLoop)
      remarks.push_back(
          remarkOn(program, layer, graph.layers[planned.layer.index()], planned, facts, cost));
    if (planned.graph && layer.isEmitted)
      remarks.push_back(remarkOnDispatch(program, graph.layers[planned.layer.index()], planned));
    if (const RefusedLayer *refused = cost.refusedOf(planned.layer, planned.isOtherwise);
        refused && layer.isEmitted)
      remarks.push_back(remarkOn(program, *refused, planned, graph.layers[planned.layer.index()]));
  }
  for (const MeasuredTask &task : cost.measured)
    if (task.differs())
      remarks.push_back(remarkOn(program, task));
  for (const LoopFinding &each : findings.loops)
    remarks.push_back(
        remarkOn(program, each, *facts.factsOf(each.loop), cost, machine, plan, fixIts));
  std::sort(remarks.begin(), remarks.end(), [](const Remark &a, const Remark &b) {
    return std::tie(a.location, a.kind, a.text) < std::tie(b.location, b.kind, b.text);
  });
  return remarks;
}

void printRemarks(llvm::raw_ostream &stream, const Program &program,
                  const std::vector<Remark> &remarks, const RemarkGroups &groups) {
  SourceLines sources;
  for (const Remark &remark : remarks) {
    if (!isWanted(remark.group, groups))
      continue;
    printPlace(stream, program, remark.location);
    stream << "remark: " << remark.text << " [" << remark.kind << "]\n";
    printSnippet(stream, sources, program, remark.location);
    for (const Remark::Note &note : remark.notes) {
      printPlace(stream, program, note.location);
      stream << "note: " << note.text << '\n';
      if (note.location.valid() && note.location.line != remark.location.line)
        printSnippet(stream, sources, program, note.location);
    }
  }
}

} // namespace kasuri
