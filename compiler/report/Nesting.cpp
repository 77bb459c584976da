#include "report/Nesting.h"

#include <algorithm>
#include <functional>
#include <set>

namespace kasuri {
namespace {

using RegionVisitor = std::function<bool(RegionId)>;

/// The region and all below it; the visitor says whether to go further down.
void visit(const Program &program, RegionId id, const RegionVisitor &enter) {
  if (!id.valid() || !enter(id))
    return;
  const Region &region = program[id];
  for (RegionId part : {region.init, region.condition, region.step})
    visit(program, part, enter);
  for (RegionId child : region.children)
    visit(program, child, enter);
}

std::vector<FunctionId> calleesIn(const Program &program, const Parallelism &facts,
                                  RegionId region) {
  std::vector<FunctionId> result;
  for (ValueId value : program[region].values)
    if (auto found = facts.callees.find(value); found != facts.callees.end())
      result.insert(result.end(), found->second.begin(), found->second.end());
  return result;
}

class LayerNester {
public:
  LayerNester(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph)
      : program(program), facts(facts), bySequence(program.regions.size()),
        isTask(program.regions.size()) {
    for (const Layer &layer : graph.layers) {
      bySequence[layer.sequence.index()].push_back(layer.id);
      for (const MacroTask &task : layer.tasks)
        for (RegionId sibling : siblingsOf(program, task))
          isTask[sibling.index()] = true;
    }
    for (const Function &each : program.functions)
      bodies.push_back(below(each.body));
  }

  std::vector<LayerId> inside(const MacroTask &task) const {
    Content all;
    if (task.kind == TaskKind::Condition)
      all = below(program[task.first].condition);
    else
      for (RegionId sibling : siblingsOf(program, task))
        all.merge(below(sibling));
    followCalls(all);
    return {all.layers.begin(), all.layers.end()};
  }

private:
  /// What lies in a region and in no task of a layer in it.
  struct Content {
    std::set<LayerId> layers;
    std::set<FunctionId> callees;

    void merge(Content other) {
      layers.merge(other.layers);
      callees.merge(other.callees);
    }
  };

  const Program &program;
  const Parallelism &facts;
  std::vector<std::vector<LayerId>> bySequence; ///< by region
  std::vector<bool> isTask;                     ///< by region: it belongs to a task of a layer
  std::vector<Content> bodies;                  ///< by function

  Content below(RegionId start) const {
    Content found;
    visit(program, start, [&](RegionId region) {
      if (region != start && isTask[region.index()])
        return false;
      const std::vector<LayerId> &here = bySequence[region.index()];
      found.layers.insert(here.begin(), here.end());
      for (FunctionId callee : calleesIn(program, facts, region))
        found.callees.insert(callee);
      return true;
    });
    return found;
  }

  /// Adds what the called functions hold, and those that they call outside their layers.
  void followCalls(Content &content) const {
    std::vector<FunctionId> work(content.callees.begin(), content.callees.end());
    while (!work.empty()) {
      const Content &body = bodies[work.back().index()];
      work.pop_back();
      content.layers.insert(body.layers.begin(), body.layers.end());
      for (FunctionId callee : body.callees)
        if (content.callees.insert(callee).second)
          work.push_back(callee);
    }
  }
};

/// A region is covered when it stands inside a planned task. A function is open when a call that
/// is not covered reaches it from an open one.
class CoverFinder {
public:
  CoverFinder(const Program &program, const Parallelism &facts)
      : program(program), facts(facts), covered(program.regions.size()),
        isOpen(program.functions.size()) {}

  void cover(const Layer &layer, const PlannedTask &task) {
    for (TaskId member : task.members)
      for (RegionId sibling : siblingsOf(program, layer.tasks[member.index()]))
        visit(program, sibling, [&](RegionId region) {
          covered[region.index()] = covered[region.index()] || region != task.splitLoop;
          return true;
        });
  }

  std::vector<bool> find() {
    for (FunctionId root : roots())
      open(root);
    while (!work.empty()) {
      FunctionId function = work.back();
      work.pop_back();
      visit(program, program[function].body, [&](RegionId region) {
        if (!covered[region.index()])
          for (FunctionId callee : calleesIn(program, facts, region))
            open(callee);
        return true;
      });
    }
    std::vector<bool> result = covered;
    for (size_t i = 0; i < result.size(); ++i)
      if (FunctionId function = program.regions[i].function; function.valid())
        result[i] = result[i] || !isOpen[function.index()];
    return result;
  }

private:
  const Program &program;
  const Parallelism &facts;
  std::vector<bool> covered; ///< by region
  std::vector<bool> isOpen;  ///< by function
  std::vector<FunctionId> work;

  void open(FunctionId function) {
    if (isOpen[function.index()])
      return;
    isOpen[function.index()] = true;
    work.push_back(function);
  }

  /// What may be called from elsewhere; with a main nothing is that is called here.
  std::vector<FunctionId> roots() const {
    bool hasMain = false;
    std::vector<bool> isCalled(program.functions.size());
    for (const Function &each : program.functions)
      hasMain |= each.name == "main";
    for (const auto &[call, callees] : facts.callees)
      for (FunctionId callee : callees)
        isCalled[callee.index()] = true;
    std::vector<FunctionId> result;
    for (size_t i = 0; i < program.functions.size(); ++i)
      if (!isCalled[i] || (!hasMain && !program.functions[i].isInternal))
        result.push_back(FunctionId(i));
    return result;
  }
};

} // namespace

std::vector<std::vector<std::vector<LayerId>>>
findLayersInside(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph) {
  const LayerNester nester(program, facts, graph);
  std::vector<std::vector<std::vector<LayerId>>> result(graph.layers.size());
  for (const Layer &layer : graph.layers)
    for (const MacroTask &task : layer.tasks)
      result[layer.id.index()].push_back(nester.inside(task));
  return result;
}

std::vector<bool> findInsidePlanned(const Program &program, const Parallelism &facts,
                                    const MacroTaskGraph &graph, const Plan &plan) {
  CoverFinder finder(program, facts);
  for (size_t i = 0; i < plan.layers.size(); ++i)
    if (!plan.whyDropped(i))
      for (const PlannedTask &task : plan.layers[i].tasks)
        finder.cover(graph.layers[plan.layers[i].layer.index()], task);
  return finder.find();
}

std::vector<bool> findCalled(const Program &program, const Parallelism &facts) {
  const bool hasMain = std::any_of(program.functions.begin(), program.functions.end(),
                                   [](const Function &each) { return each.name == "main"; });
  std::vector<bool> isCalled(program.functions.size());
  std::vector<FunctionId> work;
  const auto call = [&](FunctionId function) {
    if (!isCalled[function.index()])
      work.push_back(function);
    isCalled[function.index()] = true;
  };
  for (size_t i = 0; i < program.functions.size(); ++i)
    if (hasMain ? program.functions[i].name == "main" : !program.functions[i].isInternal)
      call(FunctionId(i));
  while (!work.empty()) {
    const FunctionId function = work.back();
    work.pop_back();
    visit(program, program[function].body, [&](RegionId region) {
      for (FunctionId callee : calleesIn(program, facts, region))
        call(callee);
      return true;
    });
  }
  return isCalled;
}

} // namespace kasuri
