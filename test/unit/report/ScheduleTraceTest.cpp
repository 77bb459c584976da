// schedule.trace.json: the plan as process 2, in the form of the runtime's traces.
#include "report/ScheduleTrace.h"
#include "ReportFixture.h"

#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using llvm::json::Object;

/// The complete events, in order.
std::vector<Object> rows(const Plan &plan) {
  std::vector<Object> result;
  auto trace = llvm::cantFail(llvm::json::parse(scheduleTrace(plan)));
  for (const llvm::json::Value &each : *trace.getAsObject()->getArray("traceEvents"))
    if (each.getAsObject()->getString("ph") == "X")
      result.push_back(*each.getAsObject());
  return result;
}

TEST(ScheduleTrace, HasARowOfThePlanPerEvent) {
  Compilation all = sampleCompilation();
  PlannedRow &second = all.plan.layers[1].tables[0].rows[1][0];
  second.startNs = 1500;
  second.lengthNs = 2500;
  second.level = 2;
  second.idle = 1;
  const std::vector<Object> events = rows(all.plan);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].getString("name"), "f2@a.c:31");
  EXPECT_EQ(events[1].getString("cat"), "plan");
  EXPECT_EQ(events[1].getInteger("pid"), 2);
  EXPECT_EQ(events[1].getInteger("tid"), 1);
  EXPECT_EQ(events[1].getNumber("ts"), 1.5);
  EXPECT_EQ(events[1].getNumber("dur"), 2.5);
  const Object &arguments = *events[1].getObject("args");
  EXPECT_EQ(arguments.getString("layer"), "f@a.c:30");
  EXPECT_EQ(arguments.getInteger("workers"), 2);
  EXPECT_EQ(arguments.getInteger("level"), 2);
  EXPECT_EQ(arguments.getString("idle"), "gate");
  EXPECT_EQ(events[0].getObject("args")->get("level")->getAsNull(), nullptr);
}

TEST(ScheduleTrace, PutsLayersBehindEachOther) {
  Compilation all = sampleCompilation();
  all.plan.layers.push_back(all.plan.layers[1]);
  const std::vector<Object> events = rows(all.plan);
  ASSERT_EQ(events.size(), 4u);
  EXPECT_GE(*events[2].getNumber("ts"), 5.0);
}

TEST(ScheduleTrace, GivesFewerWorkersAProcessOfTheirOwn) {
  Compilation all = sampleCompilation();
  PlannedTable three = all.plan.layers[1].tables[0];
  three.workers = 3;
  all.plan.layers[1].tables.push_back(three);
  const std::vector<Object> events = rows(all.plan);
  EXPECT_EQ(events.front().getInteger("pid"), 2);
  EXPECT_EQ(events.front().getObject("args")->getInteger("workers"), 3);
  EXPECT_EQ(events.back().getInteger("pid"), 3);
}

TEST(ScheduleTrace, LeavesOutDroppedLayers) {
  Compilation all = sampleCompilation();
  all.plan.dropped.push_back({1, Obstacle{}});
  EXPECT_TRUE(rows(all.plan).empty());
}

} // namespace
} // namespace kasuri::test
