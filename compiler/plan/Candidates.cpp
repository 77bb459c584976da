// Two ways to run a layer's tasks, to be compared by estimate.
//
//     filter(a);                 stretches: {filter(a), filter(b)} | {mix(a, b), count(c)}
//     filter(b);                 whole:     four tasks; mix waits for both filters, count for none
//     mix(a, b);
//     count(c);
//
// In a stretch no unit waits for another, so all cores meet only at its ends; a branch is one task,
// whatever it contains. The whole layer has waits between its tasks, and its opened branches run as
// their condition and their parts, each of which finds out whether it is wanted.
//
// Loops whose chunks are aligned (analysis/statement/Alignment.cpp) wait for each other part by
// part. A layer of nothing else has no place where all cores meet, and all its loops run equally
// often.
//
// A loop within a whole layer is cut into parts only if nothing that is done about it after the
// layer (folding a reduction, storing a last value) is seen by another task. Where the loop's head
// needs the result of a task, or may only be evaluated if a branch is taken, each part evaluates it
// again; then it must be such that this gives the same each time. A loop with guards is cut only
// where it is a stretch of its own, because the guards stand before the layer. A loop that is
// distributed (Distribute.cpp) is a layer of its own as well. What is too cheap for a row of its
// own is fused (Fusion.cpp).
#include "plan/Candidates.h"
#include "cost/Executions.h"
#include "model/Regions.h"
#include "plan/Localization.h"
#include "plan/Pieces.h"
#include "plan/Pipelines.h"
#include "plan/Waves.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kasuri {

namespace {

/// Of one execution of the loop, by estimate.
double bytesOf(const LoopLocality &loop) {
  double bytes = 0;
  for (const TouchedData &data : loop.data)
    bytes += data.fixedBytes + data.bytesPerTrip * loop.trips;
  return bytes;
}

bool isNowhereLater(const PlannedLayer &layer, const PlannedLayer &other) {
  for (size_t i = 0; i < layer.tables.size(); ++i)
    if (layer.tables[i].makespanNs > other.tables[i].makespanNs)
      return false;
  return true;
}

} // namespace

CandidateMaker::CandidateMaker(const Program &program, const Parallelism &facts,
                               const Movability &movability, const CostModel &cost,
                               const Machine &machine, const PlanOptions &options,
                               const Layer &layer)
    : program(program), facts(facts), movability(movability), cost(cost), machine(machine),
      options(options), layer(layer) {
  for (size_t i = 0; i < layer.tasks.size(); ++i)
    if (!layer.tasks[i].isInArm())
      units.push_back({i, i + 1});
    else
      units.back().end = i + 1;
}

std::vector<Candidate> CandidateMaker::stretches() const {
  std::vector<bool> areAlone;
  for (size_t i = 0; i < units.size(); ++i)
    areAlone.push_back(standsAlone(i));
  std::vector<Candidate> found;
  size_t begin = 0;
  for (size_t i = 0; i <= units.size(); ++i) {
    bool isEnd = i == units.size();
    bool waits = false;
    for (size_t task = isEnd ? 0 : units[i].begin; !isEnd && task < units[i].end; ++task)
      for (TaskId before : layer.tasks[task].predecessors)
        waits |= before.index() >= units[begin].begin && before.index() < units[i].begin;
    if (!isEnd && i > begin)
      waits |= areAlone[i] || areAlone[i - 1];
    for (size_t earlier = begin; !isEnd && earlier < i; ++earlier)
      waits |= sharesHead(units[earlier], units[i]) || sharesHead(units[i], units[earlier]);
    if (!isEnd && !waits)
      continue;
    std::vector<Candidate> apart;
    double savedApart = 0;
    for (size_t unit = begin; unit < i; ++unit)
      for (std::optional<Candidate> candidate :
           {distributed(units[unit]), pipelined(layer.tasks[units[unit].begin])})
        if (candidate) {
          savedApart += savedNs(*candidate);
          apart.push_back(std::move(*candidate));
        }
    auto together = stretch(begin, i);
    if (together && savedNs(*together) >= savedApart)
      apart = {std::move(*together)};
    found.insert(found.end(), apart.begin(), apart.end());
    begin = i;
  }
  return found;
}

/// Of two pipelines the one that frees more, if that gains anything.
std::optional<Candidate> CandidateMaker::pipelined(const MacroTask &task) const {
  std::optional<Candidate> made;
  for (const bool isOther : {false, true})
    if (!made)
      made = asPipeline(program, facts, cost, machine, options, layer, task, isOther);
  return made;
}

double CandidateMaker::savedNs(const Candidate &candidate) const {
  return std::max(0.0, candidate.planned.sequentialNs - candidate.parallelNs);
}

std::optional<Candidate> CandidateMaker::stretch(size_t begin, size_t end) const {
  while (begin < end && isTrivial(units[begin]))
    ++begin;
  while (begin < end && isTrivial(units[end - 1]))
    --end;
  bool hasChoice =
      end - begin > 1 || (end - begin == 1 && layer.tasks[units[begin].begin].splitLoop.valid());
  if (!hasChoice)
    return std::nullopt;
  Candidate candidate;
  for (size_t i = begin; i < end; ++i) {
    const MacroTask &task = layer.tasks[units[i].begin];
    PlannedTask made;
    made.name = nameOf(program, layer, task);
    for (size_t member = units[i].begin; member < units[i].end; ++member)
      made.members.emplace_back(member);
    const LoopFacts *split = facts.factsOf(task.splitLoop);
    const bool isWave = split && split->wavefront;
    if (!isWave || end - begin == 1)
      made.splitLoop = task.splitLoop;
    made.costNs = unitNs(units[i]) - orderedNs(task.splitLoop);
    made.deviationNs = deviationNs(task.first, task.last);
    made.times = timesOf(task.first, task.last, made.costNs);
    made.isMeasured = isMeasured(task.first, task.last);
    if (isWave && made.splitLoop.valid()) {
      const unsigned workers = std::max(2u, options.cores);
      made.wave = planWave(*split, cost, machine, workers);
      if (facts.factsOf(split->wavefront->columns)->isParallel &&
          isBetterByColumns(*made.wave, machine, workers))
        return std::nullopt;
    }
    candidate.planned.tasks.push_back(made);
    candidate.regions.push_back(task.first);
  }
  const MacroTask &only = layer.tasks[units[begin].begin];
  bool isLoop = end - begin == 1;
  candidate.planned.minimumTrip = isLoop ? minimumTrip(candidate.planned) : 0;
  candidate.isOpen = isLoop && cost.of(only.splitLoop).isOpen;
  finish(candidate);
  if (isLoop && only.splitLoop.valid())
    addRounds(candidate);
  if (isLoop && only.splitLoop.valid())
    if (const auto &ordered = facts.factsOf(only.splitLoop)->ordered)
      candidate.parallelNs += machine.forkJoinNs * cost.of(only.splitLoop).trips /
                              ordered->roundFor(candidate.planned.plannedCores);
  const double testNs = isGuarded(only) ? guardsNs(only.splitLoop) : 0;
  candidate.parallelNs += testNs;
  candidate.testNs = candidate.planned.minimumTrip > 0 ? testNs + guardNs : 0;
  return candidate;
}

std::optional<Candidate> CandidateMaker::whole() const {
  size_t begin = 0, end = units.size();
  while (begin < end && isTrivial(units[begin]))
    ++begin;
  while (begin < end && isTrivial(units[end - 1]))
    --end;
  if (end - begin < 2)
    return std::nullopt;
  std::vector<Group> groups;
  for (size_t i = begin; i < end; ++i)
    groups.push_back({i, i + 1});
  Candidate candidate = assemble(groups);
  const std::vector<PlannedTask> &tasks = candidate.planned.tasks;
  if (std::all_of(tasks.begin(), tasks.end(),
                  [](const PlannedTask &task) { return task.predecessors.empty(); }))
    return std::nullopt;
  alignTasks(candidate);
  finish(candidate);
  const std::vector<Group> joined = fuse(groups);
  if (joined == groups)
    return candidate;
  Candidate coarser = assemble(joined);
  alignTasks(coarser);
  finish(coarser);
  return isNowhereLater(coarser.planned, candidate.planned) ? coarser : candidate;
}

Candidate CandidateMaker::assemble(const std::vector<Group> &groups) const {
  Candidate candidate;
  const size_t firstTask = units[groups.front().begin].begin;
  const size_t endTask = units[groups.back().end - 1].end;
  std::vector<size_t> placeOf(endTask - firstTask); ///< by macro-task: index of its planned task
  for (const Group &group : groups) {
    const size_t begin = units[group.begin].begin, end = units[group.end - 1].end;
    std::vector<PlannedTask> made;
    if (group.isClosed)
      made.push_back(fused(group, firstTask));
    else
      for (size_t i = begin; i < end; ++i)
        made.push_back(opened(layer.tasks[i], firstTask, endTask));
    for (size_t i = begin; i < end; ++i)
      placeOf[i - firstTask] = candidate.planned.tasks.size() + (group.isClosed ? 0 : i - begin);
    for (size_t i = group.begin; i < group.end; ++i)
      candidate.regions.push_back(layer.tasks[units[i].begin].first);
    std::move(made.begin(), made.end(), std::back_inserter(candidate.planned.tasks));
  }
  for (size_t i = 0; i < candidate.planned.tasks.size(); ++i)
    addPredecessors(candidate.planned, i, firstTask, placeOf);
  return candidate;
}

/// Of all its members, but for one another.
void CandidateMaker::addPredecessors(PlannedLayer &planned, size_t index, size_t firstTask,
                                     const std::vector<size_t> &placeOf) const {
  std::vector<PlannedEdge> &edges = planned.tasks[index].predecessors;
  auto add = [&](TaskId before, double bytes) {
    const size_t task = before.index() < firstTask ? index : placeOf[before.index() - firstTask];
    auto known = std::find_if(edges.begin(), edges.end(),
                              [&](const PlannedEdge &edge) { return edge.task == task; });
    if (task == index)
      return;
    if (known == edges.end())
      edges.push_back({task, bytes});
    else
      known->bytes += bytes;
  };
  for (TaskId member : planned.tasks[index].members) {
    const MacroTask &task = layer.tasks[member.index()];
    for (TaskId before : task.predecessors)
      add(before, static_cast<double>(layer.bytesBetween(before, member)));
    if (task.control)
      add(task.control->condition, 0);
  }
}

/// What a condition of the planned tasks, of which that is the first, says of the task.
std::optional<Control> CandidateMaker::undecided(const MacroTask &task, size_t firstTask) {
  const bool isDecided = task.control && task.control->condition.index() < firstTask;
  return isDecided ? std::nullopt : task.control;
}

PlannedTask CandidateMaker::opened(const MacroTask &task, size_t firstTask, size_t endTask) const {
  PlannedTask made;
  made.name = nameOf(program, layer, task);
  made.members = {task.id};
  made.control = undecided(task, firstTask);
  made.hasLateHead = needsLateHead(task);
  if (task.splitLoop.valid() && !isGuarded(task) && canSplitAmong(task, firstTask, endTask))
    made.splitLoop = task.splitLoop;
  made.likelihood = likelihoodWithin(program, cost.executions, task.first, layer.sequence);
  made.costNs = taskNs(task) * made.likelihood;
  made.isMeasured = isMeasured(task.first, task.last);
  if (task.kind == TaskKind::Condition)
    return made;
  made.deviationNs = deviationNs(task.first, task.last);
  made.times = timesOf(task.first, task.last, taskNs(task));
  return made;
}

PlannedTask CandidateMaker::fused(const Group &group, size_t firstTask) const {
  PlannedTask made;
  made.control = undecided(layer.tasks[units[group.begin].begin], firstTask);
  made.name = nameOf(program, layer, layer.tasks[units[group.begin].begin]);
  if (group.end - group.begin > 1)
    made.name += "+" + std::to_string(group.end - group.begin - 1);
  for (size_t i = units[group.begin].begin; i < units[group.end - 1].end; ++i)
    made.members.emplace_back(i);
  for (size_t i = group.begin; i < group.end; ++i)
    made.costNs += unitNs(units[i]);
  const RegionId first = layer.tasks[units[group.begin].begin].first,
                 last = layer.tasks[units[group.end - 1].begin].last;
  made.deviationNs = deviationNs(first, last);
  made.times = timesOf(first, last, made.costNs);
  made.isMeasured = isMeasured(first, last);
  return made;
}

void CandidateMaker::finish(Candidate &candidate) const {
  PlannedLayer &planned = candidate.planned;
  planned.layer = layer.id;
  planned.function = layer.function;
  planned.name = nameOf(program, layer, layer.tasks[planned.tasks.front().members.front().index()]);
  planned.plannedCores = std::max(2u, options.cores);
  planned.executions =
      cost.executions[candidate.regions.front().index()] * (1 - cost.shareRefused(layer.id));
  for (PlannedTask &task : planned.tasks) {
    planned.sequentialNs += task.costNs;
    const TermCost terms = termCost(task.splitLoop);
    planned.foldNs += terms.foldNs;
    task.costNs += terms.keepNs;
  }
  setParts(planned);
  for (unsigned workers = 2; workers <= planned.plannedCores; ++workers) {
    planned.tables.push_back(scheduleLayer(planned, machine, workers));
    const double ns = planned.tables.back().makespanNs + startAndEndNs(planned, machine, workers);
    candidate.parallelNs = workers == 2 ? ns : std::min(candidate.parallelNs, ns);
  }
  testTrips(planned);
  noteMeasured(candidate);
  if (options.mode == PowerMode::Fastest && machine.kinds.empty())
    planned.larger = tablesForLargerRuns(planned, machine, options.minGain > 0 ? leastGain : 0);
}

/// Only now: what pays is decided with workers that are awake and even. A run of a busy system
/// shows them worse than they are, and the runtime finds out what is not profitable.
void CandidateMaker::noteMeasured(Candidate &candidate) const {
  const MeasuredTask *measured = cost.measurementOf(candidate.regions.front());
  if (!measured)
    return;
  candidate.planned.wakeNs = measured->wakeNs;
  candidate.planned.wakes = measured->wakes;
  candidate.planned.unevenness = measured->unevenness;
  for (PlannedTable &table : candidate.planned.tables)
    table.wakeNs = measured->wakeNs;
}

/// If one loop has blocks, the others have as many parts, so that chunks can wait for chunks.
void CandidateMaker::setParts(PlannedLayer &planned) const {
  constexpr uint16_t blocks = 64; ///< enough for equal shares of as many cores
  const bool isFixed =
      std::any_of(planned.tasks.begin(), planned.tasks.end(), [&](const PlannedTask &task) {
        return task.splitLoop.valid() && hasBlocks(*facts.factsOf(task.splitLoop));
      });
  for (PlannedTask &task : planned.tasks)
    if (task.splitLoop.valid()) {
      task.maxParts = maxParts(task.splitLoop);
      task.fixedParts = isFixed ? blocks : 0;
      task.perPartNs = ownArraysNs(task.splitLoop);
      task.slope = cost.of(task.splitLoop).slope;
    }
}

/// Loops whose heads are evaluated together, before the layer, are cut in the same way.
void CandidateMaker::alignTasks(Candidate &candidate) const {
  std::vector<PlannedTask> &tasks = candidate.planned.tasks;
  auto isDealtOut = [](const PlannedTask &task) {
    return task.splitLoop.valid() && !task.hasLateHead && task.members.size() == 1;
  };
  candidate.isAligned = true;
  std::vector<bool> isAligned(tasks.size());
  for (size_t i = 0; i < tasks.size(); ++i)
    for (PlannedEdge &edge : tasks[i].predecessors) {
      const std::map<TaskId, Halo> &halos = layer.tasks[tasks[i].members.front().index()].halos;
      auto halo = halos.find(tasks[edge.task].members.front());
      if (halo != halos.end() && isDealtOut(tasks[i]) && isDealtOut(tasks[edge.task]))
        edge.halo = halo->second;
      candidate.isAligned &= edge.halo.has_value();
      isAligned[i] = isAligned[edge.task] = true;
    }
  candidate.isAligned &= std::find(isAligned.begin(), isAligned.end(), false) == isAligned.end();
  if (!candidate.isAligned)
    return;
  for (PlannedTask &task : tasks) {
    task.locality = localityOf(task.splitLoop);
    for (PlannedEdge &edge : task.predecessors) // known up to the largest number of iterations
      edge.bytes = task.locality ? std::min(edge.bytes, bytesOf(*task.locality)) : edge.bytes;
  }
  candidate.planned.minimumTrip = minimumTrip(candidate.planned);
  candidate.isOpen = std::all_of(tasks.begin(), tasks.end(), [&](const PlannedTask &task) {
    return cost.of(task.splitLoop).isOpen;
  });
}

/// Of a loop of whose parts each has all that it needs when it begins, and leaves nothing else.
std::optional<LoopLocality> CandidateMaker::localityOf(RegionId loop) const {
  const LoopFacts &its = *facts.factsOf(loop);
  const bool hasOwnArrays =
      std::any_of(its.privates.begin(), its.privates.end(),
                  [](const PrivateObject &each) { return each.copyOut || each.place.has_value(); });
  if (!its.reductions.empty() || !its.inductions.empty() || hasOwnArrays)
    return std::nullopt;
  std::vector<double> trips;
  for (const RegionCost &each : cost.regions)
    trips.push_back(each.trips);
  const RegionCost &estimate = cost.of(loop);
  return LoopLocality{estimate.trips,     !estimate.isGuess,
                      estimate.isOpen,    estimate.computeNs / std::max(1.0, estimate.trips),
                      cost.unhiddenShare, touchedData(program, trips, CacheSizes(), loop)};
}

/// As many as it has iterations, if that is known or has been counted.
uint16_t CandidateMaker::maxParts(RegionId loop) const {
  constexpr double most = std::numeric_limits<uint16_t>::max();
  const RegionCost &estimate = cost.of(loop);
  const bool isKnown = estimate.knowsTrips() && estimate.trips >= 1;
  return static_cast<uint16_t>(isKnown ? std::min(most, std::ceil(estimate.trips)) : most);
}

/// What is done in order, after the layer.
double CandidateMaker::orderedNs(RegionId loop) const {
  return loop.valid() ? kasuri::orderedNs(program, cost, *facts.factsOf(loop)) : 0;
}

TermCost CandidateMaker::termCost(RegionId loop) const {
  return loop.valid() ? costOfTerms(program, cost, *facts.factsOf(loop)) : TermCost();
}

/// Of all tests in front of the loop; one of a table looks at an entry for each iteration.
double CandidateMaker::guardsNs(RegionId loop) const {
  using Kind = Guard::Test::Kind;
  constexpr double entryNs = 1.5;
  auto readsTable = [](const Guard::Test &test) {
    return test.kind == Kind::Distinct || test.kind == Kind::RowsApart ||
           test.kind == Kind::RowsBeside || test.kind == Kind::Elements;
  };
  double ns = 0;
  for (const Guard &guard : facts.factsOf(loop)->guards)
    ns += guardNs + (std::any_of(guard.alternatives.begin(), guard.alternatives.end(), readsTable)
                         ? entryNs * cost.of(loop).trips
                         : 0);
  return ns;
}

/// A loop with long lists works them off after as many iterations as fill the cores' caches.
void CandidateMaker::addRounds(Candidate &candidate) const {
  constexpr double bytesOfCore = 512 * 1024;
  PlannedTask &task = candidate.planned.tasks.front();
  const double bytes = termCost(task.splitLoop).bytes;
  if (bytes <= 0)
    return;
  const double trips = std::max(1.0, cost.of(task.splitLoop).trips);
  const double cores = candidate.planned.plannedCores;
  task.roundTrips = static_cast<int64_t>(std::max(2 * cores, cores * bytesOfCore * trips / bytes));
  candidate.parallelNs += machine.forkJoinNs * trips / static_cast<double>(task.roundTrips);
}

/// The unit is a loop that shares no layer with others. A wavefront does if it saves nothing: its
/// loop then runs as any other statement.
bool CandidateMaker::standsAlone(size_t unit) const {
  const MacroTask &task = layer.tasks[units[unit].begin];
  if (!isGuarded(task) || !facts.factsOf(task.splitLoop)->wavefront)
    return isGuarded(task);
  const std::optional<Candidate> alone = stretch(unit, unit + 1);
  return alone && savedNs(*alone) > 0;
}

/// A loop that may be cut only if tests before it succeed, or with what is computed there, or
/// of which statements or long lists are worked off after the layer: it stands alone.
bool CandidateMaker::isGuarded(const MacroTask &task) const {
  if (!task.splitLoop.valid())
    return false;
  const LoopFacts &loop = *facts.factsOf(task.splitLoop);
  return !loop.guards.empty() || loop.ordered || loop.wavefront ||
         std::any_of(loop.reductions.begin(), loop.reductions.end(),
                     [](const Reduction &each) { return each.isListed() || each.called; }) ||
         std::any_of(loop.inductions.begin(), loop.inductions.end(),
                     [](const Induction &each) { return each.amount.has_value(); });
}

/// To clear, or to fold, the arrays that one part of the loop has for itself.
double CandidateMaker::ownArraysNs(RegionId loop) const {
  constexpr double nsPerByte = 0.25;
  double ns = 0;
  for (const Reduction &each : facts.factsOf(loop)->reductions)
    ns += each.isHistogram() ? nsPerByte * static_cast<double>(each.place->bytes) : 0;
  return ns;
}

/// Too cheap to be worth a row at the start or end of a layer.
bool CandidateMaker::isTrivial(const Unit &unit) const {
  const MacroTask &task = layer.tasks[unit.begin];
  return unit.end - unit.begin == 1 && !task.splitLoop.valid() && task.kind == TaskKind::Block &&
         taskNs(task) < 2 * machine.dispatchNs;
}

double CandidateMaker::unitNs(const Unit &unit) const {
  return cost.of(layer.tasks[unit.begin].first).perExecutionNs;
}

double CandidateMaker::taskNs(const MacroTask &task) const {
  if (task.kind == TaskKind::Condition)
    return cost.of(program[task.first].condition).perExecutionNs;
  double ns = 0;
  for (RegionId each : siblingsOf(program, task))
    ns += cost.of(each).perExecutionNs;
  return ns;
}

/// Of siblings that deviate independently of each other.
double CandidateMaker::deviationNs(RegionId first, RegionId last) const {
  double variance = 0;
  for (RegionId each : siblings(program, first, last))
    variance += cost.of(each).deviationNs * cost.of(each).deviationNs;
  return std::sqrt(variance);
}

bool CandidateMaker::isMeasured(RegionId first, RegionId last) const {
  const std::vector<RegionId> all = siblings(program, first, last);
  return std::all_of(all.begin(), all.end(),
                     [&](RegionId each) { return cost.of(each).isMeasured; });
}

/// With what the plan expects on average, which may have measurements of the parts in it.
Spread CandidateMaker::timesOf(RegionId first, RegionId last, double meanNs) const {
  const MeasuredTask *measured = cost.measurementOf(first);
  return measured && measured->last == last && !measured->isCondition
             ? withMean(measured->times, meanNs)
             : Spread();
}

/// Of loops that all take equally many iterations.
int64_t CandidateMaker::minimumTrip(const PlannedLayer &planned) const {
  std::vector<RegionId> loops;
  double startNs = machine.forkJoinNs;
  for (const PlannedTask &task : planned.tasks) {
    loops.push_back(task.splitLoop);
    startNs += 2 * ownArraysNs(task.splitLoop);
  }
  return tripsThatPay(loops, startNs);
}

/// Fewer iterations of the loops than this cost less than starting the layer; 0 when two are
/// enough.
int64_t CandidateMaker::tripsThatPay(const std::vector<RegionId> &loops, double startNs) const {
  double perTripNs = 0; // that is spread over two parts
  bool isGuess = false;
  for (RegionId each : loops) {
    const RegionCost &loop = cost.of(each);
    const TermCost terms = termCost(each);
    // The data of few iterations are in a cache.
    const bool isEstimated = !loop.isMeasured && loop.computeNs > 0;
    perTripNs +=
        ((isEstimated ? loop.computeNs : loop.perExecutionNs) - terms.keepNs - 2 * terms.foldNs) /
        std::max(1.0, loop.trips);
    isGuess |= loop.isGuess;
  }
  const double trips = std::ceil(2 * startNs / std::max(0.01, perTripNs));
  return isGuess && trips > 2 && options.minGain > 0 ? static_cast<int64_t>(trips) : 0;
}

bool CandidateMaker::needsLateHead(const MacroTask &task) const {
  return task.splitLoop.valid() && (task.control || task.headWaits);
}

bool CandidateMaker::canSplitAmong(const MacroTask &task, size_t begin, size_t end) const {
  const LoopFacts &loop = *facts.factsOf(task.splitLoop);
  std::vector<ObjectId> settledLater;
  for (const Reduction &each : loop.reductions) {
    // Keys are computed behind the layer, from what the loop has read.
    if (each.key.valid() && (needsLateHead(task) || end - begin > 1))
      return false;
    if (each.place && (needsLateHead(task) || isSeenAmong(*each.place, begin, end)))
      return false;
    for (const Place &companion : each.companionPlaces)
      if (needsLateHead(task) || isSeenAmong(companion, begin, end))
        return false;
    if (!each.place)
      settledLater.push_back(each.object);
    settledLater.insert(settledLater.end(), each.companions.begin(), each.companions.end());
  }
  for (const Induction &each : loop.inductions)
    settledLater.push_back(each.object);
  for (const PrivateObject &each : loop.privates) {
    if (each.place && (needsLateHead(task) || isSeenAmong(*each.place, begin, end)))
      return false;
    if (each.copyOut && !each.place)
      settledLater.push_back(each.object);
  }
  const CountedForm &form = program[task.splitLoop].counted;
  if (form.declaresOthers && end - begin > 1)
    return false;
  if (!form.declaresVariable)
    settledLater.push_back(form.variable);
  for (const PrivateObject &each : task.privates)
    std::erase(settledLater, each.object);
  const std::vector<ObjectId> setBefore = setByHead(task.splitLoop);
  if (needsLateHead(task) &&
      (!settledLater.empty() || !setBefore.empty() || !loop.hasRepeatableHead))
    return false;
  for (ObjectId object : setBefore)
    for (size_t i = begin; i < end; ++i)
      if (i != task.id.index() && names(layer.tasks[i], object))
        return false;
  for (ObjectId object : settledLater)
    for (size_t i = begin; i < end; ++i)
      if (i != task.id.index() && mentions(layer.tasks[i], object))
        return false;
  return true;
}

/// By its text or by what it calls: a task that touches the place, or says which place it is.
bool CandidateMaker::isSeenAmong(const Place &place, size_t begin, size_t end) const {
  return std::any_of(place.seenBy.begin(), place.seenBy.end(), [&](ValueId value) {
    for (size_t i = begin; i < end; ++i) {
      for (RegionId each : siblingsOf(program, layer.tasks[i]))
        if (contains(program, each, program[value].block))
          return true;
    }
    return false;
  });
}

bool CandidateMaker::mentions(const MacroTask &task, ObjectId object) const {
  bool hasOwn = std::any_of(task.privates.begin(), task.privates.end(),
                            [&](const PrivateObject &each) { return each.object == object; });
  return !hasOwn && names(task, object);
}

/// Variables that a loop's head sets beside its counter: as early as the layer begins.
std::vector<ObjectId> CandidateMaker::setByHead(RegionId loop) const {
  std::vector<ObjectId> set;
  for (ValueId id : valuesWithin(program, program[loop].init))
    if (ObjectId variable = variableOf(program, id); program[id].op == Op::Store &&
                                                     variable.valid() &&
                                                     variable != program[loop].counted.variable)
      set.push_back(variable);
  return set;
}

/// The head of a loop sets, as early as the stretch begins, what the other unit names, or declares
/// variables whose names may mean something else there.
bool CandidateMaker::sharesHead(const Unit &unit, const Unit &other) const {
  const MacroTask &task = layer.tasks[unit.begin];
  if (!task.splitLoop.valid())
    return false;
  if (program[task.splitLoop].counted.declaresOthers)
    return true;
  const std::vector<ObjectId> set = setByHead(task.splitLoop);
  return std::any_of(set.begin(), set.end(), [&](ObjectId object) {
    for (size_t i = other.begin; i < other.end; ++i)
      if (names(layer.tasks[i], object))
        return true;
    return false;
  });
}

bool CandidateMaker::names(const MacroTask &task, ObjectId object) const {
  if (program[object].addressTaken)
    return true;
  const std::vector<ValueId> values = valuesWithin(program, task.first);
  return task.first != task.last || std::any_of(values.begin(), values.end(), [&](ValueId value) {
           return program[value].op == Op::Address && program[value].object == object;
         });
}

} // namespace kasuri
