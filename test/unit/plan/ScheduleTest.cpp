// The list schedulers: within Graham's bound and near the exhaustive optimum, and waits that
// suffice however the workers interleave.
#include "plan/Schedule.h"
#include "TaskGraphs.h"
#include "plan/Pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

using namespace kasuri;

namespace {

std::vector<Piece> randomPieces(std::mt19937 &random, size_t count) {
  std::vector<Piece> pieces(count);
  for (size_t i = 0; i < count; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = 100.0 * static_cast<double>(1 + random() % 20);
    for (size_t before = 0; before < i; ++before)
      if (random() % 4 == 0)
        pieces[i].predecessors.push_back({.piece = before});
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
    for (const Piece::Edge &before : pieces[row.task].predecessors)
      if (!hasRun[before.piece])
        return false;
    hasRun[row.task] = true;
    ++done[worker];
    ++ran;
  }
  return true;
}

/// The least makespan there is, by trying every piece on every worker in order of start times.
class Exhaustive {
public:
  Exhaustive(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers,
             double knownNs)
      : pieces(pieces), machine(machine), freeNs(workers), worker(pieces.size()),
        endNs(pieces.size(), -1), tails(pieces.size()), bestNs(knownNs) {
    for (size_t i = pieces.size(); i-- > 0;) {
      tails[i] += timeOn(i, 0);
      for (const Piece::Edge &edge : pieces[i].predecessors)
        tails[edge.piece] = std::max(tails[edge.piece], tails[i]);
    }
  }

  double find() {
    place(0, 0, 0);
    return bestNs;
  }

private:
  const std::vector<Piece> &pieces;
  const Machine &machine;
  std::vector<double> freeNs;
  std::vector<unsigned> worker;
  std::vector<double> endNs; ///< by piece; -1: not placed
  std::vector<double> tails; ///< by piece: to the end at least, on the fastest core
  double bestNs;

  double timeOn(size_t piece, unsigned on) const {
    return machine.dispatchNs + pieces[piece].costNs / machine.cores[on].speed;
  }

  double startOn(size_t piece, unsigned on) const {
    double start = freeNs[on];
    for (const Piece::Edge &edge : pieces[piece].predecessors)
      start = std::max(start, endNs[edge.piece] +
                                  (worker[edge.piece] == on
                                       ? 0
                                       : machine.signalBetween(worker[edge.piece], on) +
                                             edge.bytes * machine.transferNsPerKib / 1024));
    return start;
  }

  bool isReady(size_t piece) const {
    return endNs[piece] < 0 &&
           std::all_of(
               pieces[piece].predecessors.begin(), pieces[piece].predecessors.end(),
               [&](const Piece::Edge &edge) { return endNs[edge.piece] >= 0; });
  }

  void place(size_t placedCount, double lastStart, double makespan) {
    if (placedCount == pieces.size()) {
      bestNs = std::min(bestNs, makespan);
      return;
    }
    for (size_t piece = 0; piece < pieces.size(); ++piece)
      for (unsigned on = 0; isReady(piece) && on < freeNs.size(); ++on) {
        const double start = startOn(piece, on);
        if (start < lastStart || start + tails[piece] >= bestNs * (1 - 1e-9))
          continue;
        const double free = std::exchange(freeNs[on], start + timeOn(piece, on));
        worker[piece] = on;
        endNs[piece] = freeNs[on];
        place(placedCount + 1, start, std::max(makespan, freeNs[on]));
        endNs[piece] = -1;
        freeNs[on] = free;
      }
  }
};

/// As `randomPieces`, with bytes to move.
std::vector<Piece> talkingPieces(std::mt19937 &random, size_t count) {
  std::vector<Piece> pieces = randomPieces(random, count);
  for (Piece &piece : pieces)
    for (Piece::Edge &edge : piece.predecessors)
      edge.bytes = static_cast<double>(random() % 8192);
  return pieces;
}

/// Two fast cores and two that are half as fast, in a cluster of their own.
Machine unequalMachine() {
  Machine machine = uniformMachine(4);
  for (size_t i : {2u, 3u}) {
    machine.cores[i].speed = 0.5;
    machine.cores[i].cluster = 1;
  }
  machine.farSignalNs = 400;
  return machine;
}

/// Of what the schedule takes longer than the best there is, over random graphs: mean and most.
std::pair<double, double> distanceToOptimum(const Machine &machine, unsigned workers, size_t pieces,
                                            unsigned rounds) {
  std::mt19937 random(3);
  double sum = 0, most = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const std::vector<Piece> graph = talkingPieces(random, pieces);
    const double found = schedule(graph, machine, workers).makespanNs;
    const double distance = found / Exhaustive(graph, machine, workers, found * 1.001).find() - 1;
    sum += distance;
    most = std::max(most, distance);
  }
  return {sum / rounds, most};
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
      pieces[i].predecessors = {{.piece = i - 1}};
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
  pieces[1].predecessors = {{.piece = 0}};
  pieces[2].predecessors = {{.piece = 1}};
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
  pieces[2].predecessors = {{.piece = 0}, {.piece = 1}};
  PlannedTable table = schedule(pieces, uniformMachine(4), 2);
  ASSERT_EQ(table.rows[0].size(), 2u);
  EXPECT_EQ(table.rows[0][1].waits, (std::vector<PlannedWait>{{1, 1}}));
}

TEST(Schedule, IsNearTheOptimumOfSmallGraphs) {
  for (unsigned workers : {2u, 3u}) {
    const auto [mean, most] = distanceToOptimum(uniformMachine(4), workers, 10, 40);
    EXPECT_LE(mean, 0.005);
    EXPECT_LE(most, 0.05);
  }
  const auto [mean, most] = distanceToOptimum(uniformMachine(4), 2, 12, 10);
  EXPECT_LE(mean, 0.005);
  EXPECT_LE(most, 0.05);
}

TEST(Schedule, IsNearTheOptimumOnUnequalCores) {
  const auto [mean, most] = distanceToOptimum(unequalMachine(), 3, 9, 40);
  EXPECT_LE(mean, 0.005);
  EXPECT_LE(most, 0.05);
}

/// The rules differ in what they find, not in whether it is a schedule.
TEST(Schedule, EveryRuleRespectsTheEdges) {
  std::mt19937 random(5);
  const Machine machine = unequalMachine();
  for (ListRule rule :
       {ListRule::Insertion, ListRule::CpDtMisf, ListRule::CpEtfMisf, ListRule::EtfCp})
    for (int round = 0; round < 50; ++round) {
      const std::vector<Piece> pieces = talkingPieces(random, 20);
      const PlannedTable table = scheduleBy(rule, pieces, machine, 4);
      EXPECT_TRUE(runsInOrder(pieces, table, random));
      EXPECT_GE(table.makespanNs, schedule(pieces, machine, 4).makespanNs - 1e-6);
    }
}

TEST(Schedule, ShapesOfTheFieldAreWithinTenthsOfTheLowerBound) {
  const Machine machine = uniformMachine(8);
  for (const taskgraphs::Shape &shape : taskgraphs::shapes()) {
    std::mt19937 random(1);
    const std::vector<Piece> pieces = shape.make(random, 200);
    const PlannedTable table = schedule(pieces, machine, 8);
    EXPECT_TRUE(runsInOrder(pieces, table, random)) << shape.name;
    EXPECT_LE(table.makespanNs, 1.4 * lowerBoundNs(pieces, machine, 8)) << shape.name;
  }
}

/// Data on the worker that wrote them: moving 1 MiB takes longer than waiting for the other piece.
TEST(Schedule, DataStayWhereMovingThemTakesLonger) {
  std::vector<Piece> pieces(3);
  for (size_t i = 0; i < 3; ++i) {
    pieces[i].task = static_cast<uint16_t>(i);
    pieces[i].costNs = 10000;
    if (i > 0)
      pieces[i].predecessors = {{0, 1 << 20}};
  }
  const PlannedTable table = schedule(pieces, uniformMachine(2), 2);
  EXPECT_EQ(table.rows[0].size(), 3u);
}

TEST(Schedule, TheSlowCoreGetsWhatIsNotUrgent) {
  Machine machine = uniformMachine(2);
  machine.cores[1].speed = 0.5;
  std::vector<Piece> pieces(2);
  pieces[0].costNs = 10000;
  pieces[1].task = 1;
  pieces[1].costNs = 3000;
  const PlannedTable table = schedule(pieces, machine, 2);
  ASSERT_EQ(table.rows[0].size(), 1u);
  EXPECT_EQ(table.rows[0][0].task, 0u);
  EXPECT_DOUBLE_EQ(table.makespanNs, 10000 + machine.dispatchNs);
}

/// A loop beside a call is cut finely enough to fill what the call leaves.
TEST(Pieces, ALoopBesideACallIsCutFiner) {
  PlannedLayer layer;
  layer.tasks.resize(2);
  layer.tasks[0].costNs = 60000;
  layer.tasks[1].costNs = 100000;
  layer.tasks[1].maxParts = 1000;
  const PlannedTable table = scheduleLayer(layer, uniformMachine(2), 2);
  EXPECT_LE(table.makespanNs, 87000);
  layer.tasks.erase(layer.tasks.begin());
  EXPECT_EQ(scheduleLayer(layer, uniformMachine(2), 2).rows[0].size(), 1u);
}

TEST(Pieces, ALoopHasNoMorePartsThanIterations) {
  PlannedLayer layer;
  layer.tasks.resize(1);
  layer.tasks[0].costNs = 90000;
  layer.tasks[0].maxParts = 3;
  EXPECT_EQ(piecesOf(layer, 4, 2).size(), 3u);
}

TEST(Pieces, AnUnevenLayerWaitsForWhoeverHasMostToDo) {
  const Machine machine = uniformMachine(8);
  PlannedLayer layer;
  layer.sequentialNs = 8000;
  EXPECT_DOUBLE_EQ(startAndEndNs(layer, machine, 2), machine.forkJoinNs);
  layer.unevenness = 0.1;
  EXPECT_NEAR(startAndEndNs(layer, machine, 2), machine.forkJoinNs + 0.1 * 0.5642 * 4000, 1);
  EXPECT_NEAR(startAndEndNs(layer, machine, 8), machine.forkJoinNs + 0.1 * 1.4236 * 1000, 1);
}
