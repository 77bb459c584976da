// Kinds of cores, and tables for a process that gets others than the machine's fastest ones.
#include "plan/OtherCores.h"
#include "plan/MachineFile.h"
#include "plan/Pieces.h"
#include "plan/ProgramRun.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

using namespace kasuri;

namespace {

using Numbers = std::vector<unsigned>;

Machine described(const std::string &name) {
  std::ifstream file(std::string(KASURI_SOURCE) + "/machines/" + name + ".json");
  std::stringstream text;
  text << file.rdbuf();
  return std::get<Machine>(readMachine(text.str()));
}

/// So many cores of each speed, each kind with a cluster and a clock of its own.
Machine machineOf(const std::vector<std::pair<unsigned, double>> &kinds) {
  Machine machine;
  for (unsigned kind = 0; kind < kinds.size(); ++kind) {
    const auto [count, speed] = kinds[kind];
    machine.domains.push_back({.points = {{.khz = 2e6 * speed}, {.khz = 1e6 * speed}}});
    for (unsigned i = 0; i < count; ++i)
      machine.cores.push_back({.id = static_cast<unsigned>(machine.cores.size()),
                               .cluster = kind,
                               .domain = kind,
                               .speed = speed});
  }
  findKinds(machine);
  return machine;
}

Plan loopPlan(const Machine &machine, unsigned cores, double ns = 6e6) {
  Plan plan;
  plan.layers.resize(1);
  PlannedLayer &layer = plan.layers[0];
  layer.name = "f@a.c:1";
  layer.tasks.resize(1);
  layer.tasks[0].name = layer.name;
  layer.tasks[0].costNs = layer.sequentialNs = ns;
  layer.tasks[0].maxParts = 1000;
  layer.plannedCores = cores;
  for (unsigned workers = 2; workers <= cores; ++workers)
    layer.tables.push_back(scheduleLayer(layer, machine, workers));
  return plan;
}

std::set<std::vector<uint8_t>> kindsOf(const std::vector<PlannedTable> &tables) {
  std::set<std::vector<uint8_t>> kinds;
  for (const PlannedTable &table : tables)
    kinds.insert(table.kinds);
  return kinds;
}

} // namespace

TEST(CoreKinds, AreThoseOfTheDescribedBoards) {
  using Kinds = std::vector<CoreKind>;
  EXPECT_EQ(described("odroid-xu4").kinds, (Kinds{{1024, 2000000}, {377, 1400000}}));
  EXPECT_EQ(described("rk3399").kinds.size(), 2u);
  for (const char *equal : {"raspberry-pi-4", "tegra3-nexus7", "neoverse-n1-64", "x86-vm-2"})
    EXPECT_TRUE(described(equal).kinds.empty()) << equal;
  const Machine odroid = described("odroid-xu4");
  for (const Core &core : odroid.cores)
    EXPECT_EQ(core.kind, core.id >= 4 ? 0u : 1u);
}

TEST(CoreKinds, DifferBySpeedOrByTheirClocks) {
  EXPECT_TRUE(machineOf({{4, 1}}).kinds.empty());
  EXPECT_EQ(machineOf({{1, 1}, {3, 0.8}, {4, 0.3}}).kinds.size(), 3u);
  Machine machine = machineOf({{2, 1}});
  machine.cores[1].speed = 0.93; // as measured on a machine of equal cores
  findKinds(machine);
  EXPECT_TRUE(machine.kinds.empty());
  machine.cores[1].speed = 0.8;
  findKinds(machine);
  EXPECT_EQ(machine.kinds, (std::vector<CoreKind>{{1024, 2e6}, {819, 2e6}}));
  machine.cores[1].speed = 1;
  machine.domains.push_back({.points = {{.khz = 1.9e6}}});
  machine.cores[1].domain = 1;
  findKinds(machine);
  EXPECT_EQ(machine.kinds, (std::vector<CoreKind>{{1024, 2e6}, {1024, 1.9e6}}));
  machine.domains[0].points = machine.domains[1].points = {{.khz = 1}}; // not known
  machine.cores[1].speed = 0.5;
  machine.cores[1].capacity = 400;
  findKinds(machine);
  EXPECT_EQ(machine.kinds, (std::vector<CoreKind>{{1024, 0}, {400, 0}}));
}

TEST(CoreKinds, MoreThanTheRuntimeKnowsAreNone) {
  std::vector<std::pair<unsigned, double>> kinds;
  for (unsigned i = 0; i < 9; ++i)
    kinds.push_back({1, std::pow(0.8, i)});
  EXPECT_TRUE(machineOf(kinds).kinds.empty());
  kinds.pop_back();
  EXPECT_EQ(machineOf(kinds).kinds.size(), 8u);
}

TEST(OtherCores, AreAllThatAProcessMayGet) {
  const Machine machine = machineOf({{2, 1}, {2, 0.4}});
  EXPECT_EQ(otherNumbersOf(machine, 4), (std::vector<Numbers>{{0, 2}, {1, 1}, {1, 2}}));
  EXPECT_EQ(otherNumbersOf(machine, 2), (std::vector<Numbers>{{0, 2}, {1, 1}}));
  EXPECT_EQ(otherNumbersOf(machineOf({{4, 1}, {4, 0.4}}), 8).size(), 15u);
}

TEST(OtherCores, AreOnlySomeWhereThereAreManyCombinations) {
  const std::vector<Numbers> numbers = otherNumbersOf(machineOf({{8, 1}, {16, 0.4}}), 24);
  EXPECT_LE(numbers.size(), 48u);
  const std::set<Numbers> all(numbers.begin(), numbers.end());
  for (const Numbers &each : {Numbers{0, 16}, Numbers{4, 16}, Numbers{4, 8}, Numbers{0, 8}})
    EXPECT_TRUE(all.count(each));
  EXPECT_FALSE(all.count({8, 16})); // the whole machine is no other
  const Machine six = machineOf({{8, 1}, {8, .7}, {8, .5}, {8, .35}, {8, .24}, {8, .16}});
  EXPECT_EQ(otherNumbersOf(six, 48).size(), 48u);
}

TEST(OtherCores, HaveTablesOnTheirKinds) {
  const Machine machine = machineOf({{2, 1}, {2, 0.4}});
  Plan plan = loopPlan(machine, 4);
  planOtherCores(plan, machine, 4, false);
  nameKinds(plan, machine);
  const PlannedLayer &layer = plan.layers[0];
  EXPECT_TRUE(verify({}, plan).empty());
  EXPECT_EQ(layer.kinds, machine.kinds);
  EXPECT_EQ(kindsOf(layer.tables),
            (std::set<std::vector<uint8_t>>{{0, 0}, {0, 0, 1}, {0, 0, 1, 1}}));
  EXPECT_EQ(kindsOf(layer.elsewhere), (std::set<std::vector<uint8_t>>{{0, 1}, {0, 1, 1}, {1, 1}}));
  for (const PlannedTable &table : layer.elsewhere) {
    const size_t first = table.cores.front();
    EXPECT_LT(table.makespanNs, layer.sequentialNs / machine.cores[first].speed);
    EXPECT_NEAR(table.makespanNs, simulate(table, machine).makespanNs, 1);
    for (const auto &rows : table.rows)
      for (const PlannedRow &row : rows)
        EXPECT_EQ(row.level, keepLevel);
  }
}

/// Where a core more does not help, the table for fewer serves.
TEST(OtherCores, ThatDoNotHelpHaveNoTable) {
  const Machine machine = machineOf({{2, 1}, {2, 0.01}});
  Plan plan = loopPlan(machine, 4);
  planOtherCores(plan, machine, 4, false);
  nameKinds(plan, machine);
  // A hundredth more is not worth starting the layer for, but two little ones are better than one.
  EXPECT_EQ(kindsOf(plan.layers[0].elsewhere), (std::set<std::vector<uint8_t>>{{1, 1}}));
  Plan all = loopPlan(machine, 4);
  planOtherCores(all, machine, 4, true);
  EXPECT_EQ(all.layers[0].elsewhere.size(), 3u);
}

TEST(OtherCores, NeedNoTableWhereThePlanHasNone) {
  const Machine machine = machineOf({{2, 1}, {2, 0.4}}), equal = machineOf({{4, 1}});
  for (int way = 0; way < 3; ++way) {
    Plan plan = loopPlan(way == 0 ? equal : machine, 4);
    if (way == 1)
      plan.layers[0].graph.emplace();
    if (way == 2)
      plan.dropped.emplace_back(0, Obstacle());
    planOtherCores(plan, way == 0 ? equal : machine, 4, false);
    EXPECT_TRUE(plan.layers[0].elsewhere.empty());
  }
}

/// Parts of loops must not be shorter than the halo between them, in these tables either.
TEST(OtherCores, TestTheirTripsToo) {
  const Machine machine = machineOf({{2, 1}, {4, 0.3}});
  Plan plan = loopPlan(machine, 2);
  PlannedLayer &layer = plan.layers[0];
  PlannedTask second = layer.tasks[0];
  second.name = "f@a.c:5";
  second.predecessors = {{.task = 0, .halo = Halo{.before = 3, .after = 3}}};
  layer.tasks.push_back(second);
  layer.tables = {scheduleLayer(layer, machine, 2)};
  testTrips(layer);
  const int64_t before = layer.tasks[1].fewestTrips;
  planOtherCores(plan, machine, 6, true);
  EXPECT_TRUE(verify({}, plan).empty());
  EXPECT_GT(layer.tasks[1].fewestTrips, before);
}

TEST(OtherCores, AreSimulatedWhereTheyAre) {
  const Machine machine = machineOf({{2, 1}, {2, 0.4}});
  const Plan plan = loopPlan(machine, 4);
  PlannedTable table = plan.layers[0].tables.front();
  const double bigNs = simulate(table, machine).makespanNs;
  table.cores = {2, 3};
  EXPECT_NEAR(simulate(table, machine).makespanNs, bigNs / 0.4, 1e-3 * bigNs);
  table.cores = {3, 1}; // the slower one of both
  EXPECT_NEAR(simulate(table, machine).makespanNs, bigNs / 0.4, 1e-3 * bigNs);
  EXPECT_EQ(table.coreOf(1), 1u);
}

TEST(OtherCores, AreVerified) {
  const Machine machine = machineOf({{2, 1}, {2, 0.4}});
  Plan plan = loopPlan(machine, 4);
  planOtherCores(plan, machine, 4, false);
  nameKinds(plan, machine);
  Plan twice = plan;
  twice.layers[0].elsewhere[0].cores[1] = twice.layers[0].elsewhere[0].cores[0];
  EXPECT_FALSE(verify({}, twice).empty());
  Plan other = plan;
  other.layers[0].elsewhere[0].kinds[0] = 2;
  EXPECT_FALSE(verify({}, other).empty());
  Plan missing = plan;
  missing.layers[0].elsewhere[0].rows[0].pop_back();
  EXPECT_FALSE(verify({}, missing).empty());
}
