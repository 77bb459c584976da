// Loops are found again after edits: by their text and order, not by their lines.
#include "report/compare/Comparison.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

LoopRecord loop(const char *digest, const char *head = "for (i)", unsigned depth = 0,
                Standing standing = Standing::Parallel) {
  return {.depth = depth, .head = head, .digest = digest, .standing = standing};
}

FunctionRecord function(const char *file, const char *name, std::vector<LoopRecord> loops) {
  return {.file = file, .name = name, .loops = std::move(loops), .layers = {}};
}

/// "7a-7b": digests of the loops on both sides, "" where there is none.
std::vector<std::string> pairs(const Snapshot &before, const Snapshot &after) {
  std::vector<std::string> result;
  for (const LoopMatch &each : matchLoops(before, after).loops)
    result.push_back((each.before ? each.before->digest : "") + "-" +
                     (each.after ? each.after->digest : ""));
  return result;
}

using ::testing::ElementsAre;

TEST(MatchLoops, FindsTheSameTextBehindANewLoop) {
  const Snapshot before{{function("a.c", "f", {loop("1"), loop("2")})}};
  const Snapshot after{{function("a.c", "f", {loop("9"), loop("1"), loop("2")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("-9", "1-1", "2-2"));
}

TEST(MatchLoops, TakesAnEditedLoopWithTheSameHeadForTheSame) {
  const Snapshot before{{function("a.c", "f", {loop("1", "for (i)"), loop("2", "for (k)")})}};
  const Snapshot after{{function("a.c", "f", {loop("8", "while (p)"), loop("9", "for (k)")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("1-8", "2-9"));
}

TEST(MatchLoops, PrefersTheHeadToThePosition) {
  const Snapshot before{{function("a.c", "f", {loop("1", "for (i)"), loop("2", "for (k)")})}};
  const Snapshot after{{function("a.c", "f", {loop("9", "for (k)")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("1-", "2-9"));
}

TEST(MatchLoops, DoesNotTakeAnInnerLoopForAnOuterOne) {
  const Snapshot before{{function("a.c", "f", {loop("1", "for (i)", 0)})}};
  const Snapshot after{{function("a.c", "f", {loop("9", "while (p)", 1)})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("1-", "-9"));
}

TEST(MatchLoops, FollowsALoopIntoAnotherFunction) {
  const Snapshot before{{function("a.c", "f", {loop("1"), loop("2")})}};
  const Snapshot after{{function("a.c", "f", {loop("2")}), function("a.c", "walk", {loop("1")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("2-2", "1-1"));
}

TEST(MatchLoops, FollowsAFunctionThatIsRenamed) {
  const Snapshot before{{function("a.c", "f", {loop("1"), loop("2", "while (p)", 1)})}};
  const Snapshot after{{function("a.c", "g", {loop("1"), loop("9", "while (q)", 1)})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("1-1", "2-9"));
}

TEST(MatchLoops, FollowsAFunctionIntoAnotherFile) {
  const Snapshot before{{function("a.c", "f", {loop("1")})}};
  const Snapshot after{{function("b.c", "f", {loop("9")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("1-9"));
}

TEST(MatchLoops, KeepsStaticFunctionsOfTheSameNameApart) {
  const Snapshot before{{function("a.c", "f", {loop("1")}), function("b.c", "f", {loop("2")})}};
  const Snapshot after{{function("b.c", "f", {loop("3")}), function("c.c", "f", {loop("4")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("2-3", "1-4"));
}

TEST(MatchLoops, MatchesEachOfEqualLoopsOnce) {
  const Snapshot before{{function("a.c", "f", {loop("1"), loop("1")})}};
  const Snapshot after{{function("a.c", "f", {loop("1")})}};
  EXPECT_THAT(pairs(before, after), ElementsAre("1-1", "1-"));
}

/// What becomes of one loop.
Change changeOf(Standing before, Standing after) {
  const Snapshot one{{function("a.c", "f", {loop("1", "for (i)", 0, before)})}};
  const Snapshot other{{function("a.c", "f", {loop("1", "for (i)", 0, after)})}};
  return compare(one, other).loops.front().change;
}

TEST(Comparison, KnowsWhatIsLost) {
  EXPECT_EQ(changeOf(Standing::Parallel, Standing::Sequential), Change::Lost);
  EXPECT_EQ(changeOf(Standing::Parallel, Standing::NotWorthIt), Change::Lost);
  EXPECT_EQ(changeOf(Standing::Inside, Standing::Sequential), Change::Lost);
}

TEST(Comparison, LosesNothingWhereALayerIsAroundTheLoop) {
  EXPECT_EQ(changeOf(Standing::Parallel, Standing::Inside), Change::Same);
  EXPECT_EQ(changeOf(Standing::Parallel, Standing::InOrderInside), Change::Unable);
  EXPECT_EQ(changeOf(Standing::Inside, Standing::NotWorthIt), Change::Same);
}

TEST(Comparison, KnowsWhatIsGained) {
  EXPECT_EQ(changeOf(Standing::Sequential, Standing::Parallel), Change::Gained);
  EXPECT_EQ(changeOf(Standing::NotWorthIt, Standing::Parallel), Change::Gained);
  EXPECT_EQ(changeOf(Standing::Sequential, Standing::NotWorthIt), Change::Able);
}

TEST(Comparison, TellsLoopsThatAreGoneFromFunctionsThatAre) {
  const Snapshot before{
      {function("a.c", "f", {loop("1"), loop("2")}), function("a.c", "g", {loop("3")})}};
  const Snapshot after{{function("a.c", "f", {loop("1")})}};
  const Comparison all = compare(before, after);
  EXPECT_EQ(countLoops(all, Change::Gone), 1u);
  EXPECT_EQ(countLoops(all, Change::FarGone), 1u);
  EXPECT_EQ(countLost(all), 0u);
}

TEST(Comparison, LosesALayerOfAFunctionThatIsStillThere) {
  FunctionRecord before = function("a.c", "f", {loop("1")}), after = before;
  before.layers = {{.tasks = 3}, {.tasks = 2}};
  after.layers = {{.tasks = 3}};
  EXPECT_EQ(countLost(compare({{before}}, {{after}})), 1u);
}

TEST(Comparison, LosesNoLayerOfWhichALoopIsDistributedInstead) {
  FunctionRecord before = function("a.c", "f", {loop("1", "for (i)", 0, Standing::InOrderInside)});
  before.layers = {{.tasks = 3}};
  const Comparison all = compare({{before}}, {{function("a.c", "f", {loop("1")})}});
  EXPECT_EQ(countLost(all), 0u);
  EXPECT_EQ(countLoops(all, Change::Gained), 1u);
}

} // namespace
} // namespace kasuri::test
