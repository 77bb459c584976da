// The power modes on plans made by hand: never late, never more energy, near the exhaustive
// optimum.
#include "plan/Modes.h"
#include "plan/OtherCores.h"
#include "plan/Pieces.h"
#include "plan/Power.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace kasuri;

namespace {

/// Two speeds on one clock, no transition time, powers that make running slowly worth it.
Machine board() {
  Machine machine = uniformMachine(3);
  machine.domains[0].points = {{.khz = 1000000, .activeMw = 1000, .gatedMw = 100},
                               {.khz = 500000, .activeMw = 300, .gatedMw = 60}};
  machine.idleStates = {{.mode = IdleState::Mode::Gate, .entryExitNs = 100, .breakEvenNs = 1000}};
  machine.baseMw = 50;
  machine.hasPower = true;
  return machine;
}

PlannedLayer loopLayer(const std::string &name, double ns, double executions,
                       const Machine &machine) {
  PlannedLayer layer;
  layer.name = name;
  layer.tasks.resize(1);
  layer.tasks[0].name = name;
  layer.tasks[0].costNs = layer.sequentialNs = ns;
  layer.tasks[0].maxParts = 1000;
  layer.executions = executions;
  layer.plannedCores = 3;
  for (unsigned workers : {2u, 3u})
    layer.tables.push_back(scheduleLayer(layer, machine, workers));
  return layer;
}

Plan twoLayers(const Machine &machine) {
  Plan plan;
  plan.layers = {loopLayer("f@a.c:1", 6e6, 4, machine), loopLayer("g@a.c:9", 3e6, 2, machine)};
  plan.programNs = 4 * 6e6 + 2 * 3e6 + 5e6;
  return plan;
}

ProgramRun runOf(const Plan &plan, const Machine &machine) {
  return simulateSpan(plan, wholeProgram(plan), machine, 3);
}

double energyUntil(const ProgramRun &run, const Machine &machine, double deadlineNs) {
  return run.energyNj + (deadlineNs - run.ns) * idleMachineMw(machine) * 1e-3;
}

/// Each layer at one level with either table, by trying all.
double leastEnergy(const Plan &plan, const Machine &machine, double deadlineNs) {
  double least = HUGE_VAL;
  for (int choice = 0; choice < 16; ++choice) {
    Plan tried = plan;
    for (int i = 0; i < 2; ++i) {
      PlannedLayer &layer = tried.layers[static_cast<size_t>(i)];
      if ((choice >> (2 * i)) & 1)
        layer.tables.pop_back();
      for (auto &worker : layer.tables.back().rows)
        for (PlannedRow &row : worker)
          row.level = (choice >> (2 * i + 1)) & 1;
      layer.isAlwaysParallel = true;
    }
    const ProgramRun run = runOf(tried, machine);
    if (run.ns <= deadlineNs)
      least = std::min(least, energyUntil(run, machine, deadlineNs));
  }
  return least;
}

/// The code between layers is in a function that may have a pace.
Span pacedSpan(const Plan &plan) {
  Span span = wholeProgram(plan);
  span.paced = FunctionId(size_t{0});
  return span;
}

} // namespace

TEST(Modes, TheDeadlineIsMetWithAboutTheLeastEnergy) {
  const Machine machine = board();
  const Plan before = twoLayers(machine);
  const double fastest = runOf(before, machine).ns;
  for (double stretch : {1.0, 1.2, 1.4, 1.7, 2.5}) {
    Plan plan = before;
    const double deadline = fastest * stretch;
    ASSERT_EQ(planDeadline(plan, wholeProgram(plan), machine, deadline), "");
    const ProgramRun run = runOf(plan, machine);
    EXPECT_LE(run.ns, deadline * (1 + 1e-9));
    EXPECT_LE(energyUntil(run, machine, deadline), 1.03 * leastEnergy(before, machine, deadline))
        << stretch;
    EXPECT_LE(energyUntil(run, machine, deadline),
              energyUntil(runOf(before, machine), machine, deadline) * (1 + 1e-9));
  }
}

TEST(Modes, MoreTimeNeverTakesMoreEnergy) {
  const Machine machine = board();
  const Plan before = twoLayers(machine);
  const double fastest = runOf(before, machine).ns;
  double last = HUGE_VAL;
  for (double stretch = 1; stretch < 3; stretch += 0.1) {
    Plan plan = before;
    ASSERT_EQ(planDeadline(plan, wholeProgram(plan), machine, fastest * stretch), "");
    // Of the work alone: waiting longer costs what the idle machine draws.
    const double energy = energyUntil(runOf(plan, machine), machine, fastest * stretch) -
                          fastest * stretch * idleMachineMw(machine) * 1e-3;
    EXPECT_LE(energy, last * (1 + 1e-3)) << stretch;
    last = energy;
  }
}

TEST(Pace, TakesLessEnergyWhereTheDeadlineLeavesTime) {
  Machine machine = board();
  machine.domains[0].transitionNs = 10000;
  machine.domains[0].transitionNj = 500;
  machine.domains[0].requestNs = 1000;
  const Plan before = twoLayers(machine);
  const double fastest = runOf(before, machine).ns;
  double leastRatio = 1;
  for (double stretch : {1.02, 1.2, 1.4, 1.7, 2.0, 2.5, 4.0}) {
    Plan plan = before, without = before;
    const double deadline = fastest * stretch;
    ASSERT_EQ(planDeadline(plan, pacedSpan(plan), machine, deadline), "");
    ASSERT_EQ(planDeadline(without, wholeProgram(plan), machine, deadline), "");
    EXPECT_FALSE(without.pace);
    const ProgramRun run = runOf(plan, machine);
    EXPECT_LE(run.ns, deadline * (1 + 1e-9));
    const double ratio = energyUntil(run, machine, deadline) /
                         energyUntil(runOf(without, machine), machine, deadline);
    EXPECT_LE(ratio, 1 + 1e-3) << stretch;
    leastRatio = std::min(leastRatio, ratio);
    if (stretch == 1.02 || stretch == 4.0) {
      EXPECT_EQ(plan.pace.has_value(), stretch == 4.0);
    }
  }
  EXPECT_LT(leastRatio, 0.95);
}

TEST(Pace, CountsTheClocksChangesAroundLayers) {
  Machine machine = board();
  machine.domains[0].transitionNs = 10000;
  machine.domains[0].requestNs = 1000;
  Plan plan = twoLayers(machine);
  ASSERT_EQ(planDeadline(plan, pacedSpan(plan), machine, 1e9), "");
  ASSERT_TRUE(plan.pace);
  EXPECT_EQ(plan.pace->level, 1);
  EXPECT_DOUBLE_EQ(plan.pace->sequentialNs, 5e6);
  EXPECT_EQ(plan.pace->workers, plan.layers[0].tables.back().workers);
  EXPECT_NEAR(plan.pace->gapNs, 2 * 5e6 / 7, 1); // six runs of layers
  Plan without = plan;
  without.pace.reset();
  // 5 ms take twice as long, and each of six layers waits for the clock.
  EXPECT_NEAR(runOf(plan, machine).ns - runOf(without, machine).ns, 5e6 + 6 * 12000, 1);
  EXPECT_DOUBLE_EQ(simulateSpan(plan, wholeProgram(plan), machine, 1).ns,
                   simulateSpan(without, wholeProgram(plan), machine, 1).ns);
}

TEST(Pace, IsNotTakenWhereTheClockWouldHardlyEverHaveIt) {
  Machine machine = board();
  machine.domains[0].transitionNs = 1e6;
  Plan plan = twoLayers(machine);
  ASSERT_EQ(planDeadline(plan, pacedSpan(plan), machine, 1e9), "");
  EXPECT_FALSE(plan.pace);
}

TEST(Pace, MeansNothingWithoutPower) {
  Machine machine = board();
  machine.hasPower = false;
  Plan plan = twoLayers(machine);
  ASSERT_EQ(planDeadline(plan, pacedSpan(plan), machine, 1e9), "");
  EXPECT_FALSE(plan.pace);
}

TEST(Modes, ADeadlineThatCannotBeMetSaysWhatTakesTheTime) {
  const Machine machine = board();
  Plan plan = twoLayers(machine);
  const std::string problem = planDeadline(plan, wholeProgram(plan), machine, 12e6);
  EXPECT_NE(problem.find("deadline of 12.000 ms cannot be met: at least 15.0"), std::string::npos)
      << problem;
  EXPECT_NE(problem.find("on 3 cores; 5.000 ms of it outside parallel layers"), std::string::npos)
      << problem;
  EXPECT_NE(problem.find("; 8.0"), std::string::npos) << problem;
  EXPECT_NE(problem.find(" in f@a.c:1"), std::string::npos) << problem;
}

TEST(Modes, TheCriticalPathIsNamed) {
  const Machine machine = board();
  PlannedLayer layer;
  layer.name = "f@a.c:1";
  layer.tasks.resize(3);
  const char *names[] = {"a", "b", "c"};
  for (size_t i = 0; i < 3; ++i) {
    layer.tasks[i].name = names[i];
    layer.tasks[i].costNs = i == 1 ? 1e6 : 4e6;
    layer.sequentialNs += layer.tasks[i].costNs;
  }
  layer.tasks[2].predecessors = {{.task = 0}};
  layer.tables = {scheduleLayer(layer, machine, 2)};
  Plan plan;
  plan.layers = {layer};
  plan.programNs = 9e6;
  EXPECT_NE(planDeadline(plan, wholeProgram(plan), machine, 1e6).find("critical path a -> c"),
            std::string::npos);
}

TEST(Modes, FastestKeepsNoTableThatIsNotEarlier) {
  const Machine machine = board();
  Plan plan = twoLayers(machine);
  plan.layers[0].tables[1].rows[0][0].costNs = 7e6; // three workers, and later than two
  settle(plan.layers[0].tables[0], machine);
  planFastest(plan, machine);
  EXPECT_EQ(plan.layers[0].tables.size(), 1u);
  EXPECT_EQ(plan.layers[1].tables.size(), 2u);
}

/// Workers that a layer has no work for would wait with their clocks on.
TEST(Modes, LayersInOrderKeepNoTableThatIsNotEarlier) {
  Machine machine = board();
  machine.domains[0].points.resize(1); // so that no energy is saved in parallel
  Plan plan = twoLayers(machine);
  plan.layers[0].tables[1].rows[0][0].costNs = 7e6;
  ASSERT_EQ(planDeadline(plan, wholeProgram(plan), machine, 1e9), "");
  EXPECT_FALSE(plan.layers[0].isAlwaysParallel);
  EXPECT_EQ(plan.layers[0].tables.size(), 1u);
}

TEST(Modes, FastestIsNotLater) {
  const Machine machine = board();
  Plan plan = twoLayers(machine);
  const ProgramRun before = runOf(plan, machine);
  planFastest(plan, machine);
  const ProgramRun after = runOf(plan, machine);
  EXPECT_LE(after.ns, before.ns * (1 + 1e-9));
  EXPECT_LE(after.energyNj, before.energyNj * (1 + 1e-9));
}

/// On more cores than were planned for, the tables are made when they are needed.
TEST(ProgramRun, GoesBeyondThePlannedCores) {
  const Machine machine = withCores(board(), 12);
  const Plan plan = twoLayers(board());
  const Span span = wholeProgram(plan);
  const double three = simulateSpan(plan, span, machine, 3).ns;
  const ProgramRun twelve = simulateSpan(plan, span, machine, 12);
  EXPECT_LT(twelve.ns, 0.6 * three);
  EXPECT_GT(twelve.utilisation(), 0.2);
  EXPECT_LT(twelve.utilisation(), 1);
  EXPECT_DOUBLE_EQ(simulateSpan(plan, span, machine, 1).ns, plan.programNs);
}

TEST(Machine, CopiesOfUnequalCoresAreFastestFirst) {
  Machine machine = uniformMachine(2);
  machine.cores[1].speed = 0.5;
  const Machine grown = withCores(machine, 3);
  EXPECT_EQ(grown.cores[1].speed, 1);
  EXPECT_EQ(grown.cores[2].speed, 0.5);
  EXPECT_NE(grown.cores[0].domain, grown.cores[1].domain);
}

// --- Slower cores alone.

namespace {

/// Two big cores and two little ones, whose work takes a third of the energy.
Machine bigAndLittle() {
  Machine machine;
  machine.domains = {{.points = {{.khz = 2000000, .activeMw = 1200, .gatedMw = 40},
                                 {.khz = 1000000, .activeMw = 450, .gatedMw = 30}}},
                     {.points = {{.khz = 1500000, .activeMw = 160, .gatedMw = 10},
                                 {.khz = 750000, .activeMw = 60, .gatedMw = 8}}}};
  for (unsigned i = 0; i < 4; ++i)
    machine.cores.push_back({.id = i, .cluster = i / 2, .domain = i / 2, .speed = i < 2 ? 1 : 0.4});
  machine.idleStates = {
      {.mode = IdleState::Mode::Gate, .entryExitNs = 20000, .breakEvenNs = 20000}};
  machine.baseMw = 500;
  machine.hasPower = true;
  findKinds(machine);
  return machine;
}

/// One layer of so many ns, four workers at most, with tables for other cores.
Plan oneLayer(const Machine &machine, double ns, double executions = 10) {
  Plan plan;
  plan.layers = {loopLayer("f@a.c:1", ns, executions, machine)};
  plan.layers[0].tables.push_back(scheduleLayer(plan.layers[0], machine, 4));
  plan.layers[0].plannedCores = 4;
  plan.programNs = executions * ns;
  planOtherCores(plan, machine, 4, false);
  return plan;
}

bool isOnLittle(const Plan &plan) { return plan.layers[0].tables.back().cores.size() == 2; }

ProgramRun deadlineRun(Plan &plan, const Machine &machine, double deadlineNs) {
  EXPECT_EQ(planDeadline(plan, wholeProgram(plan), machine, deadlineNs), "");
  nameKinds(plan, machine);
  EXPECT_TRUE(verify({}, plan).empty());
  const ProgramRun run = simulateSpan(plan, wholeProgram(plan), machine, 4);
  EXPECT_LE(run.ns, deadlineNs * (1 + 1e-6));
  return run;
}

} // namespace

TEST(SlowerCores, RunALayerWhereThatSavesEnergyInTime) {
  const Machine machine = bigAndLittle();
  Plan plan = oneLayer(machine, 4e6), without = plan;
  without.layers[0].elsewhere.clear();
  const double deadlineNs = 10 * 6e6;
  const double onBig = energyUntil(deadlineRun(without, machine, deadlineNs), machine, deadlineNs);
  const double saved =
      onBig - energyUntil(deadlineRun(plan, machine, deadlineNs), machine, deadlineNs);
  EXPECT_TRUE(isOnLittle(plan));
  EXPECT_EQ(plan.layers[0].tables.back().kinds, (std::vector<uint8_t>{1, 1}));
  EXPECT_GT(saved, 0);
}

TEST(SlowerCores, AreNotTakenWhereTheyAreLate) {
  const Machine machine = bigAndLittle();
  Plan plan = oneLayer(machine, 4e6);
  deadlineRun(plan, machine, 10 * 4.5e6); // 5 ms on the little ones, 2 ms on the big ones
  EXPECT_FALSE(isOnLittle(plan));
}

/// To move the caller there and back takes 40 us on a big core.
TEST(SlowerCores, AreNotTakenForShortLayers) {
  const Machine machine = bigAndLittle();
  Plan longer = oneLayer(machine, 400e3), shorter = oneLayer(machine, 40e3);
  deadlineRun(longer, machine, 10 * 4e6);
  deadlineRun(shorter, machine, 10 * 4e6);
  EXPECT_TRUE(isOnLittle(longer));
  EXPECT_FALSE(isOnLittle(shorter));
  EXPECT_EQ(movedCallerNs(longer.layers[0].tables.back(), machine), 40000);
  EXPECT_EQ(movedCallerNs(shorter.layers[0].tables.back(), machine), 0);
}

TEST(SlowerCores, MeanNothingWithoutPower) {
  Machine machine = bigAndLittle();
  machine.hasPower = false;
  Plan plan = oneLayer(machine, 4e6);
  deadlineRun(plan, machine, 10 * 40e6);
  EXPECT_FALSE(isOnLittle(plan));
}

/// Such a process runs at full speed, as one with fewer cores does.
TEST(SlowerCores, LeaveTheTablesForAProcessWithoutThem) {
  const Machine machine = bigAndLittle();
  Plan plan = oneLayer(machine, 4e6);
  deadlineRun(plan, machine, 10 * 6e6);
  ASSERT_TRUE(isOnLittle(plan));
  EXPECT_EQ(plan.layers[0].tables.size(), 1u);
  std::set<std::vector<uint8_t>> kinds;
  for (const PlannedTable &table : plan.layers[0].elsewhere)
    EXPECT_TRUE(kinds.insert(table.kinds).second);
  for (const std::vector<uint8_t> &each :
       {std::vector<uint8_t>{0, 0}, {0, 0, 1}, {0, 0, 1, 1}, {0, 1}})
    EXPECT_TRUE(kinds.count(each));
  EXPECT_FALSE(kinds.count({1, 1}));
}

/// A run on fewer cores of the machine has no table that names others.
TEST(SlowerCores, AreNotSimulatedWithoutThem) {
  const Machine machine = bigAndLittle();
  Plan plan = oneLayer(machine, 4e6);
  deadlineRun(plan, machine, 10 * 6e6);
  ASSERT_TRUE(isOnLittle(plan));
  EXPECT_TRUE(tableFor(plan.layers, plan.layers[0], machine, 3).cores.empty());
  EXPECT_EQ(tableFor(plan.layers, plan.layers[0], machine, 4).cores.size(), 2u);
}
