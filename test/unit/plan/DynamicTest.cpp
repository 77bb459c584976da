// Layers without a table: what they take, and when they are chosen.
#include "plan/Dynamic.h"
#include "plan/Pieces.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr double heavyNs = 10000;

Machine machineOf(unsigned cores) { return uniformMachine(cores); }

PlannedTask taskOf(size_t id, double costNs, double deviationNs = 0) {
  PlannedTask task;
  task.name = "f@a.c:" + std::to_string(id);
  task.members = {TaskId(id)};
  task.costNs = costNs;
  task.deviationNs = deviationNs;
  return task;
}

/// With its tables.
PlannedLayer layerOf(std::vector<PlannedTask> tasks, unsigned cores) {
  PlannedLayer layer;
  layer.name = "f@a.c:0";
  layer.tasks = std::move(tasks);
  layer.plannedCores = cores;
  for (unsigned workers = 2; workers <= cores; ++workers)
    layer.tables.push_back(scheduleLayer(layer, machineOf(cores), workers));
  return layer;
}

std::vector<PlannedTask> independent(size_t count, double deviationNs) {
  std::vector<PlannedTask> tasks;
  for (size_t i = 0; i < count; ++i)
    tasks.push_back(taskOf(i, heavyNs, deviationNs));
  return tasks;
}

/// `count` conditions, each with a heavy task that runs every other time.
std::vector<PlannedTask> conditional(size_t count) {
  std::vector<PlannedTask> tasks;
  for (size_t i = 0; i < count; ++i) {
    tasks.push_back(taskOf(2 * i, 5));
    tasks.push_back(taskOf(2 * i + 1, heavyNs / 2));
    tasks.back().likelihood = 0.5;
    tasks.back().control = Control{TaskId(2 * i), true};
    tasks.back().predecessors = {{.task = 2 * i}};
  }
  return tasks;
}

double makespan(const std::vector<Piece> &pieces, unsigned workers) {
  DynamicInput input;
  for (const Piece &piece : pieces)
    input.costNs.push_back(piece.costNs);
  return dynamicMakespanNs(pieces, input, machineOf(workers), workers);
}

Piece pieceOf(double costNs, const std::vector<size_t> &before = {}) {
  Piece piece;
  piece.costNs = costNs;
  for (size_t each : before)
    piece.predecessors.push_back({each, 0});
  return piece;
}

std::optional<PlannedGraph> graphFor(const PlannedLayer &layer, const Machine &machine,
                                     Dispatch dispatch) {
  const std::optional<Outlook> outlook = foresee(layer, machine, dispatch);
  return outlook ? outlook->graph : std::nullopt;
}

std::vector<std::string> problemsOf(PlannedLayer layer, PlannedGraph graph) {
  layer.graph = std::move(graph);
  Plan plan;
  plan.layers = {std::move(layer)};
  return verify(MacroTaskGraph(), plan);
}

} // namespace

TEST(DynamicRun, AWorkerWithNothingLeftTakesHalfOfWhatAnotherHas) {
  const Machine machine = machineOf(2);
  const std::vector<Piece> pieces{pieceOf(9000), pieceOf(1000), pieceOf(1000), pieceOf(1000)};
  // w0 runs the long one; w1 the two of its own, then the one that w0 has left.
  EXPECT_NEAR(makespan(pieces, 2), 9000 + machine.dispatchNs, 1);
}

TEST(DynamicRun, APieceWaitsForAllBeforeIt) {
  const std::vector<Piece> pieces{pieceOf(1000), pieceOf(5000), pieceOf(100, {0, 1}),
                                  pieceOf(100, {2})};
  const double ns = makespan(pieces, 2);
  EXPECT_GT(ns, 5200);
  EXPECT_LT(ns, 5200 + 1000);
}

TEST(DynamicRun, ANodeThatWaitsCostsMoreThanARow) {
  const Machine machine = machineOf(2);
  EXPECT_NEAR(makespan({pieceOf(100), pieceOf(100)}, 2), 100 + machine.dispatchNs, 1);
  EXPECT_GT(makespan({pieceOf(100), pieceOf(100, {0})}, 2), 200 + 6 * machine.dispatchNs);
}

TEST(DynamicRun, TheCallerDoesNotWaitForAWorkerThatSleeps) {
  const Machine machine = machineOf(2);
  const std::vector<Piece> pieces(4, pieceOf(1000));
  DynamicInput input{.costNs = std::vector<double>(4, 1000), .wakeNs = 1500};
  // The caller has run two and begins with the third when the other takes the last.
  const double ns = dynamicMakespanNs(pieces, input, machine, 2);
  EXPECT_GT(ns, 3000);
  EXPECT_LT(ns, 3000 + 4 * machine.dispatchNs);
  input.wakeNs = 1e9;
  EXPECT_NEAR(dynamicMakespanNs(pieces, input, machine, 2), 4000, 5 * machine.dispatchNs);
}

TEST(DynamicRun, WhatIsRuledOutWaitsForItsConditionAlone) {
  // 1 waits for 0, its condition, and for 2, which is long; 3 waits for 1.
  std::vector<Piece> pieces{pieceOf(10), pieceOf(5000), pieceOf(0, {0, 1}), pieceOf(4000, {2})};
  pieces[2].control = 0;
  DynamicInput input{.costNs = {10, 5000, 0, 4000}, .isRuledOut = {false, false, true, false}};
  EXPECT_LT(dynamicMakespanNs(pieces, input, machineOf(2), 2), 6000);
  input.isRuledOut.clear();
  EXPECT_GT(dynamicMakespanNs(pieces, input, machineOf(2), 2), 9000);
}

TEST(Dynamic, WhatAlwaysTakesTheSameIsPlacedInAdvance) {
  EXPECT_FALSE(graphFor(layerOf(independent(24, 0), 4), machineOf(4), Dispatch::Chosen));
  EXPECT_TRUE(graphFor(layerOf(independent(24, 0), 4), machineOf(4), Dispatch::Dynamic));
}

TEST(Dynamic, SmallDeviationsAreNotWorthIt) {
  EXPECT_FALSE(graphFor(layerOf(independent(24, heavyNs / 10), 4), machineOf(4), Dispatch::Chosen));
}

TEST(Dynamic, ManyTasksOfUnequalDrawsGoToWhoeverIsFree) {
  const PlannedLayer layer = layerOf(independent(24, 1.5 * heavyNs), 4);
  const std::optional<PlannedGraph> graph = graphFor(layer, machineOf(4), Dispatch::Chosen);
  ASSERT_TRUE(graph);
  EXPECT_LT(graph->meanNs, 0.9 * graph->staticMeanNs);
  EXPECT_EQ(graph->nodes.size(), 24u);
  EXPECT_EQ(graph->workers, 4u);
  EXPECT_TRUE(problemsOf(layer, *graph).empty());
}

TEST(Dynamic, HeavyTasksThatMayNotRunGoToWhoeverIsFree) {
  const PlannedLayer layer = layerOf(conditional(10), 4);
  const std::optional<PlannedGraph> graph = graphFor(layer, machineOf(4), Dispatch::Chosen);
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->nodes[1].before, std::vector<size_t>{0});
  EXPECT_TRUE(problemsOf(layer, *graph).empty());
}

TEST(Dynamic, ATableIsForeseenWithWhatVaries) {
  const PlannedLayer layer = layerOf(independent(24, 1.5 * heavyNs), 4);
  const std::optional<Outlook> outlook = foresee(layer, machineOf(4), Dispatch::Static);
  ASSERT_TRUE(outlook && !outlook->graph);
  EXPECT_GT(outlook->meanNs, 1.2 * layer.tables.back().makespanNs);
}

TEST(Dynamic, ALoopWhosePartsVaryIsCutFiner) {
  std::vector<PlannedTask> tasks{taskOf(0, 40 * heavyNs, 40 * heavyNs)};
  tasks[0].maxParts = 1000;
  const PlannedLayer layer = layerOf(tasks, 4);
  const std::optional<PlannedGraph> graph = graphFor(layer, machineOf(4), Dispatch::Chosen);
  ASSERT_TRUE(graph);
  EXPECT_GT(graph->nodes.size(), layer.tables.back().rows.size());
  tasks[0].perPartNs = 100; // each part has an array for itself
  const std::optional<PlannedGraph> coarse =
      graphFor(layerOf(tasks, 4), machineOf(4), Dispatch::Dynamic);
  ASSERT_TRUE(coarse);
  EXPECT_EQ(coarse->nodes.size(), 4u);
}

TEST(Dynamic, ALoopWhoseIterationsChangeHasLongAndShortPartsInATable) {
  for (double slope : {-1.0, -0.7, 0.3, 1.0})
    for (unsigned cores : {2u, 3u, 4u, 8u}) {
      std::vector<PlannedTask> tasks{taskOf(0, 400 * heavyNs)};
      tasks[0].maxParts = 1000;
      tasks[0].slope = slope;
      const PlannedLayer layer = layerOf(tasks, cores);
      EXPECT_LT(layer.tables.back().makespanNs * cores / (400 * heavyNs), 1.02);
      EXPECT_FALSE(graphFor(layer, machineOf(cores), Dispatch::Chosen));
      // One half of a triangle is three quarters of it.
      EXPECT_NEAR(partNs(tasks[0], 1, 2) / (200 * heavyNs), 1 + slope / 2, 0.001);
    }
}

TEST(Dynamic, AMeasuredSpreadDecidesWhereMeanAndDeviationAreTheSame) {
  // Two calls beside one that takes nothing every other time, or is always a little uneven.
  std::vector<PlannedTask> tasks = independent(3, 0);
  tasks[1].costNs = 1.5 * heavyNs;
  tasks[1].deviationNs = 1.5 * heavyNs;
  for (PlannedTask &task : tasks)
    task.isMeasured = true;
  tasks[1].times = {0, 3 * heavyNs};
  const std::optional<Outlook> outlook =
      foresee(layerOf(tasks, 2), machineOf(2), Dispatch::Dynamic);
  ASSERT_TRUE(outlook && outlook->graph);
  // The graph gives the other two to both workers where the middle one takes nothing.
  EXPECT_NEAR(outlook->graph->meanNs / heavyNs, (1 + 3) / 2.0, 0.1);
  EXPECT_NEAR(outlook->graph->staticMeanNs / heavyNs, (2 + 3) / 2.0, 0.1);
}

TEST(Dynamic, WhatWasMeasuredNeedsALessClearAdvantage) {
  std::vector<PlannedTask> tasks = independent(6, 0.45 * heavyNs);
  const std::optional<Outlook> asked = foresee(layerOf(tasks, 2), machineOf(2), Dispatch::Dynamic);
  ASSERT_TRUE(asked && asked->graph);
  const double ratio = asked->graph->meanNs / asked->graph->staticMeanNs;
  ASSERT_LT(ratio, 0.97);
  ASSERT_GT(ratio, 0.9);
  EXPECT_FALSE(graphFor(layerOf(tasks, 2), machineOf(2), Dispatch::Chosen));
  for (PlannedTask &task : tasks)
    task.isMeasured = true;
  EXPECT_TRUE(graphFor(layerOf(tasks, 2), machineOf(2), Dispatch::Chosen));
}

TEST(Dynamic, WorkersThatComeLateAreAReasonForAGraph) {
  PlannedLayer layer = layerOf(independent(6, 0), 2);
  for (PlannedTask &task : layer.tasks)
    task.isMeasured = true;
  layer.wakes = {1.2 * heavyNs};
  const std::optional<PlannedGraph> graph = graphFor(layer, machineOf(2), Dispatch::Chosen);
  ASSERT_TRUE(graph); // 4 tasks one after the other; by the table the worker has 3 when it comes
  EXPECT_NEAR(graph->meanNs / heavyNs, 4, 0.3);
  EXPECT_NEAR(graph->staticMeanNs / heavyNs, 4.2, 0.1);
  EXPECT_NEAR(graph->awakeNs / heavyNs, 3, 0.1);
  EXPECT_NEAR(foresee(layer, machineOf(2), Dispatch::Chosen)->meanNs, graph->awakeNs, 1);
  layer.wakes = {0.01 * heavyNs};
  EXPECT_FALSE(graphFor(layer, machineOf(2), Dispatch::Chosen));
}

TEST(Dynamic, ALoopBesideACallIsCutAsFinelyAsFillsTheGap) {
  // In halves 167 of 300, in quarters 174, in eighths 153.
  std::vector<PlannedTask> tasks{taskOf(0, 132000), taskOf(1, 168000)};
  tasks[1].maxParts = 600;
  const PlannedLayer layer = layerOf(tasks, 2);
  EXPECT_NEAR(layer.tables.back().makespanNs, 153000, 1000);
}

TEST(Dynamic, TheChoiceIsAlwaysTheSame) {
  const PlannedLayer layer = layerOf(independent(12, heavyNs), 3);
  const std::optional<PlannedGraph> first = graphFor(layer, machineOf(3), Dispatch::Dynamic);
  const std::optional<PlannedGraph> second = graphFor(layer, machineOf(3), Dispatch::Dynamic);
  EXPECT_EQ(first->meanNs, second->meanNs);
  EXPECT_EQ(first->staticMeanNs, second->staticMeanNs);
}

TEST(Dynamic, AGraphThatLacksAnEdgeOrAPartIsFound) {
  const PlannedLayer layer = layerOf(conditional(2), 2);
  const PlannedGraph graph = *graphFor(layer, machineOf(2), Dispatch::Dynamic);
  PlannedGraph broken = graph;
  broken.nodes[1].before.clear();
  EXPECT_EQ(problemsOf(layer, broken).size(), 1u);
  broken = graph;
  broken.nodes.pop_back();
  EXPECT_FALSE(problemsOf(layer, broken).empty());
}
