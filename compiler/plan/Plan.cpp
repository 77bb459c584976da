// Choosing what runs in parallel, from the outside in.
//
//     main -> encode (sequential context) -> for (c...) analyse(c)    taken: a layer of one split
//     loop
//                                              -> loops inside analyse   inside parallel: left
//                                              alone
//
// A layer candidate is cut into stretches of consecutive tasks of which none waits for another:
// these can all overlap. A stretch of several tasks, or of one splittable loop, is scheduled for
// each worker count; it is taken when that pays by the machine's fork-join and dispatch times. What
// a taken stretch contains or calls stays sequential in that context; where a stretch does not pay,
// the search goes on inside it. A function reached both ways keeps its own layers: at run time they
// find themselves nested and run as they stand in the source.
#include "plan/Schedule.h"

#include <algorithm>
#include <cmath>
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
        takeStretches(graph.layers[layer.index()], taken);
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

  /// Cuts the layer where a task waits for one of the stretch before it.
  void takeStretches(const Layer &layer, std::set<RegionId> &taken) {
    size_t begin = 0;
    for (size_t i = 0; i <= layer.tasks.size(); ++i) {
      bool isEnd = i == layer.tasks.size();
      bool waits = !isEnd && std::any_of(layer.tasks[i].predecessors.begin(),
                                         layer.tasks[i].predecessors.end(),
                                         [&](TaskId before) { return before.index() >= begin; });
      if (!isEnd && !waits)
        continue;
      takeStretch(layer, begin, i, taken);
      begin = i;
    }
  }

  double taskNs(const MacroTask &task) const { return cost.of(task.first).perExecutionNs; }

  /// Leading and trailing tasks too cheap to be worth a row stay outside.
  bool isTrivial(const MacroTask &task) const {
    return !task.splitLoop.valid() && taskNs(task) < 2 * machine.dispatchNs &&
           task.kind == TaskKind::Block;
  }

  void takeStretch(const Layer &layer, size_t begin, size_t end, std::set<RegionId> &taken) {
    while (begin < end && isTrivial(layer.tasks[begin]))
      ++begin;
    while (begin < end && isTrivial(layer.tasks[end - 1]))
      --end;
    bool hasChoice = end - begin > 1 || (end - begin == 1 && layer.tasks[begin].splitLoop.valid());
    if (!hasChoice)
      return;
    PlannedLayer planned = describe(layer, begin, end);
    double bestGain = 0;
    for (unsigned workers = 2; workers <= std::max(2u, options.cores); ++workers) {
      planned.tables.push_back(schedule(pieces(layer, begin, end, workers), machine, workers));
      double parallelNs = planned.tables.back().makespanNs + machine.forkJoinNs;
      bestGain = std::max(bestGain, planned.sequentialNs / std::max(1.0, parallelNs));
    }
    // A loop without a known bound is judged at run time, by the guard on its trip count.
    bool isOpen = end - begin == 1 && cost.of(layer.tasks[begin].splitLoop).isOpen;
    if (bestGain < options.minGain && !isOpen)
      return;
    for (size_t i = begin; i < end; ++i) {
      taken.insert(layer.tasks[i].first);
      if (layer.tasks[i].splitLoop.valid())
        plan.loopVerdicts[facts.loopIndex.at(layer.tasks[i].splitLoop)] = PlanVerdict::Planned;
    }
    account(planned, cost.executions[layer.tasks[begin].first.index()]);
    plan.layers.push_back(std::move(planned));
  }

  PlannedLayer describe(const Layer &layer, size_t begin, size_t end) const {
    PlannedLayer planned;
    planned.layer = layer.id;
    planned.function = layer.function;
    planned.name = nameOf(layer, layer.tasks[begin]);
    for (size_t i = begin; i < end; ++i) {
      const MacroTask &task = layer.tasks[i];
      PlannedTask made;
      made.name = nameOf(layer, task);
      made.members = {task.id};
      made.splitLoop = task.splitLoop;
      made.costNs = taskNs(task);
      planned.sequentialNs += made.costNs;
      planned.tasks.push_back(made);
    }
    const MacroTask &only = layer.tasks[begin];
    if (end - begin == 1 && options.minGain > 0)
      planned.minimumTrip = minimumTrip(only);
    return planned;
  }

  std::string nameOf(const Layer &layer, const MacroTask &task) const {
    const SourceLocation &place = program[task.first].location;
    std::string path = program.files[place.file.index()].path;
    return program[layer.function].name + "@" + path.substr(path.find_last_of('/') + 1) + ":" +
           std::to_string(place.line);
  }

  /// Fewer iterations than this cost less than starting the layer; 0 when two are enough.
  int64_t minimumTrip(const MacroTask &task) const {
    const RegionCost &loop = cost.of(task.splitLoop);
    double perTripNs = loop.perExecutionNs / std::max(1.0, loop.trips);
    double trips = std::ceil(2 * machine.forkJoinNs / std::max(0.01, perTripNs));
    return loop.isGuess && trips > 2 ? static_cast<int64_t>(trips) : 0;
  }

  std::vector<Piece> pieces(const Layer &layer, size_t begin, size_t end, unsigned workers) const {
    std::vector<Piece> result;
    for (size_t i = begin; i < end; ++i) {
      const MacroTask &task = layer.tasks[i];
      double ns = taskNs(task);
      unsigned parts = task.splitLoop.valid() ? workers : 1;
      const RegionCost &region = cost.of(task.first);
      if (parts > 1 && !region.isGuess && region.trips >= 1)
        parts = std::min<unsigned>(parts, static_cast<unsigned>(region.trips));
      for (unsigned part = 0; part < parts; ++part)
        result.push_back({static_cast<uint16_t>(i - begin),
                          static_cast<uint16_t>(part),
                          static_cast<uint16_t>(parts),
                          ns / parts,
                          {}});
    }
    return result;
  }

  void account(const PlannedLayer &layer, double executions) {
    savedNs.resize(std::max<size_t>(savedNs.size(), layer.tables.size()));
    for (size_t i = 0; i < layer.tables.size(); ++i)
      savedNs[i] += executions * std::max(0.0, layer.sequentialNs - layer.tables[i].makespanNs);
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
                const CostModel &cost, const Machine &machine, const PlanOptions &options) {
  return Planner(program, facts, graph, cost, machine, options).choose();
}

std::string print(const Program &program, const MacroTaskGraph &, const Plan &plan,
                  const std::string &onlyFunction) {
  std::string out;
  for (const PlannedLayer &layer : plan.layers) {
    if (!onlyFunction.empty() && program[layer.function].name != onlyFunction)
      continue;
    out += "layer " + layer.name + ", " + std::to_string(layer.tasks.size()) + " macro-tasks\n";
    for (const PlannedTable &table : layer.tables) {
      out += "  " + std::to_string(table.workers) + " workers, makespan " +
             std::to_string(static_cast<long long>(table.makespanNs)) + " ns of " +
             std::to_string(static_cast<long long>(layer.sequentialNs)) + "\n";
      for (size_t worker = 0; worker < table.rows.size(); ++worker)
        for (const PlannedRow &row : table.rows[worker])
          out += "    w" + std::to_string(worker) + " " + layer.tasks[row.task].name + " part " +
                 std::to_string(row.part) + "/" + std::to_string(row.parts) + "\n";
    }
  }
  return out;
}

std::vector<std::string> verify(const MacroTaskGraph &, const Plan &plan) {
  std::vector<std::string> problems;
  for (const PlannedLayer &layer : plan.layers)
    for (const PlannedTable &table : layer.tables) {
      std::map<std::pair<uint16_t, uint16_t>, int> seen;
      size_t expected = 0;
      for (const auto &rows : table.rows)
        for (const PlannedRow &row : rows) {
          expected += row.part == 0 ? row.parts : 0;
          if (++seen[{row.task, row.part}] > 1 || row.part >= row.parts)
            problems.push_back(layer.name + ": a part is planned twice");
          for (const PlannedWait &wait : row.waits)
            if (wait.worker >= table.rows.size() || wait.rows > table.rows[wait.worker].size())
              problems.push_back(layer.name + ": a wait has no end");
        }
      if (seen.size() != expected)
        problems.push_back(layer.name + ": a part is missing");
    }
  return problems;
}

} // namespace kasuri
