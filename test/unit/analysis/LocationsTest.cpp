// Sets of objects, special ones included, and sets of locations that share their memory.
#include "analysis/pointers/Locations.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

Location in(uint32_t object) { return {ObjectId(size_t(object)), 0, 0, 0, 8}; }

TEST(ObjectSet, HoldsSpecialObjectsBesideOthers) {
  const PointsTo pointsTo;
  ObjectSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_TRUE(set.insert(ObjectId(size_t(0))));
  EXPECT_TRUE(set.insert(pointsTo.special(SpecialObject::World)));
  EXPECT_FALSE(set.insert(ObjectId(size_t(0))));
  EXPECT_TRUE(set.contains(pointsTo.special(SpecialObject::World)));
  EXPECT_FALSE(set.contains(pointsTo.special(SpecialObject::Errno)));
  EXPECT_FALSE(set.contains(ObjectId(size_t(1))));
  EXPECT_FALSE(set.contains(ObjectId(size_t(100'000))));
  std::vector<ObjectId> all;
  set.forEach([&](ObjectId each) { all.push_back(each); });
  EXPECT_EQ(all, (std::vector{pointsTo.special(SpecialObject::World), ObjectId(size_t(0))}));
}

TEST(Locations, ShareASetUntilSomethingIsAdded) {
  const LocationSet set = {in(1), in(3)};
  Locations locations = Locations::sharing(set);
  locations.merge(Locations::sharing(set));
  EXPECT_EQ(locations.sharedSet(), &set);
  locations.merge(Locations({in(2)}));
  EXPECT_EQ(locations.sharedSet(), nullptr);
  EXPECT_EQ(locations.set(), (LocationSet{in(1), in(2), in(3)}));
  EXPECT_EQ(set.size(), 2u);
}

TEST(Locations, AreLookedForWhereTheyMayBeTheSameMemory) {
  PointsTo pointsTo;
  pointsTo.escaped.insert(ObjectId(size_t(3)));
  const ObjectId world = pointsTo.special(SpecialObject::World),
                 stream = pointsTo.special(SpecialObject::InputOutput);
  const LocationSet set = {in(1), in(3)}, open = {in(1), in(world.value)};
  EXPECT_TRUE(pointsTo.mayBeIn(set, world));
  EXPECT_TRUE(pointsTo.mayBeIn(set, ObjectId(size_t(1))));
  EXPECT_TRUE(pointsTo.mayBeIn(open, ObjectId(size_t(3))));
  EXPECT_TRUE(pointsTo.mayBeIn(open, stream));
  EXPECT_FALSE(pointsTo.mayBeIn(set, stream));
  EXPECT_FALSE(pointsTo.mayBeIn(open, ObjectId(size_t(2))));
}

} // namespace
