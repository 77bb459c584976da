// Choosing what runs in parallel, from the outside in.
//
//     main -> encode (sequential context) -> for (c...) analyse(c)    taken: a layer of one split
//     loop
//                                              -> loops inside analyse   inside parallel: left
//                                              alone
//
// Of the ways to run a layer (Candidates.h) the one that saves most by estimate is taken, if that
// pays by the machine's fork-join and dispatch times and its code can be moved. What a taken layer
// contains or calls stays sequential in that context; where none is taken, the search goes on
// inside. Levels and idle modes are planned when all layers are known (Modes.h). A function reached
// both ways keeps its own layers: at run time they find themselves nested and run as they stand in
// the source.
#include "plan/Candidates.h"
#include "plan/Modes.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

class Planner {
public:
  Planner(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
          const CostModel &cost, const Machine &machine, const PlanOptions &options)
      : program(program), facts(facts), graph(graph), cost(cost), machine(machine),
        options(options) {
    for (const Layer &layer : graph.layers)
      layersOf[layer.sequence].push_back(layer.id);
  }

  Plan choose() {
    plan.loopVerdicts.assign(facts.loops.size(), PlanVerdict::NotParallel);
    for (size_t i = 0; i < facts.loops.size(); ++i)
      if (facts.loops[i].isParallel)
        plan.loopVerdicts[i] = PlanVerdict::InsideParallel;
    bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                               [](const Function &function) { return function.name == "main"; });
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (hasMain ? program.functions[i].name == "main" : !program.functions[i].isInternal)
        visitFunction(FunctionId(i));
    limitSpeedup();
    plan.programNs = cost.programNs;
    if (options.mode == PowerMode::Deadline)
      meetDeadline();
    else
      planFastest(plan, machine);
    return std::move(plan);
  }

private:
  const Program &program;
  const Parallelism &facts;
  const MacroTaskGraph &graph;
  const CostModel &cost;
  const Machine &machine;
  const PlanOptions &options;
  Plan plan;
  std::map<RegionId, std::vector<LayerId>> layersOf;
  std::set<FunctionId> visited;
  std::vector<double> savedNs; ///< by worker count - 2, over the program

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
    for (ValueId value : region.values)
      if (auto found = facts.callees.find(value); found != facts.callees.end())
        for (FunctionId callee : found->second)
          visitFunction(callee);
    for (RegionId part : {region.init, region.condition, region.step})
      visit(part);
    for (RegionId child : region.children) {
      if (taken.contains(child))
        continue;
      if (const LoopFacts *loop = facts.factsOf(child); loop && loop->isParallel)
        plan.loopVerdicts[facts.loopIndex.at(child)] = PlanVerdict::NotWorthIt;
      visit(child);
    }
  }

  /// The better of running the layer whole, with waits, and of its stretches one after another.
  void takeLayer(const Layer &layer, std::set<RegionId> &taken) {
    const CandidateMaker maker(program, facts, cost, machine, options, layer);
    std::vector<Candidate> stretches = maker.stretches();
    double savedByStretches = 0;
    for (const Candidate &each : stretches)
      if (pays(each))
        savedByStretches += each.planned.sequentialNs - each.parallelNs;
    std::optional<Candidate> whole = maker.whole();
    bool isBetter = whole && pays(*whole) &&
                    whole->planned.sequentialNs - whole->parallelNs >
                        savedByStretches + 0.05 * whole->planned.sequentialNs;
    if (isBetter && !findEmitObstacle(*whole))
      return take(std::move(*whole), taken);
    for (Candidate &each : stretches) {
      if (!pays(each))
        continue;
      if (std::optional<Obstacle> obstacle = findEmitObstacle(each)) {
        plan.dropped.emplace_back(plan.layers.size(), *obstacle);
        plan.layers.push_back(std::move(each.planned));
      } else {
        take(std::move(each), taken);
      }
    }
  }

  /// A loop without a known bound is judged at run time, by the guard on its trip count.
  bool pays(const Candidate &candidate) const {
    double gain = candidate.planned.sequentialNs / std::max(1.0, candidate.parallelNs);
    return gain >= options.minGain || candidate.isOpen;
  }

  std::optional<Obstacle> findEmitObstacle(const Candidate &candidate) const {
    return options.findEmitObstacle ? options.findEmitObstacle(candidate.planned) : std::nullopt;
  }

  void take(Candidate &&candidate, std::set<RegionId> &taken) {
    taken.insert(candidate.regions.begin(), candidate.regions.end());
    for (const PlannedTask &task : candidate.planned.tasks)
      if (task.splitLoop.valid())
        plan.loopVerdicts[facts.loopIndex.at(task.splitLoop)] = PlanVerdict::Planned;
    account(candidate.planned);
    plan.layers.push_back(std::move(candidate.planned));
  }

  void account(const PlannedLayer &layer) {
    savedNs.resize(std::max<size_t>(savedNs.size(), layer.tables.size()));
    for (size_t i = 0; i < layer.tables.size(); ++i)
      savedNs[i] +=
          layer.executions * std::max(0.0, layer.sequentialNs - layer.tables[i].makespanNs);
  }

  void meetDeadline() {
    Span span = wholeProgram(plan);
    if (!options.deadlineFunction.empty()) {
      const std::optional<FunctionId> function = findCalled(options.deadlineFunction);
      if (!function) {
        plan.deadlineProblem = "no function '" + options.deadlineFunction +
                               "' with a body is called, for the deadline to be of";
        return;
      }
      span = spanOf(*function);
    }
    plan.deadlineProblem = planDeadline(plan, span, machine, options.deadlineNs);
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

const Obstacle *Plan::whyDropped(size_t layer) const {
  auto found = std::find_if(dropped.begin(), dropped.end(),
                            [&](const auto &each) { return each.first == layer; });
  return found == dropped.end() ? nullptr : &found->second;
}

Plan choosePlan(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
                const CostModel &cost, const Machine &machine, const PlanOptions &options) {
  return Planner(program, facts, graph, cost, machine, options).choose();
}

} // namespace kasuri
