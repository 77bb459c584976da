// What one instruction computes, as the walk over a function knows it: a base and a linear offset.
#include "ProgramMaker.h"
#include "analysis/access/flow/EvaluateValues.h"
#include "analysis/access/flow/FunctionWalk.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/pointers/FindPointsTo.h"
#include "model/Regions.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace kasuri;

namespace {

using Kind = SymbolicValue::Kind;

/// Evaluates the last function of a program, which has no branches, in source order. The callees
/// are walked as a whole before.
class Evaluated {
public:
  explicit Evaluated(ProgramMaker &build, const std::vector<FunctionId> &callees = {})
      : program(build.program()), pointsTo(findPointsTo(program)), effects(effectsOf(program)),
        summaries{.isReady = std::vector<bool>(program.functions.size()),
                  .assumed = {},
                  .escapedOf = std::vector<std::vector<ObjectId>>(program.functions.size()),
                  .declaredIn = std::vector<std::vector<ObjectId>>(program.regions.size())},
        walk{program,
             pointsTo,
             summaries,
             build.function(),
             effects,
             effects.functions[build.function().index()],
             Budget(defaultAnalysisBudget)} {
    for (FunctionId callee : callees) {
      walkFunction(program, pointsTo, effects, callee, summaries, Budget(defaultAnalysisBudget));
      summaries.isReady[callee.index()] = true;
    }
    for (ValueId value : valuesWithin(program, program[build.function()].body))
      evaluate(walk, value, state);
  }

  SymbolicValue operator[](ValueId value) const { return valueOf(walk, value); }
  const Linear &offset(ValueId value) const { return walk.seen.values.at(value).offset; }
  Linear offset(ValueId value, int64_t distance) const {
    return *Linear::add(offset(value), Linear(distance));
  }
  Range range(ValueId value) const { return rangeOf(effects, offset(value)); }
  /// Of `to - from`.
  Range distance(ValueId from, ValueId to) const {
    return rangeOf(effects, *Linear::add(offset(to), offset(from), -1));
  }
  /// Of the symbol that the value is.
  const Symbol &symbol(ValueId value) const { return effects[offset(value).terms()[0].first]; }
  bool isSymbol(ValueId value) const {
    const Linear &number = offset(value);
    return number.constant() == 0 && number.terms().size() == 1 && number.terms()[0].second == 1;
  }

private:
  static Effects effectsOf(const Program &program) {
    Effects effects;
    effects.functions.resize(program.functions.size());
    return effects;
  }

  Program program;
  PointsTo pointsTo;
  Effects effects;
  Summaries summaries;
  WalkContext walk;
  WalkState state;
};

bool isRange(const Range &range, int64_t low, int64_t high) {
  return range.low == low && range.high == high;
}

} // namespace

TEST(ValuesTest, TwoLoadsOfOneVariableAreOneNumber) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType);
  const ValueId first = build.load(n), second = build.plus(build.load(n), 3);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(second), evaluated.offset(first, 3));
}

TEST(ValuesTest, AStoreGivesTheVariableItsValue) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType), m = build.local("m", intType);
  const ValueId first = build.load(n);
  build.store(m, build.plus(first, 5));
  const ValueId read = build.load(m);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(read), evaluated.offset(first, 5));
}

TEST(ValuesTest, SignedSumsDoNotWrap) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType);
  const ValueId sum = build.plus(build.load(n), 1);
  const Evaluated evaluated(build);
  EXPECT_FALSE(evaluated[sum].mayWrap);
}

TEST(ValuesTest, UnsignedSumsThatMayPassTheEndAreMarked) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", unsignedType);
  const ValueId sum = build.plus(build.load(n), 1);
  const ValueId wide = build.convert(sum, longType);
  const Evaluated evaluated(build);
  EXPECT_TRUE(evaluated[sum].mayWrap);
  // Widened, it is a number of its type, and no longer n + 1.
  EXPECT_FALSE(evaluated[wide].mayWrap);
  EXPECT_TRUE(evaluated.isSymbol(wide));
  EXPECT_TRUE(isRange(evaluated.range(wide), 0, UINT32_MAX));
}

TEST(ValuesTest, UnsignedSumsWithinTheTypeAreExact) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", unsignedType);
  const ValueId low = build.binary(Op::And, build.load(n), build.constant(7, unsignedType));
  const ValueId sum = build.plus(low, 1);
  const Evaluated evaluated(build);
  EXPECT_FALSE(evaluated[sum].mayWrap);
  EXPECT_TRUE(isRange(evaluated.range(sum), 1, 8));
}

TEST(ValuesTest, ProductsDoNotDependOnTheOrder) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType), m = build.parameter("m", intType);
  const ValueId one = build.binary(Op::Mul, build.load(n), build.load(m));
  const ValueId other = build.binary(Op::Mul, build.load(m), build.load(n));
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(one), evaluated.offset(other));
  EXPECT_EQ(evaluated.symbol(one).factors.size(), 2U);
}

TEST(ValuesTest, ProductsOfSumsAreSumsOfProducts) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType), m = build.parameter("m", intType);
  const ValueId product = build.binary(Op::Mul, build.load(n), build.load(m));
  const ValueId next = build.binary(Op::Mul, build.plus(build.load(n), 1), build.load(m));
  const ValueId factor = build.load(m);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(next),
            *Linear::add(evaluated.offset(product), evaluated.offset(factor)));
}

TEST(ValuesTest, ShiftsUpAreProducts) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType);
  const ValueId number = build.load(n);
  const ValueId shifted = build.binary(Op::Shl, number, build.constant(3));
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(shifted), *Linear::scale(evaluated.offset(number), 8));
}

TEST(ValuesTest, RemaindersLieBelowTheirDivisor) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", unsignedType);
  const ValueId rest = build.binary(Op::Rem, build.load(n), build.constant(10, unsignedType));
  const Evaluated evaluated(build);
  EXPECT_TRUE(isRange(evaluated.range(rest), 0, 9));
}

TEST(ValuesTest, RemaindersOfNegativeNumbersMayBeNegative) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType);
  const ValueId rest = build.binary(Op::Rem, build.load(n), build.constant(10));
  const Evaluated evaluated(build);
  EXPECT_LT(evaluated.range(rest).low, 0);
}

TEST(ValuesTest, QuotientsKnowTheirDividend) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", unsignedType);
  const ValueId number = build.load(n);
  const ValueId quotient = build.binary(Op::Div, number, build.constant(4, unsignedType));
  const Evaluated evaluated(build);
  ASSERT_TRUE(evaluated.isSymbol(quotient));
  EXPECT_EQ(evaluated.symbol(quotient).divisor, 4);
  EXPECT_EQ(evaluated.symbol(quotient).dividend, evaluated.offset(number));
  EXPECT_TRUE(isRange(evaluated.range(quotient), 0, UINT32_MAX / 4));
}

TEST(ValuesTest, ConversionsKeepWhatFits) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", integerType(false, 16));
  const ValueId number = build.load(n);
  const ValueId wide = build.convert(number, intType);
  const ValueId narrow = build.convert(wide, integerType(false, 8));
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(wide), evaluated.offset(number));
  EXPECT_NE(evaluated.offset(narrow), evaluated.offset(number));
  EXPECT_TRUE(isRange(evaluated.range(narrow), 0, UINT8_MAX));
}

TEST(ValuesTest, ElementsAreBytesFromTheirArray) {
  ProgramMaker build;
  const ObjectId table = build.globalArray("table", 100);
  const ObjectId n = build.parameter("n", intType);
  const ValueId index = build.load(n);
  const ValueId element = build.element(build.address(table), index, 100);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated[element].kind, Kind::Pointer);
  EXPECT_EQ(evaluated[element].base.object, table);
  EXPECT_EQ(evaluated.offset(element), *Linear::scale(evaluated.offset(index), 4));
  EXPECT_EQ(evaluated[element].confined.extent, 400);
}

TEST(ValuesTest, UnknownIndicesStayInTheDeclaredArray) {
  ProgramMaker build;
  const ObjectId table = build.globalArray("table", 100);
  // As no analysis computes with floating-point numbers, nothing is known of it as an index.
  const ValueId unknown = build.convert(build.constant(0), {ValueType::Kind::Floating, true, 0, 8});
  const ValueId declared = build.element(build.address(table), unknown, 100);
  const ValueId free = build.element(build.address(table), unknown);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated[declared].base.object, table);
  EXPECT_TRUE(isRange(evaluated.range(declared), 0, 4 * 99));
  EXPECT_FALSE(evaluated.range(free).isBounded());
}

TEST(ValuesTest, MembersThatDecayAreConfinedToTheirBytes) {
  ProgramMaker build;
  const ObjectId p = build.parameter("p", pointerType);
  const ValueId pointer = build.load(p);
  const ValueId member = build.field(pointer, 16, 40);
  const ValueId element = build.element(member, build.constant(3));
  const ValueId cast = build.convert(element, pointerType);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(element), evaluated.offset(pointer, 16 + 12));
  EXPECT_EQ(evaluated[element].confined.start, evaluated.offset(pointer, 16));
  EXPECT_EQ(evaluated[element].confined.extent, 40);
  // A cast pointer may reach all of the object.
  EXPECT_EQ(evaluated[cast].confined.extent, 0);
  EXPECT_FALSE(evaluated[cast].confined.keepsCaller);
}

TEST(ValuesTest, LeavesAreEvaluatedAtTheirCalls) {
  ProgramMaker build;
  const FunctionId next = build.function();
  const ObjectId v = build.parameter("v", intType);
  build.returns(build.plus(build.load(v), 1));
  build.beginFunction("caller");
  const ObjectId n = build.parameter("n", intType);
  const ValueId argument = build.load(n);
  const ValueId result = build.call(next, {argument});
  const Evaluated evaluated(build, {next});
  EXPECT_EQ(evaluated.offset(result), evaluated.offset(argument, 1));
}

TEST(ValuesTest, EitherOfTwoNearNumbersLiesBetweenThem) {
  ProgramMaker build;
  const ObjectId c = build.parameter("c", intType), n = build.parameter("n", intType);
  const ValueId number = build.load(n);
  const ValueId either = build.select(build.load(c), build.plus(number, 8), number);
  const Evaluated evaluated(build);
  EXPECT_NE(evaluated.offset(either), evaluated.offset(number));
  EXPECT_TRUE(isRange(evaluated.distance(number, either), 0, 8));
}

TEST(ValuesTest, TheLesserOfTwoIsNoMoreThanEither) {
  ProgramMaker build;
  const ObjectId n = build.parameter("n", intType), m = build.parameter("m", intType);
  const ValueId x = build.load(n), y = build.load(m);
  const ValueId least = build.select(build.compare(Relation::Less, x, y), x, y);
  const Evaluated evaluated(build);
  ASSERT_TRUE(evaluated.isSymbol(least));
  const auto &constraints = evaluated.symbol(least).constraints;
  for (ValueId end : {x, y}) {
    const Linear gap = *Linear::add(evaluated.offset(end), evaluated.offset(least), -1);
    EXPECT_NE(std::find(constraints.begin(), constraints.end(), gap), constraints.end());
  }
}

TEST(ValuesTest, APointerOrNullIsThePointer) {
  ProgramMaker build;
  const ObjectId p = build.parameter("p", pointerType), c = build.parameter("c", intType);
  const ValueId pointer = build.load(p);
  const ValueId either = build.select(build.load(c), build.constant(0, pointerType), pointer);
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated[either].base, evaluated[pointer].base);
  EXPECT_EQ(evaluated.offset(either), evaluated.offset(pointer));
}

TEST(ValuesTest, MemoryHoldsWhatWasStored) {
  ProgramMaker build;
  const ObjectId table = build.globalArray("table", 100), n = build.parameter("n", intType);
  const ValueId stored = build.load(n);
  build.store(build.element(build.address(table), build.constant(5), 100), stored);
  build.store(build.element(build.address(table), build.constant(6), 100), build.constant(1));
  const ValueId read = build.load(build.element(build.address(table), build.constant(5), 100));
  const Evaluated evaluated(build);
  EXPECT_EQ(evaluated.offset(read), evaluated.offset(stored));
}

TEST(ValuesTest, AStoreThatMayTouchThePlaceMakesItUnknown) {
  ProgramMaker build;
  const ObjectId table = build.globalArray("table", 100);
  const ObjectId n = build.parameter("n", intType), m = build.parameter("m", intType);
  const ValueId stored = build.load(n);
  build.store(build.element(build.address(table), build.constant(5), 100), stored);
  build.store(build.element(build.address(table), build.load(m), 100), build.constant(1));
  const ValueId read = build.load(build.element(build.address(table), build.constant(5), 100));
  const Evaluated evaluated(build);
  EXPECT_NE(evaluated.offset(read), evaluated.offset(stored));
}

TEST(ValuesTest, UnknownCodeMayChangeGlobalsButNoLocals) {
  ProgramMaker build;
  const ObjectId table = build.globalArray("table", 100), n = build.parameter("n", intType);
  const ValueId before = build.load(n);
  build.store(build.address(table), before);
  build.callUnknown("elsewhere", {});
  const ValueId global = build.load(build.address(table)), local = build.load(n);
  const Evaluated evaluated(build);
  EXPECT_NE(evaluated.offset(global), evaluated.offset(before));
  EXPECT_EQ(evaluated.offset(local), evaluated.offset(before));
}
