// What is known in front of a loop.
#include "analysis/access/Effects.h"
#include "ProgramMaker.h"
#include "analysis/pointers/CallCycles.h"
#include "analysis/pointers/FindPointsTo.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

/// Of the program that is being built.
Effects effectsOf(ProgramMaker &build) {
  const Program &program = build.program();
  const PointsTo pointsTo = findPointsTo(program);
  return findEffects(program, pointsTo, findCallCycles(program, pointsTo),
                     Budget(defaultAnalysisBudget), {});
}

} // namespace

TEST(EffectsTest, VariablesAreForgottenBehindTheirScope) {
  ProgramMaker build;
  const ObjectId a = build.globalArray("a", 100);
  const ObjectId sum = build.local("sum", intType);
  build.store(sum, build.constant(3));
  std::vector<RegionId> loops;
  for (int number = 0; number < 3; ++number)
    loops.push_back(build.countedLoop("i", 100, [&](ValueId i) {
      build.store(build.element(build.address(a), i, 100), build.constant(1));
    }));
  const Effects effects = effectsOf(build);
  const FunctionAccesses &known = effects.functions[build.function().index()];
  for (RegionId loop : loops) {
    const auto &before = known.before.at(loop);
    ASSERT_EQ(before.size(), 1U) << "the counter of another loop";
    EXPECT_EQ(before.at(sum).offset, Linear(3));
  }
}
