// Profiles: read with the place of a mistake, matched by names, pooled over schedules and inputs.
#include "cost/Profile.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace kasuri;

namespace {

const FileId theFile(size_t{0});

/// f in dir/a.c: a layer of a loop at line 3 and a branch at line 5 with a loop at line 6 in it.
struct Sample {
  Program program;
  MacroTaskGraph graph;

  Sample() {
    program.files.push_back({"dir/a.c", true});
    Function function;
    function.name = "f";
    program.functions.push_back(function);
    const RegionId sequence = add(Region::Kind::Sequence, 2, RegionId());
    Layer layer;
    layer.id = LayerId(size_t{0});
    layer.function = FunctionId(size_t{0});
    layer.sequence = sequence;
    layer.tasks.push_back(task(0, TaskKind::Repetition, add(Region::Kind::Loop, 3, sequence)));
    const RegionId branch = add(Region::Kind::Branch, 5, sequence);
    layer.tasks.push_back(task(1, TaskKind::Condition, branch));
    layer.tasks.push_back(task(2, TaskKind::Repetition, add(Region::Kind::Loop, 6, branch)));
    layer.tasks.back().control = Control{TaskId(1), true};
    graph.layers.push_back(layer);
  }

  RegionId add(Region::Kind kind, uint32_t line, RegionId parent) {
    Region region;
    region.kind = kind;
    region.parent = parent;
    region.function = FunctionId(size_t{0});
    region.location = {theFile, line, 1};
    program.regions.push_back(region);
    const RegionId id(program.regions.size() - 1);
    if (parent.valid())
      program[parent].children.push_back(id);
    return id;
  }

  static MacroTask task(size_t id, TaskKind kind, RegionId region) {
    MacroTask made;
    made.id = TaskId(id);
    made.kind = kind;
    made.first = made.last = region;
    return made;
  }

  ProfileMatch match(const std::vector<Profile> &profiles) const {
    return matchProfiles(program, graph, profiles);
  }
};

ProfileTask timed(const char *name, double wholeNs, double meanNs = 0, double deviationNs = 0) {
  return {.name = name, .wholeNs = wholeNs, .meanNs = meanNs, .deviationNs = deviationNs};
}

Profile profileOf(std::vector<ProfileLayer> layers) {
  Profile profile;
  profile.path = "p.json";
  profile.program = "prog";
  profile.spanNs = 1e6;
  profile.layers = std::move(layers);
  return profile;
}

/// The layer at line 3, run so often on two workers, all runs measured.
ProfileLayer layerAt3(double runs, std::vector<ProfileTask> tasks) {
  return {.name = "f@a.c:3",
          .callsLeft = 0,
          .callsRefused = 0,
          .schedules = {
              {.runs = runs, .runsMeasured = runs, .measuredNs = 0, .tasks = std::move(tasks)}}};
}

/// Runs of 125 on two workers with 90 and 70 to do, of which 5 begin and end it, and the second
/// worker sleeps for 25.
ProfileLayer unevenLayer() {
  ProfileLayer layer = layerAt3(4, {timed("f@a.c:3", 160 * 4)});
  ProfileSchedule &schedule = layer.schedules[0];
  schedule.workers = 2;
  schedule.measuredNs = 4 * 125;
  schedule.wakeNs = 25;
  schedule.forkJoinNs = 5;
  schedule.workNs = {4 * 90, 4 * 70};
  return layer;
}

std::string problemOf(std::string_view text) {
  auto read = readProfile(text);
  const std::string *problem = std::get_if<std::string>(&read);
  return problem ? *problem : "";
}

} // namespace

TEST(Profile, IsReadAsFarAsItCounts) {
  auto read = readProfile(
      R"({"format":"kasuri-profile","version":1,"program":"x","beforeNs":5,"spanNs":9,"unknown":[],
         "layers":[{"name":"f@a.c:3","callsLeft":2,"schedules":[{"workers":2,"runs":4,"runsMeasured":3,
          "measuredNs":50.5,"segments":[{"name":"read","line":3,"work":{"count":4,"totalNs":-1},
          "wait":{"count":4,"totalNs":12}}],"functions":[{"name":"join","self":{"meanNs":8}},
          {"name":"wake","self":{"meanNs":6,"histogram":[{"fromNs":5,"toNs":7,"count":3}]}}],
          "tasks":[{"name":"t","wholeNs":70,"self":{"count":3,"meanNs":-0.5,"deviationNs":1,
          "histogram":[{"fromNs":1,"toNs":2,"count":2},{"fromNs":3,"toNs":4,"count":1}]}}]}]}]})");
  const Profile &profile = std::get<Profile>(read);
  EXPECT_EQ(profile.program, "x");
  EXPECT_EQ(profile.beforeNs, 5);
  EXPECT_EQ(profile.layers.front().callsLeft, 2);
  EXPECT_EQ(profile.layers.front().schedules.front().wakeNs, 6);
  EXPECT_EQ(profile.layers.front().schedules.front().measuredNs, 50.5);
  const ProfileTask &task = profile.layers.front().schedules.front().tasks.front();
  EXPECT_EQ(task.wholeNs, 58); // without waiting for turns
  EXPECT_EQ(task.meanNs, -0.5);
  EXPECT_EQ(task.rowsMeasured, 3);
  ASSERT_EQ(task.times.size(), 2u);
  EXPECT_EQ(task.times[1].fromNs, 3);
  EXPECT_EQ(task.times[0].count, 2);
  ASSERT_EQ(profile.layers.front().schedules.front().segments.size(), 1u);
  EXPECT_EQ(profile.layers.front().schedules.front().segments[0].entries, 4);
  EXPECT_EQ(profile.layers.front().schedules.front().segments[0].workNs, 0);
  EXPECT_EQ(profile.layers.front().schedules.front().segments[0].waitNs, 12);
  ASSERT_EQ(profile.layers.front().schedules.front().wakes.size(), 1u);
  EXPECT_EQ(profile.layers.front().schedules.front().wakes[0].toNs, 7);
}

TEST(Profile, OfAnotherMachineTellsWhatTasksTakeButNotHowLateWorkersAre) {
  Sample sample;
  Profile profile = profileOf({unevenLayer()});
  const auto task = [&] { return sample.match({profile}).tasks.front(); };
  const double here = task().meanNs;
  EXPECT_GT(task().unevenness, 0);
  moveElsewhere(profile, 3);
  EXPECT_DOUBLE_EQ(task().meanNs, 3 * here);
  EXPECT_EQ(task().wakeNs, 0);
  EXPECT_EQ(task().unevenness, 0);
}

TEST(Profile, MistakesAreSaidWithTheirPlace) {
  EXPECT_EQ(problemOf("{").find("1:"), 0u);
  EXPECT_EQ(problemOf("[]"),
            "not a profile as written with KASURI_PROFILE=FILE, by kasuri profile or by ks-trace "
            "--json");
  EXPECT_EQ(
      problemOf(R"({"format":"kasuri-profile","version":2,"program":"","spanNs":1,"layers":[]})"),
      "profile.version is not 1, the only supported version");
  EXPECT_EQ(problemOf(R"({"format":"kasuri-profile","version":1,"program":"","spanNs":1})"),
            "profile.layers is missing");
  EXPECT_EQ(problemOf(R"({"format":"kasuri-profile","version":1,"program":"","spanNs":1,
                          "layers":[{"name":"a","callsLeft":0,"schedules":[{"runs":-1}]}]})"),
            "profile.layers[0].schedules[0].runs is -1, but must be at least 0");
}

TEST(ProfileMatch, ATaskTakesAllItsRowsOfARun) {
  Sample sample;
  // Two parts of 30 ns each in every one of five runs.
  const ProfileMatch match =
      sample.match({profileOf({layerAt3(5, {timed("f@a.c:3", 300, 30, 3)})})});
  ASSERT_EQ(match.tasks.size(), 1u);
  EXPECT_DOUBLE_EQ(match.tasks[0].meanNs, 60);
  EXPECT_NEAR(match.tasks[0].deviationNs, 6, 1e-6);
  EXPECT_DOUBLE_EQ(match.tasks[0].executions, 5);
  EXPECT_TRUE(match.foreign.empty() && match.unknownLayers.empty());
}

TEST(ProfileMatch, TripsAreTheMeanOfTheRunsInWhichTheyWereCounted) {
  Sample sample;
  ProfileLayer few = layerAt3(6, {timed("f@a.c:3", 300)}),
               many = layerAt3(2, {timed("f@a.c:3", 100)});
  few.schedules[0].tasks[0].trips = 2;
  many.schedules[0].tasks[0].trips = 6;
  EXPECT_DOUBLE_EQ(sample.match({profileOf({few}), profileOf({many})}).tasks.front().trips, 3);
  EXPECT_DOUBLE_EQ(
      sample.match({profileOf({layerAt3(6, {timed("f@a.c:3", 300)})})}).tasks.front().trips, 0);
}

TEST(ProfileMatch, SegmentsOfAPipelineAreOfOneIteration) {
  Sample sample;
  ProfileLayer few = layerAt3(1, {timed("f@a.c:3", 300)}), many = few, other = few;
  few.schedules[0].segments = {{10, 100, 0}, {10, 400, 30}};
  many.schedules[0].segments = {{30, 100, 40}, {30, 800, 50}};
  const std::vector<MeasuredPipeline> found =
      sample.match({profileOf({few}), profileOf({many})}).pipelines;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].layer, "f@a.c:3");
  ASSERT_EQ(found[0].segments.size(), 2u);
  EXPECT_DOUBLE_EQ(found[0].trips, 20);
  EXPECT_DOUBLE_EQ(found[0].segments[0].workNs, 5);
  EXPECT_DOUBLE_EQ(found[0].segments[0].waitNs, 1);
  EXPECT_DOUBLE_EQ(found[0].segments[1].workNs, 30);
  EXPECT_DOUBLE_EQ(found[0].segments[1].waitNs, 2);
  other.schedules[0].segments = {{10, 100, 0}};
  EXPECT_TRUE(sample.match({profileOf({few}), profileOf({other})}).pipelines.empty());
}

TEST(ProfileMatch, TheOtherPipelineOfALoopIsALayerOfItsTask) {
  Sample sample;
  ProfileLayer first = layerAt3(0, {}), other = layerAt3(1, {timed("f@a.c:3", 300)});
  first.callsRefused = 1;
  other.name += otherwiseMark;
  other.callsRefused = 2;
  other.schedules[0].segments = {{10, 100, 0}, {10, 400, 30}};
  const ProfileMatch match = sample.match({profileOf({first, other})});
  EXPECT_TRUE(match.unknownLayers.empty());
  ASSERT_EQ(match.pipelines.size(), 1u);
  EXPECT_EQ(match.pipelines[0].layer, "f@a.c:3~otherwise");
  ASSERT_EQ(match.tasks.size(), 1u);
  EXPECT_DOUBLE_EQ(match.tasks[0].meanNs, 300);
  ASSERT_EQ(match.refused.size(), 2u);
  EXPECT_FALSE(match.refused[0].isOtherwise);
  EXPECT_EQ(match.refused[0].refused, 1);
  EXPECT_EQ(match.refused[0].calls, 1);
  EXPECT_TRUE(match.refused[1].isOtherwise);
  EXPECT_EQ(match.refused[1].refused, 2);
  EXPECT_EQ(match.refused[1].calls, 3);
}

TEST(ProfileMatch, CallsLeftAreExecutions) {
  Sample sample;
  ProfileLayer layer = layerAt3(5, {timed("f@a.c:3", 300)});
  layer.callsLeft = 15;
  EXPECT_DOUBLE_EQ(sample.match({profileOf({layer})}).tasks[0].executions, 20);
}

TEST(ProfileMatch, InputsCountByTheirRunsAndDeviateFromEachOther) {
  Sample sample;
  const ProfileMatch match = sample.match({profileOf({layerAt3(1, {timed("f@a.c:3", 100)})}),
                                           profileOf({layerAt3(3, {timed("f@a.c:3", 1500)})})});
  ASSERT_EQ(match.tasks.size(), 1u);
  EXPECT_DOUBLE_EQ(match.tasks[0].meanNs, 400);
  EXPECT_NEAR(match.tasks[0].deviationNs, std::sqrt((300.0 * 300 + 3 * 100 * 100) / 4), 1e-6);
  EXPECT_DOUBLE_EQ(match.tasks[0].executions, 2);
  ASSERT_EQ(match.tasks[0].byInput.size(), 2u);
  EXPECT_DOUBLE_EQ(match.tasks[0].byInput[1].meanNs, 500);
  EXPECT_EQ(match.tasks[0].byInput[1].profile, 1u);
}

TEST(ProfileMatch, ABranchIsTheWholeUnlessItsPartsAreTasks) {
  Sample sample;
  ProfileMatch whole =
      sample.match({profileOf({layerAt3(1, {timed("f@a.c:3", 10), timed("f@a.c:5", 80)})})});
  ASSERT_EQ(whole.tasks.size(), 2u);
  EXPECT_FALSE(whole.tasks[1].isCondition);
  ProfileMatch opened = sample.match({profileOf(
      {layerAt3(1, {timed("f@a.c:3", 10), timed("f@a.c:5", 2), timed("f@a.c:6", 80)})})});
  ASSERT_EQ(opened.tasks.size(), 3u);
  EXPECT_TRUE(opened.tasks[1].isCondition);
  EXPECT_TRUE(opened.tasks[2].isControlled);
  EXPECT_DOUBLE_EQ(opened.tasks[2].meanNs, 80); // over all runs, also those without it
  EXPECT_TRUE(opened.tasks[2].sequence.valid());
}

/// "+1": with the statement behind it, here the branch with all that it controls.
TEST(ProfileMatch, StatementsThatWereFusedAreMeasuredTogether) {
  Sample sample;
  const ProfileMatch match = sample.match({profileOf({layerAt3(1, {timed("f@a.c:3+1", 90)})})});
  ASSERT_EQ(match.tasks.size(), 1u);
  EXPECT_EQ(match.tasks[0].task, "f@a.c:3+1");
  EXPECT_EQ(match.tasks[0].first, sample.graph.layers[0].tasks[0].first);
  EXPECT_EQ(match.tasks[0].last, sample.graph.layers[0].tasks[1].first);
  EXPECT_FALSE(match.tasks[0].isCondition);
  EXPECT_DOUBLE_EQ(match.tasks[0].meanNs, 90);
  EXPECT_TRUE(sample.match({profileOf({layerAt3(1, {timed("f@a.c:3+2", 90)})})}).tasks.empty());
}

TEST(ProfileMatch, WhatIsNotFoundIsSaid) {
  Sample sample;
  ProfileLayer gone = layerAt3(1, {});
  gone.name = "f@a.c:99";
  const ProfileMatch some = sample.match({profileOf({layerAt3(1, {timed("f@a.c:3", 10)}), gone})});
  EXPECT_EQ(some.unknownLayers, std::vector<std::string>{"f@a.c:99"});
  EXPECT_TRUE(some.foreign.empty());
  const ProfileMatch none = sample.match({profileOf({}), profileOf({gone})});
  EXPECT_EQ(none.foreign, std::vector<size_t>{1});
}

TEST(ProfileMatch, TheProgramTakesTheSpanWithTasksInPlaceOfLayers) {
  Sample sample;
  ProfileLayer layer = layerAt3(4, {timed("f@a.c:3", 200)});
  layer.schedules[0].runsMeasured = 2;
  layer.schedules[0].measuredNs = 120;
  Profile profile = profileOf({layer});
  profile.spanNs = 1000;
  EXPECT_DOUBLE_EQ(sample.match({profile}).programNs, 1000 + 2 * (200 - 120));
  profile.beforeNs = 30;
  EXPECT_DOUBLE_EQ(sample.match({profile}).programNs, 30 + 1000 + 2 * (200 - 120));
}

TEST(ProfileMatch, ALayerThatRanInOrderInATaskHasItsTimeOnce) {
  Sample sample;
  ProfileLayer outer = layerAt3(1, {timed("f@a.c:3", 1900)}), inner = outer;
  outer.schedules[0].measuredNs = 1000;
  inner.schedules[0].workers = 1;
  inner.schedules[0].measuredNs = 810;
  inner.schedules[0].tasks[0].wholeNs = 800;
  Profile profile = profileOf({outer, inner});
  profile.spanNs = 1000;
  EXPECT_DOUBLE_EQ(sample.match({profile}).programNs, 1900);
}

TEST(ProfileMatch, WorkersWakeAsInTheRunsOnSeveral) {
  Sample sample;
  ProfileLayer layer = layerAt3(4, {timed("f@a.c:3", 200)});
  layer.schedules[0].workers = 2;
  layer.schedules[0].wakeNs = 60;
  layer.schedules.push_back(layer.schedules[0]);
  layer.schedules[1].workers = 3;
  layer.schedules[1].runs = 12;
  layer.schedules[1].wakeNs = 20;
  layer.schedules.push_back(layer.schedules[0]);
  layer.schedules[2].workers = 1;
  layer.schedules[2].wakeNs = 0;
  EXPECT_DOUBLE_EQ(sample.match({profileOf({layer})}).tasks.front().wakeNs, 30);
}

TEST(ProfileMatch, AnExecutionIsSpreadAsTheRowsOfATaskThatHasOneInEachRun) {
  Sample sample;
  ProfileTask task = timed("f@a.c:3", 500, 100, 100);
  task.rowsMeasured = 5;
  task.times = {{0, 0, 3}, {200, 300, 2}};
  const Spread times = sample.match({profileOf({layerAt3(5, {task})})}).tasks.front().times;
  ASSERT_FALSE(times.empty());
  EXPECT_LT(times[times.size() / 2], 20);
  EXPECT_GT(times.back(), 190);
  task.rowsMeasured = 10; // two parts in each
  EXPECT_TRUE(sample.match({profileOf({layerAt3(5, {task})})}).tasks.front().times.empty());
}

TEST(ProfileMatch, AWorkerThatNeverBeganCameAfterTheRun) {
  Sample sample;
  ProfileLayer layer = layerAt3(4, {timed("f@a.c:3", 200)});
  layer.schedules[0].workers = 2;
  layer.schedules[0].measuredNs = 4000;
  layer.schedules[0].wakes = {{10, 10, 3}};
  const Spread wakes = sample.match({profileOf({layer})}).tasks.front().wakes;
  ASSERT_FALSE(wakes.empty());
  EXPECT_DOUBLE_EQ(wakes[wakes.size() / 2], 10);
  EXPECT_DOUBLE_EQ(wakes.back(), 1000);
}

/// A plan expects 80 from each worker, and 5 + 25 + 80. If there is another task, it knows of the
/// 90, and expects 5 + 95.
TEST(ProfileMatch, RunsThatTakeLongerThanTheirMeansAreUneven) {
  Sample sample;
  ProfileLayer layer = unevenLayer();
  ProfileSchedule &schedule = layer.schedules[0];
  const auto unevenness = [&] {
    return sample.match({profileOf({layer})}).tasks.front().unevenness;
  };
  EXPECT_NEAR(unevenness(), 15 / (80 * 0.5642), 1e-3);
  schedule.tasks.push_back(timed("f@a.c:4", 0));
  EXPECT_NEAR(unevenness(), 25 / (80 * 0.5642), 1e-3);
  schedule.hasWaits = true;
  EXPECT_EQ(unevenness(), 0);
  schedule.hasWaits = false;
  schedule.measuredNs = 4 * 99;
  EXPECT_EQ(unevenness(), 0);
}

TEST(ProfileMatch, TheGreatestOfMoreIsGreater) {
  EXPECT_NEAR(expectedGreatest(1), 0, 1e-4);
  EXPECT_NEAR(expectedGreatest(2), 0.5642, 1e-3);
  EXPECT_NEAR(expectedGreatest(4), 1.0294, 1e-3);
  EXPECT_NEAR(expectedGreatest(64), 2.3436, 1e-2);
}
