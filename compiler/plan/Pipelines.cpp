// A loop as a pipeline: how it would run, by simulation, and the layer that runs it.
//
//     worker 0:  [read][compute     ][write]      [read][compute     ][write]
//     worker 1:        [read][compute     ]  [write]      [read]...
//
// Iterations are claimed in order by whichever worker is free. Each passes its stages; an ordered
// one begins when the iteration before has left it. With the same times in every iteration the
// pattern repeats soon, so some hundred iterations tell how all of them run.
#include "plan/Pipelines.h"

#include "model/Regions.h"
#include "plan/Candidates.h"
#include "plan/Pieces.h"

#include <algorithm>

namespace kasuri {

namespace {

constexpr double enterNs = 20;    ///< of an ordered segment that need not wait, both ends
constexpr double claimNs = 40;    ///< of an iteration
constexpr size_t simulated = 512; ///< iterations
/// What overlaps must be worth at least this share of an iteration.
constexpr double leastGain = 1.1;

} // namespace

double pipelineNs(const std::vector<PipelineStage> &stages, double iterations, unsigned workers,
                  double signalNs, double claimNs) {
  const size_t count = static_cast<size_t>(std::min<double>(simulated, std::max(1.0, iterations)));
  std::vector<double> free(workers), left(stages.size());
  std::vector<size_t> lastOf(stages.size(), SIZE_MAX); ///< worker that ran the iteration before
  double end = 0, half = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t worker =
        static_cast<size_t>(std::min_element(free.begin(), free.end()) - free.begin());
    double now = free[worker] + claimNs;
    for (size_t stage = 0; stage < stages.size(); ++stage) {
      if (stages[stage].isOrdered) {
        const bool isOther = lastOf[stage] != SIZE_MAX && lastOf[stage] != worker;
        now = std::max(now, left[stage] + (isOther ? signalNs : 0));
      }
      now += stages[stage].ns;
      left[stage] = now;
      lastOf[stage] = worker;
    }
    free[worker] = now;
    end = std::max(end, now);
    if (i + 1 == count / 2)
      half = end;
  }
  const double beyond = iterations - static_cast<double>(count);
  return beyond <= 0 ? end : end + beyond * (end - half) / static_cast<double>(count - count / 2);
}

double longestOrderedNs(const std::vector<PipelineStage> &stages) {
  double longest = 0;
  for (const PipelineStage &each : stages)
    if (each.isOrdered)
      longest = std::max(longest, each.ns);
  return longest;
}

/// In its body, or in what that calls.
bool CandidateMaker::holdsParallelLoop(RegionId loop) const {
  auto isParallel = [&](RegionId region) {
    const LoopFacts *known = facts.factsOf(region);
    return known && known->isParallel;
  };
  const std::vector<RegionId> inside = regionsWithin(program, loop);
  bool found = std::any_of(inside.begin(), inside.end(), isParallel);
  std::vector<FunctionId> called;
  for (ValueId value : valuesWithin(program, loop))
    if (auto callees = facts.callees.find(value); callees != facts.callees.end())
      called.insert(called.end(), callees->second.begin(), callees->second.end());
  forEachReached(program, facts.callees, called,
                 [&](FunctionId function, const std::vector<ValueId> &) {
                   const auto regions = regionsWithin(program, program[function].body);
                   found |= std::any_of(regions.begin(), regions.end(), isParallel);
                 });
  return found;
}

/// Bytes that an iteration copies to take or leave a value.
static double handedNs(const Program &program, const std::vector<ObjectId> &objects) {
  constexpr double nsPerByte = 0.05, nsPerValue = 2;
  double ns = 0;
  for (ObjectId each : objects)
    ns += nsPerValue + nsPerByte * static_cast<double>(program[each].type.size);
  return ns;
}

/// What an iteration does, one stage after another.
static std::vector<PipelineStage> stagesOf(const Program &program, const CostModel &cost,
                                           RegionId loop, const Pipeline &pipeline) {
  const Region &region = program[loop];
  const std::vector<RegionId> &body = program[region.children[0]].children;
  std::vector<PipelineStage> stages;
  size_t at = 0;
  auto sum = [&](size_t begin, size_t end) {
    double ns = 0;
    for (size_t i = begin; i < end; ++i)
      ns += cost.of(body[i]).perExecutionNs;
    return ns;
  };
  for (const OrderedSegment &segment : pipeline.segments) {
    if (segment.begin > at)
      stages.push_back({sum(at, segment.begin), false});
    double ns = sum(segment.begin, segment.end) + enterNs + handedNs(program, segment.taken) +
                handedNs(program, segment.left);
    if (&segment == &pipeline.segments.front())
      for (RegionId part : {region.condition, region.step})
        ns += part.valid() ? cost.of(part).perExecutionNs : 0;
    stages.push_back({ns, true});
    at = segment.end;
  }
  if (at < body.size())
    stages.push_back({sum(at, body.size()), false});
  // What was measured is of the loop as a whole.
  double all = 0;
  for (const PipelineStage &each : stages)
    all += each.ns;
  const double measured = cost.of(loop).perExecutionNs / std::max(1.0, cost.of(loop).trips);
  if (cost.of(loop).isMeasured && all > 0)
    for (PipelineStage &each : stages)
      each.ns *= measured / all;
  return stages;
}

std::optional<Candidate> CandidateMaker::piped(const Unit &unit) const {
  const MacroTask &task = layer.tasks[unit.begin];
  const RegionId loop = task.pipedLoop;
  if (!loop.valid() || task.control || unit.end - unit.begin != 1)
    return std::nullopt;
  const std::vector<PipelineStage> stages =
      stagesOf(program, cost, loop, *facts.factsOf(loop)->pipeline);
  const double trips = std::max(1.0, cost.of(loop).trips);
  Candidate candidate;
  PlannedTask made;
  made.name = nameOf(program, layer, task);
  made.members = {task.id};
  made.pipedLoop = loop;
  made.costNs = cost.of(loop).perExecutionNs;
  made.deviationNs = cost.of(loop).deviationNs;
  candidate.planned.tasks.push_back(std::move(made));
  candidate.regions = {task.first};
  PlannedLayer &planned = candidate.planned;
  planned.layer = layer.id;
  planned.function = layer.function;
  planned.name = nameOf(program, layer, task);
  planned.plannedCores = std::max(2u, options.cores);
  planned.executions = cost.executions[loop.index()];
  planned.sequentialNs = cost.of(loop).perExecutionNs;
  for (unsigned workers = 2; workers <= planned.plannedCores; ++workers) {
    const double signalNs =
        machine.cores.size() > 1
            ? machine.signalBetween(0, std::min<size_t>(workers, machine.cores.size()) - 1)
            : 0;
    PlannedTable table;
    table.workers = workers;
    table.makespanNs = pipelineNs(stages, trips, workers, signalNs, claimNs);
    for (unsigned worker = 0; worker < workers; ++worker) {
      PlannedRow row;
      row.task = 0;
      row.part = static_cast<uint16_t>(worker);
      row.parts = static_cast<uint16_t>(workers);
      row.costNs = table.makespanNs;
      table.rows.push_back({row});
    }
    const double ns = table.makespanNs + machine.forkJoinNs;
    candidate.parallelNs = workers == 2 ? ns : std::min(candidate.parallelNs, ns);
    planned.tables.push_back(std::move(table));
  }
  const double gain = planned.sequentialNs / std::max(1.0, candidate.parallelNs);
  const double least =
      holdsParallelLoop(loop) ? std::max(leastGain, 0.75 * options.cores) : leastGain;
  if (options.minGain > 0 && gain < least)
    return std::nullopt;
  const bool isMovable =
      !whyNotMovable(program, facts, layer, movability, shapeOf(candidate.planned));
  return isMovable ? std::optional(std::move(candidate)) : std::nullopt;
}

} // namespace kasuri
