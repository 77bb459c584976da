// Building layer candidates: runs of statements as macro-tasks with their edges.
//
//     analyse(&a);            T0 subroutine
//     analyse(&b);            T1 subroutine
//     if (a.loud) {           C2 condition    waits for T0
//       for (...) x[i] = ..;  T3 repetition   if C2, may be split
//       attack(&a);           T4 subroutine   if C2
//     } else
//       calm(&a);             T5 subroutine   if not C2
//     use(&a, x);             T6 subroutine   T4 done or not C2, T5 done or C2
//     report(&b);             T7 subroutine   waits for T1 alone
//
// A statement that may leave the sequence, declares what later ones use, or does not stand in the
// source file itself ends the run: everything before it is complete and nothing after it has begun
// when it runs. So does a run of `mostTasksOfLayer` statements. A branch is opened when there is
// something to gain inside (a loop that can be split, or two statements worth a task), its
// condition has no side effect, and it needs no private variables: the condition becomes a task,
// the statements of the arms become conditional tasks. A switch is a branch of several arms, unless
// one falls into the next.
//
//     decode(a);              T0
//     if (check(b) < 0)       C1 condition, stays if not C1
//       return fail(a);
//     decode(b);              T2 if not C1: beside T0
//
// A branch of which one arm always leaves the sequence, by return or any other jump, becomes a
// condition on which all later tasks depend. The leaving arm stays in the function: it runs when
// the tasks before it are over, and none behind it has begun. Such a layer is made beside those
// that end at the branch, and the plan takes what gains more.
//
//     decode(a);                      T0
//     for (int i = 0; i < n; i++)     T1 may leave
//       if (b[i] < 0)
//         return i;
//     decode(b);                      T2 if T1 stays: beside T0
//
// Any other statement with such a jump inside is one task, with an outcome that says by which of
// its jumps it has left, if it has. Only the jump itself runs behind the layer.
//
// The analysis gives dependences between siblings of one sequence. Of a branch it also tells which
// of the statements in its arms, or its condition, depends on what; where it does not, all of them
// do. Statements of one arm depend on each other as their own sequence says, and statements of
// different arms never both run. Edges that others imply are dropped, counting the edge from a
// condition to what it controls, so that a task waits for as few others as it must. A task that may
// not run implies nothing: it is over as soon as that is known, whatever it would have waited for.
// What a condition's outcome adds to this is in Conditions.cpp.
//
// A sequential loop whose body falls into components that do not depend on each other stays one
// task here, with one set of edges that holds for all of them; the plan may put tasks of its own in
// its place.
// A part of a loop whose chunks are aligned with those of an earlier one comes after some parts of
// that, and so an edge is implied by two aligned ones only as far as their halos reach together:
//
//     T0: b[i] = a[i];                     T2 by way of T1: T0's iterations i - 1 to i + 1
//     T1: c[i] = b[i - 1] + b[i + 1];      implies T0 -> T2 if that needs b[i + 1]
//     T2: d[i] = c[i] + b[n - 1 - i];      and not if it needs all of b
//
// Source: H. Honda, M. Iwata, H. Kasahara (1990).
#include "graph/MacroTaskGraph.h"
#include "graph/Conditions.h"
#include "model/BranchParts.h"
#include "model/Regions.h"
#include "support/LayerSize.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

struct Predecessors {
  std::map<RegionId, std::optional<Halo>> all;
  std::set<RegionId> ofHead;          ///< those that the head of the loop may depend on
  std::map<RegionId, uint64_t> bytes; ///< that are handed over
  /// Which parts of theirs and of the dependent region depend on each other; not there: any.
  std::map<RegionId, std::vector<PartDependence>> parts;
};
using Dependences = std::map<RegionId, Predecessors>; ///< by dependent region

/// How much of another task, its iterations within the halo or all of it, is over before a part of
/// a task starts.
using Reach = std::optional<Halo>;

/// By way of a task in between, of which every part comes after that of its number at least.
Reach along(const Reach &first, const Reach &second) {
  return first && second ? Reach(Halo{first->before + second->before, first->after + second->after})
                         : std::nullopt;
}

Reach joined(const Reach &a, const Reach &b) {
  return a && b ? Reach(Halo{std::max(a->before, b->before), std::max(a->after, b->after),
                             std::min(a->leastTrips, b->leastTrips)})
                : std::nullopt;
}

bool covers(const Reach &outer, const Reach &inner) {
  return !outer || (inner && inner->before <= outer->before && inner->after <= outer->after);
}

void extend(std::map<TaskId, Reach> &reached, TaskId task, const Reach &reach) {
  auto [known, isNew] = reached.emplace(task, reach);
  if (!isNew)
    known->second = joined(known->second, reach);
}

/// Facts of single regions that decide what becomes of them.
class Shapes {
public:
  Shapes(const Program &program, const Parallelism &facts)
      : program(program), facts(facts), heavy(program.regions.size()),
        worthOpening(program.regions.size()) {
    for (const Function &function : program.functions) {
      std::vector<RegionId> regions = regionsWithin(program, function.body);
      std::reverse(regions.begin(), regions.end()); // each after those inside
      for (RegionId region : regions) {
        heavy[region.index()] = findHeavy(region);
        worthOpening[region.index()] = findWorthOpening(region);
      }
    }
  }

  /// May be moved into a task function.
  bool canBeTask(RegionId child) const {
    auto known = facts.siblings.find(child);
    bool staysInside =
        known != facts.siblings.end() && !known->second.mayLeave && !known->second.declares;
    return staysInside && program[child].inMainFile;
  }

  /// May be moved into a task function as a whole layer.
  bool isLoneLoop(RegionId child) const {
    auto known = facts.siblings.find(child);
    return known != facts.siblings.end() && (known->second.standsAlone || isPipeline(child)) &&
           !known->second.declares && program[child].inMainFile;
  }

  bool isSplittable(RegionId region) const {
    const LoopFacts *loop = facts.factsOf(region);
    return loop && loop->hasParts();
  }

  bool isDistributable(RegionId region) const {
    const LoopFacts *loop = facts.factsOf(region);
    return loop && loop->distribution;
  }

  bool isPipeline(RegionId region) const {
    const LoopFacts *loop = facts.factsOf(region);
    return loop && loop->pipeline;
  }

  /// Statements that a `goto` may leave for what is right behind them.
  bool isStretchOfTasks(RegionId child) const {
    const std::vector<RegionId> &parts = program[child].children;
    return program[child].isStretch && !parts.empty() && parts.size() <= mostTasksOfLayer &&
           canBeTask(parts.back()) && std::all_of(parts.begin(), parts.end(), [&](RegionId part) {
             return canBeTask(part) || isExit(part) || mayLeaveAsTask(part);
           });
  }

  TaskKind kindOf(RegionId region) const {
    if (program[region].kind == Region::Kind::Loop)
      return TaskKind::Repetition;
    bool isCall = program[region].kind == Region::Kind::Block && holdsCall(region);
    return isCall ? TaskKind::Subroutine : TaskKind::Block;
  }

  bool isWorthOpening(RegionId region) const { return worthOpening[region.index()]; }
  bool isHeavy(RegionId region) const { return heavy[region.index()]; }

  /// A branch that may leave, whose condition may become a task.
  bool isExit(RegionId child) const {
    auto known = facts.siblings.find(child);
    return known != facts.siblings.end() && known->second.staysWith && !known->second.declares &&
           known->second.privates.empty() && program[child].inMainFile &&
           program[child].conditionValue.valid() && isMovable(program[child].condition);
  }

  /// Another statement that may leave, which may become a task that says whether it did.
  bool mayLeaveAsTask(RegionId child) const {
    auto known = facts.siblings.find(child);
    return known != facts.siblings.end() && !known->second.leavingJumps.empty() &&
           !known->second.declares && known->second.privates.empty() && program[child].inMainFile;
  }

  /// The statements of the arm can be tasks of their own; otherwise all of them are one.
  bool isDivisible(const Arm &arm) const {
    return arm.parts.size() <= mostTasksOfLayer &&
           std::all_of(arm.parts.begin(), arm.parts.end(),
                       [&](RegionId part) { return canBeTask(part); });
  }

private:
  const Program &program;
  const Parallelism &facts;
  std::vector<bool> heavy;        ///< by region: it holds a loop or a call, outside conditions
  std::vector<bool> worthOpening; ///< by region

  bool findWorthOpening(RegionId region) const {
    const Region &branch = program[region];
    const auto sibling = facts.siblings.find(region);
    const auto arms = armsOf(program, region);
    bool isPlain = arms && branch.conditionValue.valid() && isPure(branch.condition) &&
                   sibling != facts.siblings.end() && sibling->second.privates.empty();
    if (!isPlain)
      return false;
    bool isWorthIt = false;
    for (const Arm &arm : *arms) {
      const std::vector<RegionId> &parts = arm.parts;
      if (!std::all_of(parts.begin(), parts.end(), [&](RegionId part) { return isInArm(part); }))
        return false;
      if (!isDivisible(arm))
        continue;
      auto heavyParts = std::count_if(parts.begin(), parts.end(),
                                      [&](RegionId part) { return heavy[part.index()]; });
      isWorthIt |= heavyParts > 1 || std::any_of(parts.begin(), parts.end(), [&](RegionId part) {
                     return isSplittable(part) || isWorthOpening(part);
                   });
    }
    return isWorthIt;
  }

  bool isInArm(RegionId part) const {
    auto known = facts.siblings.find(part);
    return known != facts.siblings.end() && !known->second.mayLeave && program[part].inMainFile;
  }

  bool holdsCall(RegionId block) const {
    const std::vector<ValueId> &values = program[block].values;
    return std::any_of(values.begin(), values.end(),
                       [&](ValueId value) { return program[value].op == Op::Call; });
  }

  /// Evaluating it early, or in another function, changes nothing.
  bool isPure(RegionId block) const {
    const std::vector<ValueId> &values = program[block].values;
    return std::none_of(values.begin(), values.end(), [&](ValueId id) {
      const Instruction &value = program[id];
      return value.op == Op::Call || value.op == Op::Store || value.op == Op::Clobber ||
             value.isVolatile;
    });
  }

  /// Evaluating it in another function changes nothing.
  bool isMovable(RegionId block) const {
    const std::vector<ValueId> &values = program[block].values;
    return std::none_of(values.begin(), values.end(), [&](ValueId value) {
      return program[value].op == Op::Clobber || program[value].isVolatile;
    });
  }

  bool findHeavy(RegionId region) const {
    const Region &data = program[region];
    return data.kind == Region::Kind::Loop || holdsCall(region) ||
           std::any_of(data.children.begin(), data.children.end(),
                       [&](RegionId child) { return heavy[child.index()]; });
  }
};

/// One run of statements as a layer.
class LayerBuilder {
public:
  LayerBuilder(const Program &program, const Parallelism &facts, const Shapes &shapes,
               const Dependences &dependences)
      : program(program), facts(facts), shapes(shapes), dependences(dependences) {}

  Layer build(RegionId sequence, const std::vector<RegionId> &run, bool crossesExits) {
    layer.function = program[sequence].function;
    layer.sequence = sequence;
    layer.crossesExits = crossesExits;
    addRun(run, std::nullopt);
    reducePredecessors();
    std::vector<std::vector<TaskId>> edges;
    for (const std::set<TaskId> &each : direct)
      edges.emplace_back(each.begin(), each.end());
    layer.earliest = findEarliestConditions(layer.tasks, edges);
    return std::move(layer);
  }

private:
  const Program &program;
  const Parallelism &facts;
  const Shapes &shapes;
  const Dependences &dependences;
  Layer layer;
  std::vector<std::set<TaskId>> direct; ///< by task: all it depends on by data

  /// Tasks [begin, end) stand for one sibling.
  struct Span {
    RegionId region;
    size_t begin, end;
  };

  void addRun(const std::vector<RegionId> &run, std::optional<Control> control) {
    std::vector<Span> spans;
    for (RegionId child : run) {
      Span span{child, layer.tasks.size(), 0};
      if (layer.crossesExits && program[child].isStretch)
        addRun(program[child].children, control);
      else if (layer.crossesExits && shapes.mayLeaveAsTask(child))
        addLeaving(child, control);
      else if (layer.crossesExits && !shapes.canBeTask(child))
        addExit(child, control);
      else if (layer.tasks.size() < mostTasksOfLayer && shapes.isWorthOpening(child))
        addBranch(child, control);
      else
        addTask(child, child, shapes.kindOf(child), control);
      span.end = layer.tasks.size();
      for (const Span &before : spans)
        addEdges(before, span);
      spans.push_back(span);
    }
  }

  void addEdges(const Span &from, const Span &to) {
    auto known = dependences.find(to.region);
    if (known == dependences.end() || !known->second.all.contains(from.region))
      return;
    layer.tasks[to.begin].headWaits |= known->second.ofHead.contains(from.region);
    if (auto parts = known->second.parts.find(from.region); parts != known->second.parts.end())
      return addEdgesOfParts(from, to, parts->second);
    for (size_t i = to.begin; i < to.end; ++i)
      for (size_t before = from.begin; before < from.end; ++before)
        direct[i].insert(TaskId(before));
    const bool areSingle = from.end - from.begin == 1 && to.end - to.begin == 1;
    if (auto carried = known->second.bytes.find(from.region);
        areSingle && carried != known->second.bytes.end())
      layer.flow[{TaskId(from.begin), TaskId(to.begin)}] = carried->second;
    const std::optional<Halo> &halo = known->second.all.at(from.region);
    const MacroTask &earlier = layer.tasks[from.begin];
    MacroTask &later = layer.tasks[to.begin];
    const bool areLoops = earlier.splitLoop.valid() && later.splitLoop.valid();
    if (halo && areLoops && !earlier.control && !later.control)
      later.halos[earlier.id] = *halo;
  }

  void addEdgesOfParts(const Span &from, const Span &to, const std::vector<PartDependence> &parts) {
    for (size_t i = to.begin; i < to.end; ++i)
      for (size_t before = from.begin; before < from.end; ++before) {
        uint64_t bytes = 0;
        bool isEdge = false;
        for (const PartDependence &each : parts)
          if (isPartOf(each.from, layer.tasks[before]) && isPartOf(each.to, layer.tasks[i])) {
            isEdge = true;
            bytes += each.bytes;
          }
        if (isEdge)
          direct[i].insert(TaskId(before));
        if (bytes > 0)
          layer.flow[{TaskId(before), TaskId(i)}] = bytes;
      }
  }

  bool isPartOf(RegionId part, const MacroTask &task) const {
    if (task.kind == TaskKind::Condition)
      return part == task.first;
    const std::vector<RegionId> regions = siblingsOf(program, task);
    return std::any_of(regions.begin(), regions.end(),
                       [&](RegionId each) { return contains(program, each, part); });
  }

  TaskId addTask(RegionId first, RegionId last, TaskKind kind, std::optional<Control> control) {
    MacroTask task;
    task.id = TaskId(layer.tasks.size());
    task.kind = kind;
    task.first = first;
    task.last = last;
    task.control = control;
    task.isBehindExit =
        control && !contains(program, layer.tasks[control->condition.index()].first, first);
    task.privates = facts.siblings.at(first).privates;
    if (first == last && shapes.isSplittable(first))
      task.splitLoop = first;
    if (first == last && shapes.isDistributable(first))
      task.distributedLoop = first;
    if (first == last && shapes.isPipeline(first))
      task.pipedLoop = first;
    layer.tasks.push_back(std::move(task));
    direct.emplace_back();
    return layer.tasks.back().id;
  }

  /// `control` becomes that of what comes behind it.
  void addExit(RegionId branch, std::optional<Control> &control) {
    const unsigned outcome = *facts.siblings.at(branch).staysWith;
    const TaskId condition = addTask(branch, branch, TaskKind::Condition, control);
    layer.tasks[condition.index()].staysWith = outcome;
    layer.tasks[condition.index()].readsErrno = facts.siblings.at(branch).readsErrno;
    control = Control{condition, outcome};
    const auto arms = armsOf(program, branch);
    for (const Arm &arm : *arms)
      if (arm.outcome == outcome)
        addArm(arm, *control);
  }

  /// The same of a statement that stays one task.
  void addLeaving(RegionId statement, std::optional<Control> &control) {
    const TaskId id = addTask(statement, statement, shapes.kindOf(statement), control);
    MacroTask &task = layer.tasks[id.index()];
    task.staysWith = 0;
    task.leavingJumps = facts.siblings.at(statement).leavingJumps;
    task.splitLoop = task.distributedLoop = task.pipedLoop = RegionId();
    control = Control{id, 0};
  }

  void addArm(const Arm &arm, Control inner) {
    if (arm.parts.empty())
      return;
    if (shapes.isDivisible(arm))
      addRun(arm.parts, inner);
    else
      addTask(arm.parts.front(), arm.parts.back(), TaskKind::Block, inner);
  }

  void addBranch(RegionId branch, std::optional<Control> control) {
    TaskId condition = addTask(branch, branch, TaskKind::Condition, control);
    layer.tasks[condition.index()].selectsArm = program[branch].kind == Region::Kind::Switch;
    const auto arms = armsOf(program, branch);
    for (const Arm &arm : *arms)
      addArm(arm, Control{condition, arm.outcome});
  }

  void reducePredecessors() {
    using Reached = std::map<TaskId, Reach>;
    std::vector<Reached> before(layer.tasks.size()); ///< all that a task comes after
    for (MacroTask &task : layer.tasks) {
      Reached edges, implied;
      for (TaskId each : direct[task.id.index()]) {
        auto halo = task.halos.find(each);
        edges[each] = halo == task.halos.end() ? Reach() : halo->second;
      }
      if (task.control)
        edges[task.control->condition] = Reach();
      const std::vector<Control> controls = controlsOf(layer.tasks, task.id);
      for (const auto &[each, reach] : edges)
        if (runsWith(controlsOf(layer.tasks, each), controls))
          for (const auto &[earlier, further] : before[each.index()])
            extend(implied, earlier, along(further, reach));
      for (const auto &[each, reach] : edges) {
        const bool isImplied = implied.contains(each) && covers(implied.at(each), reach);
        if (isImplied && task.halos.erase(each) > 0 && implied.at(each))
          direct[task.id.index()].erase(each);
        if (isImplied)
          continue;
        if (!(task.control && task.control->condition == each))
          task.predecessors.push_back(each);
      }
      for (const auto &[each, reach] : edges)
        extend(implied, each, reach);
      before[task.id.index()] = std::move(implied);
    }
  }
};

std::vector<std::vector<RegionId>> findRuns(const Shapes &shapes,
                                            const std::vector<RegionId> &children) {
  std::vector<std::vector<RegionId>> runs(1);
  for (RegionId child : children)
    if (shapes.canBeTask(child) && runs.back().size() < mostTasksOfLayer)
      runs.back().push_back(child);
    else if (shapes.canBeTask(child))
      runs.push_back({child});
    else if (shapes.isLoneLoop(child))
      runs.insert(runs.end(), {{child}, {}});
    else if (!runs.back().empty())
      runs.emplace_back();
  return runs;
}

/// Statements worth a task.
std::ptrdiff_t heavyIn(const Program &program, const Shapes &shapes,
                       const std::vector<RegionId> &statements) {
  std::ptrdiff_t count = 0;
  for (RegionId each : statements)
    count += program[each].isStretch ? heavyIn(program, shapes, program[each].children)
                                     : shapes.isHeavy(each);
  return count;
}

/// Runs that go on behind exits: with work to overlap on both sides of one at least, or before a
/// statement that may leave and is work itself.
std::vector<std::vector<RegionId>> findRunsAcrossExits(const Program &program, const Shapes &shapes,
                                                       const std::vector<RegionId> &children) {
  std::vector<std::vector<RegionId>> runs(1);
  for (RegionId child : children) {
    const bool isExit = shapes.isExit(child) || shapes.mayLeaveAsTask(child);
    if (shapes.isStretchOfTasks(child) && !runs.back().empty()) {
      runs.back().push_back(child);
      runs.emplace_back(); // its jumps lead to what is behind it
    } else if ((shapes.canBeTask(child) || (isExit && !runs.back().empty())) &&
               runs.back().size() < mostTasksOfLayer) {
      runs.back().push_back(child);
    } else if (!runs.back().empty()) {
      runs.emplace_back();
    }
  }
  std::erase_if(runs, [&](std::vector<RegionId> &run) {
    while (!run.empty() && shapes.isExit(run.back()))
      run.pop_back();
    auto isHeavy = [&](RegionId child) { return shapes.isHeavy(child); };
    auto isExit = [&](RegionId child) { return !shapes.canBeTask(child); };
    const auto exit = std::find_if(run.begin(), run.end(), isExit);
    const auto last = std::find_if(run.rbegin(), run.rend(), isExit).base();
    return exit == run.end() || heavyIn(program, shapes, run) < 2 ||
           std::none_of(run.begin(), last, isHeavy) ||
           std::none_of(shapes.isExit(*exit) ? exit + 1 : exit, run.end(), isHeavy);
  });
  return runs;
}

} // namespace

MacroTaskGraph buildMacroTaskGraph(const Program &program, const Parallelism &facts) {
  Dependences dependences;
  for (const SiblingDependence &each : facts.dependences) {
    Predecessors &known = dependences[each.to];
    if (auto [found, isNew] = known.all.emplace(each.from, each.halo); !isNew)
      found->second = joined(found->second, each.halo);
    if (each.meetsHead)
      known.ofHead.insert(each.from);
    if (each.bytes > 0)
      known.bytes[each.from] += each.bytes;
    if (each.parts)
      known.parts[each.from] = *each.parts;
  }
  const Shapes shapes(program, facts);
  const std::vector<bool> isUnordered = findUnordered(program);
  MacroTaskGraph graph;
  for (size_t i = 0; i < program.regions.size(); ++i) {
    const RegionId sequence(i);
    // Control flow must enter it only at its start.
    if (program[sequence].kind != Region::Kind::Sequence || isUnordered[i] ||
        !program[sequence].function.valid())
      continue;
    auto add = [&](const std::vector<RegionId> &run, bool crossesExits) {
      Layer layer =
          LayerBuilder(program, facts, shapes, dependences).build(sequence, run, crossesExits);
      bool hasChoice = layer.tasks.size() > 1 ||
                       (layer.tasks.size() == 1 && (layer.tasks[0].splitLoop.valid() ||
                                                    layer.tasks[0].distributedLoop.valid() ||
                                                    layer.tasks[0].pipedLoop.valid()));
      if (!hasChoice)
        return;
      layer.id = LayerId(graph.layers.size());
      graph.layers.push_back(std::move(layer));
    };
    for (const auto &run : findRunsAcrossExits(program, shapes, program[sequence].children))
      add(run, true);
    for (const auto &run : findRuns(shapes, program[sequence].children))
      add(run, false);
  }
  return graph;
}

std::vector<Control> controlsOf(const std::vector<MacroTask> &tasks, TaskId task) {
  std::vector<Control> controls;
  for (auto up = tasks[task.index()].control; up; up = tasks[up->condition.index()].control)
    controls.push_back(*up);
  return controls;
}

bool runsWith(const std::vector<Control> &first, const std::vector<Control> &second) {
  return std::all_of(first.begin(), first.end(), [&](const Control &each) {
    return std::find(second.begin(), second.end(), each) != second.end();
  });
}

std::vector<RegionId> siblingsOf(const Program &program, const MacroTask &task) {
  return siblings(program, task.first, task.last);
}

static std::string nameAt(const Program &program, FunctionId function,
                          const SourceLocation &place) {
  const std::string &path = program.files[place.file.index()].path;
  return program[function].name + "@" + path.substr(path.find_last_of('/') + 1) + ":" +
         std::to_string(place.line);
}

std::string nameOf(const Program &program, const Layer &layer, const MacroTask &task) {
  const std::string name = nameAt(program, layer.function, program[task.first].location);
  return isGenerated(program, task.first) ? name + "~reordered" : name;
}

std::string nameOf(const Program &program, FunctionId function) {
  return nameAt(program, function, program[function].location);
}

} // namespace kasuri
