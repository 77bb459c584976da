// What isl has said of a set is what it says again, for as many operations; what needs no isl,
// needs no operation.
#include "analysis/symbolic/EliminateColumns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

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

bool holdsAt(const PointSet &set, const PointSet::Row &point) {
  return std::all_of(set.required.begin(), set.required.end(), [&](const PointSet::Row &row) {
    int64_t sum = 0;
    for (const auto &[column, coefficient] : row)
      sum += coefficient * point.at(column);
    return sum >= 0;
  });
}

/// None of its columns is further from 0.
bool hasPoint(const PointSet &set, int64_t most) {
  for (int64_t x = -most; x <= most; ++x)
    for (int64_t y = -most; y <= most; ++y)
      for (int64_t z = -most; z <= most; ++z)
        if (holdsAt(set, {{0, x}, {1, y}, {2, z}, {PointSet::constant, 1}}))
          return true;
  return false;
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
  const PointSet set = evenThirds(44, 79);
  uint64_t least = 1;
  while (!isEmpty(set, least))
    ASSERT_LT(++least, many);
  EXPECT_GT(least, 1u);
  EXPECT_EQ(isEmpty(set, many), false);
  EXPECT_EQ(isEmpty(set, least), false);
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

TEST(EmptySets, MembersOfStructuresAreApartWithoutIsl) {
  // 8 i <= b <= 8 i + 3, 8 k + rest <= b <= 8 k + rest + 3
  auto members = [](int64_t rest) {
    return PointSet{.columns = 3,
                    .required = {{{0, -8}, {2, 1}},
                                 {{0, 8}, {2, -1}, {PointSet::constant, 3}},
                                 {{1, -8}, {2, 1}, {PointSet::constant, -rest}},
                                 {{1, 8}, {2, -1}, {PointSet::constant, rest + 3}}}};
  };
  EXPECT_TRUE(isProvedEmpty(members(4)));
  EXPECT_EQ(isEmpty(members(4), 1), true);
  EXPECT_FALSE(isProvedEmpty(members(3)));
  EXPECT_FALSE(isProvedEmpty(members(5)));
  EXPECT_EQ(isEmpty(members(3), many), false);
}

TEST(EmptySets, NumbersThatDoNotFitProveNothing) {
  const int64_t large = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(isProvedEmpty({.columns = 1, .required = {{{0, 1}, {PointSet::constant, -large}}}}));
  EXPECT_FALSE(isProvedEmpty(
      {.columns = 2, .required = {{{0, large}, {1, -large + 1}}, {{0, -large + 2}, {1, large}}}}));
}

TEST(EmptySets, WhatIsProvedEmptyHasNoPoint) {
  std::mt19937 random(1);
  auto number = [&](int64_t most) {
    return static_cast<int64_t>(random() % static_cast<uint32_t>(2 * most + 1)) - most;
  };
  size_t proved = 0;
  for (int round = 0; round < 1000; ++round) {
    PointSet set{.columns = 3};
    for (int column = 0; column < 3; ++column)
      set.required.insert(set.required.end(), {{{column, 1}, {PointSet::constant, 3}},
                                               {{column, -1}, {PointSet::constant, 3}}});
    for (int row = 0; row < 4; ++row)
      set.required.push_back(
          {{0, number(6)}, {1, number(6)}, {2, number(6)}, {PointSet::constant, number(6)}});
    if (!isProvedEmpty(set))
      continue;
    ++proved;
    EXPECT_FALSE(hasPoint(set, 3));
  }
  EXPECT_GT(proved, 100u);
}
