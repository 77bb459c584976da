// How much flows between two statements, and how many steps it takes to find out.
#include "analysis/dependence/FlowVolume.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

Footprint span(size_t object, int64_t low, int64_t high) {
  Footprint made;
  made.base.kind = Base::Kind::Object;
  made.base.object = ObjectId(object);
  made.window.isKnown = true;
  made.window.low = low;
  made.window.high = high;
  made.objects = {ObjectId(object)};
  return made;
}

/// Four bytes of each of so many objects.
std::vector<Footprint> ofEach(size_t objects) {
  std::vector<Footprint> all;
  for (size_t i = 0; i < objects; ++i)
    all.push_back(span(i, 0, 4));
  return all;
}

uint64_t flow(const std::vector<Footprint> &written, const std::vector<Footprint> &read,
              uint64_t steps = 1'000'000) {
  Budget budget(steps);
  return flowBytes({written, {}}, {{}, read}, budget);
}

/// The steps that comparing each with each later one takes.
uint64_t stepsOf(const std::vector<Footprints> &statements) {
  Budget budget = flowBudget(statements);
  for (size_t j = 1; j < statements.size(); ++j)
    for (size_t i = 0; i < j; ++i)
      flowBytes(statements[i], statements[j], budget);
  return budget.steps() - budget.left();
}

} // namespace

TEST(FlowVolumeTest, BytesThatBothSpanCountOnce) {
  EXPECT_EQ(flow({span(1, 0, 100)}, {span(1, 40, 60), span(1, 50, 200)}), 60U);
  EXPECT_EQ(flow({span(1, 0, 100)}, {span(2, 40, 60)}), 0U);
}

TEST(FlowVolumeTest, TheSameSpanIsOneFootprintInAllOfTheObjects) {
  Footprint other = span(1, 0, 4);
  other.objects = {ObjectId(0), ObjectId(7)};
  const std::vector<Footprint> all =
      joined({span(1, 0, 4), other, span(1, 0, 8), span(1, 0, 4), span(2, 0, 4)});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].objects, (std::vector{ObjectId(0), ObjectId(1), ObjectId(7)}));
  EXPECT_EQ(all[1].window.high, 8);
  EXPECT_EQ(all[2].base.object, ObjectId(2));
}

TEST(FlowVolumeTest, SpansOfUnknownLengthAreOneFootprint) {
  Footprint one = span(1, 0, 4), other = span(1, 4, 8);
  one.window.isKnown = other.window.isKnown = false;
  EXPECT_EQ(joined({one, other}).size(), 1U);
}

TEST(FlowVolumeTest, PairsThatMayBeTheSameObjectCountTheNarrower) {
  Footprint pointed = span(9, 0, 16);
  pointed.objects = {ObjectId(1), ObjectId(2), ObjectId(3)};
  EXPECT_EQ(flow({span(2, 0, 100)}, {pointed}), 16U);
}

TEST(FlowVolumeTest, WithoutStepsNothingIsKnownToFlow) {
  EXPECT_EQ(flow(ofEach(1000), ofEach(1000), 10'000'000), 4000U);
  EXPECT_EQ(flow(ofEach(1000), ofEach(1000), 10'000), 0U);
}

TEST(FlowVolumeTest, StepsGrowWithThePlacesAndNotWithTheirPairs) {
  std::vector<Footprints> statements(63, Footprints{ofEach(1000), {}});
  statements.push_back({{}, ofEach(1000)}); // 63 million pairs
  EXPECT_EQ(stepsOf(statements), 200'000U + 32 * 64 * 1000);
}
