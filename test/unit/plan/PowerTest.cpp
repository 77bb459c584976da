// Levels and idle modes: within the limit, never more energy than without, and near the exhaustive
// optimum.
#include "plan/Power.h"
#include "plan/Schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace kasuri;

namespace {

/// Three points, on one clock or on two, with transitions that matter.
Machine threeSpeeds(bool hasOwnClocks) {
  Machine machine = uniformMachine(2);
  machine.domains[0].points = {{.khz = 1200000, .activeMw = 900, .gatedMw = 90},
                               {.khz = 800000, .activeMw = 420, .gatedMw = 60},
                               {.khz = 500000, .activeMw = 200, .gatedMw = 45}};
  machine.domains[0].transitionNs = machine.domains[0].requestNs = 2000;
  machine.domains[0].transitionNj = 300;
  if (hasOwnClocks) {
    machine.domains.push_back(machine.domains[0]);
    machine.cores[1].domain = 1;
  }
  machine.idleStates = {
      {.mode = IdleState::Mode::Gate, .entryExitNs = 1000, .breakEvenNs = 5000},
      {.mode = IdleState::Mode::Off, .entryExitNs = 20000, .breakEvenNs = 60000, .powerMw = 5}};
  machine.hasPower = true;
  return machine;
}

PlannedTable randomTable(std::mt19937 &random, const Machine &machine, size_t count) {
  std::vector<Piece> pieces(count);
  for (size_t i = 0; i < count; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = 10000.0 * static_cast<double>(1 + random() % 12);
    for (size_t before = 0; before < i; ++before)
      if (random() % 3 == 0)
        pieces[i].predecessors.push_back({.piece = before});
  }
  PlannedTable table = schedule(pieces, machine, 2);
  settle(table, machine);
  return table;
}

/// The least energy of all levels and idle modes of the rows, by trying all.
class Exhaustive {
public:
  Exhaustive(PlannedTable table, const Machine &machine, double limitNs, double idleMw)
      : table(std::move(table)), machine(machine), limitNs(limitNs), idleMw(idleMw) {
    for (auto &worker : this->table.rows)
      for (PlannedRow &row : worker)
        rows.push_back(&row);
  }

  double find(size_t next = 0) {
    if (next == rows.size()) {
      const Simulation run = simulate(table, machine);
      return run.makespanNs > limitNs ? HUGE_VAL
                                      : run.energyNj + (limitNs - run.makespanNs) * idleMw * 1e-3;
    }
    double least = HUGE_VAL;
    const uint8_t modes = rows[next]->waits.empty() ? 1 : 3;
    for (rows[next]->level = 0; rows[next]->level < 3; ++rows[next]->level)
      for (rows[next]->idle = 0; rows[next]->idle < modes; ++rows[next]->idle)
        least = std::min(least, find(next + 1));
    return least;
  }

private:
  PlannedTable table;
  const Machine &machine;
  double limitNs, idleMw;
  std::vector<PlannedRow *> rows;
};

double energyOf(const PlannedTable &table, const Machine &machine, double limitNs, double idleMw) {
  const Simulation run = simulate(table, machine);
  EXPECT_LE(run.makespanNs, limitNs * (1 + 1e-9));
  return run.energyNj + (limitNs - run.makespanNs) * idleMw * 1e-3;
}

/// By how much the plan takes more than the least energy: mean over random tables, and most.
std::pair<double, double> distanceToOptimum(bool hasOwnClocks, double stretch) {
  std::mt19937 random(9);
  const Machine machine = threeSpeeds(hasOwnClocks);
  const double idleMw = idleMachineMw(machine);
  double sum = 0, most = 0;
  for (int round = 0; round < 30; ++round) {
    PlannedTable table = randomTable(random, machine, 5);
    const double limit = table.makespanNs * stretch;
    const double least = Exhaustive(table, machine, limit, idleMw).find();
    planPower(table, machine, limit, idleMw);
    const double distance = energyOf(table, machine, limit, idleMw) / least - 1;
    sum += distance;
    most = std::max(most, distance);
  }
  return {sum / 30, most};
}

} // namespace

TEST(Power, IsNearTheOptimum) {
  for (bool hasOwnClocks : {false, true})
    for (double stretch : {1.0, 1.3, 2.5}) {
      const auto [mean, most] = distanceToOptimum(hasOwnClocks, stretch);
      EXPECT_LE(mean, 0.01) << hasOwnClocks << " " << stretch;
      EXPECT_LE(most, 0.03) << hasOwnClocks << " " << stretch;
    }
}

/// Not later than without levels, and never more energy, whatever the table.
TEST(Power, WithoutSlowdownItNeverCosts) {
  std::mt19937 random(4);
  for (bool hasOwnClocks : {false, true}) {
    const Machine machine = threeSpeeds(hasOwnClocks);
    for (int round = 0; round < 60; ++round) {
      PlannedTable table = randomTable(random, machine, 4 + random() % 20);
      const double makespan = table.makespanNs, energy = table.energyNj;
      planPower(table, machine, makespan, idleMachineMw(machine));
      EXPECT_LE(table.makespanNs, makespan * (1 + 1e-9));
      EXPECT_LE(table.energyNj, energy * (1 + 1e-9));
    }
  }
}

/// Two rows of a path beside a long one: the slack is shared, not given to each.
TEST(Power, SlackIsOfThePath) {
  const Machine machine = threeSpeeds(true);
  PlannedTable table;
  table.workers = 2;
  table.rows.resize(2);
  PlannedRow row;
  row.costNs = 1000000;
  table.rows[0] = {row};
  row.costNs = 300000;
  table.rows[1] = {row, row};
  settle(table, machine);
  const double makespan = table.makespanNs, energy = table.energyNj;
  planPower(table, machine, makespan, idleMachineMw(machine));
  EXPECT_LE(table.makespanNs, makespan);
  EXPECT_LT(table.energyNj, 0.9 * energy);
  EXPECT_GT(table.rows[1][1].startNs + table.rows[1][1].lengthNs, 0.8 * makespan);
}

TEST(Power, OnAMachineWithOneSpeedNothingIsAsked) {
  std::mt19937 random(4);
  const Machine machine = uniformMachine(2);
  PlannedTable table = randomTable(random, machine, 8);
  planPower(table, machine, 10 * table.makespanNs, 0);
  for (const auto &worker : table.rows)
    for (const PlannedRow &row : worker) {
      EXPECT_EQ(row.level, keepLevel);
      EXPECT_EQ(row.idle, 0);
    }
}

TEST(Power, AChangeThatTakesLongerThanItsRowIsNotAsked) {
  Machine machine = threeSpeeds(true);
  machine.domains[0].transitionNs = machine.domains[1].transitionNs = 1e9;
  machine.domains[0].transitionNj = machine.domains[1].transitionNj = 0;
  std::mt19937 random(4);
  PlannedTable table = randomTable(random, machine, 8);
  planPower(table, machine, 1e12, 0);
  for (const auto &worker : table.rows)
    for (const PlannedRow &row : worker)
      EXPECT_EQ(row.level, keepLevel);
}
