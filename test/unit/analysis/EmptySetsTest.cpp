// What isl has said of a set is what it says again, for as many operations.
#include "analysis/symbolic/EmptySets.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr uint64_t many = 1'000'000;

/// 0 <= x < size, 2 x = 3 y + rest, y >= 0.
PointSet evenThirds(int64_t size, int64_t rest) {
  PointSet set{.columns = 2};
  set.required = {{{0, 1}},
                  {{0, -1}, {PointSet::constant, size - 1}},
                  {{0, 2}, {1, -3}, {PointSet::constant, -rest}},
                  {{0, -2}, {1, 3}, {PointSet::constant, rest}},
                  {{1, 1}}};
  return set;
}

std::optional<bool> isEmpty(const PointSet &set, uint64_t operations) {
  return EmptySetQuestion(set).isEmpty(operations);
}

} // namespace

TEST(EmptySets, AnswersThatAreRememberedAreThoseOfIsl) {
  EXPECT_EQ(isEmpty(evenThirds(2, 1), many), true); // 2 * 2 = 3 * 1 + 1 is the first
  EXPECT_EQ(isEmpty(evenThirds(3, 1), many), false);
  EXPECT_EQ(isEmpty(evenThirds(2, 1), many), true);
  EXPECT_EQ(isEmpty(evenThirds(3, 1), many), false);
}

TEST(EmptySets, TooFewOperationsGiveNoAnswerWhoeverAskedBefore) {
  const PointSet set = evenThirds(40, 79);
  uint64_t least = 1;
  while (!isEmpty(set, least))
    ASSERT_LT(++least, many);
  EXPECT_GT(least, 1u);
  EXPECT_EQ(isEmpty(set, many), true);
  EXPECT_EQ(isEmpty(set, least), true);
  EXPECT_EQ(isEmpty(set, least - 1), std::nullopt);
  const PointSet other = evenThirds(42, 79); // first with many, then with fewer
  EXPECT_EQ(isEmpty(other, many), false);
  EXPECT_EQ(isEmpty(other, 1), std::nullopt);
  EXPECT_EQ(isEmpty(other, many), false);
}

TEST(EmptySets, CasesTellSetsApart) {
  PointSet set = evenThirds(3, 1);
  set.choices = {{{{{0, 1}, {PointSet::constant, -3}}}}}; // x >= 3
  EXPECT_EQ(isEmpty(set, many), true);
  EXPECT_EQ(isEmpty(evenThirds(3, 1), many), false);
  set.choices.front().push_back({{{0, 1}, {PointSet::constant, -2}}}); // or x >= 2
  EXPECT_EQ(isEmpty(set, many), false);
  set.choices.push_back({{{{0, -1}, {PointSet::constant, 1}}}}); // and x <= 1
  EXPECT_EQ(isEmpty(set, many), true);
}
