// The static estimate: trips of counted loops, the mean of a branch's arms, calls, and recursion.
// Statements are calls of `work`, whose cost is the unit of what is expected.
#include "cost/Cost.h"
#include "cost/Executions.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

/// What branches cost beside their arms is left out.
CostInputs withoutMispredictions() {
  CostInputs inputs;
  inputs.target.mispredictNs = 0;
  return inputs;
}

/// A program built region by region, with its known callees.
struct Built {
  Program program;
  Parallelism facts;
  FunctionId current;

  FunctionId addFunction(const char *name) {
    current = FunctionId(program.functions.size());
    Function function;
    function.name = name;
    program.functions.push_back(function);
    RegionId body = addRegion(Region::Kind::Sequence, RegionId());
    program[current].body = body;
    return current;
  }

  RegionId bodyOf(FunctionId function) const { return program[function].body; }

  RegionId addRegion(Region::Kind kind, RegionId parent) {
    RegionId id(program.regions.size());
    Region region;
    region.kind = kind;
    region.parent = parent;
    region.function = current;
    program.regions.push_back(region);
    if (parent.valid())
      program[parent].children.push_back(id);
    return id;
  }

  ValueId addValue(RegionId block, Op op) {
    ValueId id(program.values.size());
    Instruction value;
    value.op = op;
    value.block = block;
    program.values.push_back(value);
    program[block].values.push_back(id);
    return id;
  }

  ValueId addConstant(RegionId block, int64_t number) {
    ValueId id = addValue(block, Op::Constant);
    program[id].number = number;
    return id;
  }

  void addCall(RegionId parent, std::optional<FunctionId> callee = std::nullopt) {
    ValueId call = addValue(addRegion(Region::Kind::Block, parent), Op::Call);
    if (callee)
      facts.callees[call] = {*callee};
    else
      program[call].calleeName = "work";
  }

  /// for (i = initial; i relation bound; i += step) work();
  RegionId addLoop(RegionId parent, int64_t initial, Relation relation, int64_t bound,
                   int64_t step) {
    RegionId loop = addRegion(Region::Kind::Loop, parent);
    RegionId init = addRegion(Region::Kind::Block, RegionId());
    RegionId condition = addRegion(Region::Kind::Block, RegionId());
    CountedForm form;
    form.variable = ObjectId(program.objects.size());
    program.objects.emplace_back();
    form.initial = addConstant(init, initial);
    form.bound = addConstant(condition, bound);
    form.relation = relation;
    form.step = step;
    program[loop].init = init;
    program[loop].condition = condition;
    program[loop].counted = form;
    addCall(addRegion(Region::Kind::Sequence, loop));
    return loop;
  }

  RegionId addBranch(RegionId parent) {
    RegionId branch = addRegion(Region::Kind::Branch, parent);
    RegionId condition = addRegion(Region::Kind::Block, RegionId());
    program[branch].condition = condition;
    return branch;
  }

  CostModel estimate() const { return estimateCost(program, facts, withoutMispredictions()); }
};

/// One call of `work`.
double workNs() {
  Built alone;
  alone.addCall(alone.bodyOf(alone.addFunction("alone")));
  return alone.estimate().functionNs[0];
}

} // namespace

TEST(Cost, ConstantLoopsCountTheirTrips) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("f"));
  RegionId up = built.addLoop(body, 0, Relation::Less, 10, 3);
  RegionId down = built.addLoop(body, 8, Relation::Greater, 0, -2);
  RegionId none = built.addLoop(body, 5, Relation::Less, 5, 1);
  CostModel cost = built.estimate();
  EXPECT_EQ(cost.of(up).trips, 4);
  EXPECT_EQ(cost.of(down).trips, 4);
  EXPECT_EQ(cost.of(none).trips, 0);
  EXPECT_FALSE(cost.of(up).isGuess);
  EXPECT_DOUBLE_EQ(cost.of(up).perExecutionNs, 4 * workNs());
  EXPECT_DOUBLE_EQ(cost.functionNs[0], 8 * workNs());
}

TEST(Cost, ABoundThatIsReachedCountsToo) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("f"));
  RegionId up = built.addLoop(body, 1, Relation::LessEqual, 10, 1);
  RegionId down = built.addLoop(body, 9, Relation::GreaterEqual, 0, -3);
  CostModel cost = built.estimate();
  EXPECT_EQ(cost.of(up).trips, 10);
  EXPECT_EQ(cost.of(down).trips, 4);
}

TEST(Cost, OtherTripsAreAGuess) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("f"));
  RegionId open = built.addLoop(body, 0, Relation::Less, 10, 1);
  built.program[built.program[open].counted.bound].op = Op::Opaque;
  RegionId irregular = built.addLoop(body, 0, Relation::Less, 10, 1);
  built.program[irregular].counted = {};
  CostModel cost = built.estimate();
  EXPECT_TRUE(cost.of(open).isGuess && cost.of(open).isOpen);
  EXPECT_TRUE(cost.of(irregular).isGuess && !cost.of(irregular).isOpen);
}

TEST(Cost, ABranchCostsTheMeanOfItsArms) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("f"));
  RegionId branch = built.addBranch(body);
  RegionId yes = built.addRegion(Region::Kind::Sequence, branch);
  for (int i = 0; i < 3; ++i)
    built.addCall(yes);
  built.addCall(built.addRegion(Region::Kind::Sequence, branch));
  CostModel cost = built.estimate();
  EXPECT_DOUBLE_EQ(cost.of(branch).perExecutionNs, 2 * workNs());
  EXPECT_DOUBLE_EQ(cost.executions[yes.index()], 0.5);
}

TEST(Cost, AMissingArmCostsNothing) {
  Built built;
  RegionId branch = built.addBranch(built.bodyOf(built.addFunction("f")));
  RegionId yes = built.addRegion(Region::Kind::Sequence, branch);
  built.addCall(yes);
  built.addCall(yes);
  EXPECT_DOUBLE_EQ(built.estimate().of(branch).perExecutionNs, workNs());
}

TEST(Cost, ACallCostsItsBodyAndIsCountedThere) {
  Built built;
  FunctionId callee = built.addFunction("callee");
  built.addCall(built.bodyOf(callee));
  FunctionId main = built.addFunction("main");
  for (int i = 0; i < 3; ++i)
    built.addCall(built.bodyOf(main), callee);
  CostModel cost = built.estimate();
  EXPECT_GT(cost.functionNs[main.index()], 3 * workNs());
  EXPECT_DOUBLE_EQ(cost.programNs, cost.functionNs[main.index()]);
  EXPECT_DOUBLE_EQ(cost.executions[built.bodyOf(callee).index()], 3);
  EXPECT_LT(cost.shareOf(built.bodyOf(callee)), 1);
}

TEST(Cost, RecursionEnds) {
  Built built;
  FunctionId even = built.addFunction("even"), odd = built.addFunction("odd");
  built.current = even;
  built.addCall(built.bodyOf(even), odd);
  built.current = odd;
  built.addCall(built.bodyOf(odd), even);
  built.addCall(built.bodyOf(odd));
  CostModel cost = built.estimate();
  EXPECT_GT(cost.functionNs[even.index()], cost.functionNs[odd.index()]);
  EXPECT_GE(cost.functionNs[odd.index()], workNs());
}

TEST(Cost, ConfidenceIsThatOfTheLeastCertainTenth) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("f"));
  RegionId known = built.addLoop(body, 0, Relation::Less, 1000, 1);
  RegionId guessed = built.addLoop(body, 0, Relation::Less, 10, 1);
  built.program[built.program[guessed].counted.bound].op = Op::Opaque;
  for (Instruction &value : built.program.values)
    if (value.op == Op::Call)
      value.calleeName = "sqrt";
  CostModel cost = built.estimate();
  EXPECT_EQ(cost.of(guessed).confidence, Confidence::Low);
  EXPECT_EQ(cost.of(known).confidence, Confidence::Medium); // library functions
  EXPECT_EQ(cost.of(body).confidence, Confidence::Medium);
  for (Instruction &value : built.program.values)
    value.calleeName = value.op == Op::Call ? "never_heard_of" : "";
  EXPECT_EQ(built.estimate().of(known).confidence, Confidence::Low);
}

namespace {

MeasuredTask measuredTask(RegionId region, double meanNs, double executions) {
  MeasuredTask task;
  task.first = task.last = region;
  task.meanNs = meanNs;
  task.deviationNs = meanNs / 4;
  task.executions = executions;
  return task;
}

CostModel estimateWith(const Built &built, std::vector<MeasuredTask> measured,
                       double programNs = 0) {
  CostInputs inputs = withoutMispredictions();
  inputs.measured = std::move(measured);
  inputs.measuredProgramNs = programNs;
  return estimateCost(built.program, built.facts, inputs);
}

} // namespace

TEST(MeasuredCost, ReplacesTheEstimateAndWhatIsAroundFollows) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("main"));
  RegionId loop = built.addLoop(body, 0, Relation::Less, 10, 1);
  built.addLoop(body, 0, Relation::Less, 4, 1);
  CostModel cost = estimateWith(built, {measuredTask(loop, 5000, 1)});
  EXPECT_DOUBLE_EQ(cost.of(loop).perExecutionNs, 5000);
  EXPECT_DOUBLE_EQ(cost.of(loop).deviationNs, 1250);
  EXPECT_DOUBLE_EQ(cost.of(loop).estimatedNs, 10 * workNs());
  EXPECT_TRUE(cost.of(loop).isMeasured);
  EXPECT_EQ(cost.of(loop).trips, 10);
  EXPECT_DOUBLE_EQ(cost.programNs, 5000 + 4 * workNs());
  EXPECT_DOUBLE_EQ(cost.estimatedProgramNs, 14 * workNs());
  EXPECT_DOUBLE_EQ(cost.of(body).deviationNs, 1250);
  ASSERT_TRUE(cost.measurementOf(loop));
  EXPECT_DOUBLE_EQ(cost.measurementOf(loop)->estimatedNs, 10 * workNs());
  EXPECT_TRUE(cost.measurementOf(loop)->differs());
}

TEST(MeasuredCost, AGuessedTripCountIsWhatWasWrong) {
  Built built;
  RegionId loop = built.addLoop(built.bodyOf(built.addFunction("main")), 0, Relation::Less, 10, 1);
  built.program[built.program[loop].counted.bound].op = Op::Opaque;
  CostModel cost = estimateWith(built, {measuredTask(loop, 700 * workNs(), 1)});
  EXPECT_NEAR(cost.of(loop).trips, 700, 1e-6);
  EXPECT_TRUE(cost.of(loop).isGuess);
  EXPECT_FALSE(cost.of(loop).isOpen);
}

TEST(MeasuredCost, ASplitLoopTellsItsTrips) {
  Built built;
  RegionId loop = built.addLoop(built.bodyOf(built.addFunction("main")), 0, Relation::Less, 10, 1);
  built.program[built.program[loop].counted.bound].op = Op::Opaque;
  MeasuredTask task = measuredTask(loop, 700 * workNs(), 1);
  task.trips = 2;
  CostModel cost = estimateWith(built, {task});
  EXPECT_EQ(cost.of(loop).trips, 2);
  EXPECT_TRUE(cost.of(loop).isCounted);
  EXPECT_DOUBLE_EQ(cost.of(loop).perExecutionNs, 700 * workNs());
}

TEST(MeasuredCost, CountedExecutionsTellTheTripsOfTheLoopAround) {
  Built built;
  FunctionId encode = built.addFunction("encode");
  RegionId inner = built.addLoop(built.bodyOf(encode), 0, Relation::Less, 10, 1);
  FunctionId main = built.addFunction("main");
  RegionId outer = built.addLoop(built.bodyOf(main), 0, Relation::Less, 10, 1);
  built.program[built.program[outer].counted.bound].op = Op::Opaque;
  built.addCall(built.program[outer].children.front(), encode);
  CostModel cost = estimateWith(built, {measuredTask(inner, 100, 400)});
  EXPECT_DOUBLE_EQ(cost.of(outer).trips, 400);
  EXPECT_DOUBLE_EQ(cost.executions[inner.index()], 400);
  EXPECT_NEAR(cost.shareOf(inner), 400 * 100 / cost.programNs, 1e-9);
}

TEST(MeasuredCost, AnArmThatWasCountedLeavesTheRestToTheOther) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("main"));
  RegionId branch = built.addBranch(body);
  RegionId yes = built.addRegion(Region::Kind::Sequence, branch);
  RegionId no = built.addRegion(Region::Kind::Sequence, branch);
  RegionId loop = built.addLoop(yes, 0, Relation::Less, 10, 1);
  built.addCall(no);
  CostModel cost = estimateWith(built, {measuredTask(loop, 1000, 0.75)});
  EXPECT_DOUBLE_EQ(likelihoodOf(built.program, cost.executions, yes), 0.75);
  EXPECT_DOUBLE_EQ(likelihoodOf(built.program, cost.executions, no), 0.25);
  EXPECT_DOUBLE_EQ(likelihoodWithin(built.program, cost.executions, loop, body), 0.75);
  EXPECT_DOUBLE_EQ(cost.of(branch).perExecutionNs, 0.75 * 1000 + 0.25 * workNs());
}

/// A condition that holds every other time: the time when it does is twice the mean over all runs,
/// and that it does not always is no deviation.
TEST(MeasuredCost, AControlledTaskCostsWhatItTakesWhenItIsWanted) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("main"));
  RegionId yes = built.addRegion(Region::Kind::Sequence, built.addBranch(body));
  RegionId loop = built.addLoop(yes, 0, Relation::Less, 10, 1);
  MeasuredTask task = measuredTask(loop, 500, 1);
  task.isControlled = true;
  task.sequence = body;
  task.deviationNs = 500;
  task.byInput.push_back({0, 500, 500, 1});
  CostModel cost = estimateWith(built, {task});
  EXPECT_DOUBLE_EQ(cost.of(loop).perExecutionNs, 1000);
  EXPECT_NEAR(cost.of(loop).deviationNs, 0, 1e-6);
  EXPECT_DOUBLE_EQ(cost.measured.front().byInput.front().meanNs, 1000);
}

TEST(MeasuredCost, TheRestOfTheRunIsSharedByTheRestOfTheProgram) {
  Built built;
  RegionId body = built.bodyOf(built.addFunction("main"));
  RegionId measured = built.addLoop(body, 0, Relation::Less, 10, 1);
  RegionId one = built.addLoop(body, 0, Relation::Less, 10, 1);
  RegionId two = built.addLoop(body, 0, Relation::Less, 30, 1);
  CostModel cost = estimateWith(built, {measuredTask(measured, 5000, 1)}, 9000);
  EXPECT_NEAR(cost.of(one).perExecutionNs, 1000, 1e-6);
  EXPECT_NEAR(cost.of(two).perExecutionNs, 3000, 1e-6);
  EXPECT_NEAR(cost.programNs, 9000, 1e-6);
  EXPECT_DOUBLE_EQ(cost.of(measured).perExecutionNs, 5000);
}

/// A branch around what was measured ran, and what is in it has its part of the whole.
TEST(MeasuredCost, WhatIsAroundAMeasuredTaskRanAtLeastOnce) {
  Built built;
  FunctionId callee = built.addFunction("callee");
  RegionId measured = built.addLoop(built.bodyOf(callee), 0, Relation::Less, 10, 1);
  RegionId rest = built.addLoop(built.bodyOf(callee), 0, Relation::Less, 10, 1);
  RegionId body = built.bodyOf(built.addFunction("main"));
  RegionId yes = built.addRegion(Region::Kind::Sequence, built.addBranch(body));
  RegionId outer = built.addLoop(yes, 0, Relation::Less, 7, 1);
  built.program[outer].counted.bound = ValueId(); // not known
  built.addCall(built.program[outer].children.front(), callee);
  CostModel cost = estimateWith(built, {measuredTask(measured, 5000, 100)}, 900000);
  EXPECT_DOUBLE_EQ(cost.executions[outer.index()], 1);
  EXPECT_DOUBLE_EQ(cost.of(outer).trips, 100);
  EXPECT_DOUBLE_EQ(cost.of(measured).perExecutionNs, 5000);
  EXPECT_NEAR(cost.of(built.bodyOf(callee)).perExecutionNs, 9000, 500);
  EXPECT_NEAR(cost.of(rest).perExecutionNs, 4000, 500);
  EXPECT_NEAR(cost.of(body).perExecutionNs, 900000, 1);
}

TEST(MeasuredCost, TheInsideOfWhatWasMeasuredIsScaledToIt) {
  Built built;
  FunctionId callee = built.addFunction("callee");
  RegionId inside = built.addLoop(built.bodyOf(callee), 0, Relation::Less, 10, 1);
  RegionId body = built.bodyOf(built.addFunction("main"));
  RegionId loop = built.addLoop(body, 0, Relation::Less, 10, 1);
  built.addCall(built.program[loop].children.front(), callee);
  const double estimatedNs = built.estimate().of(loop).perExecutionNs;
  CostModel cost = estimateWith(built, {measuredTask(loop, 3 * estimatedNs, 1)}, 3 * estimatedNs);
  EXPECT_NEAR(cost.of(inside).perExecutionNs, 3 * 10 * workNs(), 1e-6);
}
