// The list scheduler: within Graham's bound of the best possible, and waits that suffice however
// the workers interleave.
#include "plan/Schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace kasuri;

namespace {

std::vector<Piece> randomPieces(std::mt19937 &random, size_t count) {
  std::vector<Piece> pieces(count);
  for (size_t i = 0; i < count; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = 100.0 * static_cast<double>(1 + random() % 20);
    for (size_t before = 0; before < i; ++before)
      if (random() % 4 == 0)
        pieces[i].predecessors.push_back(before);
  }
  return pieces;
}

/// Runs ready rows in random order; true when every piece ran after its predecessors.
bool runsInOrder(const std::vector<Piece> &pieces, const PlannedTable &table,
                 std::mt19937 &random) {
  std::vector<size_t> done(table.rows.size());
  std::vector<bool> hasRun(pieces.size());
  for (size_t ran = 0; ran < pieces.size();) {
    size_t worker = random() % table.rows.size();
    if (done[worker] == table.rows[worker].size())
      continue;
    const PlannedRow &row = table.rows[worker][done[worker]];
    bool isReady = std::all_of(row.waits.begin(), row.waits.end(), [&](const PlannedWait &wait) {
      return done[wait.worker] >= wait.rows;
    });
    if (!isReady)
      continue;
    for (size_t before : pieces[row.task].predecessors)
      if (!hasRun[before])
        return false;
    hasRun[row.task] = true;
    ++done[worker];
    ++ran;
  }
  return true;
}

} // namespace

TEST(Schedule, StaysWithinGrahamsBound) {
  std::mt19937 random(7);
  Machine machine = uniformMachine(4);
  machine.dispatchNs = machine.signalNs = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Piece> pieces = randomPieces(random, 4 + random() % 12);
    unsigned workers = 2 + random() % 3;
    double work = 0;
    for (const Piece &piece : pieces)
      work += piece.costNs;
    double bound = std::max(criticalPathNs(pieces), work / workers);
    double makespan = schedule(pieces, machine, workers).makespanNs;
    EXPECT_GE(makespan, bound - 1e-6);
    EXPECT_LE(makespan, (2.0 - 1.0 / workers) * bound + 1e-6);
  }
}

TEST(Schedule, WaitsSuffice) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<Piece> pieces = randomPieces(random, 3 + random() % 14);
    PlannedTable table = schedule(pieces, uniformMachine(4), 2 + random() % 3);
    EXPECT_TRUE(runsInOrder(pieces, table, random));
  }
}

TEST(Schedule, AChainStaysOnOneWorkerWithoutWaits) {
  Machine machine = uniformMachine(4);
  std::vector<Piece> pieces(3);
  for (size_t i = 0; i < 3; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = 100;
    if (i > 0)
      pieces[i].predecessors = {i - 1};
  }
  PlannedTable table = schedule(pieces, machine, 3);
  ASSERT_EQ(table.rows[0].size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(table.rows[0][i].task, i);
    EXPECT_TRUE(table.rows[0][i].waits.empty());
  }
  EXPECT_EQ(criticalPathNs(pieces), 300);
  EXPECT_DOUBLE_EQ(table.makespanNs, 300 + 3 * machine.dispatchNs);
}

/// 0 -> 1 -> 2 beside 3: the long chain first, the rest where there is room.
TEST(Schedule, TheCriticalPathGoesFirst) {
  std::vector<Piece> pieces(4);
  for (size_t i = 0; i < 4; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = i == 3 ? 250 : 100;
  }
  pieces[1].predecessors = {0};
  pieces[2].predecessors = {1};
  PlannedTable table = schedule(pieces, uniformMachine(4), 2);
  EXPECT_EQ(table.rows[0].size(), 3u);
  ASSERT_EQ(table.rows[1].size(), 1u);
  EXPECT_EQ(table.rows[1][0].task, 3u);
}

TEST(Schedule, AJoinWaitsForTheLastRowItNeedsOfTheOtherWorker) {
  std::vector<Piece> pieces(3);
  for (size_t i = 0; i < 3; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = 1000;
  }
  pieces[2].predecessors = {0, 1};
  PlannedTable table = schedule(pieces, uniformMachine(4), 2);
  ASSERT_EQ(table.rows[0].size(), 2u);
  EXPECT_EQ(table.rows[0][1].waits, (std::vector<PlannedWait>{{1, 1}}));
}
