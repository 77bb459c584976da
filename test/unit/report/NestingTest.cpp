// Which layers lie in which tasks, and which loops only run where the cores are busy.
#include "report/Nesting.h"
#include "ReportFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace kasuri::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RegionId addRegion(Program &program, FunctionId function, RegionId parent) {
  Region region;
  region.function = function;
  region.parent = parent;
  program.regions.push_back(region);
  RegionId id(program.regions.size() - 1);
  if (parent.valid())
    program[parent].children.push_back(id);
  return id;
}

FunctionId addFunction(Program &program, const char *name) {
  Function function;
  function.name = name;
  function.isInternal = true;
  program.functions.push_back(function);
  FunctionId id(program.functions.size() - 1);
  RegionId body = addRegion(program, id, RegionId());
  program[id].body = body;
  return id;
}

/// A block in `parent` that calls the functions.
RegionId addCall(Compilation &all, RegionId parent, std::initializer_list<FunctionId> callees) {
  RegionId block = addRegion(all.program, all.program[parent].function, parent);
  Instruction call;
  call.op = Op::Call;
  all.program.values.push_back(call);
  ValueId value(all.program.values.size() - 1);
  all.program[block].values.push_back(value);
  all.facts.callees[value] = callees;
  return block;
}

LayerId addLayer(Compilation &all, RegionId sequence) {
  Layer layer;
  layer.id = LayerId(all.graph.layers.size());
  layer.sequence = sequence;
  layer.function = all.program[sequence].function;
  for (RegionId child : all.program[sequence].children) {
    MacroTask task;
    task.id = TaskId(layer.tasks.size());
    task.first = task.last = child;
    layer.tasks.push_back(task);
  }
  all.graph.layers.push_back(layer);
  return layer.id;
}

/// main: layer of { call between } and { call leaf }; between: only calls leaf; leaf: a layer.
struct Calls {
  Compilation all;
  FunctionId main = addFunction(all.program, "main");
  FunctionId between = addFunction(all.program, "between");
  FunctionId leaf = addFunction(all.program, "leaf");
  RegionId first = addCall(all, all.program[main].body, {between});
  RegionId second = addCall(all, all.program[main].body, {leaf});
  RegionId inLeaf = addRegion(all.program, leaf, all.program[leaf].body);
  RegionId inBetween = addCall(all, all.program[between].body, {leaf});
  LayerId outer = addLayer(all, all.program[main].body);
  LayerId inner = addLayer(all, all.program[leaf].body);

  void plan(std::initializer_list<size_t> tasks) {
    PlannedLayer planned;
    planned.layer = outer;
    for (size_t each : tasks) {
      PlannedTask task;
      task.members = {TaskId(each)};
      planned.tasks.push_back(task);
    }
    all.plan.layers.push_back(planned);
  }

  bool isInside(RegionId region) const {
    return findInsidePlanned(all.program, all.facts, all.graph, all.plan)[region.index()];
  }
};

TEST(Nesting, FollowsCallsThroughFunctionsWithoutLayers) {
  Calls calls;
  auto inside = findLayersInside(calls.all.program, calls.all.facts, calls.all.graph);
  EXPECT_THAT(inside[0][0], ElementsAre(calls.inner));
  EXPECT_THAT(inside[0][1], ElementsAre(calls.inner));
  EXPECT_THAT(inside[1][0], IsEmpty());
}

TEST(Nesting, EndsWhereFunctionsCallEachOther) {
  Calls calls;
  addCall(calls.all, calls.all.program[calls.leaf].body, {calls.between});
  auto inside = findLayersInside(calls.all.program, calls.all.facts, calls.all.graph);
  EXPECT_THAT(inside[0][0], ElementsAre(calls.inner));
}

TEST(Nesting, AFunctionIsInsideWhenAllItsCallsAre) {
  Calls calls;
  EXPECT_FALSE(calls.isInside(calls.inLeaf));
  calls.plan({0, 1});
  EXPECT_TRUE(calls.isInside(calls.first));
  EXPECT_TRUE(calls.isInside(calls.inBetween));
  EXPECT_TRUE(calls.isInside(calls.inLeaf));
}

TEST(Nesting, OneCallFromElsewhereIsEnoughToBeOutside) {
  Calls calls;
  calls.plan({0});
  EXPECT_TRUE(calls.isInside(calls.inBetween));
  EXPECT_FALSE(calls.isInside(calls.inLeaf));
}

TEST(Nesting, ADroppedLayerCoversNothing) {
  Calls calls;
  calls.plan({0, 1});
  calls.all.plan.dropped.push_back({0, Obstacle{}});
  EXPECT_FALSE(calls.isInside(calls.inLeaf));
}

TEST(Nesting, ALoopInPartsIsNotInsideItself) {
  Calls calls;
  RegionId body = addRegion(calls.all.program, calls.main, calls.first);
  calls.plan({0});
  calls.all.plan.layers[0].tasks[0].splitLoop = calls.first;
  EXPECT_FALSE(calls.isInside(calls.first));
  EXPECT_TRUE(calls.isInside(body));
}

} // namespace
} // namespace kasuri::test
