// What may each iteration of a loop have for itself, and what becomes of it behind the loop?
#include "Verdict.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr int64_t rows = 100, columns = 10;

/// `for (i = 0; i < rows; i++) { ... }` in a function that reads `in` and writes `out`.
class Rows {
public:
  using Part = std::function<void(Rows &)>;

  explicit Rows(const Part &body, const Part &behind = {}) {
    in = build.restrictPointer("in");
    out = build.restrictPointer("out");
    t = build.local("t", intType);
    line = build.local("line", {ValueType::Kind::Aggregate, false, 0, 4 * columns}, true);
    build.store(t, build.constant(0));
    loop = build.countedLoop("i", rows, [&](ValueId counter) {
      i = counter;
      body(*this);
    });
    if (behind)
      behind(*this);
  }

  Verdict verdict() { return {build, loop}; }

  ValueId input() { return build.load(build.element(build.load(in), i)); }
  void output(ValueId value) { build.store(build.element(build.load(out), i), value); }
  ValueId cell(ValueId index) { return build.element(build.address(line), index, columns); }
  /// `for (j = 0; j < end; j++) line[j] = in[i];`
  void fill(int64_t end = columns) {
    build.countedLoop("j", end, [&](ValueId j) { build.store(cell(j), input()); });
  }
  void outputCell(int64_t index) { output(build.load(cell(build.constant(index)))); }

  ProgramMaker build;
  ObjectId in, out, t, line;
  ValueId i;
  RegionId loop;
};

void setAndUse(Rows &its) {
  its.build.store(its.t, its.input());
  its.output(its.build.load(its.t));
}

} // namespace

// Scalars.

TEST(Privates, AScalarThatIsSetFirstIsPrivate) {
  Rows its(setAndUse);
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_TRUE(verdict.copyOf(its.t));
  EXPECT_FALSE(verdict.copyOf(its.t)->copyOut);
}

TEST(Privates, AScalarThatIsReadFirstIsCarried) {
  Rows its([](Rows &row) {
    row.output(row.build.load(row.t));
    row.build.store(row.t, row.input());
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict.isStoppedBy(ObstacleKind::ScalarCarried));
  EXPECT_FALSE(verdict.copyOf(its.t));
}

TEST(Privates, AScalarThatIsSetInOneArmOnlyIsCarried) {
  Rows its([](Rows &row) {
    row.build.branch([&] { return row.build.compare(Relation::Less, row.input(), row.i); },
                     [&] { row.build.store(row.t, row.i); });
    row.output(row.build.load(row.t));
  });
  EXPECT_TRUE(its.verdict().isStoppedBy(ObstacleKind::ScalarCarried));
}

TEST(Privates, AScalarThatIsSetInBothArmsIsPrivate) {
  Rows its([](Rows &row) {
    row.build.branch([&] { return row.build.compare(Relation::Less, row.input(), row.i); },
                     [&] { row.build.store(row.t, row.i); },
                     [&] { row.build.store(row.t, row.build.constant(0)); });
    row.output(row.build.load(row.t));
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_TRUE(verdict.copyOf(its.t));
}

TEST(Privates, AScalarThatIsReadBehindTheLoopIsCopiedOut) {
  Rows its(setAndUse, [](Rows &row) { row.build.returns(row.build.load(row.t)); });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_TRUE(verdict.copyOf(its.t));
  EXPECT_TRUE(verdict.copyOf(its.t)->copyOut);
  EXPECT_FALSE(verdict.copyOf(its.t)->mayBeUnset);
}

TEST(Privates, AScalarThatSomeIterationsLeaveAloneMayBeUnset) {
  Rows its(
      [](Rows &row) {
        row.build.branch([&] { return row.build.compare(Relation::Less, row.input(), row.i); },
                         [&] { setAndUse(row); });
      },
      [](Rows &row) { row.build.returns(row.build.load(row.t)); });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_TRUE(verdict.copyOf(its.t));
  EXPECT_TRUE(verdict.copyOf(its.t)->copyOut);
  EXPECT_TRUE(verdict.copyOf(its.t)->mayBeUnset);
}

TEST(Privates, AScalarThatIsSetAnewBehindTheLoopIsNotCopiedOut) {
  Rows its(setAndUse, [](Rows &row) {
    row.build.store(row.t, row.build.constant(0));
    row.build.returns(row.build.load(row.t));
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_TRUE(verdict.copyOf(its.t));
  EXPECT_FALSE(verdict.copyOf(its.t)->copyOut);
}

TEST(Privates, AScalarThatAdvancesIsAnInduction) {
  Rows its([](Rows &row) {
    row.output(row.build.load(row.t));
    row.build.store(row.t, row.build.plus(row.build.load(row.t), 2));
  });
  const Verdict verdict = its.verdict();
  EXPECT_FALSE(verdict.copyOf(its.t));
  ASSERT_EQ(verdict->inductions.size(), 1U);
  EXPECT_EQ(verdict->inductions[0].object, its.t);
  EXPECT_EQ(verdict->inductions[0].step, 2);
}

TEST(Privates, AScalarThatOnlySomeIterationsAdvanceIsCarried) {
  Rows its([](Rows &row) {
    row.output(row.build.load(row.t));
    row.build.branch([&] { return row.build.compare(Relation::Less, row.input(), row.i); },
                     [&] { row.build.store(row.t, row.build.plus(row.build.load(row.t), 2)); });
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict.isStoppedBy(ObstacleKind::ScalarCarried));
  EXPECT_TRUE(verdict->inductions.empty());
}

// Arrays.

TEST(Privates, AnArrayThatIsFilledFirstIsPrivate) {
  Rows its([](Rows &row) {
    row.fill();
    row.outputCell(3);
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_TRUE(verdict.copyOf(its.line));
  EXPECT_FALSE(verdict.copyOf(its.line)->copyOut);
}

TEST(Privates, AnArrayThatIsReadBeyondWhatWasFilledIsNot) {
  Rows its([](Rows &row) {
    row.fill(3);
    row.outputCell(3);
  });
  const Verdict verdict = its.verdict();
  EXPECT_FALSE(verdict->isParallel);
  EXPECT_FALSE(verdict.copyOf(its.line));
}

TEST(Privates, AnArrayThatIsFilledAsFarAsItIsReadIsPrivate) {
  Rows its([](Rows &row) {
    row.fill(4);
    row.outputCell(3);
  });
  EXPECT_TRUE(its.verdict().copyOf(its.line));
}

TEST(Privates, AnArrayThatIsFilledAfterItIsReadIsNot) {
  Rows its([](Rows &row) {
    row.outputCell(3);
    row.fill();
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict.isStoppedBy(ObstacleKind::CarriedFlow) ||
              verdict.isStoppedBy(ObstacleKind::CarriedOutput));
  EXPECT_FALSE(verdict.copyOf(its.line));
}

TEST(Privates, AnArrayThatIsReadBehindTheLoopIsCopiedOut) {
  Rows its(
      [](Rows &row) {
        row.fill();
        row.outputCell(3);
      },
      [](Rows &row) { row.build.returns(row.build.load(row.cell(row.build.constant(5)))); });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_TRUE(verdict.copyOf(its.line));
  EXPECT_TRUE(verdict.copyOf(its.line)->copyOut);
  EXPECT_EQ(verdict.copyOf(its.line)->left,
            (std::vector<std::pair<int64_t, int64_t>>{{0, 4 * columns}}));
}

TEST(Privates, AnArrayOfWhichIterationsFillDifferentPartsIsNotCopiedOut) {
  Rows its(
      [](Rows &row) {
        // line[0 .. i % columns]
        const ValueId end = row.build.binary(Op::Rem, row.i, row.build.constant(columns));
        row.build.store(row.t, end);
        row.build.countedLoop("j", row.t,
                              [&](ValueId j) { row.build.store(row.cell(j), row.input()); });
      },
      [](Rows &row) { row.build.returns(row.build.load(row.cell(row.build.constant(5)))); });
  const Verdict verdict = its.verdict();
  EXPECT_FALSE(verdict->isParallel);
  EXPECT_FALSE(verdict.copyOf(its.line));
}

TEST(Privates, AnArrayOfWhichEachIterationHasItsElementNeedsNoCopy) {
  ProgramMaker build;
  const ObjectId array = build.globalArray("array", rows);
  const RegionId loop = build.countedLoop("i", rows, [&](ValueId i) {
    build.store(build.element(build.address(array), i, rows), i);
    build.load(build.element(build.address(array), i, rows));
  });
  const Verdict verdict(build, loop);
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_TRUE(verdict->guards.empty());
  EXPECT_FALSE(verdict.copyOf(array));
}

// Arrays that functions fill.

TEST(Privates, AnArrayThatAFunctionFillsIsPrivate) {
  ProgramMaker build;
  const FunctionId fill = build.beginFunction("fill");
  const ObjectId target = build.restrictPointer("target");
  build.countedLoop("j", columns, [&](ValueId j) {
    build.store(build.element(build.load(target), j), build.constant(1));
  });
  build.beginFunction("g");
  const ObjectId out = build.restrictPointer("out");
  const ObjectId line =
      build.local("line", {ValueType::Kind::Aggregate, false, 0, 4 * columns}, true);
  const RegionId loop = build.countedLoop("i", rows, [&](ValueId i) {
    build.call(fill, {build.field(build.address(line), 0, 4 * columns)});
    build.store(build.element(build.load(out), i),
                build.load(build.element(build.address(line), build.constant(3), columns)));
  });
  const Verdict verdict(build, loop);
  EXPECT_TRUE(verdict->isParallel);
  EXPECT_TRUE(verdict.copyOf(line));
}

TEST(Privates, AnArrayThatAFunctionKeepsIsNot) {
  ProgramMaker build;
  const ObjectId kept = build.globalPointer("kept");
  const FunctionId fill = build.beginFunction("fill");
  const ObjectId target = build.restrictPointer("target");
  build.store(kept, build.load(target));
  build.countedLoop("j", columns, [&](ValueId j) {
    build.store(build.element(build.load(target), j), build.constant(1));
  });
  build.beginFunction("g");
  const ObjectId out = build.restrictPointer("out");
  const ObjectId line =
      build.local("line", {ValueType::Kind::Aggregate, false, 0, 4 * columns}, true);
  const RegionId loop = build.countedLoop("i", rows, [&](ValueId i) {
    build.call(fill, {build.field(build.address(line), 0, 4 * columns)});
    build.store(build.element(build.load(out), i),
                build.load(build.element(build.address(line), build.constant(3), columns)));
  });
  const Verdict verdict(build, loop);
  EXPECT_FALSE(verdict->isParallel);
  EXPECT_FALSE(verdict.copyOf(line));
}

// Places behind pointers.

TEST(Privates, APlaceThatIsSetFirstIsPrivate) {
  Rows its([](Rows &row) {
    auto place = [&] { return row.build.element(row.build.load(row.in), row.build.constant(0)); };
    row.build.store(place(), row.i);
    row.output(row.build.load(place()));
  });
  const Verdict verdict = its.verdict();
  EXPECT_TRUE(verdict->isParallel);
  ASSERT_EQ(verdict->privates.size(), 1U);
  ASSERT_TRUE(verdict->privates[0].place);
  EXPECT_EQ(verdict->privates[0].place->bytes, 4U);
  EXPECT_EQ(verdict->privates[0].place->accesses.size(), 2U);
}

TEST(Privates, APlaceThatIsReadFirstIsNot) {
  Rows its([](Rows &row) {
    auto place = [&] { return row.build.element(row.build.load(row.in), row.build.constant(0)); };
    row.output(row.build.load(place()));
    row.build.store(place(), row.i);
  });
  const Verdict verdict = its.verdict();
  EXPECT_FALSE(verdict->isParallel);
  EXPECT_TRUE(verdict->privates.empty());
}
