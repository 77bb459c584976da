// The estimate: operations weighed, loops multiplied, calls added up; measured where it was.
//
//     for (i = 0; i < 1000; i++)        1000 x (load a[i], load s, add, store s, i++, test)
//       s += a[i];                      but at least 1000 x the latency of the addition
//
// Each value keeps a unit of the core busy (Operations.h, TargetCost.h). What may run at once, such
// as an iteration of a loop without branches, takes as long as the busiest unit needs for it; each
// block costs in addition what its accesses wait for behind the first cache (Footprint.h). An
// iteration of an innermost loop takes at least as long as its recurrences (Recurrence.h); where
// the compiler vectorises and the loop's iterations are independent, consecutive in memory and free
// of calls and branches, it counts half of what the vector's width promises. A branch is sometimes
// mispredicted and else costs the mean of its arms, weighed by how often they run.
//
// A measured region costs what was measured. If it is a loop whose trip count is a guess, the guess
// is what was wrong: it becomes such that an iteration costs what is estimated. What was not
// measured is then scaled to what is left of the measured whole (Calibrate.h).
#include "cost/Cost.h"

#include "cost/Calibrate.h"
#include "cost/CallCosts.h"
#include "cost/Executions.h"
#include "cost/Operations.h"
#include "cost/Recurrence.h"
#include "cost/Recursion.h"
#include "cost/Trips.h"
#include "model/Regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace kasuri {
namespace {

constexpr double mispredicted = 0.1; ///< of the executions of a branch
constexpr double unhidden = 0.25;    ///< of what the less busy units do
constexpr double inlinedNs = 15;     ///< internal functions of at most this cost no call
constexpr double shareThatCounts = 0.1;
constexpr size_t mostToldApart = 16; ///< functions that a call may reach

/// A cost with its variance, and how much of it may be trusted how far.
struct Cost {
  double ns = 0; ///< beside `operations`
  double variance = 0;
  std::array<double, confidenceCount> by = {}; ///< parts of `ns`
  double boundedNs = 0;  ///< in loops of which only a declared array bounds the trips
  double measuredNs = 0; ///< part of `ns`, however far the whole may be trusted
  double streamNs = 0;   ///< part of `ns`: by what streams take more than all else
  Pressure operations;   ///< of code that the core may execute all at once; trusted

  static Cost of(double ns, Confidence confidence) {
    Cost cost;
    cost.ns = ns;
    cost.by[static_cast<size_t>(confidence)] = ns;
    return cost;
  }

  void add(const Cost &other, double times = 1) {
    ns += times * other.ns;
    variance += times * other.variance;
    boundedNs += times * other.boundedNs;
    measuredNs += times * other.measuredNs;
    streamNs += times * other.streamNs;
    for (size_t i = 0; i < by.size(); ++i)
      by[i] += times * other.by[i];
    operations.add(other.operations, times);
  }

  /// Nothing of it may be trusted further.
  void limit(Confidence confidence) {
    for (size_t i = static_cast<size_t>(confidence) + 1; i < by.size(); ++i) {
      by[static_cast<size_t>(confidence)] += by[i];
      by[i] = 0;
    }
  }

  Confidence confidence() const {
    double least = 0;
    for (size_t i = 0; i < by.size(); ++i)
      if (least += by[i]; least > 0 && least >= shareThatCounts * ns)
        return static_cast<Confidence>(i);
    return Confidence::High;
  }
};

struct Measure {
  double ns = 0, deviationNs = 0;
  bool isSampled = false; ///< and says nothing about the number of iterations
};
using Measures = std::map<RegionId, Measure>;

class Estimator {
public:
  Estimator(const Program &program, const Parallelism &facts, const CostInputs &inputs,
            const Measures &settled, const CostModel *estimate)
      : program(program), facts(facts), target(inputs.target), operations(program, inputs.target),
        settled(settled), counts(program, facts), rare(program, facts),
        callCosts(program, facts, counts, rare, cost) {
    cost.regions.resize(program.regions.size());
    cost.callsByEntry = callsByEntry(program, facts);
    functions.resize(program.functions.size());
    state.assign(program.functions.size(), State::Unknown);
    interiorNs.resize(program.regions.size());
    measuredPartNs.resize(program.regions.size());
    findTrips(inputs, estimate);
    memory = memoryTimes(program, trips, cost.executions, inputs.caches);
  }

  CostModel run(double measuredProgramNs = 0) {
    for (size_t i = 0; i < program.functions.size(); ++i)
      functionCost(FunctionId(i));
    if (measuredProgramNs > 0)
      calibrate(program, facts, {interiorNs, measuredPartNs, isGuess, measuredProgramNs}, cost);
    for (const auto &[loop, inner, growth] : growths)
      addSlope(loop, inner, growth);
    for (const Function &function : program.functions)
      cost.functionNs.push_back(cost.of(function.body).perExecutionNs);
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (hasMain ? program.functions[i].name == "main" : !program.functions[i].isInternal)
        cost.programNs += cost.functionNs[i];
    if (hasMain)
      cost.programNs = std::max(cost.programNs, measuredProgramNs);
    cost.unhiddenShare = target.isOutOfOrder ? unhidden : 1;
    return std::move(cost);
  }

  /// By RegionId.
  const std::vector<double> &executions() const { return cost.executions; }

private:
  enum class State : uint8_t { Unknown, Begun, Known };

  const Program &program;
  const Parallelism &facts;
  const TargetCost &target;
  OperationCosts operations;
  const Measures &settled; ///< what was measured
  CostModel cost;
  TripCounts counts;
  RareGrowth rare;
  CallCosts callCosts;
  std::vector<double> trips; ///< by region, of loops
  std::vector<Trips::Basis> bases;
  struct Growth {
    RegionId loop, inner;
    double growth;
  };
  std::vector<Growth> growths;        ///< of loops in parallel ones
  std::vector<bool> isGuess;          ///< by region: no constant tells its trips, and no profile
  std::vector<MemoryTime> memory;     ///< by region, of blocks
  std::vector<double> interiorNs;     ///< by region: by what it contains, whatever was measured
  std::vector<double> measuredPartNs; ///< by region: of its cost
  std::vector<Cost> functions;
  std::vector<State> state; ///< by function

  void findTrips(const CostInputs &inputs, const CostModel *estimate) {
    isGuess.assign(program.regions.size(), false);
    trips.assign(program.regions.size(), 1);
    bases.assign(program.regions.size(), Trips::Basis::Known);
    for (size_t i = 0; i < program.regions.size(); ++i)
      if (program.regions[i].kind == Region::Kind::Loop) {
        const Trips its = counts.of(RegionId(i));
        trips[i] = its.count;
        bases[i] = its.basis;
        isGuess[i] = its.basis != Trips::Basis::Known;
        cost.regions[i].isGuess = isGuess[i];
        cost.regions[i].isOpen = its.isOpen;
      }
    for (const LoopFacts &outer : facts.loops)
      if (outer.isParallel)
        for (RegionId inner : regionsWithin(program, outer.loop))
          if (inner != outer.loop && program[inner].kind == Region::Kind::Loop)
            if (const double growth = counts.growth(inner, outer.loop); growth != 0)
              growths.push_back({outer.loop, inner, growth});
    for (const auto &[region, measure] : settled)
      if (!measure.isSampled && isGuess[region.index()] && estimate->of(region).perExecutionNs > 0)
        trips[region.index()] =
            std::max(1.0, trips[region.index()] * measure.ns / estimate->of(region).perExecutionNs);
    for (const MeasuredTask &measure : inputs.measured)
      if (measure.trips > 0)
        setTrips(measure.first, measure.trips);
    for (const MeasuredLoop &measure : inputs.loops)
      if (measure.entries > 0)
        setTrips(measure.loop, measure.iterations / measure.entries);
    cost.executions = countExecutions(program, facts, cost.callsByEntry, rare, inputs.measured,
                                      inputs.loops, isGuess, trips);
    for (size_t i = 0; i < program.regions.size(); ++i)
      if (!isGuess[i])
        bases[i] = Trips::Basis::Known;
  }

  /// As a profile has counted them.
  void setTrips(RegionId loop, double counted) {
    if (!isGuess[loop.index()])
      return;
    trips[loop.index()] = counted;
    isGuess[loop.index()] = false;
    cost.regions[loop.index()].isCounted = true;
  }

  /// Of several inner loops the slopes add up by their shares of the time.
  void addSlope(RegionId loop, RegionId inner, double growth) {
    RegionCost &its = cost.regions[loop.index()];
    const double ns = its.perExecutionNs * cost.executions[loop.index()];
    const double innerNs = cost.of(inner).perExecutionNs * cost.executions[inner.index()];
    if (ns > 0)
      its.slope = std::clamp(its.slope + growth * std::min(1.0, innerNs / ns), -1.0, 1.0);
  }

  /// A recursive call counts nothing beyond the call itself, but one from outside counts for all
  /// that follow it.
  const Cost &functionCost(FunctionId function) {
    State &known = state[function.index()];
    if (known != State::Unknown)
      return functions[function.index()];
    known = State::Begun;
    functions[function.index()] = {};
    const double calls = cost.callsByEntry[function.index()];
    Cost its;
    its.add(settledOperations(regionCost(program[function].body)), calls);
    if (calls > 1)
      its.limit(Confidence::Low);
    state[function.index()] = State::Known;
    return functions[function.index()] = its;
  }

  /// Of the callee with the arguments of this call, or of the mean call where that may reach many.
  Cost costOfCall(ValueId id, FunctionId callee, size_t callees) {
    const Cost &mean = functionCost(callee);
    Cost its;
    its.add(mean, mean.ns > 0 && callees <= mostToldApart ? callCosts.factor(id, callee) : 1);
    return its;
  }

  Cost callCost(ValueId id, const Instruction &call) {
    Cost most;
    FunctionId callee;
    auto found = facts.callees.find(id);
    const bool isKnown = found != facts.callees.end() && !found->second.empty();
    for (FunctionId each : isKnown ? found->second : std::vector<FunctionId>())
      if (const Cost its = costOfCall(id, each, found->second.size());
          !callee.valid() || its.ns > most.ns) {
        most = its;
        callee = each;
      }
    if (isKnown && found->second.size() > 1)
      most.limit(Confidence::Medium);
    const bool isLibrary = !callee.valid() || most.ns == 0 || !program[callee].inMainFile;
    if (isLibrary && !call.calleeName.empty()) {
      const LibraryCost library = libraryCost(call.calleeName, target);
      if (library.ns > most.ns)
        most = Cost::of(library.ns, library.isKnown ? Confidence::Medium : Confidence::Low);
    }
    const bool isInlined = !isLibrary && program[callee].isInternal && most.ns <= inlinedNs;
    most.add(Cost::of(isInlined ? 0 : target.callNs,
                      isKnown || !call.calleeName.empty() ? Confidence::High : Confidence::Low));
    return most;
  }

  /// The operations as time: of an out-of-order core the busiest unit has the say, and the others
  /// are not quite hidden.
  double timeOf(const Pressure &pressure) const {
    double most = 0, sum = 0;
    for (size_t unit = 0; unit < Pressure::units; ++unit) {
      most = std::max(most, pressure.ns[unit]);
      sum += unit == Pressure::Issue ? 0 : pressure.ns[unit];
    }
    return target.isOutOfOrder ? most + unhidden * std::max(0.0, sum - most) : std::max(most, sum);
  }

  Cost settledOperations(Cost its) const {
    const double ns = timeOf(its.operations);
    // How much streams take is as good as what is known of the machine's memory.
    const double most = *std::max_element(its.operations.ns.begin(), its.operations.ns.end());
    const bool isStreaming = its.operations.ns[Pressure::Memory] > shareThatCounts * most;
    its.operations.ns[Pressure::Memory] = 0;
    its.streamNs += ns - timeOf(its.operations);
    its.operations = {};
    its.add(Cost::of(ns, isStreaming ? Confidence::Medium : Confidence::High));
    return its;
  }

  /// What is loaded several times by the same name is loaded once.
  Cost blockCost(RegionId id) {
    if (!id.valid())
      return {};
    Cost sum = Cost::of(memory[id.index()].waitNs, Confidence::Medium);
    sum.operations.ns[Pressure::Memory] = memory[id.index()].streamNs;
    std::set<std::string> loaded;
    for (ValueId value : program[id].values) {
      const Instruction &its = program[value];
      if (its.op == Op::Call)
        sum.add(callCost(value, its), rare.isBy(value) ? RareGrowth::likelihood : 1);
      else if (its.op != Op::Load || its.text.empty() || loaded.insert(its.text).second)
        sum.operations.add(operations.pressure(value));
    }
    return keep(id, sum);
  }

  /// Notes what the region costs, which for its surroundings may still be operations.
  Cost keep(RegionId id, Cost its) {
    RegionCost &region = cost.regions[id.index()];
    const Cost interior = settledOperations(its);
    interiorNs[id.index()] = interior.ns;
    region.computeNs = interior.ns - interior.streamNs;
    if (auto found = settled.find(id); found != settled.end()) {
      const Measure &measured = found->second;
      its = Cost::of(measured.ns, Confidence::Measured);
      its.variance = measured.deviationNs * measured.deviationNs;
      its.measuredNs = measured.ns;
      region.isMeasured = true;
      region.isSampled = measured.isSampled;
      region.isOpen = false;
    }
    const Cost alone = settledOperations(its);
    region.perExecutionNs = alone.ns;
    region.deviationNs = std::sqrt(alone.variance);
    region.confidence = alone.confidence();
    measuredPartNs[id.index()] = alone.measuredNs;
    return its;
  }

  Cost regionCost(RegionId id) {
    const Region &region = program[id];
    switch (region.kind) {
    case Region::Kind::Block:
      return blockCost(id);
    case Region::Kind::Loop:
      return loopCost(id);
    case Region::Kind::Branch:
    case Region::Kind::Switch:
      return keep(id, choiceCost(id));
    default:
      Cost sum;
      for (RegionId child : region.children)
        sum.add(regionCost(child));
      if (region.kind == Region::Kind::Opaque)
        sum.limit(Confidence::Low);
      return keep(id, sum);
    }
  }

  Cost choiceCost(RegionId id) {
    const Region &region = program[id];
    Cost sum = blockCost(region.condition);
    sum.add(Cost::of(mispredicted * target.mispredictNs, Confidence::Medium));
    double mean = 0, square = 0;
    for (RegionId arm : region.children) {
      Cost its = settledOperations(regionCost(arm));
      its.limit(Confidence::Medium);
      const double share = likelihoodOf(program, cost.executions, arm);
      mean += share * its.ns;
      square += share * its.ns * its.ns;
      sum.add(its, share);
    }
    sum.variance += std::max(0.0, square - mean * mean);
    return sum;
  }

  Cost loopCost(RegionId id) {
    const Region &region = program[id];
    const Cost test = blockCost(region.condition);
    const bool hasFixedBound = isParallel(id) && region.counted.variable.valid();
    Cost iteration = hasFixedBound ? comparison() : test;
    iteration.add(blockCost(region.step));
    const double factor = vectorFactor(id);
    for (RegionId child : region.children)
      iteration.add(regionCost(child));
    for (size_t unit = 0; unit < Pressure::Memory; ++unit)
      iteration.operations.ns[unit] /= factor;
    iteration = settledOperations(iteration);
    if (factor == 1 && isInnermost(id))
      if (double least = recurrenceNs(program, operations, id); least > iteration.ns)
        iteration.add(Cost::of(least - iteration.ns, Confidence::High));
    Cost sum = blockCost(region.init);
    if (hasFixedBound)
      sum.add(test);
    sum = settledOperations(sum);
    const double times = trips[id.index()];
    cost.regions[id.index()].trips = times;
    sum.add(iteration, times);
    limitByTrips(bases[id.index()], sum);
    return keep(id, sum);
  }

  /// An array may be much larger than what is used of it; of arrays in arrays the mistakes
  /// multiply.
  static void limitByTrips(Trips::Basis basis, Cost &loop) {
    const bool isNested = loop.boundedNs > shareThatCounts * loop.ns;
    const bool isArray = basis == Trips::Basis::Array;
    if (basis == Trips::Basis::Defaulted || (isArray && isNested))
      loop.limit(Confidence::Low);
    else if (basis != Trips::Basis::Known)
      loop.limit(Confidence::Medium);
    if (isArray)
      loop.boundedNs = loop.ns;
  }

  bool isParallel(RegionId loop) const {
    const LoopFacts *its = facts.factsOf(loop);
    return its && its->isParallel;
  }

  /// Of a counter with a bound that was evaluated once.
  Cost comparison() const {
    Cost cost;
    cost.operations.ns[Pressure::Integer] = target.of(Operation::Simple, OperandType::Int32).busyNs;
    cost.operations.ns[Pressure::Issue] = target.issueNs;
    return cost;
  }

  bool isInnermost(RegionId id) const {
    const std::vector<RegionId> &parts = program[id].children;
    return std::none_of(parts.begin(), parts.end(), [&](RegionId each) {
      return program[each].kind == Region::Kind::Loop || !isInnermost(each);
    });
  }

  /// Half of the elements that a vector holds, if the compiler is likely to use vectors.
  double vectorFactor(RegionId id) const {
    if (target.vectorBytes == 0 || !isParallel(id) || !facts.factsOf(id)->reductions.empty())
      return 1;
    const double widest = widestElement(id);
    return widest > 0 ? std::max(1.0, target.vectorBytes / widest / 2) : 1;
  }

  /// Bytes of the largest element that straight-line code touches; 0: it is of another kind, or
  /// does not go through memory element by element.
  double widestElement(RegionId id) const {
    const Region &region = program[id];
    double widest = 0;
    for (RegionId child : region.children) {
      const Region::Kind kind = program[child].kind;
      if (kind != Region::Kind::Sequence && kind != Region::Kind::Block)
        return 0;
      const double its = widestElement(child);
      if (its == 0 && kind == Region::Kind::Block)
        return 0;
      widest = std::max(widest, its);
    }
    for (ValueId value : region.values) {
      const Instruction &its = program[value];
      const bool isAccess = its.op == Op::Load || its.op == Op::Store;
      if (its.op == Op::Call || its.op == Op::Clobber || its.op == Op::Select)
        return 0;
      if (!isAccess || operations.isInRegister(value))
        continue;
      const Instruction &address = program[its.operands[0]];
      if (address.op != Op::Element ||
          static_cast<uint64_t>(std::abs(address.number)) != its.type.size)
        return 0;
      widest = std::max(widest, static_cast<double>(its.type.size));
    }
    return widest;
  }
};

std::vector<RegionId> regionsOf(const Program &program, const MeasuredTask &task) {
  if (task.isCondition)
    return {program[task.first].condition};
  return siblings(program, task.first, task.last);
}

/// From the mean over all runs of a layer to that over those in which the task is wanted. What it
/// deviates by because it is not always wanted is no deviation of its own.
void leaveOutUnwanted(double likelihood, double &meanNs, double &deviationNs) {
  const double square = (deviationNs * deviationNs + meanNs * meanNs) / likelihood;
  meanNs /= likelihood;
  deviationNs = std::sqrt(std::max(0.0, square - meanNs * meanNs));
}

/// For controlled tasks, of which the profile tells the mean over all runs of the layer.
void leaveOutUnwanted(const Program &program, const std::vector<double> &executions,
                      std::vector<MeasuredTask> &measured) {
  for (MeasuredTask &task : measured) {
    const double likelihood = likelihoodWithin(program, executions, task.first, task.sequence);
    if (!task.isControlled || likelihood <= 0)
      continue;
    leaveOutUnwanted(likelihood, task.meanNs, task.deviationNs);
    task.times = greatestOf(task.times, likelihood, task.meanNs);
    for (InputMeasure &input : task.byInput)
      leaveOutUnwanted(likelihood, input.meanNs, input.deviationNs);
  }
}

/// Statements that were measured together share it as estimated.
Measures settle(const Program &program, std::vector<MeasuredTask> &measured,
                const CostModel &estimate) {
  Measures settled;
  for (MeasuredTask &task : measured) {
    const std::vector<RegionId> regions = regionsOf(program, task);
    task.estimatedNs = 0;
    for (RegionId each : regions)
      task.estimatedNs += estimate.of(each).perExecutionNs;
    for (RegionId each : regions) {
      const double share = task.estimatedNs > 0
                               ? estimate.of(each).perExecutionNs / task.estimatedNs
                               : 1 / static_cast<double>(regions.size());
      settled[each] = {share * task.meanNs, share * task.deviationNs};
    }
  }
  return settled;
}

/// What was measured of the parallel program tells more: the time varies. Samples give the time of
/// all executions together, of which there are as many as estimated.
void settle(const std::vector<MeasuredLoop> &loops, const std::vector<double> &executions,
            Measures &settled) {
  for (const MeasuredLoop &each : loops) {
    const double entries = each.isSampled ? executions[each.loop.index()] : each.entries;
    if (entries > 0 && each.totalNs > 0)
      settled.try_emplace(each.loop, Measure{each.totalNs / entries, 0, each.isSampled});
  }
}

} // namespace

std::string_view name(Confidence confidence) {
  switch (confidence) {
  case Confidence::Low:
    return "low";
  case Confidence::Medium:
    return "medium";
  case Confidence::High:
    return "high";
  case Confidence::Measured:
    return "measured";
  }
  return "";
}

const MeasuredTask *CostModel::measurementOf(RegionId first) const {
  auto found = std::find_if(measured.begin(), measured.end(),
                            [&](const MeasuredTask &each) { return each.first == first; });
  return found == measured.end() ? nullptr : &*found;
}

const MeasuredPipeline *CostModel::pipelineOf(const std::string &layer) const {
  auto found = std::find_if(pipelines.begin(), pipelines.end(),
                            [&](const MeasuredPipeline &each) { return each.layer == layer; });
  return found == pipelines.end() ? nullptr : &*found;
}

const RefusedLayer *CostModel::refusedOf(LayerId layer, bool isOtherwise) const {
  auto found = std::find_if(refused.begin(), refused.end(), [&](const RefusedLayer &each) {
    return each.layer == layer && each.isOtherwise == isOtherwise;
  });
  return found == refused.end() ? nullptr : &*found;
}

double CostModel::shareRefused(LayerId layer, bool isOtherwise) const {
  const RefusedLayer *known = refusedOf(layer, isOtherwise);
  return known ? known->refused / known->calls : 0;
}

CostModel estimateCost(const Program &program, const Parallelism &facts, const CostInputs &inputs) {
  CostInputs unmeasured = inputs;
  unmeasured.measured.clear();
  unmeasured.loops.clear();
  const CostModel estimate = Estimator(program, facts, unmeasured, {}, nullptr).run();
  std::vector<MeasuredTask> measured = inputs.measured;
  const std::vector<double> executions =
      Estimator(program, facts, inputs, {}, &estimate).executions();
  leaveOutUnwanted(program, executions, measured);
  Measures settled = settle(program, measured, estimate);
  settle(inputs.loops, executions, settled);
  CostModel cost =
      measured.empty() && inputs.loops.empty()
          ? estimate
          : Estimator(program, facts, inputs, settled, &estimate).run(inputs.measuredProgramNs);
  cost.estimatedExecutions = estimate.executions;
  cost.estimatedProgramNs = estimate.programNs;
  for (size_t i = 0; i < cost.regions.size(); ++i)
    cost.regions[i].estimatedNs = estimate.regions[i].perExecutionNs;
  cost.measured = std::move(measured);
  cost.refused = inputs.refused;
  cost.pipelines = inputs.pipelines;
  cost.loops = inputs.loops;
  return cost;
}

} // namespace kasuri
