// verify(graph) finds each kind of broken layer.
#include "graph/MacroTaskGraph.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

/// T0; C1: if (...) T2.
MacroTaskGraph soundGraph() {
  Layer layer;
  layer.id = LayerId(size_t{0});
  for (size_t i = 0; i < 3; ++i) {
    MacroTask task;
    task.id = TaskId(i);
    task.first = task.last = RegionId(i);
    layer.tasks.push_back(task);
  }
  layer.tasks[1].kind = TaskKind::Condition;
  layer.tasks[1].predecessors = {TaskId(size_t{0})};
  layer.tasks[2].control = Control{TaskId(size_t{1}), true};
  layer.earliest.resize(3);
  using Kind = Condition::Atom::Kind;
  layer.earliest[1].clauses = {{{Kind::Completed, TaskId(size_t{0})}}};
  layer.earliest[2].clauses = {{{Kind::Taken, TaskId(size_t{1})}}};
  return {{layer}};
}

void expectProblem(const MacroTaskGraph &graph, const std::string &problem) {
  EXPECT_EQ(verify(graph), std::vector<std::string>{"layer 0: " + problem});
}

} // namespace

TEST(VerifyGraph, AcceptsASoundLayer) { EXPECT_TRUE(verify(soundGraph()).empty()); }

TEST(VerifyGraph, FindsAWaitForALaterTask) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].tasks[1].predecessors = {TaskId(size_t{2})};
  expectProblem(graph, "a task waits for a later one");
}

TEST(VerifyGraph, FindsPredecessorsOutOfOrder) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].tasks[2].predecessors = {TaskId(size_t{1}), TaskId(size_t{0})};
  expectProblem(graph, "predecessors are not in order");
}

TEST(VerifyGraph, FindsAnIdThatIsNotItsPlace) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].tasks[2].id = TaskId(size_t{0});
  expectProblem(graph, "a task's id is not its place");
}

TEST(VerifyGraph, FindsATaskWithoutARegion) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].tasks[0].last = RegionId();
  expectProblem(graph, "a task without a region");
}

TEST(VerifyGraph, FindsControlByWhatIsNoCondition) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].tasks[2].control->condition = TaskId(size_t{0});
  expectProblem(graph, "a task is controlled by what is no condition before it");
}

TEST(VerifyGraph, FindsAMissingStartCondition) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].earliest.pop_back();
  expectProblem(graph, "not every task has a start condition");
}

TEST(VerifyGraph, FindsAnEmptyClause) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].earliest[1].clauses.emplace_back();
  expectProblem(graph, "a start condition that never holds");
}

TEST(VerifyGraph, FindsAStartConditionOnALaterTask) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].earliest[1].clauses[0][0].task = TaskId(size_t{2});
  expectProblem(graph, "a start condition needs a later task");
}

TEST(VerifyGraph, FindsABranchOnWhatIsNoCondition) {
  MacroTaskGraph graph = soundGraph();
  graph.layers[0].earliest[2].clauses[0][0].task = TaskId(size_t{0});
  expectProblem(graph, "a start condition takes a task for a condition");
}
