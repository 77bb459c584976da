// A list in one pointer: what it holds when it grows, is copied, moved, compared and erased from.
#include "analysis/support/CompactList.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace kasuri;

namespace {

using Names = CompactList<std::string>;

std::vector<std::string> contentOf(const Names &list) { return {list.begin(), list.end()}; }

TEST(CompactList, TakesOnePointer) { EXPECT_EQ(sizeof(Names), sizeof(void *)); }

TEST(CompactList, IsEmptyAtFirst) {
  const Names list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.begin(), list.end());
  EXPECT_EQ(list, Names());
}

TEST(CompactList, KeepsOrderWhenItGrows) {
  Names list;
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    list.push_back("a string too long to be kept in place " + std::to_string(i));
    expected.push_back(list[list.size() - 1]);
  }
  EXPECT_EQ(contentOf(list), expected);
}

TEST(CompactList, AddsItsOwnElement) {
  Names list = {"a string too long to be kept in place"};
  for (int i = 0; i < 10; ++i)
    list.emplace_back(list[0]);
  EXPECT_EQ(contentOf(list), std::vector<std::string>(11, "a string too long to be kept in place"));
}

TEST(CompactList, CopiesAreApart) {
  Names list = {"a", "b"};
  Names copy = list;
  copy.push_back("c");
  list[0] = "changed";
  EXPECT_EQ(contentOf(list), (std::vector<std::string>{"changed", "b"}));
  EXPECT_EQ(contentOf(copy), (std::vector<std::string>{"a", "b", "c"}));
  Names &self = copy;
  copy = self;
  EXPECT_EQ(contentOf(copy), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(CompactList, IsEmptyOnceMoved) {
  Names list = {"a", "b"};
  const Names moved = std::move(list);
  EXPECT_EQ(contentOf(moved), (std::vector<std::string>{"a", "b"}));
  list = {"c"};
  EXPECT_EQ(contentOf(list), (std::vector<std::string>{"c"}));
}

TEST(CompactList, ComparesElementByElement) {
  EXPECT_LT(Names(), Names({"a"}));
  EXPECT_LT(Names({"a"}), Names({"a", "a"}));
  EXPECT_LT(Names({"a", "b"}), Names({"b"}));
  EXPECT_EQ(Names({"a", "b"}), Names({"a", "b"}));
  EXPECT_NE(Names({"a", "b"}), Names({"a", "c"}));
}

TEST(CompactList, ErasesAllThatPass) {
  Names list = {"a", "b", "a", "c"};
  list.eraseIf([](const std::string &name) { return name == "a"; });
  EXPECT_EQ(contentOf(list), (std::vector<std::string>{"b", "c"}));
  list.eraseIf([](const std::string &) { return true; });
  EXPECT_TRUE(list.empty());
  list.push_back("d");
  EXPECT_EQ(contentOf(list), std::vector<std::string>{"d"});
  list.clear();
  EXPECT_TRUE(list.empty());
  list.eraseIf([](const std::string &) { return true; });
  EXPECT_TRUE(list.empty());
}

} // namespace
