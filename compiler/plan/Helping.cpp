// A segment of a pipeline may call functions with layers of their own:
//
//     worker 0:  |read 0|code 0: a b|write 0|        |code 2: a ...
//     worker 1:         |read 1|  c  d |code 1: a  b|write 1|read 3|
//
// While worker 1 waits to enter `code`, it runs a part of the layer in it (runtime/pipe/help.c). If
// all workers help whenever they wait, none is idle: an iteration takes its time divided by the
// workers, but no less than the longest ordered segment takes with all of them.
//
// A profile has the segment as a whole, and the tasks of layers in it. What these save is known
// then. What others save has the segment's remaining time in place of what was estimated for it.
#include "plan/Helping.h"

#include "model/Regions.h"
#include "plan/Groups.h"
#include "plan/Pipelines.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

constexpr double leastRowNs = 20000;  ///< of a layer's longest row
constexpr double worthHelping = 0.95; ///< of the pipeline's time without

class HelpPlanner {
public:
  HelpPlanner(Candidate &candidate, NestedLayers &nestedLayers,
              const std::vector<PlannedLayer> &chosen, const HelpContext &known)
      : candidate(candidate), nestedLayers(nestedLayers), chosen(chosen), program(known.program),
        facts(known.facts), graph(known.graph), machine(known.machine), planned(candidate.planned),
        task(planned.tasks.front()),
        pipeline(pipelineOf(*facts.factsOf(task.pipedLoop), task.isOther)) {}

  void plan() {
    const PlannedLayer byStage = tasksOfStages();
    std::map<size_t, double> all;
    for (const PlannedTask &stage : byStage.tasks)
      for (const NestedLayer &each : stage.nested)
        all[each.layer] += each.times;
    if (all.empty())
      return;
    std::vector<PlannedStage> stages = task.stages;
    const PlannedLayer measured = only(byStage, true), others = only(byStage, false);
    for (const PlannedTable &table : planned.tables) {
      const std::vector<double> known = savedInside(chosen, measured, machine, table.workers);
      const std::vector<double> rest = savedInside(chosen, others, machine, table.workers);
      for (size_t i = 0; i < stages.size(); ++i)
        stages[i].helpedNs.push_back(stages[i].ns - known[i] -
                                     rest[i] * scaleOf(stages[i], measured.tasks[i]));
    }
    const double trips = planned.sequentialNs / std::max(1.0, iterationNs(stages));
    if (!setTimes(stages, trips))
      return;
    task.stages = std::move(stages);
    task.nested.clear();
    for (const auto &[layer, times] : all)
      task.nested.push_back({layer, times * trips});
  }

private:
  Candidate &candidate;
  NestedLayers &nestedLayers;
  const std::vector<PlannedLayer> &chosen;
  const Program &program;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const Machine &machine;
  PlannedLayer &planned;
  PlannedTask &task;
  const Pipeline &pipeline;

  static bool isMeasured(const PlannedLayer &layer) {
    return std::ranges::all_of(layer.tasks, &PlannedTask::isMeasured);
  }

  /// With the nested layers that profiles have measured in a stage that they have, or the others.
  PlannedLayer only(PlannedLayer byStage, bool areMeasured) const {
    for (size_t i = 0; i < byStage.tasks.size(); ++i) {
      PlannedTask &stage = byStage.tasks[i];
      std::erase_if(stage.nested, [&](const NestedLayer &each) {
        return (task.stages[i].isMeasured && isMeasured(chosen[each.layer])) != areMeasured;
      });
      if (areMeasured)
        stage.costNs = task.stages[i].ns;
    }
    return byStage;
  }

  /// What layers that were not measured take of the stage, by their estimate.
  double scaleOf(const PlannedStage &stage, const PlannedTask &measured) const {
    double knownNs = 0;
    for (const NestedLayer &each : measured.nested)
      knownNs += each.times * chosen[each.layer].sequentialNs;
    const double estimatedNs = stage.estimatedNs - knownNs;
    return estimatedNs > 0 ? std::max(0.0, stage.ns - knownNs) / estimatedNs : 1;
  }

  /// A layer with a task for each stage.
  PlannedLayer tasksOfStages() {
    PlannedLayer made;
    const std::vector<StagePieces> stages = stagesOf(pipeline);
    for (size_t i = 0; i < stages.size(); ++i) {
      PlannedTask &stage = made.tasks.emplace_back();
      stage.costNs = task.stages[i].estimatedNs;
      stage.nested = layersIn(stages[i]);
      std::erase_if(stage.nested,
                    [&](const NestedLayer &each) { return !mayBeHelped(chosen[each.layer]); });
    }
    return made;
  }

  /// In one execution.
  std::vector<NestedLayer> layersIn(const StagePieces &stage) {
    std::vector<NestedLayer> all;
    for (const bool isMoved : {true, false}) {
      std::vector<RegionId> statements, others;
      for (size_t i = stage.begin; i < stage.end; ++i)
        if (pipeline.pieces[i].isInCallee() != isMoved)
          addTo(pipeline.pieces[i], statements, others);
      for (const NestedLayer &each : nestedLayers.within(statements, others, isMoved))
        all.push_back(each);
    }
    return all;
  }

  void addTo(const PipelinePiece &piece, std::vector<RegionId> &statements,
             std::vector<RegionId> &others) const {
    using Part = PipelinePiece::Part;
    if (piece.part == Part::Whole)
      statements.push_back(piece.statement);
    else if (piece.part == Part::Condition)
      others.push_back(program[piece.statement].condition);
    else if (piece.part == Part::Arms)
      others.insert(others.end(), program[piece.statement].children.begin(),
                    program[piece.statement].children.end());
  }

  bool mayBeHelped(const PlannedLayer &layer) const {
    double longest = 0;
    for (const PlannedTable &table : layer.tables)
      for (const std::vector<PlannedRow> &rows : table.rows)
        for (const PlannedRow &row : rows)
          longest = std::max(longest, row.costNs);
    const bool isPlain =
        !layer.hasGroups() && layer.kinds.empty() && !layer.isPiped() && !layer.isWavefront();
    return isPlain && longest >= leastRowNs && !mayEndProgram(layer);
  }

  /// Its thread would be kept in the middle of another iteration.
  bool mayEndProgram(const PlannedLayer &layer) const {
    std::vector<RegionId> regions;
    for (const MacroTask &each : graph.layers[layer.layer.index()].tasks) {
      const std::vector<RegionId> its = siblingsOf(program, each);
      regions.insert(regions.end(), its.begin(), its.end());
    }
    const EndsWithin ends = endsWithin(program, facts, regions);
    return ends.mayRunOut || ends.assumesAssertions;
  }

  /// False if they are not shorter enough.
  bool setTimes(const std::vector<PlannedStage> &stages, double trips) {
    std::vector<double> helped;
    for (const PlannedTable &table : planned.tables)
      helped.push_back(std::min(table.makespanNs, helpedPipelineNs(stages, trips, table.workers)));
    const auto shorter = [](const PlannedTable &a, const PlannedTable &b) {
      return a.makespanNs < b.makespanNs;
    };
    const double alone = std::ranges::min_element(planned.tables, shorter)->makespanNs;
    const double saved = alone - *std::ranges::min_element(helped);
    if (saved < (1 - worthHelping) * candidate.parallelNs)
      return false;
    candidate.parallelNs -= saved;
    for (size_t i = 0; i < helped.size(); ++i) {
      planned.tables[i].makespanNs = helped[i];
      for (std::vector<PlannedRow> &rows : planned.tables[i].rows)
        rows.front().costNs = helped[i];
    }
    return true;
  }
};

} // namespace

void planHelp(Candidate &candidate, NestedLayers &nestedLayers,
              const std::vector<PlannedLayer> &chosen, const HelpContext &known) {
  HelpPlanner(candidate, nestedLayers, chosen, known).plan();
}

} // namespace kasuri
