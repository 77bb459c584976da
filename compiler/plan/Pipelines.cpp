// A loop as a pipeline: how it would run, by simulation, and the layer that runs it.
//
//     worker 0:  [read][compute     ][write]      [read][compute     ][write]
//     worker 1:        [read][compute     ]  [write]      [read]...
//
// Iterations are claimed in order by whichever worker is free. Each passes its stages; an ordered
// one begins when the iteration before has left it. With the same times in every iteration the
// pattern repeats soon, so some hundred iterations tell how all of them run.
//
// Workers run short iterations several at a time, stage by stage, so that what is ordered moves
// from core to core once for all of them. Such a batch is simulated as one iteration that is
// longer.
#include "plan/Pipelines.h"

#include "model/Regions.h"
#include "plan/Pieces.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasuri {

namespace {

constexpr double enterNs = 20;      ///< of an ordered segment that need not wait, both ends
constexpr double claimNs = 40;      ///< of an iteration
constexpr double switchNs = 20;     ///< from one iteration of a batch to the next, in each stage
constexpr double batchNs = 64000;   ///< a batch takes no longer
constexpr double leastBatches = 16; ///< for each worker
constexpr size_t simulated = 512;   ///< iterations
constexpr double peekNs = 1000;     ///< of a number that the system reads for a guard

double batchOf(const std::vector<PlannedStage> &stages, double iterations, unsigned workers,
               unsigned most) {
  const double byTime = batchNs / std::max(1.0, iterationNs(stages)),
               byCount = iterations / (leastBatches * workers);
  return workers < 2 ? 1 : std::max(1.0, std::floor(std::min({double(most), byTime, byCount})));
}

} // namespace

unsigned mostGathered(const Program &program) { return program.pointerBytes == 8 ? 32 : 1; }

PipelineRun simulatePipeline(const std::vector<PlannedStage> &stages, double iterations,
                             unsigned workers, double signalNs, unsigned mostGathered,
                             size_t shown) {
  PipelineRun run;
  const double batch = batchOf(stages, iterations, workers, mostGathered);
  const double batches = iterations / batch;
  const auto size = static_cast<size_t>(batch);
  const size_t count = static_cast<size_t>(std::min<double>(simulated, std::max(1.0, batches)));
  std::vector<double> free(workers), left(stages.size());
  std::vector<size_t> lastOf(stages.size(), SIZE_MAX); ///< worker that ran the batch before
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
      for (size_t each = i * size; each < (i + 1) * size; ++each) {
        if (each < shown)
          run.shown.push_back({worker, each, stage, now, stages[stage].ns});
        now += stages[stage].ns + (size > 1 ? switchNs : 0);
      }
      left[stage] = now;
      lastOf[stage] = worker;
    }
    free[worker] = now;
    end = std::max(end, now);
    if (i + 1 == count / 2)
      half = end;
  }
  const double beyond = batches - static_cast<double>(count);
  const size_t later = count - count / 2;
  run.ns = beyond <= 0 ? end : end + beyond * (end - half) / static_cast<double>(later);
  return run;
}

double pipelineNs(const std::vector<PlannedStage> &stages, double iterations, unsigned workers,
                  double signalNs, unsigned mostGathered) {
  return simulatePipeline(stages, iterations, workers, signalNs, mostGathered, 0).ns;
}

double helpedPipelineNs(const std::vector<PlannedStage> &stages, double iterations,
                        unsigned workers) {
  constexpr double share = 0.95; ///< of the time in which others wait, that they help in
  double ns = iterationNs(stages) / (1 + share * (workers - 1));
  for (const PlannedStage &each : stages)
    if (each.isOrdered)
      ns = std::max(ns, each.helpedNs.empty() ? each.ns : each.helpedNs[workers - 2]);
  return iterations * ns;
}

double pipelineSignalNs(const Machine &machine, unsigned workers) {
  const size_t farthest = std::min<size_t>(workers, machine.cores.size());
  return farthest > 1 ? machine.signalBetween(0, farthest - 1) : 0;
}

double iterationNs(const std::vector<PlannedStage> &stages) {
  return std::accumulate(stages.begin(), stages.end(), 0.0,
                         [](double ns, const PlannedStage &each) { return ns + each.ns; });
}

const PlannedStage *longestOrdered(const std::vector<PlannedStage> &stages) {
  const PlannedStage *longest = nullptr;
  for (const PlannedStage &each : stages)
    if (each.isOrdered && (!longest || each.leastNs() > longest->leastNs()))
      longest = &each;
  return longest;
}

bool holdsParallelLoop(const Program &program, const Parallelism &facts, RegionId loop) {
  auto isParallel = [&](RegionId region) {
    const LoopFacts *known = facts.factsOf(region);
    return known && known->isParallel;
  };
  const std::vector<RegionId> inside = regionsWithin(program, loop);
  bool found = std::any_of(inside.begin(), inside.end(), isParallel);
  forEachReached(program, facts.callees, calledBy(facts.callees, valuesWithin(program, loop)),
                 [&](FunctionId function, const std::vector<ValueId> &) {
                   const auto regions = regionsWithin(program, program[function].body);
                   found |= std::any_of(regions.begin(), regions.end(), isParallel);
                 });
  return found;
}

/// An iteration copies what it takes and what it leaves.
static double handedNs(const Program &program, const OrderedSegment &segment) {
  constexpr double nsPerByte = 0.05, nsPerValue = 2;
  constexpr int64_t blockBytes = 1 << 16; ///< of a block of unknown size
  double ns = 0;
  auto add = [&](double bytes) { ns += nsPerValue + nsPerByte * bytes; };
  for (ObjectId each : segment.taken)
    add(static_cast<double>(program[each].type.size));
  for (const LeftVariable &each : segment.left)
    add(static_cast<double>(program[each.object].type.size));
  for (const HandedBytes &each : segment.bytes) {
    const auto bytes = static_cast<double>(
        each.bytes.high == INT64_MAX ? blockBytes : each.bytes.high - each.bytes.low);
    add(bytes);
    add(bytes);
  }
  return ns;
}

double handOverNs(const Program &program, const Pipeline &pipeline) {
  return std::accumulate(pipeline.segments.begin(), pipeline.segments.end(), 0.0,
                         [&](double ns, const OrderedSegment &each) {
                           return ns + enterNs + handedNs(program, each);
                         });
}

double pieceNs(const Program &program, const CostModel &cost, const PipelinePiece &piece) {
  using Part = PipelinePiece::Part;
  if (piece.part == Part::Arguments || piece.part == Part::Result)
    return 0; // pieces between them have what the call takes
  const double whole = cost.of(piece.statement).perExecutionNs;
  if (piece.part == PipelinePiece::Part::Whole)
    return whole;
  const double condition = cost.of(program[piece.statement].condition).perExecutionNs;
  return piece.part == PipelinePiece::Part::Condition ? condition
                                                      : std::max(0.0, whole - condition);
}

RegionId firstOf(const Program &program, const PipelinePiece &piece) {
  return piece.part == PipelinePiece::Part::Arms ? program[piece.statement].children.front()
                                                 : piece.statement;
}

RegionId lastOf(const Program &program, const PipelinePiece &piece) {
  return piece.part == PipelinePiece::Part::Condition ? program[piece.statement].condition
                                                      : piece.statement;
}

std::vector<StagePieces> stagesOf(const Pipeline &pipeline) {
  std::vector<StagePieces> stages;
  size_t at = 0;
  for (const OrderedSegment &segment : pipeline.segments) {
    if (segment.begin > at)
      stages.push_back({at, segment.begin, nullptr});
    stages.push_back({segment.begin, segment.end, &segment});
    at = segment.end;
  }
  if (at < pipeline.pieces.size())
    stages.push_back({at, pipeline.pieces.size(), nullptr});
  return stages;
}

/// So many calls lead to both.
static size_t commonDepth(const CallPath &a, const CallPath &b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::vector<PlannedStage> pipelineStages(const Program &program, const CostModel &cost,
                                         RegionId loop, const Pipeline &pipeline) {
  const Region &region = program[loop];
  const std::vector<PipelinePiece> &pieces = pipeline.pieces;
  std::vector<PlannedStage> stages;
  auto add = [&](size_t begin, size_t end, double ns, bool isOrdered) {
    for (size_t i = begin; i < end; ++i)
      ns += pieceNs(program, cost, pieces[i]);
    const bool hasHead = begin == end || stages.empty();
    // A stage that is only partly in a function called has the line of the call.
    const size_t depth = hasHead ? 0 : commonDepth(pieces[begin].path, pieces[end - 1].path);
    const auto shown = [&](const PipelinePiece &piece, RegionId place) {
      return piece.path.size() > depth ? program[piece.path[depth]].block : place;
    };
    stages.push_back(
        {ns, ns, isOrdered, hasHead ? loop : shown(pieces[begin], firstOf(program, pieces[begin])),
         begin == end ? RegionId() : shown(pieces[end - 1], lastOf(program, pieces[end - 1]))});
  };
  for (const auto &[begin, end, segment] : stagesOf(pipeline)) {
    double ns = segment ? enterNs + handedNs(program, *segment) : 0;
    if (segment == &pipeline.segments.front())
      for (RegionId part : {region.condition, region.step})
        ns += part.valid() ? cost.of(part).perExecutionNs : 0;
    add(begin, end, ns, segment != nullptr);
  }
  return stages;
}

/// What profiles have measured is the loop as a whole.
static double measuredShare(const RegionCost &loop, const std::vector<PlannedStage> &stages) {
  const double ns = iterationNs(stages);
  return loop.isMeasured && ns > 0 ? loop.perExecutionNs / std::max(1.0, loop.trips) / ns : 1;
}

/// Stages in no segment share what was measured there. False if that is of other segments.
static bool setMeasured(std::vector<PlannedStage> &stages, const MeasuredPipeline &measured) {
  const auto ordered = static_cast<size_t>(
      std::count_if(stages.begin(), stages.end(), [](const auto &each) { return each.isOrdered; }));
  if (measured.segments.size() != ordered + 1)
    return false; // of another version of the loop
  double parallelNs = 0;
  for (const PlannedStage &each : stages)
    parallelNs += each.isOrdered ? 0 : each.ns;
  size_t next = 0;
  for (PlannedStage &stage : stages) {
    const MeasuredSegment &its =
        stage.isOrdered ? measured.segments[next++] : measured.segments.back();
    const double part = stage.isOrdered ? 1 : parallelNs > 0 ? stage.ns / parallelNs : 0;
    stage.ns = part * its.workNs;
    stage.waitNs = part * its.waitNs;
    stage.isMeasured = true;
  }
  return true;
}

/// A part for each worker; which iterations it runs is decided at run time.
static PlannedTable tableOf(const PlannedTask &task, const Machine &machine, unsigned workers,
                            double trips) {
  PlannedTable table;
  table.workers = workers;
  table.makespanNs = pipelineNs(task.stages, trips, workers, pipelineSignalNs(machine, workers),
                                task.mostGathered);
  for (unsigned worker = 0; worker < workers; ++worker) {
    PlannedRow row;
    row.part = static_cast<uint16_t>(worker);
    row.parts = static_cast<uint16_t>(workers);
    row.costNs = table.makespanNs;
    table.rows.push_back({row});
  }
  return table;
}

/// How many numbers the system reads for it.
static double countPeeks(const GuardValue &value) {
  double count = value.op == GuardValue::Op::Peeked ? 1 : 0;
  for (const GuardValue &operand : value.operands)
    count += countPeeks(operand);
  return count;
}

static double guardsNs(const std::vector<Guard> &guards) {
  double peeks = 0;
  for (const Guard &guard : guards) {
    for (const auto &[value, limit] : guard.exact)
      peeks += countPeeks(value);
    for (const Guard::Test &test : guard.alternatives)
      peeks += countPeeks(test.stride);
  }
  return peeks * peekNs;
}

/// A loop of which nothing tells how long it runs is taken to run long: the runtime finds out.
std::optional<Candidate> asPipeline(const Program &program, const Parallelism &facts,
                                    const CostModel &cost, const Machine &machine,
                                    const PlanOptions &options, const Layer &layer,
                                    const MacroTask &task, bool isOther) {
  constexpr double longRun = 10000;
  const RegionId loop = task.pipedLoop;
  if (!loop.valid() || task.control || (isOther && !facts.factsOf(loop)->otherPipeline))
    return std::nullopt;
  const RegionCost &known = cost.of(loop);
  PlannedTask made;
  made.name = nameOf(program, layer, task);
  made.members = {task.id};
  made.pipedLoop = loop;
  made.isOther = isOther;
  made.deviationNs = known.deviationNs;
  const Pipeline &pipeline = pipelineOf(*facts.factsOf(loop), isOther);
  made.stages = pipelineStages(program, cost, loop, pipeline);
  const bool isOtherwise = isOther && !facts.factsOf(loop)->pipeline->guards.empty();
  const MeasuredPipeline *measured =
      cost.pipelineOf(isOtherwise ? made.name + std::string(otherwiseMark) : made.name);
  double trips = known.knowsTrips() || known.isMeasured ? std::max(1.0, known.trips) : longRun;
  if (measured && setMeasured(made.stages, *measured)) {
    trips = std::max(1.0, measured->trips);
    made.costNs = iterationNs(made.stages) * trips;
  } else {
    const double share = measuredShare(known, made.stages);
    for (PlannedStage &stage : made.stages)
      stage.ns *= share;
    const double ns = iterationNs(made.stages) - share * handOverNs(program, pipeline);
    made.costNs = std::max(known.perExecutionNs, ns * trips);
  }
  made.mostGathered = mostGathered(program);
  Candidate candidate;
  candidate.regions = {task.first};
  PlannedLayer &planned = candidate.planned;
  planned.layer = layer.id;
  planned.function = layer.function;
  planned.name = made.name;
  planned.plannedCores = std::max(2u, options.cores);
  planned.executions = cost.executions[loop.index()] * (1 - cost.shareRefused(layer.id));
  planned.sequentialNs = made.costNs;
  for (unsigned workers = 2; workers <= planned.plannedCores; ++workers) {
    planned.tables.push_back(tableOf(made, machine, workers, trips));
    const double ns =
        planned.tables.back().makespanNs + machine.forkJoinNs + guardsNs(pipeline.guards);
    candidate.parallelNs = workers == 2 ? ns : std::min(candidate.parallelNs, ns);
  }
  planned.tasks.push_back(std::move(made));
  const double gain = planned.sequentialNs / std::max(1.0, candidate.parallelNs);
  return options.minGain > 0 && gain < leastPipelineGain ? std::nullopt
                                                         : std::optional(std::move(candidate));
}

} // namespace kasuri
