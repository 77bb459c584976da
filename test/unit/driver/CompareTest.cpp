// Where two texts differ, with and without a tolerance.
#include "driver/verify/Compare.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

/// The place in the expected text, "same" if there is none.
std::string placeOf(llvm::StringRef expected, llvm::StringRef found, double relative = 0,
                    double absolute = 0) {
  const auto difference =
      firstDifference(expected, found, {.relative = relative, .absolute = absolute});
  return difference ? std::to_string(difference->line) + ":" + std::to_string(difference->offset)
                    : "same";
}

TEST(Compare, FindsTheFirstByte) {
  EXPECT_EQ(placeOf("one\ntwo\n", "one\ntwo\n"), "same");
  EXPECT_EQ(placeOf("one\ntwo\n", "one\ntow\n"), "2:5");
  EXPECT_EQ(placeOf("one\n", "one\ntwo\n"), "2:4");
  EXPECT_EQ(placeOf("one\ntwo\n", "one\n"), "2:4");
  EXPECT_EQ(placeOf("", "x"), "1:0");
}

TEST(Compare, ShowsBytesAroundWithinTheLine) {
  const auto difference = firstDifference("first\nab\x01"
                                          "cd\nlast",
                                          "first\nab\x02"
                                          "cd\nlast",
                                          {});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->expected, "\"ab\\x01cd\"");
  EXPECT_EQ(difference->found, "\"ab\\x02cd\"");
  EXPECT_EQ(firstDifference("a", "ab", {})->expected, "the end");
}

TEST(Compare, AllowsNumbersToDifferBySoMuchOfThem) {
  EXPECT_EQ(placeOf("x 100.0", "x 100.1"), "1:6");
  EXPECT_EQ(placeOf("x 100.0", "x 100.1", 1e-2), "same");
  EXPECT_EQ(placeOf("x 100.0", "x 100.1", 1e-4), "1:2");
  EXPECT_EQ(placeOf("1e-20", "-1e-20", 1e-2), "1:0");
  EXPECT_EQ(placeOf("1e-20", "-1e-20", 0, 1e-9), "same");
  EXPECT_EQ(placeOf("-0.0", "0.0", 1e-9), "same");
  EXPECT_EQ(placeOf("1e3 .5", "1000.0 0.5", 1e-9), "same");
}

TEST(Compare, TakesWhatIsNoNumberByItself) {
  EXPECT_EQ(placeOf("nan", "-nan", 1e-9), "same");
  EXPECT_EQ(placeOf("nan", "1", 1e9), "1:0");
  EXPECT_EQ(placeOf("inf", "1e308", 1e9), "1:0");
  EXPECT_EQ(placeOf("inf", "inf", 1e-9), "same");
}

TEST(Compare, KeepsWordsAndLines) {
  EXPECT_EQ(placeOf("x1", "x2", 10), "1:1");
  EXPECT_EQ(placeOf("ab", "a b", 10), "1:1");
  EXPECT_EQ(placeOf("a b", "a  b", 10), "same");
  EXPECT_EQ(placeOf("a 1", "a1", 10), "1:1");
  EXPECT_EQ(placeOf("1\n2", "1 2", 10), "1:1");
  EXPECT_EQ(placeOf("1 2", "1", 10), "1:1");
  EXPECT_EQ(placeOf("1 2", "1 2 3", 10), "1:3");
  EXPECT_EQ(placeOf("a=1", "a= 1", 10), "same");
}

} // namespace
