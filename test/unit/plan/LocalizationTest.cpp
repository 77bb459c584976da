// Data-localization groups: the order of rows, which is right whatever the halos are, and when
// there are groups at all.
#include "plan/Localization.h"

#include "plan/Pieces.h"
#include "plan/Simulate.h"

#include <gtest/gtest.h>

#include <random>

using namespace kasuri;

namespace {

constexpr double elementBytes = 8;

/// Loop i touches arrays i and i + 1.
PlannedTask loopOver(size_t array, double trips, bool isFixed) {
  PlannedTask task;
  task.name = "loop " + std::to_string(array);
  task.costNs = trips;
  task.maxParts = static_cast<uint16_t>(std::min(trips, 65535.0));
  LoopLocality its{.trips = trips, .isFixed = isFixed, .isOpen = !isFixed, .computeNs = 0.1};
  for (size_t each : {array, array + 1})
    its.data.push_back({"array " + std::to_string(each), elementBytes, 0});
  task.locality = its;
  return task;
}

/// Loops one after another, each with the halo to the one before.
PlannedLayer chainOf(size_t count, const Halo &halo, double trips, bool isFixed = true) {
  PlannedLayer layer;
  layer.name = "chain";
  for (size_t i = 0; i < count; ++i) {
    layer.tasks.push_back(loopOver(i, trips, isFixed));
    layer.sequentialNs += trips;
    if (i > 0)
      layer.tasks[i].predecessors.push_back({i - 1, 0, halo});
  }
  return layer;
}

/// So much for each core alone.
Machine machineWith(double cacheBytes, unsigned cores) {
  Machine machine = uniformMachine(cores);
  machine.dispatchNs = 1;
  for (unsigned core = 0; core < cores; ++core) {
    machine.cores[core].caches = {core};
    machine.caches.push_back({.level = 1, .sizeBytes = cacheBytes});
  }
  return machine;
}

std::vector<std::string> problemsOf(const PlannedLayer &layer, const PlannedTable &table) {
  Plan plan;
  plan.layers = {layer};
  plan.layers[0].tables = {table};
  return verify(MacroTaskGraph(), plan);
}

using Rows = std::vector<std::pair<unsigned, unsigned>>; ///< task and part

Rows rowsOf(const PlannedTable &table, size_t worker) {
  Rows rows;
  for (const PlannedRow &row : table.rows[worker])
    rows.emplace_back(row.task, row.part);
  return rows;
}

/// The most parts of any loop that a worker has begun and that a later row still needs.
size_t mostAlive(const PlannedTable &table, size_t worker, size_t skipped) {
  const Rows rows = rowsOf(table, worker);
  size_t most = 0;
  std::map<unsigned, size_t> lastUse;
  for (size_t i = 0; i < rows.size(); ++i)
    lastUse[rows[i].second] = i;
  for (size_t now = skipped; now < rows.size(); ++now) {
    std::set<unsigned> alive;
    for (size_t i = skipped; i <= now; ++i)
      if (lastUse[rows[i].second] >= now)
        alive.insert(rows[i].second);
    most = std::max(most, alive.size());
  }
  return most;
}

} // namespace

TEST(Localization, EachLoopIsAPartBehindTheOneThatItNeeds) {
  const PlannedLayer layer = chainOf(3, {1, 1, 64}, 64);
  const PlannedTable table = *tableOfGroups(layer, machineWith(1024, 2), 2, 4);
  // First the last parts of the range, which the other worker needs: of loop 0 two.
  EXPECT_EQ(rowsOf(table, 0), (Rows{{0, 2},
                                    {0, 3},
                                    {1, 3},
                                    {0, 0},
                                    {0, 1},
                                    {1, 0},
                                    {1, 1},
                                    {2, 0},
                                    {1, 2},
                                    {2, 1},
                                    {2, 2},
                                    {2, 3}}));
  EXPECT_EQ(rowsOf(table, 1), (Rows{{0, 4},
                                    {0, 5},
                                    {1, 4},
                                    {0, 6},
                                    {1, 5},
                                    {2, 4},
                                    {0, 7},
                                    {1, 6},
                                    {2, 5},
                                    {1, 7},
                                    {2, 6},
                                    {2, 7}}));
  EXPECT_TRUE(problemsOf(layer, table).empty());
}

TEST(Localization, WithoutHalosAGroupIsOnePartOfEachLoop) {
  const PlannedLayer layer = chainOf(3, {0, 0, 64}, 64);
  const PlannedTable table = *tableOfGroups(layer, machineWith(1024, 2), 2, 2);
  EXPECT_EQ(rowsOf(table, 0), (Rows{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}));
  for (const std::vector<PlannedRow> &rows : table.rows)
    for (const PlannedRow &row : rows)
      EXPECT_TRUE(row.waits.empty());
}

TEST(Localization, FewPartsAreAliveAtATime) {
  for (size_t count = 2; count <= 5; ++count) {
    const PlannedLayer layer = chainOf(count, {1, 1, 1000}, 1000);
    const PlannedTable table = *tableOfGroups(layer, machineWith(1024, 2), 2, 40);
    EXPECT_LE(mostAlive(table, 1, 3 * count * count), count + 1);
  }
}

TEST(Localization, RowsThatComeLaterWaitForNobody) {
  const PlannedLayer layer = chainOf(4, {1, 1, 1000}, 1000);
  const PlannedTable table = *tableOfGroups(layer, machineWith(1024, 4), 4, 20);
  for (const std::vector<PlannedRow> &rows : table.rows)
    for (size_t i = 20; i < rows.size(); ++i)
      for (const PlannedWait &wait : rows[i].waits)
        EXPECT_LE(wait.rows, 20u);
}

/// Whatever loops need of each other: every part runs once, after all that it needs, and no rows
/// wait for each other.
TEST(Localization, TheOrderIsRightForAnyHalos) {
  std::minstd_rand random(5);
  auto upTo = [&](unsigned most) { return static_cast<unsigned>(random() % (most + 1)); };
  size_t made = 0;
  for (int round = 0; round < 1500; ++round) {
    const size_t count = 2 + upTo(4);
    PlannedLayer layer = chainOf(count, {0, 0, 10000}, 10000);
    for (size_t to = 0; to < count; ++to) {
      layer.tasks[to].predecessors.clear();
      layer.tasks[to].slope = upTo(4) == 0 ? 0.8 : 0;
      for (size_t from = 0; from < to; ++from)
        if (upTo(2) > 0)
          layer.tasks[to].predecessors.push_back({from, 0, Halo{upTo(2), upTo(2), 10000}});
    }
    const unsigned workers = 2 + upTo(3);
    Machine machine = machineWith(1024, workers);
    if (upTo(3) == 0)
      machine.cores.back().speed = 0.5;
    const auto table = tableOfGroups(layer, machine, workers, 1 + upTo(20));
    if (!table)
      continue;
    ++made;
    const std::vector<std::string> problems = problemsOf(layer, *table);
    ASSERT_TRUE(problems.empty()) << "round " << round << ": " << problems.front();
    EXPECT_GT(table->makespanNs, 0);
  }
  EXPECT_GT(made, 800u);
}

TEST(Localization, ThereAreGroupsOnlyWhereDataExceedTheCache) {
  const PlannedLayer layer = chainOf(3, {1, 1, 100000}, 100000);
  const double bytes = 4 * elementBytes * 100000;
  EXPECT_FALSE(localizedTable(layer, machineWith(bytes, 2), 2));
  const auto table = localizedTable(layer, machineWith(bytes / 16, 2), 2);
  ASSERT_TRUE(table);
  // Half of the cache holds three parts of all arrays.
  EXPECT_LE(3 * bytes / table->rows[0][0].parts, bytes / 32);
  EXPECT_LT(table->makespanNs,
            scheduleLayer(chainOf(3, {1, 1, 100000}, 100000), machineWith(bytes, 2), 2).makespanNs);
  EXPECT_GT(scheduleLayer(layer, machineWith(bytes / 16, 2), 2).rows[0].size(), 3u);
}

TEST(Localization, RowsThatCostMoreThanTheyGainAreNotMade) {
  const PlannedLayer layer = chainOf(3, {1, 1, 100000}, 100000);
  Machine machine = machineWith(100000, 2);
  machine.dispatchNs = 1e6;
  EXPECT_FALSE(localizedTable(layer, machine, 2));
}

TEST(Localization, LoopsThatDoNotAllWaitPartByPartHaveNoGroups) {
  PlannedLayer layer = chainOf(3, {1, 1, 100000}, 100000);
  layer.tasks[2].predecessors[0].halo.reset();
  EXPECT_FALSE(tableOfGroups(layer, machineWith(1000, 2), 2, 4));
  layer = chainOf(3, {1, 1, 100000}, 100000);
  layer.tasks[1].locality.reset();
  EXPECT_FALSE(tableOfGroups(layer, machineWith(1000, 2), 2, 4));
  layer = chainOf(3, {1, 1, 100000}, 100000);
  layer.tasks[1].fixedParts = 64;
  EXPECT_FALSE(tableOfGroups(layer, machineWith(1000, 2), 2, 4));
}

TEST(Localization, PartsAreNotShorterThanTheHalo) {
  EXPECT_FALSE(tableOfGroups(chainOf(2, {20, 20, 100}, 100), machineWith(1000, 2), 2, 4));
  EXPECT_TRUE(tableOfGroups(chainOf(2, {20, 20, 200}, 200), machineWith(1000, 2), 2, 4));
}

TEST(Localization, WhereIterationsAreNotKnownThereAreTablesBySize) {
  PlannedLayer layer = chainOf(3, {1, 1, 0}, 1000, false);
  const Machine machine = machineWith(64 * 1024, 4);
  for (unsigned workers : {2u, 3u, 4u})
    layer.tables.push_back(scheduleLayer(layer, machine, workers));
  testTrips(layer);
  EXPECT_FALSE(localizedTable(layer, machine, 2));
  const std::vector<PlannedSize> sizes = tablesForLargerRuns(layer, machine);
  ASSERT_GE(sizes.size(), 2u);
  EXPECT_GE(static_cast<double>(sizes[0].leastTrips) * 4 * elementBytes, 2 * 64 * 1024);
  EXPECT_EQ(sizes[1].leastTrips, 4 * sizes[0].leastTrips);
  layer.larger = sizes;
  Plan plan;
  plan.layers = {layer};
  EXPECT_TRUE(verify(MacroTaskGraph(), plan).empty());
  for (const PlannedSize &size : sizes)
    for (const PlannedTable &table : size.tables)
      EXPECT_NE(table.workers, 3u); // powers of two, and the most
  // With fewer iterations the parts might be shorter than the halo.
  plan.layers[0].larger[0].leastTrips = 10;
  EXPECT_FALSE(verify(MacroTaskGraph(), plan).empty());
}

TEST(Localization, SizesThatGainNothingHaveNoTablesUnlessAllAreWanted) {
  PlannedLayer layer = chainOf(3, {1, 1, 0}, 1000, false);
  Machine machine = machineWith(64 * 1024, 2);
  machine.dispatchNs = 1e6;
  layer.tables.push_back(scheduleLayer(layer, machine, 2));
  EXPECT_TRUE(tablesForLargerRuns(layer, machine).empty());
  EXPECT_EQ(tablesForLargerRuns(layer, machine, 0).size(), 3u);
  // Nor those that no array has room for.
  layer.tasks.front().locality->isOpen = false;
  layer.tasks.front().locality->trips = 5000;
  EXPECT_EQ(tablesForLargerRuns(layer, machine, 0).size(), 1u);
}

TEST(Localization, AMissingWaitAtABorderIsFound) {
  PlannedLayer layer = chainOf(3, {1, 1, 100000}, 100000);
  PlannedTable table = *tableOfGroups(layer, machineWith(1000, 2), 2, 8);
  for (PlannedRow &row : table.rows[1])
    row.waits.clear();
  EXPECT_FALSE(problemsOf(layer, table).empty());
}
