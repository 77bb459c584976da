// What is below a region, and which jumps leave it, is the same as walks over the region find.
#include "model/Subtrees.h"
#include "ProgramMaker.h"
#include "model/Regions.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace kasuri;

namespace {

/// `for (i...) if (i < 3) { for (j...) if (j < i) return i; } else x = i;` and another function.
Program nested() {
  ProgramMaker build;
  const ObjectId x = build.local("x", intType);
  build.countedLoop("i", 9, [&](ValueId i) {
    build.branch([&] { return build.compare(Relation::Less, i, build.constant(3)); },
                 [&] {
                   build.countedLoop("j", 5, [&](ValueId j) {
                     build.branch([&] { return build.compare(Relation::Less, j, i); },
                                  [&] { build.returns(i); });
                   });
                 },
                 [&] { build.store(x, i); });
  });
  build.beginFunction("g");
  const ObjectId y = build.local("y", intType);
  build.store(y, build.constant(1));
  return build.program();
}

template <typename Id>
std::vector<Id> partOf(const std::vector<Id> &order, const Subtrees::Span &span) {
  const auto begin = order.begin();
  return {begin + static_cast<std::ptrdiff_t>(span.begin),
          begin + static_cast<std::ptrdiff_t>(span.end)};
}

void expectSameAsWalks(const Program &program) {
  const Subtrees below(program);
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const RegionId region(i);
    EXPECT_EQ(partOf(below.regions(), below.regionsOf(region)), regionsWithin(program, region));
    EXPECT_EQ(partOf(below.values(), below.valuesOf(region)), valuesWithin(program, region));
    EXPECT_EQ(below.isLeftByJump(region), isLeftByJump(program, region)) << "region " << i;
    for (const auto &[each, isLeft] : findLeft(program, region))
      EXPECT_EQ(isLeft, leavingJump(program, each).valid()) << "region " << each.value;
    EXPECT_EQ(findLeft(program, region).size(), regionsWithin(program, region).size());
  }
}

RegionId jumpOf(const Program &program) {
  const auto jump = std::find_if(program.regions.begin(), program.regions.end(),
                                 [](auto &each) { return each.kind == Region::Kind::Jump; });
  return RegionId(static_cast<size_t>(jump - program.regions.begin()));
}

} // namespace

TEST(Subtrees, AReturnLeavesAllAroundIt) { expectSameAsWalks(nested()); }

TEST(Subtrees, ABreakLeavesWhatIsInItsLoop) {
  for (Region::JumpKind kind : {Region::JumpKind::Break, Region::JumpKind::Continue}) {
    Program program = nested();
    program[jumpOf(program)].jump = kind;
    expectSameAsWalks(program);
  }
}

TEST(Subtrees, AGotoLeavesWhatIsInItsTarget) {
  Program program = nested();
  const RegionId jump = jumpOf(program);
  program[jump].jump = Region::JumpKind::Goto;
  expectSameAsWalks(program);
  for (RegionId target = program[jump].parent; target.valid(); target = program[target].parent) {
    program[jump].target = target;
    expectSameAsWalks(program);
  }
}

TEST(Subtrees, ABreakEndsItsLoopAndLeavesNoSwitch) {
  for (Region::Kind kind : {Region::Kind::Loop, Region::Kind::Switch}) {
    Program program = nested();
    const RegionId jump = jumpOf(program);
    program[jump].jump = Region::JumpKind::Break;
    const RegionId around = endedBy(program, jump);
    program[around].kind = kind;
    EXPECT_EQ(findLeft(program, around).at(around), kind == Region::Kind::Loop);
    expectSameAsWalks(program);
  }
}

TEST(Subtrees, WhatIsInAnOpaqueRegionIsUnordered) {
  Program program = nested();
  const RegionId jump = jumpOf(program), opaque = program[program[jump].parent].parent;
  EXPECT_EQ(findUnordered(program), std::vector<bool>(program.regions.size()));
  program[opaque].kind = Region::Kind::Opaque;
  const std::vector<bool> isUnordered = findUnordered(program);
  for (size_t i = 0; i < program.regions.size(); ++i)
    EXPECT_EQ(isUnordered[i], contains(program, opaque, RegionId(i))) << "region " << i;
}

/// Of a region that no other one lists as its part.
TEST(Subtrees, APartThatIsNotListedIsFoundByItself) {
  Program program = nested();
  const RegionId jump = jumpOf(program);
  std::erase(program[program[jump].parent].children, jump);
  expectSameAsWalks(program);
}

TEST(Subtrees, MarksAreFoundInTheRegionThatHasThem) {
  const Program program = nested();
  const Subtrees below(program);
  auto isLoop = [&](RegionId each) { return program[each].kind == Region::Kind::Loop; };
  const Marks loops(below.regions(), isLoop);
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const std::vector<RegionId> inside = regionsWithin(program, RegionId(i));
    const auto span = below.regionsOf(RegionId(i));
    EXPECT_EQ(loops.anyIn(span), std::any_of(inside.begin(), inside.end(), isLoop));
    EXPECT_EQ(loops.allIn(span).size(),
              static_cast<size_t>(std::count_if(inside.begin(), inside.end(), isLoop)));
  }
}
