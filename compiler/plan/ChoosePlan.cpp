// Choosing what runs in parallel, from the outside in.
//
//     main -> encode (sequential context) -> for (c...) analyse(c)    taken: a layer of one split
//     loop
//                                              -> loops inside analyse   on the groups of the
//                                              tasks, if that is worth it, or left alone
//
// Of the ways to run a layer (Candidates.h) the one that saves most by estimate is taken, if that
// pays by the machine's fork-join and dispatch times and its code can be moved. What a taken layer
// contains or calls stays sequential in that context, but for layers of functions that it calls, if
// it runs on groups of cores (Groups.h); where none is taken, the search goes on inside. What is
// made of a layer does not depend on where it is reached from. A layer that leaves cores idle,
// while those within its tasks could use all of them, is not taken. One whose tasks take other
// times each time may run without placing them in advance (Dynamic.h). Levels and idle modes are
// planned when all layers are known (Modes.h). A layer that goes on behind branches that may leave
// it is taken if it saves more than those between the branches. A function reached both ways keeps
// its own layers: at run time they find themselves nested and run as they stand in the source, or
// on the group. Where tests in front of a pipeline may fail, the original loop calls functions that
// have layers of their own, so that the program is as fast as without the pipeline then.
#include "plan/ChoosePlan.h"

#include "model/Regions.h"
#include "plan/Candidates.h"
#include "plan/Dynamic.h"
#include "plan/Groups.h"
#include "plan/Helping.h"
#include "plan/HotCode.h"
#include "plan/Modes.h"
#include "plan/NestedLayers.h"
#include "plan/OtherCores.h"
#include "plan/Pieces.h"
#include "plan/Pipelines.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace kasuri {
namespace {

/// Of the time that a layer takes in parallel: with less, what is inside it is better off alone.
constexpr double worthLeaving = 0.95;

class Planner {
public:
  Planner(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
          const Movability &movability, const CostModel &cost, const Machine &machine,
          const PlanOptions &options)
      : program(program), facts(facts), graph(graph), movability(movability), cost(cost),
        machine(machine), options(options), hotCode(program, facts, cost),
        nestedLayers(program, facts, graph, cost,
                     [this](const Layer &layer) { return emittedOf(layer); }) {
    for (const Layer &layer : graph.layers)
      layersOf[layer.sequence].push_back(layer.id);
  }

  Plan choose() {
    plan.loopVerdicts.assign(facts.loops.size(), PlanVerdict::NotParallel);
    for (size_t i = 0; i < facts.loops.size(); ++i)
      if (facts.loops[i].hasParts())
        plan.loopVerdicts[i] = PlanVerdict::InsideParallel;
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (hasMain ? program.functions[i].name == "main" : !program.functions[i].isInternal)
        visitFunction(FunctionId(i));
    visitSpare();
    limitSpeedup();
    plan.machine = machine.name;
    plan.programNs = cost.programNs;
    planOtherCores(plan, machine, options.cores, options.minGain <= 0);
    if (options.mode == PowerMode::Deadline)
      meetDeadline();
    else
      planFastest(plan, machine, options.minGain <= 0);
    nameKinds(plan, machine);
    return std::move(plan);
  }

private:
  const Program &program;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const Movability &movability;
  const CostModel &cost;
  const Machine &machine;
  const PlanOptions &options;
  const HotCode hotCode;
  Plan plan;
  std::map<RegionId, std::vector<LayerId>> layersOf;
  std::set<FunctionId> visited;
  std::vector<double> savedNs; ///< by worker count - 2, over the program

  /// A pipeline that is taken, and of its loop's executions those in which profiles say that a test
  /// in front of it fails, 0..1.
  struct Guarded {
    RegionId loop;
    double refused = 0;
  };
  std::vector<Guarded> guarded;
  std::optional<double> spareShare; ///< layers being visited are spare: of their executions

  /// What is made of a layer of the graph.
  struct Choice {
    size_t index = 0;              ///< in `chosen`
    std::vector<RegionId> regions; ///< the siblings that it consists of
    std::optional<Obstacle> obstacle;
  };
  NestedLayers nestedLayers;
  std::vector<PlannedLayer> chosen;             ///< nested layers are indices here, too
  std::map<LayerId, std::vector<Choice>> of;    ///< empty while it is being chosen
  std::multiset<LayerId> open;                  ///< are being chosen
  std::map<LayerId, std::vector<Choice>> apart; ///< what would be made of it by itself
  std::map<size_t, size_t> planned;             ///< from indices in `chosen` to those in the plan

  void visitFunction(FunctionId function) {
    if (visited.insert(function).second)
      visit(program[function].body);
  }

  void visit(RegionId id) {
    if (!id.valid())
      return;
    const Region &region = program[id];
    std::set<RegionId> taken;
    if (auto found = layersOf.find(id); found != layersOf.end())
      for (LayerId layer : found->second)
        takeLayer(graph.layers[layer.index()], taken);
    visitCallees(region.values);
    for (RegionId part : {region.init, region.condition, region.step})
      visit(part);
    for (RegionId child : region.children) {
      if (taken.contains(child))
        continue;
      if (const LoopFacts *loop = facts.factsOf(child); loop && loop->hasParts())
        plan.loopVerdicts[facts.loopIndex.at(child)] = PlanVerdict::NotWorthIt;
      visit(child);
    }
  }

  void visitCallees(const std::vector<ValueId> &values) {
    for (ValueId value : values)
      if (auto found = facts.callees.find(value); found != facts.callees.end())
        for (FunctionId callee : found->second)
          visitFunction(callee);
  }

  /// Functions that only the originals of pipelines call.
  void visitSpare() {
    for (size_t i = 0; i < guarded.size(); ++i) { // which may find more
      spareShare = guarded[i].refused;
      visitCallees(valuesWithin(program, guarded[i].loop));
    }
    spareShare = std::nullopt;
  }

  void takeLayer(const Layer &layer, std::set<RegionId> &taken) {
    for (const Choice &choice : choicesOf(layer)) {
      if (choice.obstacle) {
        plan.dropped.emplace_back(plan.layers.size(), *choice.obstacle);
        plan.layers.push_back(chosen[choice.index]);
        for (PlannedTask &task : plan.layers.back().tasks)
          task.nested.clear();
        continue;
      }
      for (RegionId region : choice.regions)
        taken.insert({region, program[region].parent});
      PlannedLayer &made = plan.layers[take(choice.index)];
      made.runsAlone = true;
      made.isSpare = spareShare.has_value() && !made.isHelped;
      made.executions *= spareShare.value_or(1);
      account(made);
      const RegionId loop = made.tasks.front().pipedLoop;
      if (loop.valid() && hasGuards(made))
        guarded.push_back({loop, spareShare.value_or(1) * shareInOrder(made)});
      if (made.otherwise)
        takeOtherwise(plan.layers[*made.otherwise]);
    }
  }

  /// Of a pipeline's executions, those that neither it nor another one takes.
  double shareInOrder(const PlannedLayer &pipeline) const {
    const double refused = cost.shareRefused(pipeline.layer);
    return pipeline.otherwise ? refused * cost.shareRefused(pipeline.layer, true) : refused;
  }

  bool hasGuards(const PlannedLayer &pipeline) const {
    const PlannedTask &task = pipeline.tasks.front();
    return !pipelineOf(*facts.factsOf(task.pipedLoop), task.isOther).guards.empty();
  }

  /// Both pipelines of a loop run by themselves, one or the other.
  void takeOtherwise(PlannedLayer &other) {
    other.runsAlone = other.isSpare = true;
    other.executions *= spareShare.value_or(1);
    account(other);
  }

  const std::vector<Choice> &choicesOf(const Layer &layer) {
    if (of.try_emplace(layer.id).second) {
      const auto mark = open.insert(layer.id);
      std::vector<Choice> choices = layer.crossesExits        ? chooseAcross(layer)
                                    : isInChosenAcross(layer) ? std::vector<Choice>()
                                                              : choicesApart(layer);
      open.erase(mark);
      of[layer.id] = std::move(choices);
    }
    return of[layer.id];
  }

  const std::vector<Choice> &choicesApart(const Layer &layer) {
    if (apart.try_emplace(layer.id).second) {
      const auto mark = open.insert(layer.id);
      std::vector<Choice> choices = choose(layer);
      open.erase(mark);
      apart[layer.id] = std::move(choices);
    }
    return apart[layer.id];
  }

  /// Layers of one sequence of which one goes on behind exits, and the other lies between them.
  bool isPartOf(const Layer &between, const Layer &across) const {
    return across.crossesExits && !between.crossesExits &&
           across.sequence == withoutStretch(between.sequence) &&
           std::any_of(across.tasks.begin(), across.tasks.end(), [&](const MacroTask &task) {
             return task.first == between.tasks.front().first;
           });
  }

  /// Around the statements of a stretch, what it is a part of.
  RegionId withoutStretch(RegionId sequence) const {
    return program[sequence].isStretch ? program[sequence].parent : sequence;
  }

  bool isInChosenAcross(const Layer &layer) {
    const auto all = layersOf.find(withoutStretch(layer.sequence));
    return all != layersOf.end() &&
           std::any_of(all->second.begin(), all->second.end(), [&](LayerId each) {
             const Layer &other = graph.layers[each.index()];
             return isPartOf(layer, other) && !choicesOf(other).empty();
           });
  }

  /// If that saves more than the layers between its exits.
  std::vector<Choice> chooseAcross(const Layer &layer) {
    double saved = 0;
    for (const Layer &other : graph.layers)
      if (isPartOf(other, layer))
        for (const Choice &choice : choicesApart(other))
          if (const PlannedLayer &made = chosen[choice.index]; !choice.obstacle)
            saved += std::max(0.0, made.sequentialNs - made.expectedNs);
    const CandidateMaker maker(program, facts, movability, cost, machine, options, layer);
    std::optional<Candidate> whole = maker.whole();
    if (!whole)
      return {};
    lookInside(*whole);
    if (!isBetter(*whole, saved))
      return {};
    return {make(*whole, std::nullopt)};
  }

  /// Of a layer that calls its own function, and so asks for itself, the whole text may move.
  std::vector<ChosenLayer> emittedOf(const Layer &layer) {
    if (open.contains(layer.id))
      return {{std::nullopt, statementsOf(layer)}};
    std::vector<ChosenLayer> emitted;
    for (const Choice &choice : choicesOf(layer))
      if (!choice.obstacle)
        emitted.push_back({choice.index, choice.regions});
    return emitted;
  }

  std::vector<RegionId> statementsOf(const Layer &layer) const {
    std::vector<RegionId> all;
    for (const MacroTask &task : layer.tasks) {
      all.push_back(task.first);
      const std::vector<RegionId> siblings = siblingsOf(program, task);
      all.insert(all.end(), siblings.begin(), siblings.end());
    }
    return all;
  }

  /// The better of running the layer whole, with waits, and of its stretches one after another.
  std::vector<Choice> choose(const Layer &layer) {
    const CandidateMaker maker(program, facts, movability, cost, machine, options, layer);
    std::vector<Candidate> stretches = maker.stretches();
    double savedByStretches = 0;
    std::set<RegionId> inStretches;
    for (Candidate &each : stretches) {
      lookInside(each);
      if (each.planned.isPiped() && !canBeTaken(each))
        if (std::optional<Candidate> other = otherOf(each.planned))
          each = std::move(*other);
      if (!pays(each))
        continue;
      savedByStretches += savedNsInTheMean(each);
      inStretches.insert(each.regions.begin(), each.regions.end());
    }
    std::optional<Candidate> whole = maker.whole();
    if (whole) {
      lookInside(*whole);
      savedByStretches += savedBetween(layer, *whole, inStretches);
    }
    if (whole && isBetter(*whole, savedByStretches))
      return {make(*whole, std::nullopt)};
    std::vector<Choice> choices;
    for (Candidate &each : stretches)
      if (pays(each))
        choices.push_back(make(each, findObstacle(each)));
    return choices;
  }

  /// It can be emitted, and saves clearly more than what would be made instead.
  bool isBetter(Candidate &whole, double savedInstead) const {
    return pays(whole) &&
           savedNsInTheMean(whole) >
               savedInstead + worthWaits(whole) * whole.planned.sequentialNs &&
           !findObstacle(whole);
  }

  Choice make(Candidate &candidate, std::optional<Obstacle> obstacle) {
    testTrips(candidate.planned); // groups or a graph may have cut loops finer
    if (candidate.planned.graph || candidate.planned.hasGroups())
      candidate.planned.larger.clear();
    if (candidate.planned.isPiped() && !obstacle)
      candidate.planned.otherwise = chooseOtherwise(candidate.planned);
    chosen.push_back(std::move(candidate.planned));
    return {chosen.size() - 1, candidate.regions, std::move(obstacle)};
  }

  /// What it is for PlannedLayer::otherwise of the pipeline: an index in `chosen`.
  std::optional<size_t> chooseOtherwise(const PlannedLayer &pipeline) {
    if (pipeline.isOtherwise || !hasGuards(pipeline))
      return std::nullopt;
    std::optional<Candidate> other = otherOf(pipeline);
    if (!other)
      return std::nullopt;
    const RegionId loop = pipeline.tasks.front().pipedLoop;
    other->planned.isOtherwise = true;
    other->planned.name += otherwiseMark;
    other->planned.executions = cost.executions[loop.index()] * cost.shareRefused(pipeline.layer) *
                                (1 - cost.shareRefused(pipeline.layer, true));
    return make(*other, std::nullopt).index;
  }

  /// The loop's other pipeline, if it pays and can be emitted.
  std::optional<Candidate> otherOf(const PlannedLayer &pipeline) {
    const Layer &layer = graph.layers[pipeline.layer.index()];
    const PlannedTask &first = pipeline.tasks.front();
    if (first.isOther)
      return std::nullopt;
    std::optional<Candidate> other = asPipeline(program, facts, cost, machine, options, layer,
                                                layer.tasks[first.members.front().index()], true);
    if (other)
      lookInside(*other);
    return other && canBeTaken(*other) ? std::move(other) : std::nullopt;
  }

  /// Layers inside a pipeline have their times by estimate, and run as often as estimated; profiles
  /// know the segments, and how many iterations there are.
  double measuredByEstimate(const PlannedLayer &pipeline) const {
    const PlannedTask &task = pipeline.tasks.front();
    double estimatedNs = 0;
    for (const PlannedStage &stage : task.stages)
      estimatedNs += stage.estimatedNs;
    estimatedNs *= std::max(1.0, cost.of(task.pipedLoop).trips);
    return task.stages.front().isMeasured && estimatedNs > 0 ? pipeline.sequentialNs / estimatedNs
                                                             : 1;
  }

  bool canBeTaken(const Candidate &candidate) const {
    return pays(candidate) && !findObstacle(candidate);
  }

  /// By layers inside statements that are in none of the stretches.
  static double savedBetween(const Layer &layer, const Candidate &whole,
                             const std::set<RegionId> &inStretches) {
    double saved = 0;
    for (size_t i = 0; i < whole.savedInsideNs.size(); ++i) {
      const MacroTask *outermost = &layer.tasks[whole.planned.tasks[i].members.front().index()];
      while (outermost->control)
        outermost = &layer.tasks[outermost->control->condition.index()];
      if (!inStretches.contains(outermost->first))
        saved += whole.savedInsideNs[i];
    }
    return saved;
  }

  /// Tables with groups where these are better, and what leaving the layer would come to. With two
  /// cores no leader has help, and the rows of a wavefront never do. Those of a pipeline help each
  /// other.
  void lookInside(Candidate &candidate) {
    PlannedLayer &layer = candidate.planned;
    const bool takesAll = options.minGain <= 0;
    const bool isCutOnce = layer.isWavefront() || layer.isPiped();
    if ((options.cores < 3 && !isCutOnce) || layer.isDistributed() ||
        (!takesAll && layer.sequentialNs < machine.forkJoinNs))
      return;
    nestedLayers.find(layer, NestedLayers::Where::Everywhere);
    candidate.savedInsideNs = savedInside(chosen, layer, machine, options.cores);
    if (layer.isPiped()) {
      const double factor = measuredByEstimate(layer);
      for (double &saved : candidate.savedInsideNs)
        saved *= factor;
      layer.tasks.front().nested.clear();
      planHelp(candidate, nestedLayers, chosen, {program, facts, graph, machine});
      return;
    }
    nestedLayers.find(layer, NestedLayers::Where::CalleesOnly);
    const double worth = takesAll ? std::numeric_limits<double>::infinity() : worthGrouping;
    double bestNs = std::numeric_limits<double>::infinity(); ///< on fewer cores
    for (PlannedTable &table : layer.tables) {
      if (isCutOnce || !options.mayUseGroups || layer.hasFixedParts())
        break;
      PlannedTable other = scheduleOnGroups(chosen, layer, machine, table.workers, worth);
      const bool isTaken = !other.groups.empty() && (takesAll || other.makespanNs < bestNs);
      bestNs = std::min(bestNs, isTaken ? other.makespanNs : table.makespanNs);
      if (!isTaken)
        continue;
      table = std::move(other);
      table.wakeNs = layer.wakeNs;
      candidate.parallelNs =
          std::min(candidate.parallelNs,
                   table.makespanNs + startAndEndNs(layer, machine, table.rows.size()));
    }
    if (!layer.hasGroups())
      for (PlannedTask &task : layer.tasks)
        task.nested.clear();
  }

  /// With what varies from run to run, and without a table if that is better then.
  double savedNsInTheMean(Candidate &candidate) const {
    PlannedLayer &planned = candidate.planned;
    double ns = candidate.parallelNs;
    if (options.mode == PowerMode::Fastest && !planned.hasGroups() && !planned.hasFixedParts() &&
        !planned.isPiped() && !planned.isWavefront())
      if (std::optional<Outlook> outlook = foresee(planned, machine, options.dispatch)) {
        ns = outlook->meanNs + startAndEndNs(planned, machine, planned.plannedCores);
        planned.graph = std::move(outlook->graph);
      }
    planned.expectedNs = ns;
    return planned.sequentialNs - ns;
  }

  /// Of its time in order: waits between tasks are less sure to pay than their estimate, unless
  /// chunks wait for those that the same worker has.
  static double worthWaits(const Candidate &whole) { return whole.isAligned ? 0 : 0.05; }

  /// Layers within may gain more where all cores are theirs. What pays in hot code is sure. A loop
  /// without a known bound is judged at run time, by the guard on its trip count.
  bool pays(const Candidate &candidate) const {
    const double inside =
        std::accumulate(candidate.savedInsideNs.begin(), candidate.savedInsideNs.end(), 0.0);
    const bool isBetterLeft =
        inside > 0 && candidate.planned.sequentialNs - inside < worthLeaving * candidate.parallelNs;
    if (options.minGain > 0 && isBetterLeft)
      return false;
    if (options.minGain > 0 && hotCode.contains(candidate.regions.front()) &&
        !isSureToPay(candidate, cost, options.minGain))
      return false;
    double gain = candidate.planned.sequentialNs / std::max(1.0, candidate.parallelNs);
    return gain >= options.minGain || candidate.isOpen;
  }

  /// Why its code stays where it is.
  std::optional<Obstacle> findObstacle(const Candidate &candidate) const {
    return whyNotMovable(program, facts, graph.layers[candidate.planned.layer.index()], movability,
                         shapeOf(candidate.planned));
  }

  /// Its index in the plan. What runs in its groups comes before it.
  size_t take(size_t index) {
    if (auto found = planned.find(index); found != planned.end())
      return found->second;
    PlannedLayer layer = chosen[index];
    layer.runsAlone = false;
    for (PlannedTask &task : layer.tasks) {
      if (task.splitLoop.valid())
        plan.loopVerdicts[facts.loopIndex.at(task.splitLoop)] = PlanVerdict::Planned;
      if (task.pipedLoop.valid())
        plan.loopVerdicts[facts.loopIndex.at(task.pipedLoop)] = PlanVerdict::Planned;
      for (NestedLayer &each : task.nested) {
        each.layer = take(each.layer);
        PlannedLayer &inner = plan.layers[each.layer];
        (task.pipedLoop.valid() ? inner.isHelped : inner.runsInGroups) = true;
        if (inner.isHelped)
          prepareForHelp(inner);
      }
    }
    if (layer.otherwise)
      layer.otherwise = take(*layer.otherwise);
    plan.layers.push_back(std::move(layer));
    return planned[index] = plan.layers.size() - 1;
  }

  /// The only iteration of a loop would move to another core, with its data, and gain nothing.
  void prepareForHelp(PlannedLayer &layer) const {
    if (mayBePlacedLate(layer))
      layer.graph = graphForLateWorkers(layer);
    const PlannedTask &first = layer.tasks.front();
    if (layer.tasks.size() == 1 && first.splitLoop.valid() && !first.hasLateHead && !first.wave &&
        !layer.isDistributed() && !layer.hasFixedParts())
      layer.minimumTrip = std::max<int64_t>(layer.minimumTrip, 2);
  }

  /// Helpers come when they begin to wait.
  bool mayBePlacedLate(const PlannedLayer &layer) const {
    return options.mode == PowerMode::Fastest && options.dispatch != Dispatch::Static &&
           !layer.graph && !layer.hasFixedParts() && !layer.isDistributed() && layer.larger.empty();
  }

  void account(const PlannedLayer &layer) {
    savedNs.resize(std::max<size_t>(savedNs.size(), layer.tables.size()));
    for (size_t i = 0; i < layer.tables.size(); ++i)
      savedNs[i] +=
          layer.executions * std::max(0.0, layer.sequentialNs - layer.tables[i].makespanNs);
  }

  void meetDeadline() {
    Span span = wholeProgram(plan);
    if (options.deadlineFunction.empty()) {
      if (const std::optional<FunctionId> main = findCalled("main"))
        mayBePaced(span, *main);
    } else {
      const std::optional<FunctionId> function = findCalled(options.deadlineFunction);
      if (!function) {
        plan.deadlineProblem = "the deadline names function '" + options.deadlineFunction +
                               "', but no function of that name with a body is called";
        return;
      }
      span = spanOf(*function);
    }
    plan.deadlineProblem =
        planDeadline(plan, span, machine, options.deadlineNs, options.minGain <= 0);
    plan.isBeyondDeadline = !plan.deadlineProblem.empty();
    if (plan.pace)
      plan.pace->name = nameOf(program, plan.pace->function);
  }

  /// A jump out of the function would not end its pace.
  void mayBePaced(Span &span, FunctionId function) const {
    const bool mayJump =
        std::any_of(program.values.begin(), program.values.end(), [](const Instruction &each) {
          return each.op == Op::Call && each.calleeName.find("longjmp") != std::string::npos;
        });
    if (mayJump || !movability.bodies.contains(function))
      return;
    span.paced = function;
    span.calls = callsOf(function);
  }

  double callsOf(FunctionId function) const {
    const RegionId body = program[function].body;
    return body.valid() ? cost.executions[body.index()] : 0;
  }

  std::optional<FunctionId> findCalled(const std::string &name) const {
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (program.functions[i].name == name && callsOf(FunctionId(i)) > 0)
        return FunctionId(i);
    return std::nullopt;
  }

  /// One call of the function, with all that it calls.
  Span spanOf(FunctionId function) const {
    std::set<FunctionId> within{function};
    for (std::vector<FunctionId> open{function}; !open.empty();) {
      const FunctionId caller = open.back();
      open.pop_back();
      for (const auto &[call, callees] : facts.callees)
        if (program[program[call].block].function == caller)
          for (FunctionId callee : callees)
            if (within.insert(callee).second)
              open.push_back(callee);
    }
    Span span = wholeProgram(plan);
    span.sequentialNs = cost.functionNs[function.index()];
    std::erase_if(span.layers, [&](const Span::Use &use) {
      return !within.contains(plan.layers[use.layer].function);
    });
    for (Span::Use &use : span.layers) {
      use.times /= callsOf(function);
      span.sequentialNs -= use.times * plan.layers[use.layer].sequentialNs;
    }
    span.sequentialNs = std::max(0.0, span.sequentialNs);
    mayBePaced(span, function);
    return span;
  }

  void limitSpeedup() {
    plan.speedupLimit = {1};
    for (unsigned workers = 2; workers <= options.cores; ++workers) {
      double saved = workers - 2 < savedNs.size() ? savedNs[workers - 2] : 0;
      bool isKnown = cost.programNs > saved && saved > 0;
      plan.speedupLimit.push_back(isKnown ? cost.programNs / (cost.programNs - saved) : 1);
    }
  }
};

} // namespace

Plan choosePlan(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
                const Movability &movability, const CostModel &cost, const Machine &machine,
                const PlanOptions &options) {
  return Planner(program, facts, graph, movability, cost, machine, options).choose();
}

} // namespace kasuri
