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

/// By going through the other set, and by searching it where it is much larger.
TEST(IdSet, ShowsWordsThatAnotherSetLacks) {
  IdSet set, few, many;
  for (uint32_t id : {5u, 6u, 64u, 200u, 900u})
    set.insert(id);
  for (uint32_t id : {6u, 65u, 200u, 700u})
    few.insert(id);
  for (uint32_t id = 6; id < 100 * 64; id += 97)
    many.insert(id);
  for (const IdSet *other : {&few, &many, &set}) {
    IdSet lacking = set;
    lacking.eraseAll(*other);
    IdSet found;
    set.forEachWordMissingIn(*other,
                             [&](uint32_t index, uint64_t word) { found.insertWord(index, word); });
    EXPECT_EQ(membersOf(found), membersOf(lacking));
  }
}

} // namespace
