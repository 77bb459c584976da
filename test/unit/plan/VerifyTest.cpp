// verify(graph, plan) finds tables that leave work out, do it twice, or let it start too early.
#include "plan/Plan.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

PlannedRow row(uint16_t task, uint16_t part, uint16_t parts, std::vector<PlannedWait> waits = {}) {
  PlannedRow result;
  result.task = task;
  result.part = part;
  result.parts = parts;
  result.waits = std::move(waits);
  return result;
}

/// produce in two parts, consume after both, on two workers.
Plan soundPlan() {
  PlannedLayer layer;
  layer.name = "f@a.c:1";
  layer.tasks.resize(2);
  layer.tasks[0].name = "produce";
  layer.tasks[1].name = "consume";
  layer.tasks[1].predecessors = {{.task = 0}};
  PlannedTable table;
  table.rows = {{row(0, 0, 2), row(1, 0, 1, {{1, 1}})}, {row(0, 1, 2)}};
  layer.tables = {table};
  Plan plan;
  plan.layers = {layer};
  return plan;
}

std::vector<std::vector<PlannedRow>> &rowsOf(Plan &plan) { return plan.layers[0].tables[0].rows; }

void expectProblem(const Plan &plan, const std::string &problem) {
  EXPECT_EQ(verify(MacroTaskGraph(), plan), std::vector<std::string>{"f@a.c:1: " + problem});
}

} // namespace

TEST(VerifyPlan, AcceptsASoundTable) { EXPECT_TRUE(verify(MacroTaskGraph(), soundPlan()).empty()); }

TEST(VerifyPlan, AcceptsAWaitThatAnotherImplies) {
  Plan plan = soundPlan();
  plan.layers[0].tasks.resize(3);
  plan.layers[0].tasks[2].name = "use";
  plan.layers[0].tasks[2].predecessors = {{.task = 0}, {.task = 1}};
  rowsOf(plan)[1].push_back(row(2, 0, 1, {{0, 2}}));
  EXPECT_TRUE(verify(MacroTaskGraph(), plan).empty());
}

TEST(VerifyPlan, FindsAMissingWait) {
  Plan plan = soundPlan();
  rowsOf(plan)[0][1].waits.clear();
  expectProblem(plan, "consume does not wait for produce");
}

TEST(VerifyPlan, FindsAWaitForTooFewRows) {
  Plan plan = soundPlan();
  rowsOf(plan)[0][1].waits = {{1, 0}};
  expectProblem(plan, "consume does not wait for produce");
}

TEST(VerifyPlan, FindsATaskBeforeWhatItNeedsOnTheSameWorker) {
  Plan plan = soundPlan();
  rowsOf(plan) = {{row(1, 0, 1, {{1, 1}}), row(0, 0, 2)}, {row(0, 1, 2)}};
  expectProblem(plan, "consume does not wait for produce");
}

TEST(VerifyPlan, FindsAPartPlannedTwice) {
  Plan plan = soundPlan();
  rowsOf(plan)[1][0].part = 0;
  expectProblem(plan, "a part is planned twice");
}

TEST(VerifyPlan, FindsAMissingPart) {
  Plan plan = soundPlan();
  rowsOf(plan)[1].clear();
  rowsOf(plan)[0][1].waits.clear();
  expectProblem(plan, "a part is missing");
}

TEST(VerifyPlan, FindsAMissingTask) {
  Plan plan = soundPlan();
  rowsOf(plan)[0].pop_back();
  expectProblem(plan, "a part is missing");
}

TEST(VerifyPlan, FindsARowWithoutATask) {
  Plan plan = soundPlan();
  rowsOf(plan)[1][0].task = 2;
  EXPECT_EQ(verify(MacroTaskGraph(), plan).front(), "f@a.c:1: a row without a task");
}

TEST(VerifyPlan, FindsAWaitForRowsThatAreNotThere) {
  Plan plan = soundPlan();
  rowsOf(plan)[0][1].waits = {{1, 2}};
  expectProblem(plan, "a wait has no end");
}

TEST(VerifyPlan, FindsRowsThatWaitForEachOther) {
  Plan plan = soundPlan();
  rowsOf(plan)[0][0].waits = {{1, 1}};
  rowsOf(plan)[1][0].waits = {{0, 1}};
  expectProblem(plan, "rows wait for each other");
}
