// Pipelines by simulation: which iterations run when.
#include "plan/Pipelines.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

PlannedStage stage(double ns, bool isOrdered) {
  PlannedStage made;
  made.ns = ns;
  made.isOrdered = isOrdered;
  return made;
}

} // namespace

TEST(Pipeline, ShowsItsFirstIterationsInTheirOrder) {
  const std::vector<PlannedStage> stages = {stage(1000, true), stage(3000, false),
                                            stage(500, true)};
  const PipelineRun run = simulatePipeline(stages, 10, 2, 100, 32, 3);
  ASSERT_EQ(run.shown.size(), 9u);
  for (size_t i = 0; i < run.shown.size(); ++i) {
    EXPECT_EQ(run.shown[i].iteration, i / 3);
    EXPECT_EQ(run.shown[i].stage, i % 3);
    EXPECT_EQ(run.shown[i].ns, stages[i % 3].ns);
  }
  EXPECT_NE(run.shown[0].worker, run.shown[3].worker);
  // The second iteration's first stage begins when it knows of the end of the first one's.
  EXPECT_DOUBLE_EQ(run.shown[3].startNs, run.shown[0].startNs + 1000 + 100);
  EXPECT_DOUBLE_EQ(run.shown[4].startNs, run.shown[3].startNs + 1000);
  EXPECT_DOUBLE_EQ(run.ns, pipelineNs(stages, 10, 2, 100, 32));
}

TEST(Pipeline, ShowsNoMoreIterationsThanThereAre) {
  EXPECT_EQ(simulatePipeline({stage(10, true)}, 2, 2, 100, 32, 48).shown.size(), 2u);
}

TEST(Pipeline, GathersShortIterations) {
  const std::vector<PlannedStage> light = {stage(200, true), stage(1000, false), stage(200, true)};
  const double alone = pipelineNs(light, 10000, 2, 2000, 1),
               gathered = pipelineNs(light, 10000, 2, 2000, 32);
  EXPECT_LT(gathered, 0.5 * alone);
  EXPECT_GT(gathered, 10000 * 1400 / 2.0);
  // All iterations of a batch are in a stage before any is in the next one.
  const PipelineRun run = simulatePipeline(light, 10000, 2, 2000, 32, 40);
  EXPECT_EQ(run.shown[31].stage, 0U);
  EXPECT_EQ(run.shown[31].iteration, 31U);
  EXPECT_EQ(run.shown[32].stage, 1U);
  EXPECT_EQ(run.shown[32].iteration, 0U);
}

TEST(Pipeline, RunsLongIterationsAlone) {
  const std::vector<PlannedStage> heavy = {stage(1000, true), stage(60000, false)};
  EXPECT_DOUBLE_EQ(pipelineNs(heavy, 1000, 2, 400, 32), pipelineNs(heavy, 1000, 2, 400, 1));
  // And those of a loop that is soon over.
  const std::vector<PlannedStage> light = {stage(200, true), stage(1000, false)};
  EXPECT_DOUBLE_EQ(pipelineNs(light, 60, 2, 400, 32), pipelineNs(light, 60, 2, 400, 1));
}
