// Histograms as values that are equally likely.
#include "cost/Spread.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

using namespace kasuri;

namespace {

constexpr double anything = std::numeric_limits<double>::infinity();

double meanOf(const Spread &spread) {
  return std::accumulate(spread.begin(), spread.end(), 0.0) / static_cast<double>(spread.size());
}

} // namespace

TEST(Spread, AQuarterOfTheSamplesIsAQuarterOfTheValues) {
  const Spread spread = spreadOf({{180, 220, 25}, {0, 0, 25}, {90, 110, 50}}, 100, anything);
  ASSERT_EQ(spread.size(), 64u);
  EXPECT_EQ(spread[15], 0);
  EXPECT_DOUBLE_EQ(spread[16], 100);
  EXPECT_DOUBLE_EQ(spread[47], 100);
  EXPECT_DOUBLE_EQ(spread[48], 200);
  EXPECT_NEAR(meanOf(spread), 100, 1e-9);
}

TEST(Spread, BucketsAreWiderThanWhatIsMeasured) {
  const Spread spread = spreadOf({{60, 70, 1}, {70, 80, 1}}, 70, 0.5);
  EXPECT_NEAR(spread.front(), 69.5, 1e-6);
  EXPECT_NEAR(spread.back(), 70.5, 1e-6);
}

TEST(Spread, NothingIsKnownWithoutSamples) {
  EXPECT_TRUE(spreadOf({}, 100, 1).empty());
  EXPECT_TRUE(spreadOf({{0, 0, 5}}, 100, 1).empty());
  EXPECT_TRUE(spreadOf({{1, 2, 5}}, 0, 1).empty());
  EXPECT_TRUE(withMean({}, 3).empty());
}

TEST(Spread, WhatIsNotWantedIsLeftOut) {
  const Spread spread = greatestOf({0, 0, 100, 300}, 0.5, 250);
  ASSERT_EQ(spread.size(), 2u);
  EXPECT_DOUBLE_EQ(spread[0], 125);
  EXPECT_DOUBLE_EQ(spread[1], 375);
  EXPECT_TRUE(greatestOf({1, 2}, 0, 5).empty());
}
