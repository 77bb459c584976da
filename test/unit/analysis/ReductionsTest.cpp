// Which updates of a variable are reductions, and which near ones are not?
#include "analysis/reduction/Reductions.h"
#include "ProgramMaker.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr ValueType doubleType = {ValueType::Kind::Floating, true, 64, 8};
constexpr ValueType charType = integerType(true, 8);

/// `for (i = 0; i < n; i++) { ... }` in a function with variables `s` and `at` and an array `a`.
class Loop {
public:
  using Body = std::function<void(Loop &)>;

  explicit Loop(const Body &body, const ValueType &type = intType) : type(type) {
    a = build.restrictPointer("a");
    n = build.parameter("n", intType);
    s = build.local("s", type);
    at = build.local("at", intType);
    loop = build.countedLoop("i", n, [&](ValueId counter) {
      i = counter;
      body(*this);
    });
  }

  std::optional<Reduction> found() { return ReductionFinder(build.program(), loop).find(s); }
  std::optional<Reduction> foundAt(ValueId store) {
    return ReductionFinder(build.program(), loop).findAt(store);
  }
  std::optional<Reduction> histogram(ValueId store) {
    return ReductionFinder(build.program(), loop).findHistogram(store, 1);
  }
  bool isOf(ReductionKind kind) {
    const std::optional<Reduction> reduction = found();
    return reduction && reduction->kind == kind;
  }

  /// `a[i]`, in the type of `s`.
  ValueId term() { return build.load(build.element(build.load(a), i), type); }
  ValueId updated(Op op) { return build.binary(op, build.load(s), term()); }

  ProgramMaker build;
  ValueType type;
  ObjectId a, n, s, at;
  ValueId i;
  RegionId loop;
};

/// `s = s op a[i]`
Loop withUpdate(Op op, const ValueType &type = intType) {
  return Loop([&](Loop &its) { its.build.store(its.s, its.updated(op)); }, type);
}

/// `if (a[i] relation s) { s = a[i]; more }`
Loop withGuardedUpdate(Relation relation, const Loop::Body &more = {},
                       const ValueType &type = intType) {
  return Loop(
      [&](Loop &its) {
        its.build.branch(
            [&] { return its.build.compare(relation, its.term(), its.build.load(its.s)); },
            [&] {
              its.build.store(its.s, its.term());
              if (more)
                more(its);
            });
      },
      type);
}

} // namespace

TEST(Reductions, EachOperationHasItsKind) {
  EXPECT_TRUE(withUpdate(Op::Add).isOf(ReductionKind::Sum));
  EXPECT_TRUE(withUpdate(Op::Sub).isOf(ReductionKind::Sum));
  EXPECT_TRUE(withUpdate(Op::Mul).isOf(ReductionKind::Product));
  EXPECT_TRUE(withUpdate(Op::And).isOf(ReductionKind::And));
  EXPECT_TRUE(withUpdate(Op::Or).isOf(ReductionKind::Or));
  EXPECT_TRUE(withUpdate(Op::Xor).isOf(ReductionKind::Xor));
}

TEST(Reductions, OtherOperationsAreNone) {
  EXPECT_FALSE(withUpdate(Op::Div).found());
  EXPECT_FALSE(withUpdate(Op::Shl).found());
}

TEST(Reductions, AVariableThatIsSubtractedFromATermIsNone) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.build.binary(Op::Sub, its.term(), its.build.load(its.s)));
  });
  EXPECT_FALSE(loop.found());
}

TEST(Reductions, TheTermMayComeFirstInASum) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.build.binary(Op::Add, its.term(), its.build.load(its.s)));
  });
  EXPECT_TRUE(loop.isOf(ReductionKind::Sum));
}

TEST(Reductions, ADoubledVariableIsNone) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.build.binary(Op::Add, its.build.load(its.s), its.build.load(its.s)));
  });
  EXPECT_FALSE(loop.found());
}

TEST(Reductions, ARunningSumThatIsReadIsNone) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.updated(Op::Add));
    its.build.store(its.build.element(its.build.load(its.a), its.i), its.build.load(its.s));
  });
  EXPECT_FALSE(loop.found());
}

TEST(Reductions, AnUpdateWhoseResultIsUsedIsNone) {
  Loop loop([](Loop &its) {
    const ValueId sum = its.updated(Op::Add);
    its.build.store(its.s, sum);
    its.build.store(its.build.element(its.build.load(its.a), its.i), sum);
  });
  EXPECT_FALSE(loop.found());
}

TEST(Reductions, UpdatesOfOneKindAreOneReduction) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.updated(Op::Add));
    its.build.store(its.s, its.updated(Op::Sub));
  });
  EXPECT_TRUE(loop.isOf(ReductionKind::Sum));
}

TEST(Reductions, UpdatesOfTwoKindsAreNone) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.updated(Op::Add));
    its.build.store(its.s, its.updated(Op::Mul));
  });
  EXPECT_FALSE(loop.found());
}

TEST(Reductions, AnAssignmentBesideTheUpdateIsNone) {
  Loop loop([](Loop &its) {
    its.build.store(its.s, its.updated(Op::Add));
    its.build.store(its.s, its.term());
  });
  EXPECT_FALSE(loop.found());
}

// Narrow variables are updated in the arithmetic of int.

TEST(Reductions, ConversionsThatKeepTheVariablesBitsAreAllowed) {
  Loop loop(
      [](Loop &its) {
        const ValueId wide = its.build.convert(its.build.load(its.s), intType);
        const ValueId sum = its.build.binary(Op::Add, wide, its.build.convert(its.term(), intType));
        its.build.store(its.s, its.build.convert(sum, charType));
      },
      charType);
  ASSERT_TRUE(loop.isOf(ReductionKind::Sum));
  EXPECT_EQ(loop.found()->bits, 32U);
}

TEST(Reductions, AConversionThatCutsTheSumOffIsNone) {
  Loop loop([](Loop &its) {
    its.build.store(its.s,
                    its.build.convert(its.build.convert(its.updated(Op::Add), charType), intType));
  });
  EXPECT_FALSE(loop.found());
}

// Extremes.

TEST(Reductions, AGuardedReplacementIsAnExtreme) {
  EXPECT_TRUE(withGuardedUpdate(Relation::Less).isOf(ReductionKind::Minimum));
  EXPECT_TRUE(withGuardedUpdate(Relation::Greater).isOf(ReductionKind::Maximum));
  EXPECT_FALSE(withGuardedUpdate(Relation::Equal).found());
}

TEST(Reductions, AReplacementByWhatWasNotComparedIsNone) {
  Loop loop([](Loop &its) {
    its.build.branch(
        [&] { return its.build.compare(Relation::Less, its.term(), its.build.load(its.s)); },
        [&] { its.build.store(its.s, its.build.plus(its.term(), 1)); });
  });
  EXPECT_FALSE(loop.found());
}

TEST(Reductions, ASelectionIsAnExtreme) {
  Loop loop([](Loop &its) {
    const ValueId term = its.term();
    const ValueId isMore = its.build.compare(Relation::Greater, term, its.build.load(its.s));
    its.build.store(its.s, its.build.select(isMore, term, its.build.load(its.s)));
  });
  EXPECT_TRUE(loop.isOf(ReductionKind::Maximum));
}

TEST(Reductions, ASelectionTheOtherWayRoundIsTheOtherExtreme) {
  Loop loop([](Loop &its) {
    const ValueId term = its.term();
    const ValueId isMore = its.build.compare(Relation::Greater, term, its.build.load(its.s));
    its.build.store(its.s, its.build.select(isMore, its.build.load(its.s), term));
  });
  EXPECT_TRUE(loop.isOf(ReductionKind::Minimum));
}

TEST(Reductions, EqualIntegersMayReplaceEachOther) {
  EXPECT_TRUE(withGuardedUpdate(Relation::GreaterEqual).isOf(ReductionKind::Maximum));
}

TEST(Reductions, EqualIntegersAreAsGoodAsEachOther) {
  EXPECT_FALSE(withGuardedUpdate(Relation::GreaterEqual).found()->isLast);
}

TEST(Reductions, OfEqualFloatingNumbersTheLastIsKept) { // 0 and -0 are equal
  EXPECT_FALSE(withGuardedUpdate(Relation::Greater, {}, doubleType).found()->isLast);
  Loop loop = withGuardedUpdate(Relation::GreaterEqual, {}, doubleType);
  ASSERT_TRUE(loop.isOf(ReductionKind::Maximum));
  EXPECT_TRUE(loop.found()->isLast);
}

TEST(Reductions, WhatIsSetWithAnExtremeIsItsCompanion) {
  Loop loop = withGuardedUpdate(Relation::Less, [](Loop &its) { its.build.store(its.at, its.i); });
  ASSERT_TRUE(loop.isOf(ReductionKind::Minimum));
  EXPECT_EQ(loop.found()->companions, std::vector<ObjectId>{loop.at});
}

TEST(Reductions, OfEqualTermsTheLastKeepsItsCompanion) {
  Loop loop =
      withGuardedUpdate(Relation::LessEqual, [](Loop &its) { its.build.store(its.at, its.i); });
  ASSERT_TRUE(loop.isOf(ReductionKind::Minimum));
  EXPECT_TRUE(loop.found()->isLast);
  EXPECT_EQ(loop.found()->companions, std::vector<ObjectId>{loop.at});
}

TEST(Reductions, ACompanionThatTheLoopReadsIsNone) {
  Loop loop = withGuardedUpdate(Relation::Less, [](Loop &its) {
    its.build.store(its.at, its.build.plus(its.build.load(its.at), 1));
  });
  EXPECT_FALSE(loop.found());
}

// Floating point keeps the order of the source.

TEST(Reductions, AFloatingSumIsOrdered) {
  Loop sum = withUpdate(Op::Add, doubleType);
  ASSERT_TRUE(sum.isOf(ReductionKind::Sum));
  EXPECT_TRUE(sum.found()->isOrdered());
  EXPECT_FALSE(sum.found()->isConditional);
  EXPECT_FALSE(withUpdate(Op::Add).found()->isOrdered());
}

TEST(Reductions, AFloatingSumMayHaveNoTermInSomeIterations) {
  Loop loop(
      [](Loop &its) {
        its.build.branch([&] { return its.build.compare(Relation::Less, its.i, its.i); },
                         [&] { its.build.store(its.s, its.updated(Op::Add)); });
      },
      doubleType);
  ASSERT_TRUE(loop.found());
  EXPECT_TRUE(loop.found()->isConditional);
}

TEST(Reductions, SeveralFloatingTermsInAnIterationAreListed) {
  Loop loop(
      [](Loop &its) {
        its.build.store(its.s, its.updated(Op::Add));
        its.build.store(its.s, its.updated(Op::Add));
      },
      doubleType);
  ASSERT_TRUE(loop.found());
  EXPECT_TRUE(loop.found()->isOrdered());
  EXPECT_EQ(loop.found()->listed.size(), 2U);
}

TEST(Reductions, FloatingTermsOfAnInnerLoopAreListed) {
  const Loop::Body inner = [](Loop &its) {
    its.build.countedLoop("j", 4, [&](ValueId) { its.build.store(its.s, its.updated(Op::Add)); });
  };
  const auto found = Loop(inner, doubleType).found();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->listed.size(), 1U);
  EXPECT_FALSE(Loop(inner).found()->isListed());
  EXPECT_TRUE(Loop(inner).isOf(ReductionKind::Sum)); // of integers in any order
}

TEST(Reductions, APromiseFreesAFloatingSumOfItsOrder) {
  Loop loop(
      [](Loop &its) {
        its.build.store(its.s, its.updated(Op::Add));
        its.build.store(its.s, its.updated(Op::Add));
      },
      doubleType);
  Program promised = loop.build.program();
  Annotation &promise = promised.annotations.emplace_back();
  promise.kind = Annotation::Kind::Reduction;
  promise.operation = "*";
  promise.region = loop.loop;
  promise.function = loop.build.function();
  promise.objects = {loop.s};
  auto of = [&] { return ReductionFinder(promised, loop.loop).find(loop.s); };
  EXPECT_TRUE(of()->isOrdered()); // of products, which it is not
  promise.operation = "+";
  ASSERT_TRUE(of());
  EXPECT_FALSE(of()->isOrdered());
  EXPECT_FALSE(of()->isListed());
}

// Memory that is no variable.

TEST(Reductions, AnElementThatStaysTheSameIsAPlace) {
  ValueId sum;
  Loop loop([&](Loop &its) {
    auto place = [&] { return its.build.element(its.build.load(its.a), its.build.load(its.n)); };
    const ValueId old = its.build.load(place());
    sum = its.build.store(place(), its.build.plus(old, 3));
  });
  const auto found = loop.foundAt(sum);
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->place);
  EXPECT_EQ(found->place->accesses.size(), 2U);
}

TEST(Reductions, AnElementThatIsSetFromAnotherIsNone) {
  ValueId sum;
  Loop loop([&](Loop &its) {
    auto place = [&](int64_t index) {
      return its.build.element(its.build.load(its.a), its.build.constant(index));
    };
    const ValueId old = its.build.load(place(1));
    sum = its.build.store(place(0), its.build.plus(old, 3));
  });
  EXPECT_FALSE(loop.foundAt(sum));
}

TEST(Reductions, ElementsThatAreCountedUpAreAHistogram) {
  ValueId count;
  Loop loop([&](Loop &its) {
    const ValueId bin = its.build.element(its.build.load(its.a), its.i);
    count = its.build.store(bin, its.build.plus(its.build.load(bin), 1));
  });
  const auto found = loop.histogram(count);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->isHistogram());
  EXPECT_EQ(found->kind, ReductionKind::Sum);
}

TEST(Reductions, AnElementThatGetsItsNeighborsCountIsNoHistogram) {
  ValueId count;
  Loop loop([&](Loop &its) {
    auto bin = [&](int64_t offset) {
      return its.build.element(its.build.load(its.a), its.build.plus(its.i, offset));
    };
    count = its.build.store(bin(0), its.build.plus(its.build.load(bin(1)), 1));
  });
  EXPECT_FALSE(loop.histogram(count));
}

TEST(Reductions, AnArrayThatIsAlsoSetIsNoHistogram) {
  ValueId count;
  Loop loop([&](Loop &its) {
    const ValueId bin = its.build.element(its.build.load(its.a), its.i);
    count = its.build.store(bin, its.build.plus(its.build.load(bin), 1));
    its.build.store(its.build.element(its.build.load(its.a), its.i), its.build.constant(0));
  });
  EXPECT_FALSE(loop.histogram(count));
}
