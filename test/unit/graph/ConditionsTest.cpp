// Earliest executable conditions: what a task still has to wait for once branches are decided.
#include "graph/Conditions.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

TaskId id(size_t index) { return TaskId(index); }

/// Tasks in source order, as a test needs them: kind, control and data dependences.
struct Tasks {
  std::vector<MacroTask> tasks;
  std::vector<std::vector<TaskId>> dependences;

  size_t add(TaskKind kind, std::optional<Control> control, const std::vector<size_t> &after) {
    MacroTask task;
    task.id = id(tasks.size());
    task.kind = kind;
    task.control = control;
    tasks.push_back(task);
    dependences.emplace_back();
    for (size_t before : after)
      dependences.back().push_back(id(before));
    return tasks.size() - 1;
  }

  size_t work(const std::vector<size_t> &after = {}) {
    return add(TaskKind::Subroutine, std::nullopt, after);
  }
  size_t workIf(size_t condition, bool whenTrue, const std::vector<size_t> &after = {}) {
    return add(TaskKind::Subroutine, Control{id(condition), whenTrue ? 1U : 0U}, after);
  }
  size_t branch(const std::vector<size_t> &after = {}) {
    return add(TaskKind::Condition, std::nullopt, after);
  }
  size_t branchIf(size_t condition, bool whenTrue, const std::vector<size_t> &after = {}) {
    return add(TaskKind::Condition, Control{id(condition), whenTrue ? 1U : 0U}, after);
  }

  std::string of(size_t task) const {
    return toString(findEarliestConditions(tasks, dependences)[task], tasks);
  }
};

} // namespace

TEST(Conditions, ATaskWithoutDependencesStartsAtOnce) {
  Tasks all;
  size_t lone = all.work();
  EXPECT_EQ(all.of(lone), "at once");
}

TEST(Conditions, DependencesAreAConjunction) {
  Tasks all;
  size_t a = all.work(), b = all.work();
  size_t both = all.work({a, b});
  EXPECT_EQ(all.of(both), "T0 and T1");
}

TEST(Conditions, ATaskInAnArmWaitsForTheBranchToChooseIt) {
  Tasks all;
  size_t branch = all.branch();
  size_t yes = all.workIf(branch, true), no = all.workIf(branch, false);
  EXPECT_EQ(all.of(yes), "C0");
  EXPECT_EQ(all.of(no), "not C0");
}

TEST(Conditions, ADependenceOnAnArmIsMetWhenTheBranchGoesTheOtherWay) {
  Tasks all;
  size_t branch = all.branch();
  size_t yes = all.workIf(branch, true), no = all.workIf(branch, false);
  size_t after = all.work({branch, yes, no});
  EXPECT_EQ(all.of(after), "(T1 or not C0) and (T2 or C0)");
}

TEST(Conditions, ATaskDeepInsideIsKnownNotToRunByAnyBranchAboveIt) {
  Tasks all;
  size_t outer = all.branch();
  size_t inner = all.branchIf(outer, true);
  size_t deep = all.workIf(inner, false);
  size_t after = all.work({outer, inner, deep});
  EXPECT_EQ(all.of(deep), "not C1");
  EXPECT_EQ(all.of(after), "T2 or C1 or not C0");
}

TEST(Conditions, WithinOneArmTheBranchIsNoAlternative) {
  Tasks all;
  size_t branch = all.branch();
  size_t first = all.workIf(branch, true);
  size_t second = all.workIf(branch, true, {first});
  EXPECT_EQ(all.of(second), "T1");
}

TEST(Conditions, WithinAnArmOnlyTheBranchesInsideItAreAlternatives) {
  Tasks all;
  size_t outer = all.branch();
  size_t inner = all.branchIf(outer, true);
  size_t deep = all.workIf(inner, true);
  size_t beside = all.workIf(outer, true, {inner, deep});
  EXPECT_EQ(all.of(beside), "T2 or not C1");
}

TEST(Conditions, TasksOfDifferentArmsDoNotWaitForEachOther) {
  Tasks all;
  size_t branch = all.branch();
  size_t yes = all.workIf(branch, true);
  size_t no = all.workIf(branch, false, {yes});
  EXPECT_EQ(all.of(no), "not C0");
}

TEST(Conditions, WhatACompleteTaskWaitedForIsNotWaitedForAgain) {
  Tasks all;
  size_t a = all.work();
  size_t b = all.work({a});
  size_t c = all.work({a, b});
  size_t d = all.work({a, b, c});
  EXPECT_EQ(all.of(c), "T1");
  EXPECT_EQ(all.of(d), "T2");
}

TEST(Conditions, ADecidedBranchImpliesWhatItsConditionWaitedFor) {
  Tasks all;
  size_t a = all.work();
  size_t branch = all.branch({a});
  size_t yes = all.workIf(branch, true, {a});
  EXPECT_EQ(all.of(yes), "C1");
}

/// The example at the top of Conditions.cpp.
TEST(Conditions, AClauseOfAlternativesImpliesWhatAllOfThemImply) {
  Tasks all;
  size_t x = all.work();
  size_t branch = all.branch({x});
  size_t y = all.workIf(branch, true);
  size_t z = all.workIf(branch, true, {y});
  size_t w = all.work();
  size_t use = all.work({x, z, w});
  EXPECT_EQ(all.of(use), "(T3 or not C1) and T4");
}
