#include "ReportFixture.h"

namespace kasuri::test {
namespace {

const FileId theFile(size_t{0});

SourceLocation at(uint32_t line, uint32_t column) { return {theFile, line, column}; }

ObjectId addObject(Program &program, const char *name) {
  Object object;
  object.name = name;
  program.objects.push_back(object);
  return ObjectId(program.objects.size() - 1);
}

RegionId addRegion(Program &program, Region::Kind kind, SourceLocation location) {
  Region region;
  region.kind = kind;
  region.function = FunctionId(size_t{0});
  region.location = location;
  region.end = location;
  program.regions.push_back(region);
  return RegionId(program.regions.size() - 1);
}

MacroTask task(size_t id, TaskKind kind, RegionId region) {
  MacroTask result;
  result.id = TaskId(id);
  result.kind = kind;
  result.first = result.last = region;
  return result;
}

void addLoops(Compilation &all) {
  Program &program = all.program;
  RegionId dealtOut = addRegion(program, Region::Kind::Loop, at(3, 5));
  program[dealtOut].counted.variable = addObject(program, "i");
  LoopFacts parallel{.loop = dealtOut, .isParallel = true};
  parallel.privates.push_back({addObject(program, "t"), true});
  parallel.reductions.push_back({addObject(program, "s"), ReductionKind::Sum, true, ValueId()});

  LoopFacts sequential{.loop = addRegion(program, Region::Kind::Loop, at(10, 5))};
  sequential.obstacles.push_back({ObstacleKind::CarriedFlow, "y", " (distance 1)", at(11, 7), at(11, 14)});
  for (const char *name : {"g", "h", "k", "l"})
    sequential.obstacles.push_back({ObstacleKind::UnknownCall, name, "", at(12, 7), {}});

  LoopFacts tiny{.loop = addRegion(program, Region::Kind::Loop, at(20, 5)), .isParallel = true};
  all.facts.loops = {parallel, sequential, tiny};
  all.plan.loopVerdicts = {PlanVerdict::Planned, PlanVerdict::NotParallel, PlanVerdict::NotWorthIt};

  Layer layer{.id = LayerId(size_t{0}), .function = FunctionId(size_t{0}), .sequence = RegionId(size_t{0})};
  layer.tasks.push_back(task(0, TaskKind::Repetition, dealtOut));
  layer.tasks[0].splitLoop = dealtOut;
  layer.earliest.resize(1);
  all.graph.layers.push_back(layer);

  PlannedLayer planned{.layer = layer.id, .function = layer.function, .name = "f@a.c:3"};
  planned.tasks.push_back({.name = "f@a.c:3", .members = {TaskId(size_t{0})}, .splitLoop = dealtOut});
  planned.minimumTrip = 64;
  all.plan.layers.push_back(planned);
}

void addCalls(Compilation &all) {
  Layer layer{.id = LayerId(size_t{1}), .function = FunctionId(size_t{0}), .sequence = RegionId(size_t{0})};
  for (uint32_t i = 0; i < 2; ++i)
    layer.tasks.push_back(
        task(i, TaskKind::Subroutine, addRegion(all.program, Region::Kind::Block, at(30 + i, 5))));
  layer.tasks[1].predecessors = {TaskId(size_t{0})};
  layer.earliest.resize(2);
  using Atom = Condition::Atom;
  layer.earliest[1].clauses = {{{Atom::Kind::Completed, TaskId(size_t{0})}}};
  all.graph.layers.push_back(layer);

  PlannedLayer planned{.layer = layer.id, .function = layer.function, .name = "f@a.c:30"};
  planned.tasks.push_back({.name = "f1@a.c:30", .members = {TaskId(size_t{0})}, .costNs = 4000});
  planned.tasks.push_back({.name = "f2@a.c:31", .members = {TaskId(size_t{1})}, .costNs = 5000});
  planned.sequentialNs = 9000;
  PlannedTable table{.workers = 2, .rows = {{{.task = 0}}, {{.task = 1}}}, .makespanNs = 5000};
  planned.tables.push_back(table);
  all.plan.layers.push_back(planned);
}

} // namespace

Compilation sampleCompilation() {
  Compilation all;
  all.program.files.push_back({"a.c", true});
  Function function;
  function.name = "f";
  all.program.functions.push_back(function);
  addRegion(all.program, Region::Kind::Sequence, at(2, 1));
  addLoops(all);
  addCalls(all);
  all.cost.regions.assign(all.program.regions.size(), {.perExecutionNs = 48, .trips = 16});
  all.cost.executions.assign(all.program.regions.size(), 1);
  all.cost.programNs = 480;
  all.plan.speedupLimit = {1.0, 1.6};
  return all;
}

} // namespace kasuri::test
