// A pair of accesses is decided once for a loop, unless the budget might have changed the answer.
#include "analysis/dependence/MeetTable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

using namespace kasuri;

namespace {

Access accessAt(int64_t offset) {
  Access access;
  access.offset = Linear(offset);
  access.size = 4;
  access.at = access.origin = ValueId(7);
  return access;
}

/// Asks about pairs, and counts how often one is decided.
struct Asked {
  MeetTable table;
  Viewpoint view{RegionId(3), SymbolId(), [](SymbolId) { return true; }};
  Access one = accessAt(0), other = accessAt(8);
  uint64_t steps = 100; ///< that a decision takes
  bool answer = false;
  int decisions = 0;

  bool ask(Budget &budget) {
    return table.mayMeet(view, one, other, budget, [&] {
      ++decisions;
      budget.spend(std::min(steps, budget.share()));
      return answer;
    });
  }
};

} // namespace

TEST(MeetTable, ThePairIsDecidedOnceAndPaidForEachTime) {
  Asked asked;
  Budget budget(100'000);
  EXPECT_FALSE(asked.ask(budget));
  asked.answer = true; // nobody is asked
  EXPECT_FALSE(asked.ask(budget));
  EXPECT_EQ(asked.decisions, 1);
  EXPECT_EQ(budget.left(), 100'000U - 2 * asked.steps);
}

TEST(MeetTable, OtherAccessesOrdersSkewsAndLoopsAreOtherQuestions) {
  Asked asked;
  Budget budget(100'000);
  asked.ask(budget);
  std::swap(asked.one, asked.other);
  asked.ask(budget);
  EXPECT_EQ(asked.decisions, 2);
  asked.one.size = 8;
  asked.ask(budget);
  EXPECT_EQ(asked.decisions, 3);
  asked.one.condition = ConditionId(size_t{1});
  asked.ask(budget);
  EXPECT_EQ(asked.decisions, 4);
  asked.view.skew = Skew{Linear(0), Linear(1), 2};
  asked.ask(budget);
  EXPECT_EQ(asked.decisions, 5);
  asked.view.skew->slope = 3;
  asked.ask(budget);
  EXPECT_EQ(asked.decisions, 6);
  asked.view.loop = RegionId(size_t{4});
  asked.ask(budget);
  EXPECT_EQ(asked.decisions, 7);
}

TEST(MeetTable, ALoopIsForgottenWhenAnotherOneComes) {
  Asked asked;
  Budget budget(100'000);
  asked.ask(budget);
  asked.view.loop = RegionId(size_t{4});
  asked.ask(budget);
  asked.view.loop = RegionId(size_t{3});
  asked.answer = true;
  EXPECT_TRUE(asked.ask(budget));
}

TEST(MeetTable, AnAnswerForWantOfBudgetIsNotKept) {
  Asked asked;
  asked.steps = 1000;
  asked.answer = true;
  Budget small(1000), large(1'000'000);
  EXPECT_TRUE(asked.ask(small));
  asked.answer = false;
  EXPECT_FALSE(asked.ask(large));
}

TEST(MeetTable, ASmallerBudgetDecidesAnew) {
  Asked asked;
  asked.steps = 1000;
  Budget large(1'000'000), small(1000);
  EXPECT_FALSE(asked.ask(large));
  asked.answer = true;
  EXPECT_TRUE(asked.ask(small));
  EXPECT_EQ(asked.decisions, 2);
}
