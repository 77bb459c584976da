// Words of a set of ids: what is added by the word is there like what is added by the id.
#include "analysis/support/IdSet.h"

#include <gtest/gtest.h>

#include <vector>

using namespace kasuri;

namespace {

std::vector<uint32_t> membersOf(const IdSet &set) {
  std::vector<uint32_t> members;
  set.forEach([&](uint32_t id) { members.push_back(id); });
  return members;
}

TEST(IdSet, AddsWordsInAnyOrder) {
  IdSet set;
  set.insert(130);
  set.insertWord(0, 0b101);
  set.insertWord(2, 0b11);
  set.insertWord(1, 0b1);
  EXPECT_EQ(membersOf(set), (std::vector<uint32_t>{0, 2, 64, 128, 129, 130}));
  EXPECT_EQ(set.wordAt(2), 0b111u);
  EXPECT_EQ(set.wordAt(3), 0u);
}

TEST(IdSet, ShowsItsWords) {
  IdSet set;
  for (uint32_t id : {5u, 64u, 65u, 200u})
    set.insert(id);
  std::vector<uint32_t> members;
  set.forEachWord([&](uint32_t index, uint64_t word) {
    IdSet::forEachIn(index, word, [&](uint32_t id) { members.push_back(id); });
  });
  EXPECT_EQ(members, membersOf(set));
}

} // namespace
