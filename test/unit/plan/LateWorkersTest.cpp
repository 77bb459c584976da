// Rows that the caller takes back from workers that sleep.
#include "plan/LateWorkers.h"
#include "plan/Schedule.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

Piece pieceOf(size_t task, double costNs, const std::vector<size_t> &before = {}) {
  Piece piece;
  piece.task = static_cast<uint16_t>(task);
  piece.costNs = costNs;
  for (size_t each : before)
    piece.predecessors.push_back({each, 0});
  return piece;
}

double lateNs(const std::vector<Piece> &pieces, unsigned workers, double wakeNs) {
  const Machine machine = uniformMachine(workers);
  PlannedTable table = schedule(pieces, machine, workers);
  table.wakeNs = wakeNs;
  return makespanWithLateWorkersNs(table, machine);
}

} // namespace

TEST(LateWorkers, WhoIsThereInTimeHasItsRows) {
  const std::vector<Piece> pieces{pieceOf(0, 10000), pieceOf(1, 10000)};
  EXPECT_NEAR(lateNs(pieces, 2, 0), 10000, 100);
  EXPECT_NEAR(lateNs(pieces, 2, 5000), 15000, 100);
}

TEST(LateWorkers, TheCallerWaitsForNobodyWhoHasNotCome) {
  const std::vector<Piece> pieces{pieceOf(0, 10000), pieceOf(1, 10000)};
  EXPECT_NEAR(lateNs(pieces, 2, 11000), 20000, 100);
  EXPECT_NEAR(lateNs(pieces, 2, 1e9), 20000, 100);
}

TEST(LateWorkers, ItTakesTheRowsOfOneAfterTheOther) {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < 3; ++i)
    pieces.push_back(pieceOf(i, 10000));
  EXPECT_NEAR(lateNs(pieces, 3, 5000), 15000, 100);
  EXPECT_NEAR(lateNs(pieces, 3, 15000), 25000, 100); // the third has its own
  EXPECT_NEAR(lateNs(pieces, 3, 25000), 30000, 200);
}

TEST(LateWorkers, RowsThatWaitForTheCallersStillDo) {
  // 2 waits for both before it, 3 for 2: in any order of the workers.
  const std::vector<Piece> pieces{pieceOf(0, 10000), pieceOf(1, 9000), pieceOf(2, 5000, {0, 1}),
                                  pieceOf(3, 5000, {2}), pieceOf(4, 5000, {1})};
  for (double wakeNs : {0.0, 4000.0, 12000.0, 1e9}) {
    const double ns = lateNs(pieces, 2, wakeNs);
    EXPECT_GE(ns, 20000);
    EXPECT_LE(ns, 34000 + 1000);
  }
  EXPECT_NEAR(lateNs(pieces, 2, 1e9), 34000, 500);
}
