// The remarks are a contract with people and with tools that read compilers' output.
#include "report/Remarks.h"
#include "ReportFixture.h"

#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string remarks(const Compilation &all, RemarkGroups groups) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printRemarks(stream, all.program,
               buildRemarks(all.program, all.facts, all.graph, all.cost, all.machine, all.plan,
                            all.findings()),
               groups);
  return text;
}

TEST(Remarks, SayHowALoopRunsInParallel) {
  EXPECT_THAT(remarks(sampleCompilation(), {.passed = true}),
              HasSubstr("a.c:3:5: remark: loop runs in parallel: doall over 'i', private 't' (last "
                        "value kept), reduction 's' (+) [Doall]\n"));
}

TEST(Remarks, NameTheTasksOfALayer) {
  std::string text = remarks(sampleCompilation(), {.passed = true});
  EXPECT_THAT(text,
              HasSubstr("a.c:30:5: remark: statements run in parallel: 2 macro-tasks; estimated "
                        "1.80 times faster on 2 cores [MacroTasks]\n"));
  EXPECT_THAT(text, HasSubstr("a.c:31:5: note: macro-task 'f2@a.c:31', estimated 5.0 us\n"));
}

TEST(Remarks, SayWhereTheEstimateWasWrong) {
  Compilation all = sampleCompilation();
  MeasuredTask task;
  task.task = "f2@a.c:31";
  task.first = task.last = all.graph.layers[1].tasks[1].first;
  task.estimatedNs = 2000;
  task.meanNs = 5000;
  task.deviationNs = 100;
  task.executions = 7;
  all.cost.measured = {task};
  EXPECT_THAT(remarks(all, {.analysis = true}),
              HasSubstr("a.c:31:5: remark: macro-task 'f2@a.c:31' takes 5.0 us measured and was "
                        "estimated at 2.0 us [Estimate]\n"
                        "a.c:31:5: note: 7 executions in a run, standard deviation 100 ns\n"));
  EXPECT_THAT(remarks(all, {.passed = true}),
              HasSubstr("a.c:31:5: note: macro-task 'f2@a.c:31', measured 5.0 us\n"));
  all.cost.measured[0].estimatedNs = 2600;
  EXPECT_THAT(remarks(all, {.analysis = true}), Not(HasSubstr("[Estimate]")));
}

TEST(Remarks, ExplainASequentialLoopAtBothEnds) {
  EXPECT_THAT(
      remarks(sampleCompilation(), {.missed = true}),
      HasSubstr("a.c:10:5: remark: loop stays sequential: 'y' is read in an iteration after the "
                "one that writes it (distance 1) [CarriedFlow]\n"
                "a.c:11:7: note: written here\n"
                "a.c:11:14: note: read here in a later iteration\n"
                "a.c:10:5: note: help: give each iteration its own 'y' if it does not need the "
                "other's value\n"));
}

TEST(Remarks, StopAfterThreeFurtherReasons) {
  std::string text = remarks(sampleCompilation(), {.missed = true});
  EXPECT_THAT(text, HasSubstr("note: also: called function 'k' is not visible"));
  EXPECT_THAT(text, Not(HasSubstr("'l'")));
  EXPECT_THAT(text, HasSubstr("a.c:10:5: note: also: 1 further reason; --report lists all\n"));
}

TEST(Remarks, SayWhatIsTooShort) {
  EXPECT_THAT(
      remarks(sampleCompilation(), {.missed = true}),
      HasSubstr(
          "a.c:20:5: remark: loop can run in parallel but is too short to be profitable: about 16 "
          "iterations take 48 ns, waking the cores alone takes 1.5 us [NotWorthIt]\n"));
}

TEST(Remarks, AreSilentUnlessAskedFor) { EXPECT_EQ(remarks(sampleCompilation(), {}), ""); }

TEST(Remarks, ReportALoopInsideALayerAsAnalysis) {
  Compilation all = sampleCompilation();
  all.plan.loopVerdicts[2] = PlanVerdict::InsideParallel;
  EXPECT_THAT(
      remarks(all, {.analysis = true}),
      HasSubstr("a.c:20:5: remark: loop can run in parallel but runs inside a parallel layer "
                "[InsideParallel]\n"));
}

TEST(Remarks, ReportADroppedLayerAsSequential) {
  Compilation all = sampleCompilation();
  all.plan.dropped.push_back({0, {ObstacleKind::CannotOutline, "the label 'out'", "", {}, {}}});
  EXPECT_THAT(
      remarks(all, {.missed = true}),
      HasSubstr("a.c:3:5: remark: loop stays sequential: the label 'out' cannot be moved into a "
                "task function [CannotOutline]\n"));
}

TEST(Remarks, NameWhatKeepsTheWholeProgramSequential) {
  Compilation all = sampleCompilation();
  all.facts.programObstacles.push_back({ObstacleKind::ThreadState, "uselocale", "", {}, {}});
  EXPECT_THAT(
      remarks(all, {.missed = true}),
      HasSubstr("kasuri: remark: the whole program stays sequential: the program calls "
                "'uselocale', which changes state of the calling thread only [ThreadState]\n"));
}

} // namespace
} // namespace kasuri::test
