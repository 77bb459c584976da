// What does a program test in front of a loop, and where is no test of use?
#include "Verdict.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

using Kind = Guard::Test::Kind;

/// `for (i = 0; i < n; i++) { ... }` in a function with pointers `a` and `b` and numbers `m`, `k`.
class Loop {
public:
  using Body = std::function<void(Loop &)>;
  enum class Pointers : uint8_t { Plain, Restrict };

  explicit Loop(const Body &body, Pointers pointers = Pointers::Plain) {
    const bool isRestrict = pointers == Pointers::Restrict;
    a = isRestrict ? build.restrictPointer("a") : build.parameter("a", pointerType);
    b = isRestrict ? build.restrictPointer("b") : build.parameter("b", pointerType);
    n = build.parameter("n", intType);
    m = build.parameter("m", intType);
    k = build.parameter("k", intType);
    loop = build.countedLoop("i", n, [&](ValueId counter) {
      i = counter;
      body(*this);
    });
  }

  Verdict verdict() { return {build, loop}; }

  ValueId of(ObjectId pointer, ValueId index) { return build.element(build.load(pointer), index); }
  void copy(ValueId to, ValueId from) { build.store(to, build.load(from)); }
  ValueId times(ValueId value, ValueId factor) { return build.binary(Op::Mul, value, factor); }
  ValueId plus(ValueId value, ValueId term) { return build.binary(Op::Add, value, term); }

  ProgramMaker build;
  ObjectId a, b, n, m, k;
  ValueId i;
  RegionId loop;
};

void copyElements(Loop &its) { its.copy(its.of(its.a, its.i), its.of(its.b, its.i)); }

/// All ways in which the guards may hold, in order.
std::vector<Kind> kindsOf(const Verdict &verdict) {
  std::vector<Kind> kinds;
  for (const Guard &guard : verdict->guards)
    for (const Guard::Test &test : guard.alternatives)
      kinds.push_back(test.kind);
  return kinds;
}

bool mentions(const GuardValue &value, ObjectId object) {
  return value.object == object ||
         std::any_of(value.operands.begin(), value.operands.end(),
                     [&](const GuardValue &operand) { return mentions(operand, object); });
}

} // namespace

// The numbers that tests are made of.

TEST(Guards, ConstantsAreAddedAndMultiplied) {
  EXPECT_EQ(sum(constantOf(3), constantOf(4)), constantOf(7));
  EXPECT_EQ(product(constantOf(3), constantOf(4)), constantOf(12));
}

TEST(Guards, AValueForTwoIterationsKnowsTheLastOne) {
  const GuardValue last{.op = GuardValue::Op::LastIteration};
  EXPECT_EQ(forTwoIterations(sum(product(last, constantOf(8)), constantOf(4))), 12);
}

TEST(Guards, AValueForTwoIterationsDoesNotKnowVariables) {
  const GuardValue variable{.op = GuardValue::Op::Variable, .object = ObjectId(1)};
  EXPECT_FALSE(forTwoIterations(sum(variable, constantOf(4))));
}

TEST(Guards, TheExtremesOfConstantsAreTheseThemselves) {
  EXPECT_EQ(forTwoIterations(extreme(constantOf(3), constantOf(4), true)), 4);
  EXPECT_EQ(forTwoIterations(extreme(constantOf(3), constantOf(4), false)), 3);
}

// Ranges of two pointers.

TEST(Guards, PointersThatMayBeTheSameAreTested) {
  Loop its(copyElements);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_EQ(kindsOf(verdict), std::vector<Kind>{Kind::Apart});
  const Guard::Test &test = verdict->guards.at(0).alternatives.at(0);
  EXPECT_TRUE(mentions(test.first.low, its.a) || mentions(test.second.low, its.a));
  EXPECT_TRUE(mentions(test.first.low, its.b) || mentions(test.second.low, its.b));
  EXPECT_FALSE(verdict->guards[0].isCondition);
}

TEST(Guards, RestrictPointersAreNotTested) {
  const Verdict verdict = Loop(copyElements, Loop::Pointers::Restrict).verdict();
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_TRUE(verdict->guards.empty());
}

TEST(Guards, PointersThatAreOnlyReadAreNotTested) {
  Loop its([](Loop &each) {
    each.build.load(each.of(each.a, each.i));
    each.build.load(each.of(each.b, each.i));
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_TRUE(verdict->guards.empty());
}

TEST(Guards, APointerThatEachIterationLoadsCannotBeTested) {
  Loop its(
      [](Loop &each) {
        const ValueId pointer = each.build.load(each.of(each.b, each.i), pointerType);
        each.copy(each.of(each.a, each.i), pointer);
      },
      Loop::Pointers::Restrict);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict.isStoppedBy(ObstacleKind::UnknownPointer));
  EXPECT_TRUE(verdict->guards.empty());
}

TEST(Guards, TheRangesCoverAllThatIterationsTouch) { // i + 5: 4 (n - 1) + 20 + 4 bytes
  Loop its([](Loop &each) {
    each.copy(each.of(each.a, each.i), each.of(each.b, each.build.plus(each.i, 5)));
  });
  const Verdict verdict = its.verdict();
  ASSERT_EQ(verdict->guards.size(), 1U);
  const Guard::Test &test = verdict->guards[0].alternatives.at(0);
  const GuardRange &ofB = mentions(test.first.low, its.b) ? test.first : test.second;
  const GuardValue start{.op = GuardValue::Op::Variable, .object = its.b};
  EXPECT_EQ(ofB.low, sum(start, constantOf(20)));
  EXPECT_TRUE(mentions(ofB.end, its.b));
  EXPECT_FALSE(ofB.end == ofB.low);
}

// Distances in one array.

TEST(Guards, ADistanceThatIsKnownIsNotTested) {
  Loop its([](Loop &each) {
    each.copy(each.of(each.a, each.i), each.of(each.a, each.build.plus(each.i, 1)));
  });
  const Verdict verdict = its.verdict();
  EXPECT_FALSE(verdict->isParallel);
  EXPECT_TRUE(verdict->guards.empty());
}

TEST(Guards, ADistanceThatAVariableHoldsIsTested) {
  Loop its([](Loop &each) {
    each.copy(each.of(each.a, each.i), each.of(each.a, each.plus(each.i, each.build.load(each.k))));
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_FALSE(verdict->guards.empty());
  const Guard::Test &test = verdict->guards[0].alternatives.at(0);
  EXPECT_TRUE(mentions(test.first.low, its.k) || mentions(test.second.low, its.k));
}

TEST(Guards, APlaceThatEachIterationLoadsCannotBeTested) {
  Loop its(
      [](Loop &each) {
        const ValueId index = each.build.load(each.of(each.b, each.i));
        each.copy(each.of(each.a, each.i), each.of(each.a, index));
      },
      Loop::Pointers::Restrict);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict.isStoppedBy(ObstacleKind::NonAffineSubscript));
  EXPECT_TRUE(verdict->guards.empty());
}

// Strides that variables hold.

TEST(Guards, RowsOfAVariableLengthMustBeLongEnough) {
  Loop its(
      [](Loop &each) {
        each.build.countedLoop("j", each.k, [&](ValueId j) {
          const ValueId row = each.times(each.i, each.build.load(each.m));
          each.build.store(each.of(each.a, each.plus(row, j)), j);
        });
      },
      Loop::Pointers::Restrict);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_EQ(kindsOf(verdict), std::vector<Kind>{Kind::WithinStride});
  const Guard::Test &test = verdict->guards.at(0).alternatives.at(0);
  EXPECT_TRUE(mentions(test.stride, its.m));
  EXPECT_TRUE(mentions(test.first.end, its.k));
}

TEST(Guards, RowsThatAreAsLongAsTheStrideAreNotTested) {
  Loop its(
      [](Loop &each) {
        each.build.countedLoop("j", each.m, [&](ValueId j) {
          const ValueId row = each.times(each.i, each.build.load(each.m));
          each.build.store(each.of(each.a, each.plus(row, j)), j);
        });
      },
      Loop::Pointers::Restrict);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_TRUE(verdict->guards.empty());
}

// Conditions of the body.

namespace {

/// `if (number < 0) outside();`, and then the elements are copied.
void callOutsideIfNegative(Loop &its, const std::function<ValueId()> &number) {
  its.build.branch(
      [&] { return its.build.compare(Relation::Less, number(), its.build.constant(0)); },
      [&] { its.build.callUnknown("outside", {}); });
  copyElements(its);
}

} // namespace

TEST(Guards, AConditionThatStopsTheLoopIsTested) {
  Loop its([](Loop &each) { callOutsideIfNegative(each, [&] { return each.build.load(each.m); }); },
           Loop::Pointers::Restrict);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_EQ(verdict->guards.size(), 1U);
  EXPECT_TRUE(verdict->guards[0].isCondition);
}

TEST(Guards, AConditionThatDiffersByIterationCannotBeTested) {
  Loop its(
      [](Loop &each) {
        callOutsideIfNegative(each, [&] { return each.build.load(each.of(each.b, each.i)); });
      },
      Loop::Pointers::Restrict);
  const Verdict verdict = its.verdict();
  EXPECT_FALSE(verdict->isParallel);
  EXPECT_TRUE(verdict->guards.empty());
}

TEST(Guards, WhatHappensWithoutAConditionCannotBeTestedAway) {
  Loop its(
      [](Loop &each) {
        each.build.callUnknown("outside", {});
        copyElements(each);
      },
      Loop::Pointers::Restrict);
  EXPECT_FALSE(its.verdict()->isParallel);
}
