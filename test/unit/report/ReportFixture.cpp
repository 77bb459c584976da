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

LoopFacts addLoop(Program &program, uint32_t line, bool isParallel) {
  LoopFacts facts;
  facts.loop = addRegion(program, Region::Kind::Loop, at(line, 5));
  facts.isParallel = isParallel;
  return facts;
}

Layer emptyLayer(size_t id) {
  Layer layer;
  layer.id = LayerId(id);
  layer.function = FunctionId(size_t{0});
  layer.sequence = RegionId(size_t{0});
  return layer;
}

PlannedLayer plannedLayer(const Layer &layer, const char *name) {
  PlannedLayer planned;
  planned.layer = layer.id;
  planned.function = layer.function;
  planned.name = name;
  return planned;
}

PlannedTask plannedTask(size_t member, const char *name, double costNs) {
  PlannedTask task;
  task.name = name;
  task.members = {TaskId(member)};
  task.costNs = costNs;
  return task;
}

PlannedRow row(uint16_t task) {
  PlannedRow result;
  result.task = task;
  return result;
}

void addLoops(Compilation &all) {
  Program &program = all.program;
  LoopFacts parallel = addLoop(program, 3, true);
  program[parallel.loop].counted.variable = addObject(program, "i");
  parallel.privates.push_back({addObject(program, "t"), true});
  parallel.reductions.push_back(
      {addObject(program, "s"), "s", ReductionKind::Sum, true, ValueId()});

  LoopFacts sequential = addLoop(program, 10, false);
  sequential.obstacles.push_back(
      {ObstacleKind::CarriedFlow, "y", " (distance 1)", at(11, 7), at(11, 14)});
  for (const char *name : {"g", "h", "k", "l"})
    sequential.obstacles.push_back({ObstacleKind::UnknownCall, name, "", at(12, 7), {}});

  all.facts.loops = {parallel, sequential, addLoop(program, 20, true)};
  for (size_t i = 0; i < all.facts.loops.size(); ++i)
    all.facts.loopIndex[all.facts.loops[i].loop] = i;
  all.plan.loopVerdicts = {PlanVerdict::Planned, PlanVerdict::NotParallel, PlanVerdict::NotWorthIt};

  Layer layer = emptyLayer(0);
  layer.tasks.push_back(task(0, TaskKind::Repetition, parallel.loop));
  layer.tasks[0].splitLoop = parallel.loop;
  layer.earliest.resize(1);
  all.graph.layers.push_back(layer);

  PlannedLayer planned = plannedLayer(layer, "f@a.c:3");
  planned.tasks.push_back(plannedTask(0, "f@a.c:3", 0));
  planned.tasks[0].splitLoop = parallel.loop;
  planned.minimumTrip = 64;
  all.plan.layers.push_back(planned);
}

void addCalls(Compilation &all) {
  Layer layer = emptyLayer(1);
  for (uint32_t i = 0; i < 2; ++i)
    layer.tasks.push_back(
        task(i, TaskKind::Subroutine, addRegion(all.program, Region::Kind::Block, at(30 + i, 5))));
  layer.tasks[1].predecessors = {TaskId(size_t{0})};
  layer.earliest.resize(2);
  using Atom = Condition::Atom;
  layer.earliest[1].clauses = {{{Atom::Kind::Completed, TaskId(size_t{0})}}};
  all.graph.layers.push_back(layer);

  PlannedLayer planned = plannedLayer(layer, "f@a.c:30");
  planned.tasks = {plannedTask(0, "f1@a.c:30", 4000), plannedTask(1, "f2@a.c:31", 5000)};
  planned.sequentialNs = 9000;
  PlannedTable table;
  table.rows = {{row(0)}, {row(1)}};
  table.makespanNs = 5000;
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
  all.cost.regions.assign(all.program.regions.size(),
                          {.perExecutionNs = 48, .estimatedNs = 48, .trips = 16});
  all.cost.executions.assign(all.program.regions.size(), 1);
  all.cost.programNs = all.cost.estimatedProgramNs = 480;
  all.cost.estimatedExecutions = all.cost.executions;
  all.plan.speedupLimit = {1.0, 1.6};
  return all;
}

} // namespace kasuri::test
