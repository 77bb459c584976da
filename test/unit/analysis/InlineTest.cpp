// What a program is like in which a call is replaced by the function's body.
#include "model/Inline.h"
#include "ProgramMaker.h"
#include "model/Regions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

using namespace kasuri;

namespace {

/// `int f(int x) { ... }`, which `body` builds, and `void g(int n) { for (i...) s = f(i + 1) * 2;
/// }`.
struct Called {
  ProgramMaker build;
  ObjectId x, s;
  ValueId call;
  RegionId loop;

  explicit Called(const std::function<void(Called &)> &body) {
    x = build.parameter("x", intType);
    body(*this);
    const FunctionId f = build.function();
    build.beginFunction("g");
    const ObjectId n = build.parameter("n", intType);
    s = build.local("s", intType);
    loop = build.countedLoop("i", n, [&](ValueId i) {
      call = build.call(f, {build.plus(i, 1)});
      build.store(s, build.binary(Op::Mul, call, build.constant(2)));
    });
  }
};

unsigned countOf(const Program &program, RegionId region, Op op) {
  unsigned count = 0;
  for (ValueId each : valuesWithin(program, region))
    count += program[each].op == op;
  return count;
}

} // namespace

TEST(Inline, TheBodyStandsInPlaceOfTheCall) {
  Called its([](Called &f) { f.build.returns(f.build.plus(f.build.load(f.x), 3)); });
  const Program &program = its.build.program();
  ASSERT_TRUE(canBeInlined(program, its.call));
  const InlinedProgram made = inlineCalls(program, {{its.call}});
  EXPECT_EQ(verify(made.program), std::vector<std::string>());
  const RegionId loop = made.copies.at(its.loop);
  EXPECT_EQ(made.regions[loop.index()], its.loop);
  EXPECT_EQ(countOf(made.program, loop, Op::Call), 0U);
  EXPECT_EQ(countOf(program, its.loop, Op::Call), 1U);
  // What is stored: the parameter, the result, s, and i.
  EXPECT_EQ(countOf(made.program, loop, Op::Store), countOf(program, its.loop, Op::Store) + 2);
}

TEST(Inline, WhatFollowsTheCallUsesTheResult) {
  Called its([](Called &f) { f.build.returns(f.build.plus(f.build.load(f.x), 3)); });
  const InlinedProgram made = inlineCalls(its.build.program(), {{its.call}});
  for (size_t i = 0; i < made.program.values.size(); ++i)
    if (made.values[i] == its.call) {
      EXPECT_EQ(made.program.values[i].op, Op::Load);
      const ObjectId result = variableOf(made.program, ValueId(i));
      EXPECT_GE(result.index(), made.firstNewObject);
      EXPECT_EQ(made.program[result].owner, made.program[made.copies.at(its.loop)].function);
      return;
    }
  FAIL() << "nothing stands for the call's value";
}

TEST(Inline, EveryVariableOfTheFunctionIsANewOne) {
  Called its([](Called &f) {
    const ObjectId t = f.build.local("t", intType);
    f.build.store(t, f.build.load(f.x));
    f.build.returns(f.build.load(t));
  });
  const InlinedProgram made = inlineCalls(its.build.program(), {{its.call}});
  for (ValueId each : valuesWithin(made.program, made.copies.at(its.loop)))
    if (const Instruction &value = made.program[each]; value.op == Op::Address) {
      const Object &object = made.program[value.object];
      EXPECT_EQ(object.owner, made.program[made.copies.at(its.loop)].function) << object.name;
    }
}

TEST(Inline, AnEarlyReturnLeavesTheBody) {
  Called its([](Called &f) {
    f.build.branch(
        [&] { return f.build.compare(Relation::Less, f.build.load(f.x), f.build.constant(0)); },
        [&] { f.build.returns(f.build.constant(7)); });
    f.build.returns(f.build.load(f.x));
  });
  const InlinedProgram made = inlineCalls(its.build.program(), {{its.call}});
  EXPECT_EQ(verify(made.program), std::vector<std::string>());
  unsigned jumps = 0;
  for (RegionId each : regionsWithin(made.program, made.copies.at(its.loop))) {
    const Region &region = made.program[each];
    EXPECT_NE(region.jump, Region::JumpKind::Return);
    if (region.jump == Region::JumpKind::Goto) {
      ++jumps;
      EXPECT_TRUE(region.target.valid() && contains(made.program, region.target, each));
    }
  }
  EXPECT_EQ(jumps, 1U);
  EXPECT_FALSE(leavingJump(made.program, made.copies.at(its.loop)).valid());
}

TEST(Inline, IdsStayInSourceOrder) {
  Called its([](Called &f) { f.build.returns(f.build.plus(f.build.load(f.x), 3)); });
  const InlinedProgram made = inlineCalls(its.build.program(), {{its.call}});
  const RegionId body = made.program[made.copies.at(its.loop)].children[0];
  const std::vector<ValueId> values = valuesWithin(made.program, body);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
}

TEST(Inline, AFunctionOfMoreParametersStays) {
  ProgramMaker build;
  build.parameter("x", intType);
  build.parameter("y", intType);
  const FunctionId f = build.function();
  build.beginFunction("g");
  const ValueId call = build.call(f, {build.constant(1)});
  EXPECT_FALSE(canBeInlined(build.program(), call));
}

TEST(Inline, ACallOfItselfStays) {
  ProgramMaker build;
  build.parameter("x", intType);
  const ValueId call = build.call(build.function(), {build.constant(1)});
  EXPECT_FALSE(canBeInlined(build.program(), call));
}

namespace {

/// `int f(int x) { return x + 3; }`, `int g(int y) { return f(y + 1); }`, and a loop that calls g.
struct CalledTwiceDeep {
  ProgramMaker build;
  ValueId inner, outer;
  RegionId loop;

  CalledTwiceDeep() {
    const ObjectId x = build.parameter("x", intType);
    build.returns(build.plus(build.load(x), 3));
    const FunctionId f = build.function();
    build.beginFunction("g");
    const ObjectId y = build.parameter("y", intType);
    inner = build.call(f, {build.plus(build.load(y), 1)});
    build.returns(inner);
    const FunctionId g = build.function();
    build.beginFunction("h");
    const ObjectId n = build.parameter("n", intType);
    const ObjectId s = build.local("s", intType);
    loop = build.countedLoop("i", n, [&](ValueId i) {
      outer = build.call(g, {build.plus(i, 1)});
      build.store(s, outer);
    });
  }

  /// The copy in which the call of g is replaced, and then that of f in its body.
  InlinedProgram copy() {
    const InlinedProgram once = inlineCalls(build.program(), {{outer}});
    std::set<ValueId> calls;
    for (ValueId each : valuesWithin(once.program, once.copies.at(loop)))
      if (once.program[each].op == Op::Call)
        calls.insert(each);
    return inlineCalls(once, {calls});
  }
};

} // namespace

TEST(Inline, ACallInAReplacedBodyIsReplacedInTurn) {
  CalledTwiceDeep its;
  const InlinedProgram made = its.copy();
  EXPECT_EQ(verify(made.program), std::vector<std::string>());
  const RegionId loop = made.copies.at(its.loop);
  EXPECT_EQ(made.regions[loop.index()], its.loop);
  EXPECT_EQ(countOf(made.program, loop, Op::Call), 0U);
  EXPECT_EQ(made.firstNewObject, its.build.program().objects.size());
}

TEST(Inline, RegionsOfTheSecondCopySayWhichCallsLeadThere) {
  CalledTwiceDeep its;
  const Program &program = its.build.program();
  const InlinedProgram made = its.copy();
  std::set<CallPath> paths;
  std::set<std::tuple<CallPath, ValueId, bool>> cut;
  for (RegionId each : regionsWithin(made.program, made.copies.at(its.loop))) {
    const InlinedPlace &place = made.places[each.index()];
    paths.insert(place.path);
    if (place.isCut())
      cut.emplace(place.path, place.replaced, place.isBehind);
    if (const RegionId from = made.regions[each.index()]; from.valid() && !place.path.empty()) {
      EXPECT_EQ(program[from].function, program[place.path.back()].callee);
    }
  }
  const CallPath outer = {its.outer}, both = {its.outer, its.inner};
  EXPECT_EQ(paths, (std::set<CallPath>{{}, outer, both}));
  EXPECT_EQ(cut, (std::set<std::tuple<CallPath, ValueId, bool>>{{{}, its.outer, false},
                                                                {{}, its.outer, true},
                                                                {outer, its.inner, false},
                                                                {outer, its.inner, true}}));
}
