// The simulator: when rows run at which speed, and what that costs, on tables made by hand.
#include "plan/Simulate.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

PlannedRow row(double costNs, std::vector<PlannedWait> waits = {}, uint8_t level = 255,
               uint8_t idle = 0) {
  PlannedRow made;
  made.costNs = costNs;
  made.waits = std::move(waits);
  made.level = level;
  made.idle = idle;
  return made;
}

PlannedTable table(std::vector<std::vector<PlannedRow>> rows) {
  PlannedTable made;
  made.workers = static_cast<unsigned>(rows.size());
  made.rows = std::move(rows);
  return made;
}

/// Two cores on one clock with a full and a half speed; round figures.
Machine twoSpeeds() {
  Machine machine = uniformMachine(2);
  machine.domains[0].points = {{.khz = 1000, .activeMw = 1000, .gatedMw = 100},
                               {.khz = 500, .activeMw = 300, .gatedMw = 50}};
  machine.domains[0].transitionNs = machine.domains[0].requestNs = 1000;
  machine.domains[0].transitionNj = 7;
  machine.dispatchNs = 10;
  machine.signalNs = machine.farSignalNs = 100;
  machine.hasPower = true;
  return machine;
}

/// The same with a clock for each core.
Machine ownClocks() {
  Machine machine = twoSpeeds();
  machine.domains.push_back(machine.domains[0]);
  machine.cores[1].domain = 1;
  return machine;
}

} // namespace

TEST(Simulate, ARowOfAnotherWorkerIsSeenASignalLater) {
  const Simulation run = simulate(table({{row(1000)}, {row(500, {{0, 1}})}}), twoSpeeds());
  EXPECT_DOUBLE_EQ(run.rows[0][0].endNs, 1010);
  EXPECT_DOUBLE_EQ(run.rows[1][0].startNs, 1120);
  EXPECT_DOUBLE_EQ(run.makespanNs, 1620);
  EXPECT_DOUBLE_EQ(run.workers[1].signalNs, 100);
  EXPECT_DOUBLE_EQ(run.workers[1].waitNs, 1010);
  EXPECT_DOUBLE_EQ(run.workers[0].waitNs, 610); // at the end
}

TEST(Simulate, DataTakeTimeToMove) {
  const Simulation run = simulate(
      table({{row(1000)}, {row(500, {{.worker = 0, .rows = 1, .bytes = 2048}})}}), twoSpeeds());
  EXPECT_DOUBLE_EQ(run.rows[1][0].startNs, 1320);
}

TEST(Simulate, TheTimesOfEachWorkerAddUp) {
  const Simulation run = simulate(
      table({{row(1000, {}, 1), row(300)}, {row(500, {{0, 1}}), row(100, {}, 0)}}), ownClocks());
  for (const WorkerTimes &each : run.workers)
    EXPECT_NEAR(each.totalNs(), run.makespanNs, 1e-6);
}

TEST(Simulate, FurtherWorkersBeginWhenTheyHaveWoken) {
  PlannedTable asleep = table({{row(1000)}, {row(1000), row(200)}});
  asleep.wakeNs = 300;
  const Simulation run = simulate(asleep, twoSpeeds());
  EXPECT_DOUBLE_EQ(run.rows[0][0].startNs, 10);
  EXPECT_DOUBLE_EQ(run.rows[1][0].startNs, 310);
  EXPECT_DOUBLE_EQ(run.rows[1][1].startNs, 1320);
  EXPECT_DOUBLE_EQ(run.workers[1].signalNs, 300);
  for (const WorkerTimes &each : run.workers)
    EXPECT_NEAR(each.totalNs(), run.makespanNs, 1e-6);
}

TEST(Simulate, ASlowerCoreTakesLonger) {
  Machine machine = twoSpeeds();
  machine.cores[1].speed = 0.25;
  EXPECT_DOUBLE_EQ(simulate(table({{}, {row(1000)}}), machine).makespanNs, 4010);
}

TEST(Simulate, ALevelTakesItsTransitionAndSlowsDown) {
  const Simulation run = simulate(table({{row(1000, {}, 1)}, {}}), ownClocks());
  EXPECT_DOUBLE_EQ(run.rows[0][0].endNs, 1000 + 10 + 2000);
  EXPECT_DOUBLE_EQ(run.makespanNs, 3010 + 1000); // and back
  EXPECT_DOUBLE_EQ(run.workers[0].switchNs, 2000);
}

TEST(Simulate, AskingForTheSpeedThereIsIsFree) {
  EXPECT_DOUBLE_EQ(simulate(table({{row(1000, {}, 0)}, {}}), ownClocks()).makespanNs, 1010);
}

/// Worker 1 has named no level yet, so it holds the clock at its fastest.
TEST(Simulate, OneClockGetsTheFastestLevelAskedFor) {
  const Simulation run = simulate(table({{row(1000, {}, 1)}, {row(3000)}}), twoSpeeds());
  EXPECT_DOUBLE_EQ(run.rows[0][0].endNs, 1010);
  EXPECT_DOUBLE_EQ(run.makespanNs, 3010);
}

/// Both ask for the slow level: the second request changes the clock, the first row runs on it.
TEST(Simulate, TheOthersComputeOnWhileTheClockChanges) {
  const Simulation run = simulate(table({{row(1510, {}, 1)}, {row(1000, {}, 1)}}), twoSpeeds());
  EXPECT_DOUBLE_EQ(run.workers[0].switchNs, 1000); // at the end, back to the fastest
  EXPECT_DOUBLE_EQ(run.workers[1].switchNs, 1000);
  // 990 ns of worker 0's row at full speed, the rest at half.
  EXPECT_DOUBLE_EQ(run.rows[0][0].endNs, 1000 + 2 * 520);
}

TEST(Simulate, LevelsBeyondTheLastAreTheLast) {
  EXPECT_DOUBLE_EQ(simulate(table({{row(1000, {}, 9)}, {}}), ownClocks()).rows[0][0].endNs, 3010);
}

TEST(Simulate, EnergyIsPowerTimesTime) {
  Machine machine = twoSpeeds();
  machine.dispatchNs = machine.signalNs = 0;
  machine.baseMw = 500;
  // Both cores compute, then one spins; 1 mW for 1 us is 1 nJ.
  const Simulation run = simulate(table({{row(2000)}, {row(1000)}}), machine);
  EXPECT_NEAR(run.energyNj, (2 + 1) * 1000 + 1 * 1000 + 2 * 500, 1e-6);
}

TEST(Simulate, AGatedGapDrawsLessAndEndsLater) {
  Machine machine = twoSpeeds();
  machine.dispatchNs = machine.signalNs = 0;
  machine.idleStates = {
      {.mode = IdleState::Mode::Gate, .entryExitNs = 50, .breakEvenNs = 400},
      {.mode = IdleState::Mode::Off, .entryExitNs = 200, .breakEvenNs = 3000, .powerMw = 5}};
  auto run = [&](uint8_t idle) {
    return simulate(table({{row(1000), row(400)}, {row(500, {{0, 1}}, 255, idle)}}), machine);
  };
  EXPECT_DOUBLE_EQ(run(0).rows[1][0].startNs, 1000);
  EXPECT_DOUBLE_EQ(run(1).rows[1][0].startNs, 1050);
  EXPECT_DOUBLE_EQ(run(2).rows[1][0].startNs, 1200);
  EXPECT_NEAR(run(0).energyNj, 1500 + 1500 + 0, 1e-6);
  EXPECT_NEAR(run(1).energyNj, 1050 * 0.1 + 500 + 1400 + 150, 1e-6);
  EXPECT_NEAR(run(2).energyNj, 1200 * 0.005 + 500 + 1400 + 300, 1e-6);
}

/// After its last row a worker spins for the break-even time, then idles; cores that are no
/// workers idle all the time.
TEST(Simulate, CoresWithoutWorkIdle) {
  Machine machine = withCores(twoSpeeds(), 3);
  machine.dispatchNs = 0;
  machine.idleStates = {{.mode = IdleState::Mode::Gate, .entryExitNs = 50, .breakEvenNs = 400}};
  const Simulation run = simulate(table({{row(1000)}, {}}), machine);
  EXPECT_NEAR(run.energyNj, 1000 + (400 * 1.0 + 600 * 0.05) + 1000 * 0.05, 1e-6);
}
