// report.json and graph.dot on a hand-made program; the lit tests hold them against schema and
// Graphviz.
#include "report/ReportJson.h"
#include "ReportFixture.h"
#include "report/GraphDot.h"

#include "llvm/Support/JSON.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using ::testing::HasSubstr;

std::string json(const Compilation &all) {
  return reportJson(all.program, all.facts, all.graph, all.cost, all.machine, all.plan,
                    all.findings());
}

const llvm::json::Object &loopOf(const llvm::json::Value &report, size_t index) {
  return *(*report.getAsObject()->getArray("loops"))[index].getAsObject();
}

TEST(ReportJson, IsValidAndCounts) {
  auto report = llvm::cantFail(llvm::json::parse(json(sampleCompilation())));
  const llvm::json::Object &counts = *report.getAsObject()->getObject("counts");
  EXPECT_EQ(counts.getInteger("loops"), 3);
  EXPECT_EQ(counts.getInteger("loopsPlanned"), 1);
  EXPECT_EQ(counts.getInteger("not-worth-it"), 1);
}

TEST(ReportJson, DescribesAPlannedLoop) {
  auto report = llvm::cantFail(llvm::json::parse(json(sampleCompilation())));
  const llvm::json::Object &loop = loopOf(report, 0);
  EXPECT_EQ(loop.getString("verdict"), "parallel");
  EXPECT_EQ(loop.getBoolean("planned"), true);
  EXPECT_EQ(loop.getString("counter"), "i");
  EXPECT_DOUBLE_EQ(*loop.getNumber("estimatedShare"), 0.1);
  EXPECT_EQ((*loop.getArray("guards"))[0].getAsObject()->getInteger("minimum"), 64);
}

TEST(ReportJson, TellsMeasuredFromEstimated) {
  Compilation all = sampleCompilation();
  RegionCost &cost = all.cost.regions[all.facts.loops[0].loop.index()];
  auto before = llvm::cantFail(llvm::json::parse(json(all)));
  EXPECT_EQ(loopOf(before, 0).get("measuredNs")->getAsNull(), nullptr);
  EXPECT_EQ(loopOf(before, 0).getString("confidence"), "high");
  cost.perExecutionNs = 96;
  cost.deviationNs = 12;
  cost.isMeasured = true;
  cost.confidence = Confidence::Measured;
  auto after = llvm::cantFail(llvm::json::parse(json(all)));
  EXPECT_DOUBLE_EQ(*loopOf(after, 0).getNumber("estimatedNs"), 48);
  EXPECT_DOUBLE_EQ(*loopOf(after, 0).getNumber("measuredNs"), 96);
  EXPECT_DOUBLE_EQ(*loopOf(after, 0).getNumber("measuredDeviationNs"), 12);
  EXPECT_DOUBLE_EQ(*loopOf(after, 0).getNumber("estimatedShare"), 0.1);
  EXPECT_DOUBLE_EQ(*loopOf(after, 0).getNumber("measuredShare"), 0.2);
  EXPECT_EQ(loopOf(after, 0).getString("confidence"), "measured");
}

TEST(ReportJson, WritesHugeEstimates) {
  Compilation all = sampleCompilation();
  all.cost.regions[all.facts.loops[0].loop.index()].estimatedNs = 6.4e61;
  auto report = llvm::cantFail(llvm::json::parse(json(all)));
  EXPECT_DOUBLE_EQ(*loopOf(report, 0).getNumber("estimatedNs"), 6.4e61);
  EXPECT_EQ(duration(6.4e61), "6.4e+52 s");
}

TEST(ReportJson, ListsAllObstacles) {
  auto report = llvm::cantFail(llvm::json::parse(json(sampleCompilation())));
  EXPECT_EQ(loopOf(report, 1).getArray("obstacles")->size(), 5u);
}

TEST(ReportJson, WritesNoInfinity) {
  Compilation all = sampleCompilation();
  all.plan.speedupLimit = {1.0 / 0.0};
  EXPECT_TRUE(static_cast<bool>(llvm::json::parse(json(all))));
}

TEST(GraphDot, ShowsConditionsAndEdges) {
  Compilation all = sampleCompilation();
  std::string dot = graphDot(all.program, all.graph, all.plan, all.findings());
  EXPECT_THAT(dot, HasSubstr("L1T1 [shape=component, label=\"T1 a.c:31\\nstarts: T0\"]"));
  EXPECT_THAT(dot, HasSubstr("L1T0 -> L1T1;"));
}

} // namespace
} // namespace kasuri::test
