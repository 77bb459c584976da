// A set that only grows tells new keys from known ones, also when it has grown since.
#include "analysis/support/KeySet.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr uint64_t count = 10'000;

/// Keys as those of edges, with the same lower half again and again.
uint64_t keyOf(uint64_t number) { return (number / 7) << 32 | number % 7; }

TEST(KeySet, SaysWhetherAKeyIsNew) {
  KeySet keys;
  for (uint64_t i = 0; i < count; ++i)
    EXPECT_TRUE(keys.insert(keyOf(i))) << i;
  for (uint64_t i = 0; i < count; ++i)
    EXPECT_FALSE(keys.insert(keyOf(i))) << i;
  EXPECT_EQ(keys.size(), count);
}

TEST(KeySet, KeepsNothingWhenCleared) {
  KeySet keys;
  keys.insert(0);
  keys.clear();
  EXPECT_EQ(keys.size(), 0u);
  EXPECT_TRUE(keys.insert(0));
}

} // namespace
