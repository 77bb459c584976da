// Do two accesses meet? Asked of accesses that the walk over a function has recorded.
#include "ProgramMaker.h"
#include "analysis/access/Effects.h"
#include "analysis/pointers/CallCycles.h"
#include "analysis/pointers/FindPointsTo.h"
#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/Touches.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

/// The accesses of a program that a test has built.
class Analysed {
public:
  explicit Analysed(ProgramMaker &build)
      : program(build.program()), function(build.function()), pointsTo(findPointsTo(program)),
        effects(findEffects(program, pointsTo, findCallCycles(program, pointsTo),
                            Budget(defaultAnalysisBudget), {})) {}

  /// The one access of a load or a store.
  const Access &at(ValueId value) const {
    const std::vector<Access> &accesses = effects.functions[function.index()].accessesAt(value);
    EXPECT_EQ(accesses.size(), 1U);
    return accesses.front();
  }

  /// In an earlier iteration the first, and in a later one the second.
  bool mayMeetAcross(RegionId loop, ValueId first, ValueId second,
                     uint64_t steps = defaultAnalysisBudget) const {
    Budget budget(steps);
    const Viewpoint view = acrossIterations(program, effects, function, loop);
    return mayMeet(effects, budget, view, at(first), at(second));
  }

  bool mayTouch(ValueId a, ValueId b) const {
    return mayTouchSame(effects, pointsTo, at(a), at(b));
  }

  bool isNeverBelow(ValueId access, int64_t bytes) const {
    Budget budget(defaultAnalysisBudget);
    const auto above = Linear::add(at(access).offset, Linear(-bytes));
    return isNeverNegative(effects, budget, *above);
  }

private:
  Program program;
  FunctionId function;
  PointsTo pointsTo;
  Effects effects;
};

/// `for (i = 0; i < bound; i++) a[written] = a[read];` on one array of the caller's.
struct Copying {
  ProgramMaker build;
  ValueId write, read;
  RegionId loop;

  using Index = std::function<ValueId(ProgramMaker &, ValueId i)>;
  Copying(int64_t bound, const Index &written, const Index &taken) {
    const ObjectId a = build.restrictPointer("a");
    loop = build.countedLoop("i", bound, [&](ValueId i) {
      read = build.load(build.element(build.load(a), taken(build, i)));
      write = build.store(build.element(build.load(a), written(build, i)), read);
    });
  }
};

Copying::Index linear(int64_t factor, int64_t addend) {
  return [=](ProgramMaker &build, ValueId i) {
    return build.plus(build.binary(Op::Mul, i, build.constant(factor)), addend);
  };
}

} // namespace

TEST(DependenceQueriesTest, TheSameElementInEachIterationMeetsInNoOther) {
  Copying copying(100, linear(1, 0), linear(1, 0));
  const Analysed analysed(copying.build);
  EXPECT_FALSE(analysed.mayMeetAcross(copying.loop, copying.write, copying.read));
  EXPECT_FALSE(analysed.mayMeetAcross(copying.loop, copying.read, copying.write));
}

TEST(DependenceQueriesTest, TheNextElementIsReadBeforeItIsWritten) {
  Copying copying(100, linear(1, 0), linear(1, 1));
  const Analysed analysed(copying.build);
  EXPECT_TRUE(analysed.mayMeetAcross(copying.loop, copying.read, copying.write));
  EXPECT_FALSE(analysed.mayMeetAcross(copying.loop, copying.write, copying.read));
}

TEST(DependenceQueriesTest, EvenAndOddElementsNeverMeet) {
  Copying copying(100, linear(2, 0), linear(2, 1));
  const Analysed analysed(copying.build);
  EXPECT_FALSE(analysed.mayMeetAcross(copying.loop, copying.read, copying.write));
  EXPECT_FALSE(analysed.mayMeetAcross(copying.loop, copying.write, copying.read));
}

TEST(DependenceQueriesTest, ADistanceMeetsOnlyWithinTheTrips) {
  Copying within(11, linear(1, 10), linear(1, 0)), beyond(10, linear(1, 10), linear(1, 0));
  EXPECT_TRUE(Analysed(within.build).mayMeetAcross(within.loop, within.write, within.read));
  EXPECT_FALSE(Analysed(beyond.build).mayMeetAcross(beyond.loop, beyond.write, beyond.read));
}

TEST(DependenceQueriesTest, WithoutBudgetTheyMayMeet) {
  Copying copying(100, linear(2, 0), linear(2, 1));
  EXPECT_TRUE(Analysed(copying.build).mayMeetAcross(copying.loop, copying.read, copying.write, 0));
}

TEST(DependenceQueriesTest, AProductWithTheCounterKeepsRowsApart) {
  ProgramMaker build;
  const ObjectId a = build.restrictPointer("a"), w = build.parameter("w", intType);
  ValueId write;
  RegionId inner;
  build.countedLoop("y", 100, [&](ValueId y) {
    const ValueId row = build.binary(Op::Mul, y, build.load(w));
    inner = build.countedLoop("x", w, [&](ValueId x) {
      const ValueId index = build.binary(Op::Add, row, x);
      write = build.store(build.element(build.load(a), index), x);
    });
  });
  EXPECT_FALSE(Analysed(build).mayMeetAcross(inner, write, write));
}

TEST(DependenceQueriesTest, ParametersMayPointToOnePlaceUnlessOneIsRestrict) {
  for (bool isRestrict : {false, true}) {
    ProgramMaker build;
    const ObjectId a = isRestrict ? build.restrictPointer("a") : build.parameter("a", pointerType);
    const ObjectId b = build.parameter("b", pointerType);
    const ValueId write = build.store(build.load(a), build.constant(1));
    const ValueId read = build.load(build.load(b), intType);
    EXPECT_EQ(Analysed(build).mayTouch(write, read), !isRestrict);
  }
}

TEST(DependenceQueriesTest, ElementsOfOneArrayAreToldApartByTheirBytes) {
  ProgramMaker build;
  const ObjectId table = build.globalArray("table", 100), other = build.globalArray("other", 100);
  const ObjectId n = build.parameter("n", intType);
  auto at = [&](ObjectId array, ValueId index) {
    return build.store(build.element(build.address(array), index, 100), build.constant(0));
  };
  const ValueId first = at(table, build.load(n)), next = at(table, build.plus(build.load(n), 1));
  const ValueId fixed = at(table, build.constant(7)), elsewhere = at(other, build.load(n));
  const Analysed analysed(build);
  EXPECT_FALSE(analysed.mayTouch(first, next));
  EXPECT_TRUE(analysed.mayTouch(first, fixed));
  EXPECT_FALSE(analysed.mayTouch(first, elsewhere));
}

TEST(DependenceQueriesTest, TheHeadOfALoopBoundsItsCounter) {
  ProgramMaker build;
  const ObjectId a = build.restrictPointer("a"), n = build.parameter("n", intType);
  ValueId write;
  build.countedLoop("i", n, [&](ValueId i) {
    const ValueId left = build.binary(Op::Sub, build.plus(build.load(n), -1), i);
    write = build.store(build.element(build.load(a), left), i);
  });
  const Analysed analysed(build);
  EXPECT_TRUE(analysed.isNeverBelow(write, 0));
  EXPECT_FALSE(analysed.isNeverBelow(write, 1));
}

/// What it takes to see that a sum of so many numbers, each from 0 to 9, is not negative.
static uint64_t stepsForSum(unsigned numbers) {
  Effects effects;
  Linear sum;
  for (unsigned each = 0; each < numbers; ++each) {
    effects.symbols.emplace_back().range = {0, 9};
    sum = *Linear::add(sum, Linear::symbol(SymbolId(each)));
  }
  Budget budget(defaultAnalysisBudget);
  EXPECT_TRUE(isNeverNegative(effects, budget, sum));
  return budget.steps() - budget.left();
}

TEST(DependenceQueries, AnOperationOnALargeSetIsSeveralSteps) {
  EXPECT_EQ(stepsForSum(1), 100U);
  EXPECT_EQ(stepsForSum(2), 100U);
  EXPECT_GE(stepsForSum(60), 100U * 25); // the first attempt suffices, or the second with 800
}

TEST(DependenceQueries, AQuestionGetsNoMoreThanItsShareOfTheBudget) {
  Effects effects;
  Linear sum;
  for (unsigned each = 0; each < 60; ++each) {
    effects.symbols.emplace_back().range = {0, 9};
    sum = *Linear::add(sum, Linear::symbol(SymbolId(each)));
  }
  Budget budget(1000); // 10 steps: not one operation
  EXPECT_FALSE(isNeverNegative(effects, budget, sum));
  EXPECT_TRUE(budget.hasGivenUp());
  EXPECT_EQ(budget.left(), 990U);
}
