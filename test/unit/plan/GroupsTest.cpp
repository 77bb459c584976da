// Groups of cores on layers made by hand: how many leaders, how many cores behind each, and what
// that takes.
#include "plan/Groups.h"
#include "plan/Modes.h"
#include "plan/Pieces.h"
#include "plan/Power.h"

#include <gtest/gtest.h>

#include <random>

using namespace kasuri;

namespace {

PlannedTask task(double ns, std::vector<NestedLayer> nested = {}) {
  PlannedTask made;
  made.name = "f@a.c:1";
  made.costNs = ns;
  made.nested = std::move(nested);
  return made;
}

PlannedLayer layerOf(std::vector<PlannedTask> tasks) {
  PlannedLayer layer;
  layer.name = "f@a.c:1";
  for (const PlannedTask &each : tasks)
    layer.sequentialNs += each.costNs;
  layer.tasks = std::move(tasks);
  return layer;
}

void addTables(std::vector<PlannedLayer> &layers, PlannedLayer layer, const Machine &machine) {
  layer.plannedCores = static_cast<unsigned>(machine.cores.size());
  for (unsigned workers = 2; workers <= layer.plannedCores; ++workers)
    layer.tables.push_back(scheduleOnGroups(layers, layer, machine, workers));
  layers.push_back(std::move(layer));
}

/// A layer that is one loop of many iterations.
void addLoop(std::vector<PlannedLayer> &layers, double ns, const Machine &machine) {
  PlannedLayer loop = layerOf({task(ns)});
  loop.tasks[0].maxParts = 1000;
  loop.runsAlone = false;
  loop.runsInGroups = true;
  addTables(layers, std::move(loop), machine);
}

/// One loop, and two tasks that run it once each.
Plan twoTasks(const Machine &machine) {
  Plan plan;
  addLoop(plan.layers, 4e5, machine);
  addTables(plan.layers, layerOf({task(4e5, {{0, 1}}), task(4e5, {{0, 1}})}), machine);
  plan.programNs = 1e6;
  return plan;
}

using Sizes = std::vector<uint16_t>;

/// Fast cores in front of slow ones of half the speed.
Machine fastAndSlow(unsigned fast, unsigned slow) {
  Machine machine = uniformMachine(fast + slow);
  for (unsigned i = fast; i < fast + slow; ++i) {
    machine.cores[i].speed = 0.5;
    machine.cores[i].cluster = 1;
  }
  return machine;
}

Machine withPower(Machine machine) {
  machine.domains[0].points = {{.khz = 1000000, .activeMw = 1000, .gatedMw = 100},
                               {.khz = 500000, .activeMw = 300, .gatedMw = 60}};
  machine.idleStates = {{.mode = IdleState::Mode::Gate, .entryExitNs = 100, .breakEvenNs = 1000}};
  machine.hasPower = true;
  return machine;
}

} // namespace

TEST(Groups, TwoEqualTasksOnFourCoresHaveTwoCoresEach) {
  const Machine machine = uniformMachine(4);
  const Plan plan = twoTasks(machine);
  const PlannedTable &table = plan.layers[1].tables.back();
  EXPECT_EQ(table.workers, 4u);
  EXPECT_EQ(table.groups, (Sizes{2, 2}));
  EXPECT_EQ(table.rows.size(), 2u);
  // Half of the loop, its start and end, and the dispatch of both layers.
  EXPECT_NEAR(table.makespanNs, 2e5 + machine.forkJoinNs + 2 * machine.dispatchNs, 1);
  EXPECT_NEAR(scheduleLayer(plan.layers[1], machine, 4).makespanNs, 4e5 + machine.dispatchNs, 1);
}

TEST(Groups, TheLongerTaskHasTheMoreCores) {
  const Machine machine = uniformMachine(4);
  std::vector<PlannedLayer> layers;
  addLoop(layers, 7e5, machine);
  addLoop(layers, 3.8e5, machine);
  const PlannedLayer layer = layerOf({task(8e5, {{0, 1}}), task(4e5, {{1, 1}})});
  const PlannedTable table = scheduleOnGroups(layers, layer, machine, 4);
  EXPECT_EQ(table.groups, (Sizes{3, 1}));
  EXPECT_NEAR(table.makespanNs, 4e5, 100); // 1e5 in order and a third of 7e5 take less
}

TEST(Groups, CoresThatHelpNobodyAreLeftOut) {
  const Machine machine = uniformMachine(6);
  std::vector<PlannedLayer> layers;
  PlannedLayer pair = layerOf({task(2e5), task(2e5)});
  addTables(layers, pair, machine);
  const PlannedLayer layer = layerOf({task(4e5, {{0, 1}}), task(3e5)});
  const PlannedTable table = scheduleOnGroups(layers, layer, machine, 6);
  EXPECT_EQ(table.groups.size(), 2u);
  EXPECT_NEAR(table.makespanNs, 3e5 + machine.dispatchNs, 1);
}

TEST(Groups, AsManyTasksAsCoresHaveNone) {
  const Machine machine = uniformMachine(4);
  std::vector<PlannedLayer> layers;
  addLoop(layers, 4e5, machine);
  const PlannedLayer layer = layerOf(std::vector<PlannedTask>(4, task(4e5, {{0, 1}})));
  EXPECT_TRUE(scheduleOnGroups(layers, layer, machine, 4).groups.empty());
}

TEST(Groups, LayersThatDoNotPayInAGroupAreCounted) {
  const Machine machine = uniformMachine(4);
  std::vector<PlannedLayer> layers;
  addLoop(layers, 1000, machine); // less than it takes to start
  const PlannedLayer layer = layerOf({task(4e5, {{0, 390}}), task(4e5, {{0, 390}})});
  EXPECT_TRUE(scheduleOnGroups(layers, layer, machine, 4).groups.empty());
  const PlannedTable forced =
      scheduleOnGroups(layers, layer, machine, 4, std::numeric_limits<double>::infinity());
  EXPECT_EQ(forced.rows.size(), 2u);
  EXPECT_GT(forced.makespanNs, scheduleLayer(layer, machine, 4).makespanNs);
}

TEST(Groups, WithoutNestedLayersThereAreNone) {
  const Machine machine = uniformMachine(4);
  const PlannedLayer layer = layerOf({task(4e5), task(4e5)});
  const PlannedTable table =
      scheduleOnGroups({}, layer, machine, 4, std::numeric_limits<double>::infinity());
  EXPECT_TRUE(table.groups.empty());
  EXPECT_EQ(table.rows.size(), 4u);
}

TEST(Groups, ALoopOfTwoIterationsHasTwoEqualGroups) {
  const Machine machine = uniformMachine(6);
  std::vector<PlannedLayer> layers;
  addLoop(layers, 4e5, machine);
  PlannedLayer layer = layerOf({task(8e5, {{0, 2}})});
  layer.tasks[0].maxParts = 2;
  const PlannedTable table = scheduleOnGroups(layers, layer, machine, 6);
  EXPECT_EQ(table.groups, (Sizes{3, 3}));
  EXPECT_LT(table.makespanNs, 4e5 / 3 + 2000);
}

TEST(Groups, SlowCoresAreCountedAsTheyAre) {
  const Machine machine = fastAndSlow(2, 4);
  const Plan plan = twoTasks(machine);
  const PlannedTable &table = plan.layers[1].tables.back();
  EXPECT_EQ(table.groups, (Sizes{2, 4})); // two fast ones, or four of half the speed
  EXPECT_EQ(table.coreOf(1), 2u);
  // The loop's table for four workers counts on two fast ones: twice its share for the first.
  const PlannedTable &inner = plan.layers[0].tables[2];
  EXPECT_EQ(inner.workers, 4u);
  EXPECT_GT(table.makespanNs, 2e5);
  EXPECT_LT(table.makespanNs, 3.1e5);
}

TEST(Groups, AGroupHasGroups) {
  const Machine machine = uniformMachine(8);
  std::vector<PlannedLayer> layers;
  addLoop(layers, 4e5, machine);
  addTables(layers, layerOf({task(4e5, {{0, 1}}), task(4e5, {{0, 1}})}), machine);
  const PlannedLayer layer = layerOf({task(8e5, {{1, 1}}), task(8e5, {{1, 1}})});
  const PlannedTable table = scheduleOnGroups(layers, layer, machine, 8);
  EXPECT_EQ(table.groups, (Sizes{4, 4}));
  EXPECT_NEAR(table.makespanNs, 2e5, 5000);
}

TEST(Groups, APartOfATaskIsNoQuickerThanAllOfItsCores) {
  const Machine machine = uniformMachine(4);
  std::vector<PlannedLayer> layers;
  addLoop(layers, 4e5, machine);
  const PlannedLayer layer = layerOf({task(4e5, {{0, 3}}), task(4e5, {{0, 3}})});
  EXPECT_GE(scheduleOnGroups(layers, layer, machine, 4).makespanNs, 2e5);
}

TEST(Groups, TheSimulationAccountsForAllWork) {
  const Machine machine = withPower(uniformMachine(4));
  Plan plan = twoTasks(machine);
  const PlannedTable &table = plan.layers[1].tables.back();
  const Simulation run = simulate(table, machine);
  ASSERT_EQ(run.workers.size(), 4u);
  EXPECT_NEAR(run.makespanNs, table.makespanNs, 1e-6);
  double workNs = 0;
  for (const WorkerTimes &each : run.workers) {
    workNs += each.workNs;
    EXPECT_NEAR(each.totalNs(), run.makespanNs, 1e-6);
  }
  EXPECT_NEAR(workNs, 8e5, 1e-6);
  // All four at 1000 mW nearly all the time.
  EXPECT_NEAR(run.energyNj, 4 * run.makespanNs, 0.01 * run.energyNj);
  // Without groups the same work takes as much energy and twice as long.
  EXPECT_GT(simulate(scheduleLayer(plan.layers[1], machine, 4), machine).makespanNs,
            1.9 * run.makespanNs);
}

TEST(Groups, LeftAloneNestedLayersHaveAllCores) {
  const Machine machine = uniformMachine(4);
  const Plan plan = twoTasks(machine);
  const double savedNs = 3e5 - machine.forkJoinNs - machine.dispatchNs;
  for (double each : savedInside(plan.layers, plan.layers[1], machine, 4))
    EXPECT_NEAR(each, savedNs, 1);
}

TEST(Groups, TheProgramIsNotCountedTwice) {
  const Machine machine = uniformMachine(4);
  const Plan plan = twoTasks(machine);
  EXPECT_EQ(verify(MacroTaskGraph(), plan), std::vector<std::string>());
  const Span span = wholeProgram(plan);
  ASSERT_EQ(span.layers.size(), 1u);
  EXPECT_EQ(span.layers[0].layer, 1u);
  EXPECT_NEAR(span.sequentialNs, 2e5, 1e-6);
  const ProgramRun run = simulateSpan(plan, span, machine, 4);
  EXPECT_NEAR(run.ns, 2e5 + 2e5 + 2 * machine.forkJoinNs, 100);
  EXPECT_LE(run.utilisation(), 1);
}

TEST(Groups, MoreCoresThanPlannedGetGroupsToo) {
  const Plan plan = twoTasks(uniformMachine(4));
  const Machine eight = uniformMachine(8);
  const PlannedTable table = tableFor(plan.layers, plan.layers[1], eight, 8);
  EXPECT_EQ(table.groups, (Sizes{4, 4}));
}

TEST(Groups, NothingInThemIsSlowedDown) {
  const Machine machine = withPower(uniformMachine(4));
  Plan plan = twoTasks(machine);
  plan.layers[1].tasks[1].costNs /= 2; // slack that levels could use
  const Plan before = plan;
  planFastest(plan, machine);
  for (const PlannedLayer &layer : plan.layers)
    for (const PlannedTable &table : layer.tables)
      for (const auto &rows : table.rows)
        for (const PlannedRow &row : rows) {
          EXPECT_TRUE(row.level == keepLevel || (table.groups.empty() && layer.runsAlone));
          EXPECT_GE(row.lengthNs, row.costNs * (1 - 1e-9));
        }
  EXPECT_LE(simulateSpan(plan, wholeProgram(plan), machine, 4).ns,
            simulateSpan(before, wholeProgram(before), machine, 4).ns * (1 + 1e-9));
  EXPECT_EQ(verify(MacroTaskGraph(), plan), std::vector<std::string>());
}

TEST(Groups, ADeadlineIsMetWithThem) {
  const Machine machine = withPower(uniformMachine(4));
  for (bool runsAlone : {false, true}) {
    Plan plan = twoTasks(machine);
    plan.layers[0].runsAlone = runsAlone;
    plan.layers[1].executions = 2;
    plan.programNs = 3e6;
    const double fastest = simulateSpan(plan, wholeProgram(plan), machine, 4).ns;
    for (double stretch : {1.0, 1.3, 2.0}) {
      Plan tried = plan;
      ASSERT_EQ(planDeadline(tried, wholeProgram(tried), machine, stretch * fastest), "");
      EXPECT_LE(simulateSpan(tried, wholeProgram(tried), machine, 4).ns,
                stretch * fastest * (1 + 1e-9));
      EXPECT_EQ(verify(MacroTaskGraph(), tried), std::vector<std::string>());
      // What runs in groups is as quick as it was.
      EXPECT_LE(tried.layers[0].tables.back().makespanNs,
                plan.layers[0].tables.back().makespanNs * (1 + 1e-9));
    }
  }
}

TEST(Groups, AnyLayerOfTasksThatWaitIsSound) {
  std::minstd_rand random;
  size_t grouped = 0;
  for (int i = 0; i < 60; ++i) {
    const Machine machine = i % 2 == 0 ? uniformMachine(8) : fastAndSlow(3, 4);
    Plan plan;
    for (int loops = 0; loops < 3; ++loops)
      addLoop(plan.layers, 1e4 * (1 + random() % 20), machine);
    std::vector<PlannedTask> tasks;
    for (size_t count = 2 + random() % 4, each = 0; each < count; ++each) {
      tasks.push_back(task(1000.0 * (random() % 100)));
      for (size_t loop = 0; loop < 3; ++loop)
        if (random() % 2 == 0) {
          tasks.back().nested.push_back({loop, double(1 + random() % 4)});
          tasks.back().costNs += tasks.back().nested.back().times * plan.layers[loop].sequentialNs;
        }
      for (size_t before = 0; before < each; ++before)
        if (random() % 4 == 0)
          tasks.back().predecessors.push_back({before});
    }
    addTables(plan.layers, layerOf(std::move(tasks)), machine);
    EXPECT_EQ(verify(MacroTaskGraph(), plan), std::vector<std::string>());
    for (const PlannedTable &table : plan.layers.back().tables) {
      grouped += !table.groups.empty();
      EXPECT_LE(table.makespanNs,
                scheduleLayer(plan.layers.back(), machine, table.workers).makespanNs + 1e-6);
      EXPECT_NEAR(simulate(table, machine).makespanNs, table.makespanNs, 0.02 * table.makespanNs);
    }
  }
  EXPECT_GT(grouped, 60u);
}

TEST(Groups, SizesThatDoNotFitTheTableAreFound) {
  Plan plan = twoTasks(uniformMachine(4));
  for (const Sizes &sizes : {Sizes{2}, Sizes{2, 0}, Sizes{2, 3}}) {
    Plan broken = plan;
    broken.layers[1].tables.back().groups = sizes;
    EXPECT_FALSE(verify(MacroTaskGraph(), broken).empty());
  }
  plan.layers[1].tasks[0].nested[0].layer = 1;
  EXPECT_FALSE(verify(MacroTaskGraph(), plan).empty());
}
