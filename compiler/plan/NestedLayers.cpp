// Following calls from a task to the layers behind them.
//
//     for (c...) analyse(c);        one call of analyse for each iteration: its layers run so
//     often,
//                                   and those of what it calls outside its layers
//     for (i...) a[i] = ...;        a loop in the task's own text is no layer there, since its code
//                                   is moved into the task's function as it stands; only if the
//                                   task's layer is left
//
// How often is a matter of the function alone, as the costs are: one call of it, times the calls.
// Within a function it is told by the executions of its regions, whose ratios are those of one
// call. A function that is being looked at adds nothing when it calls itself; its layers are found,
// and run on groups of groups, all the same. But a layer whose task leads back to it has none of
// the layers in its own text, nor has any other: where it is taken, these are not emitted.
#include "plan/NestedLayers.h"

#include <algorithm>

namespace kasuri {

NestedLayers::NestedLayers(const Program &program, const Parallelism &facts,
                           const MacroTaskGraph &graph, const CostModel &cost,
                           std::function<std::vector<ChosenLayer>(const Layer &)> chosenOf)
    : program(program), facts(facts), graph(graph), cost(cost), chosenOf(std::move(chosenOf)) {
  for (const Layer &layer : graph.layers)
    layersOf[layer.sequence].push_back(layer.id);
}

void NestedLayers::find(PlannedLayer &planned, Where where) {
  const std::vector<MacroTask> &members = graph.layers[planned.layer.index()].tasks;
  const RegionId start = members[planned.tasks.front().members.front().index()].first;
  for (PlannedTask &task : planned.tasks) {
    const MacroTask &first = members[task.members.front().index()];
    const bool isCondition = first.kind == TaskKind::Condition && task.members.size() == 1;
    Times all;
    if (isCondition)
      add(program[first.first].condition, where, ratio(first.first, start), all);
    else
      for (RegionId region : siblingsOf(program, first))
        add(region, where, ratio(region, start), all);
    task.nested = listOf(all);
  }
}

std::vector<NestedLayer> NestedLayers::within(const std::vector<RegionId> &statements,
                                              const std::vector<RegionId> &others, bool isMoved) {
  const Where where = isMoved ? Where::CalleesOnly : Where::Everywhere;
  const std::set<RegionId> all(statements.begin(), statements.end());
  std::set<RegionId> sequences, taken;
  Times found;
  for (RegionId each : isMoved ? std::set<RegionId>() : all)
    sequences.insert(program[each].parent);
  for (RegionId sequence : sequences)
    addLayersOf(sequence, &all, 1, found, taken);
  for (RegionId each : all)
    if (!taken.contains(each))
      add(each, where, 1, found);
  for (RegionId each : others)
    add(each, where, 1, found);
  return listOf(found);
}

std::vector<NestedLayer> NestedLayers::listOf(const Times &all) {
  std::vector<NestedLayer> made;
  for (const auto &[layer, times] : all)
    made.push_back({layer, times});
  return made;
}

void NestedLayers::addLayersOf(RegionId sequence, const std::set<RegionId> *only, double times,
                               Times &all, std::set<RegionId> &taken) {
  const auto found = layersOf.find(sequence);
  if (found == layersOf.end())
    return;
  for (LayerId layer : found->second)
    for (const ChosenLayer &chosen : chosenOf(graph.layers[layer.index()])) {
      const bool isWithin = std::ranges::all_of(
          chosen.regions, [&](RegionId each) { return !only || only->contains(each); });
      if (chosen.index && !isWithin)
        continue;
      if (chosen.index)
        all[*chosen.index] += times;
      taken.insert(chosen.regions.begin(), chosen.regions.end());
    }
}

/// Executions of a region in one of another one of its function.
double NestedLayers::ratio(RegionId part, RegionId whole) const {
  const double executions = cost.executions[whole.index()];
  return executions > 0 ? cost.executions[part.index()] / executions : 0;
}

void NestedLayers::add(RegionId region, Where where, double times, Times &all) {
  if (!region.valid() || times <= 0)
    return;
  std::set<RegionId> taken;
  if (where == Where::Everywhere)
    addLayersOf(region, nullptr, times, all, taken);
  for (ValueId value : program[region].values)
    if (auto found = facts.callees.find(value); found != facts.callees.end())
      for (FunctionId callee : found->second)
        for (const auto &[layer, each] : timesIn(callee))
          all[layer] += times * each / static_cast<double>(found->second.size());
  const Region &data = program[region];
  for (RegionId part : {data.init, data.condition, data.step})
    if (part.valid())
      add(part, where, times * ratio(part, region), all);
  for (RegionId child : data.children)
    if (!taken.contains(child))
      add(child, where, times * ratio(child, region), all);
}

const NestedLayers::Times &NestedLayers::timesIn(FunctionId function) {
  const auto [found, isNew] = known.try_emplace(function);
  if (isNew) {
    Times all;
    add(program[function].body, Where::Everywhere, cost.callsByEntry[function.index()], all);
    found->second = std::move(all);
  }
  return found->second;
}

} // namespace kasuri
