// The summary line, and the small texts that all reports share.
#include "ReportFixture.h"

#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

TEST(Findings, SummariseARun) {
  EXPECT_EQ(summary(sampleCompilation().findings(), {}, false),
            "1 of 3 loops and 2 layers run in parallel; 1 loop is too short, 1 stays sequential, "
            "see -Rkasuri-missed");
}

TEST(Findings, SayWhatTheRunIsEstimatedToGain) {
  EXPECT_EQ(summary(sampleCompilation().findings(), {.speedup = 1.66, .cores = 2}, true),
            "1 of 3 loops and 2 layers run in parallel, estimated 1.7x on 2 cores; 1 loop is too "
            "short, 1 stays sequential");
}

TEST(Findings, CountWhatDependsOnGuardsApart) {
  Compilation all = sampleCompilation();
  all.facts.loops[0].guards = {{.alternatives = {}, .exact = {}, .text = "'n > 1'"}};
  EXPECT_EQ(summary(all.findings(), {.speedup = 1.66, .cores = 2}, true),
            "1 of 3 loops and 2 layers run in parallel (1 loop and 1 layer if their guards hold), "
            "estimated 1.7x on 2 cores; 1 loop is too short, 1 stays sequential");
}

TEST(Findings, CountNoGuardsOfWhatStaysSequential) {
  Compilation all = sampleCompilation();
  all.facts.loops[0].guards = {{.alternatives = {}, .exact = {}, .text = "'n > 1'"}};
  all.plan.dropped = {{0, {}}, {1, {}}};
  EXPECT_TRUE(all.findings().loops[0].guards.empty());
  EXPECT_EQ(summary(all.findings(), {}, true),
            "0 of 3 loops and 0 layers run in parallel; 1 loop is too short, 2 stay sequential");
}

TEST(Findings, EstimateNothingWithoutLayers) {
  Compilation all = sampleCompilation();
  all.plan.dropped = {{0, {}}, {1, {}}};
  EXPECT_EQ(summary(all.findings(), {.speedup = 1, .cores = 2}, true),
            "0 of 3 loops and 0 layers run in parallel; 1 loop is too short, 2 stay sequential");
}

TEST(Findings, DoNotPointToRemarksThatAreShown) {
  EXPECT_EQ(summary(sampleCompilation().findings(), {}, true),
            "1 of 3 loops and 2 layers run in parallel; 1 loop is too short, 1 stays sequential");
}

TEST(Findings, DoNotCountDroppedLayers) {
  Compilation all = sampleCompilation();
  Obstacle reason;
  reason.kind = ObstacleKind::CannotOutline;
  all.plan.dropped = {{0, reason}, {1, reason}};
  EXPECT_EQ(summary(all.findings(), {}, true),
            "0 of 3 loops and 0 layers run in parallel; 1 loop is too short, 2 stay sequential");
}

TEST(Findings, SummariseAProfile) {
  CostModel cost;
  EXPECT_EQ(estimateSummary(cost, false),
            "the profiles contain no times for macro-tasks of these sources");
  MeasuredTask task;
  task.estimatedNs = 10;
  task.meanNs = 19;
  cost.measured = {task};
  EXPECT_EQ(estimateSummary(cost, false), "1 measured task took as long as estimated, within 2x");
  task.meanNs = 4;
  cost.measured.push_back(task);
  EXPECT_EQ(estimateSummary(cost, false), "1 of 2 measured tasks took over 2x longer or shorter "
                                          "than estimated; -Rkasuri-analysis shows them");
  EXPECT_EQ(estimateSummary(cost, true),
            "1 of 2 measured tasks took over 2x longer or shorter than estimated");
}

TEST(Findings, KeepAParallelLoopThatIsNotPlannedParallel) {
  Compilation all = sampleCompilation();
  all.plan.loopVerdicts[2] = PlanVerdict::InsideParallel;
  LoopFinding loop = all.findings().loops[2];
  EXPECT_EQ(loop.verdict, Verdict::Parallel);
  EXPECT_FALSE(loop.isPlanned);
  EXPECT_EQ(summary(all.findings(), {}, true),
            "1 of 3 loops and 2 layers run in parallel; 1 loop runs "
            "inside a parallel one, 1 stays sequential");
}

TEST(Findings, WriteConditionsWithOrInsideAnd) {
  using Atom = Condition::Atom;
  auto task = [](size_t id) { return TaskId(id); };
  std::vector<MacroTask> tasks(5);
  tasks[1].kind = tasks[3].kind = TaskKind::Condition;
  Condition condition;
  EXPECT_EQ(toString(condition, tasks), "at once");
  condition.clauses = {{{Atom::Kind::Completed, task(2)}, {Atom::Kind::NotTaken, task(3)}}};
  EXPECT_EQ(toString(condition, tasks), "T2 or not C3");
  condition.clauses.insert(condition.clauses.begin(), {{Atom::Kind::Taken, task(1)}});
  EXPECT_EQ(toString(condition, tasks), "C1 and (T2 or not C3)");
  condition.clauses = {{{Atom::Kind::NotTaken, task(4)}}};
  EXPECT_EQ(toString(condition, tasks), "T4 stays");
}

TEST(Findings, WriteDurationsInTheUnitThatFits) {
  EXPECT_EQ(duration(0), "0 ns");
  EXPECT_EQ(duration(48.4), "48 ns");
  EXPECT_EQ(duration(1500), "1.5 us");
  EXPECT_EQ(duration(33e6), "33 ms");
  EXPECT_EQ(duration(2.5e9), "2.5 s");
}

} // namespace
} // namespace kasuri::test
