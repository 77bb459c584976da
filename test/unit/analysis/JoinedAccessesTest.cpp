// What a call does that may reach many functions.
#include "ProgramMaker.h"
#include "analysis/access/Effects.h"
#include "analysis/pointers/CallCycles.h"
#include "analysis/pointers/FindPointsTo.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr int placesOfEach = 30;

/// One call that may reach so many functions, each of which reads places of its own in an array and
/// the last of which writes to another array, too.
struct CallOfMany {
  ObjectId readByAll, writtenByLast;
  std::vector<Access> accesses; ///< of the call

  explicit CallOfMany(int functions) {
    ProgramMaker build;
    readByAll = build.globalArray("a", uint64_t(functions) * placesOfEach);
    writtenByLast = build.globalArray("b", 10);
    std::vector<FunctionId> callees;
    for (int i = 0; i < functions; ++i) {
      callees.push_back(build.beginFunction("g" + std::to_string(i)));
      for (int place = 0; place < placesOfEach; ++place)
        build.load(build.field(build.address(readByAll), 4 * (i * placesOfEach + place), 4));
    }
    build.store(build.field(build.address(writtenByLast), 0, 4), build.constant(1));
    const FunctionId caller = build.beginFunction("caller");
    const ValueId call = build.call(callees.front(), {});
    const Program &program = build.program();
    PointsTo pointsTo = findPointsTo(program);
    pointsTo.callees[call] = callees; // as through a table of pointers
    const Effects effects = findEffects(program, pointsTo, findCallCycles(program, pointsTo),
                                        Budget(defaultAnalysisBudget), {});
    accesses = effects.functions[caller.index()].accessesAt(call);
  }
};

} // namespace

TEST(JoinedAccessesTest, FewAreToldApartByPlace) {
  EXPECT_EQ(CallOfMany(20).accesses.size(), 20U * placesOfEach + 1);
}

TEST(JoinedAccessesTest, ManyAreOneForEachObjectAndDirection) {
  for (int functions : {40, 400}) {
    const CallOfMany called(functions);
    ASSERT_EQ(called.accesses.size(), 2U);
    const Access &read = called.accesses[0], &written = called.accesses[1];
    EXPECT_EQ(read.base.object, called.readByAll);
    EXPECT_FALSE(read.isWrite);
    EXPECT_EQ(written.base.object, called.writtenByLast);
    EXPECT_TRUE(written.isWrite);
    for (const Access &each : called.accesses) {
      EXPECT_EQ(each.size, 0U) << "some bytes of the object only";
      EXPECT_TRUE(each.mayBeSkipped);
      EXPECT_FALSE(each.isMust);
    }
  }
}
