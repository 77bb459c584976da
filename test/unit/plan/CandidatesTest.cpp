// Ways to run a layer: what a stretch and the whole layer consist of, and which loops are cut.
#include "plan/Candidates.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

constexpr double heavyNs = 5000, trivialNs = 1;

/// A function whose body is one layer, statement by statement.
struct Built {
  Program program;
  Parallelism facts;
  Movability movability; ///< all can be moved
  CostModel cost;
  Machine machine = uniformMachine(4);
  PlanOptions options;
  Layer layer;

  Built() {
    program.files.push_back({"src/a.c", true});
    program.functions.emplace_back();
    program.functions[0].name = "f";
    layer.function = FunctionId(size_t{0});
    layer.id = LayerId(size_t{0});
    layer.sequence = addRegion(Region::Kind::Sequence, RegionId(), 0);
  }

  RegionId addRegion(Region::Kind kind, RegionId parent, double ns) {
    RegionId id(program.regions.size());
    Region region;
    region.kind = kind;
    region.parent = parent;
    region.location = {FileId(size_t{0}), static_cast<uint32_t>(id.index()), 3};
    program.regions.push_back(region);
    if (parent.valid())
      program[parent].children.push_back(id);
    cost.regions.push_back({.perExecutionNs = ns});
    cost.executions.push_back(1);
    return id;
  }

  MacroTask &addTask(TaskKind kind, RegionId region, const std::vector<size_t> &after = {}) {
    MacroTask task;
    task.id = TaskId(layer.tasks.size());
    task.kind = kind;
    task.first = task.last = region;
    for (size_t before : after)
      task.predecessors.emplace_back(before);
    layer.tasks.push_back(task);
    return layer.tasks.back();
  }

  void addCall(const std::vector<size_t> &after = {}) {
    addTask(TaskKind::Subroutine, addRegion(Region::Kind::Block, layer.sequence, heavyNs), after);
  }

  void addTrivial(const std::vector<size_t> &after = {}) {
    addTask(TaskKind::Block, addRegion(Region::Kind::Block, layer.sequence, trivialNs), after);
  }

  LoopFacts &addDoall(const std::vector<size_t> &after = {}) {
    RegionId loop = addRegion(Region::Kind::Loop, layer.sequence, heavyNs);
    program[loop].counted.declaresVariable = true;
    cost.regions.back().trips = 100;
    addTask(TaskKind::Repetition, loop, after).splitLoop = loop;
    facts.loopIndex[loop] = facts.loops.size();
    facts.loops.emplace_back();
    facts.loops.back().loop = loop;
    facts.loops.back().isParallel = true;
    return facts.loops.back();
  }

  /// if (...) { call }, opened: the condition and the call under it.
  void addBranch(double likelihood = 0.5) {
    RegionId branch = addRegion(Region::Kind::Branch, layer.sequence, heavyNs);
    program[branch].condition = addRegion(Region::Kind::Block, RegionId(), trivialNs);
    TaskId condition = addTask(TaskKind::Condition, branch).id;
    RegionId arm = addRegion(Region::Kind::Sequence, branch, heavyNs);
    cost.executions.back() = likelihood;
    addTask(TaskKind::Subroutine, addRegion(Region::Kind::Block, arm, heavyNs)).control =
        Control{condition, true};
  }

  CandidateMaker maker() const {
    return {program, facts, movability, cost, machine, options, layer};
  }
};

/// The layer's tasks that each of the candidate's tasks holds.
std::vector<std::vector<size_t>> members(const Candidate &candidate) {
  std::vector<std::vector<size_t>> result;
  for (const PlannedTask &task : candidate.planned.tasks) {
    result.emplace_back();
    for (TaskId member : task.members)
      result.back().push_back(member.index());
  }
  return result;
}

using Members = std::vector<std::vector<size_t>>;

} // namespace

/// The example at the top of Candidates.cpp.
TEST(Candidates, AStretchEndsWhereAUnitWaits) {
  Built built;
  built.addCall();
  built.addCall();
  built.addCall({0, 1});
  built.addCall();
  std::vector<Candidate> stretches = built.maker().stretches();
  ASSERT_EQ(stretches.size(), 2u);
  EXPECT_EQ(members(stretches[0]), (Members{{0}, {1}}));
  EXPECT_EQ(members(stretches[1]), (Members{{2}, {3}}));
  EXPECT_EQ(stretches[0].planned.name, "f@a.c:1");
  EXPECT_EQ(stretches[0].planned.sequentialNs, 2 * heavyNs);
}

TEST(Candidates, TheWholeLayerHasWaitsBetweenItsTasks) {
  Built built;
  built.addCall();
  built.addCall();
  built.addCall({0, 1});
  built.layer.flow[{TaskId(size_t{1}), TaskId(size_t{2})}] = 4096;
  std::optional<Candidate> whole = built.maker().whole();
  ASSERT_TRUE(whole);
  EXPECT_EQ(members(*whole), (Members{{0}, {1}, {2}}));
  EXPECT_EQ(whole->planned.tasks[2].predecessors,
            (std::vector<PlannedEdge>{{.task = 0}, {.task = 1, .bytes = 4096}}));
  Plan plan;
  plan.layers = {whole->planned};
  EXPECT_TRUE(verify(MacroTaskGraph(), plan).empty());
}

TEST(Candidates, HowWorkersWakeIsForTheSimulationAndNotForWhatPays) {
  Built built;
  built.addCall();
  built.addCall();
  const double awakeNs = built.maker().stretches()[0].parallelNs;
  MeasuredTask measured;
  measured.first = measured.last = built.layer.tasks[0].first;
  measured.wakeNs = 700;
  measured.unevenness = 0.1;
  built.cost.measured.push_back(measured);
  const Candidate candidate = built.maker().stretches()[0];
  EXPECT_DOUBLE_EQ(candidate.planned.wakeNs, 700);
  EXPECT_DOUBLE_EQ(candidate.planned.tables[0].wakeNs, 700);
  EXPECT_DOUBLE_EQ(candidate.planned.unevenness, 0.1);
  EXPECT_DOUBLE_EQ(candidate.parallelNs, awakeNs);
}

TEST(Candidates, WithoutWaitsTheWholeLayerIsAStretch) {
  Built built;
  built.addCall();
  built.addCall();
  EXPECT_FALSE(built.maker().whole());
  EXPECT_EQ(built.maker().stretches().size(), 1u);
}

TEST(Candidates, ASingleCallIsNoChoiceAndASingleDoallIs) {
  Built call, loop;
  call.addCall();
  loop.addDoall();
  EXPECT_TRUE(call.maker().stretches().empty());
  ASSERT_EQ(loop.maker().stretches().size(), 1u);
  EXPECT_TRUE(loop.maker().stretches()[0].planned.tasks[0].splitLoop.valid());
}

TEST(Candidates, CheapBlocksAtTheEndsStayOutside) {
  Built built;
  built.addTrivial();
  built.addCall();
  built.addTrivial();
  built.addCall({1});
  built.addTrivial();
  std::optional<Candidate> whole = built.maker().whole();
  ASSERT_TRUE(whole);
  EXPECT_EQ(members(*whole), (Members{{1}, {2}, {3}}));
  EXPECT_EQ(whole->planned.tasks[2].predecessors, (std::vector<PlannedEdge>{{.task = 0}}));
}

TEST(Candidates, ABranchIsOneTaskInAStretchAndOpenInTheWholeLayer) {
  Built built;
  built.addBranch();
  built.addCall();
  std::vector<Candidate> stretches = built.maker().stretches();
  ASSERT_EQ(stretches.size(), 1u);
  EXPECT_EQ(members(stretches[0]), (Members{{0, 1}, {2}}));
  std::optional<Candidate> whole = built.maker().whole();
  ASSERT_TRUE(whole);
  EXPECT_EQ(members(*whole), (Members{{0}, {1}, {2}}));
  EXPECT_EQ(whole->planned.tasks[1].predecessors, (std::vector<PlannedEdge>{{.task = 0}}));
  EXPECT_EQ(whole->planned.tasks[1].costNs, heavyNs / 2);
}

/// As often as the cost model says that it runs.
TEST(Candidates, AConditionalTaskCountsByItsLikelihood) {
  Built built;
  built.addBranch(0.75);
  built.addCall();
  EXPECT_EQ(built.maker().whole()->planned.tasks[1].costNs, 0.75 * heavyNs);
}

namespace {

/// call 0, cheap 1 after it, call 2 after that, beside call 3; 4 waits for both.
Built chainBesideACall() {
  Built built;
  built.addCall();
  built.addTrivial({0});
  built.addCall({1});
  built.addCall();
  built.addCall({2, 3});
  return built;
}

ObjectId addVariable(Built &built, size_t usedBy) {
  built.program.objects.emplace_back();
  const ObjectId variable(built.program.objects.size() - 1);
  Instruction address;
  address.op = Op::Address;
  address.object = variable;
  built.program.values.push_back(address);
  built.program[built.layer.tasks[usedBy].first].values.emplace_back(built.program.values.size() -
                                                                     1);
  return variable;
}

} // namespace

TEST(Fusion, ACheapTaskJoinsItsNeighbour) {
  std::optional<Candidate> whole = chainBesideACall().maker().whole();
  ASSERT_TRUE(whole);
  EXPECT_EQ(members(*whole), (Members{{0, 1}, {2}, {3}, {4}}));
  EXPECT_EQ(whole->planned.tasks[0].name, "f@a.c:1+1");
  EXPECT_EQ(whole->planned.tasks[0].costNs, heavyNs + trivialNs);
  EXPECT_EQ(whole->planned.tasks[1].predecessors, (std::vector<PlannedEdge>{{.task = 0}}));
  EXPECT_EQ(whole->planned.tasks[3].predecessors,
            (std::vector<PlannedEdge>{{.task = 1}, {.task = 2}}));
  EXPECT_EQ(whole->planned.name, "f@a.c:1");
}

TEST(Fusion, WhatIsNotKnownToBeCheapStaysATask) {
  Built built = chainBesideACall();
  built.cost.regions[built.layer.tasks[1].first.index()].confidence = Confidence::Low;
  EXPECT_EQ(built.maker().whole()->planned.tasks.size(), 5u);
}

/// 1 is needed by 2 alone, but neither of its neighbours may wait: 0 and 2 run beside each other.
TEST(Fusion, NothingIsJoinedThatMakesTheLayerLater) {
  Built built;
  built.addCall();
  built.addTrivial({0});
  built.addDoall();
  built.addCall({1});
  for (const std::vector<size_t> &each : members(*built.maker().whole()))
    EXPECT_NE(each, (std::vector<size_t>{1, 2}));
}

TEST(Fusion, AnOwnVariableIsNotTheNeighboursSharedOne) {
  for (bool isOwnOfBoth : {false, true}) {
    Built built = chainBesideACall();
    const ObjectId variable = addVariable(built, 0);
    addVariable(built, 1);
    built.program.values.back().object = variable;
    PrivateObject own;
    own.object = variable;
    built.layer.tasks[0].privates = {own};
    if (isOwnOfBoth)
      built.layer.tasks[1].privates = {own};
    EXPECT_EQ(members(*built.maker().whole()).front() == (std::vector<size_t>{0, 1}), isOwnOfBoth);
  }
}

TEST(Fusion, ABranchThatIsCheapWithItsArmsIsOneTask) {
  Built built;
  built.addBranch();
  built.addCall({1});
  built.addCall();
  EXPECT_EQ(members(*built.maker().whole()).front(), (std::vector<size_t>{0}));
  const RegionId branch = built.layer.tasks[0].first;
  for (RegionId each : {branch, built.layer.tasks[1].first})
    built.cost.regions[each.index()].perExecutionNs = trivialNs;
  const Members fused = members(*built.maker().whole());
  EXPECT_EQ(fused, (Members{{0, 1, 2}, {3}}));
}

TEST(Candidates, ALoopIsCutUnlessAnotherTaskSeesWhatIsSettledAfterTheLayer) {
  for (bool isSeen : {false, true}) {
    Built built;
    built.program.objects.emplace_back();
    const ObjectId sum(size_t{0});
    Reduction reduction;
    reduction.object = sum;
    built.addDoall().reductions.push_back(reduction);
    built.addCall();
    built.addCall({1});
    if (isSeen) {
      Instruction address;
      address.op = Op::Address;
      address.object = sum;
      built.program.values.push_back(address);
      built.program[built.layer.tasks[1].first].values.emplace_back(size_t{0});
    }
    std::optional<Candidate> whole = built.maker().whole();
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->planned.tasks[0].splitLoop.valid(), !isSeen);
  }
}

TEST(Candidates, ALateHeadIsCutOnlyIfItCanBeEvaluatedAgain) {
  for (bool isRepeatable : {false, true}) {
    Built built;
    built.addCall();
    built.addDoall({0}).hasRepeatableHead = isRepeatable;
    built.layer.tasks[1].headWaits = true;
    std::optional<Candidate> whole = built.maker().whole();
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->planned.tasks[1].hasLateHead);
    EXPECT_EQ(whole->planned.tasks[1].splitLoop.valid(), isRepeatable);
  }
}

TEST(Candidates, AShortConstantLoopHasAsManyPartsAsTrips) {
  Built built;
  built.addDoall();
  built.cost.regions.back().trips = 3;
  built.options.cores = 4;
  const PlannedLayer planned = built.maker().stretches().at(0).planned;
  ASSERT_EQ(planned.tables.size(), 3u);
  for (const auto &rows : planned.tables[2].rows)
    for (const PlannedRow &row : rows)
      EXPECT_EQ(row.parts, 3);
}
