// How long wavefronts take, as far as the number of workers, the reach and the chunks decide.
#include "plan/Waves.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

/// 1000 rows of 1000 columns of 1 ns, with chunks that cost nothing.
PlannedWave wave() {
  PlannedWave made;
  made.rows = made.columns = 1000;
  made.columnNs = 1;
  return made;
}

} // namespace

TEST(Waves, UseAllWorkersWhereRowsAreLong) {
  for (unsigned workers : {2U, 4U, 8U}) {
    const double ns = waveNs(wave(), workers);
    EXPECT_GE(ns, 1e6 / workers);
    EXPECT_LE(ns, 1.03e6 / workers);
  }
}

TEST(Waves, AreNoFasterThanTheirLags) {
  PlannedWave its = wave();
  its.least = 100; // the next row begins when a tenth of the row is done
  EXPECT_GE(waveNs(its, 64), 1000 * 100);
  EXPECT_LE(waveNs(its, 64), 1.05 * 1000 * 100);
  its.reach = 100; // two tenths
  EXPECT_GE(waveNs(its, 64), 1000 * 200);
}

TEST(Waves, AreInOrderWhereARowNeedsTheWholeRowBefore) {
  PlannedWave its = wave();
  its.reach = 1000;
  EXPECT_GE(waveNs(its, 8), 1e6);
  its = wave();
  its.least = 1000;
  EXPECT_GE(waveNs(its, 8), 1e6);
}

TEST(Waves, PayForEachChunk) {
  PlannedWave its = wave();
  its.least = 10;
  const double without = waveNs(its, 2);
  its.tellNs = 10;
  EXPECT_GT(waveNs(its, 2), without);
  PlannedWave coarser = its;
  coarser.least = 100;
  EXPECT_LT(waveNs(coarser, 2), waveNs(its, 2));
}

TEST(Waves, BeginWithShortRowsOrEndWithThem) {
  PlannedWave its = wave();
  for (double slope : {-1.0, 1.0}) {
    its.slope = slope;
    EXPECT_GE(waveNs(its, 2), 0.5e6);
    EXPECT_LE(waveNs(its, 2), 0.53e6);
  }
}

TEST(Waves, AreNoBetterThanColumnsThatAreIndependent) {
  Machine machine = uniformMachine(2);
  PlannedWave its = wave();
  its.tellNs = 50;
  machine.forkJoinNs = 10;
  EXPECT_TRUE(isBetterByColumns(its, machine, 2));
  machine.forkJoinNs = 5000; // longer than a row
  EXPECT_FALSE(isBetterByColumns(its, machine, 2));
}
