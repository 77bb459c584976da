#include "plan/Plan.h"

#include <algorithm>
#include <numeric>

namespace kasuri {

const Obstacle *Plan::whyDropped(size_t layer) const {
  auto found = std::find_if(dropped.begin(), dropped.end(),
                            [&](const auto &each) { return each.first == layer; });
  return found == dropped.end() ? nullptr : &found->second;
}

size_t PlannedTable::coreOf(size_t worker) const {
  if (!cores.empty())
    return cores[worker];
  return groups.empty()
             ? worker
             : std::accumulate(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(worker),
                               size_t{0});
}

size_t PlannedTable::lastCore() const {
  return cores.empty() ? workers - size_t{1} : *std::max_element(cores.begin(), cores.end());
}

bool PlannedLayer::hasGroups() const {
  return std::any_of(tables.begin(), tables.end(),
                     [](const PlannedTable &table) { return !table.groups.empty(); });
}

bool PlannedLayer::hasFixedParts() const {
  return std::any_of(tasks.begin(), tasks.end(),
                     [](const PlannedTask &task) { return task.fixedParts > 0; });
}

std::optional<size_t> PlannedLayer::conditionOf(const PlannedTask &task) const {
  for (size_t i = 0; task.control && i < tasks.size(); ++i)
    if (tasks[i].members.front() == task.control->condition)
      return i;
  return std::nullopt;
}

LayerShape shapeOf(const PlannedLayer &layer) {
  LayerShape shape{{}, layer.minimumTrip};
  for (const PlannedTask &task : layer.tasks)
    shape.tasks.push_back({task.members, task.splitLoop, task.components, task.hasLateHead,
                           task.costNs, task.slope, task.maxParts, task.pipedLoop, task.isOther});
  return shape;
}

Machine workersFirst(const Machine &machine, const PlannedTable &table) {
  Machine ordered = machine;
  std::vector<bool> isFirst(machine.cores.size());
  ordered.cores.clear();
  for (size_t i = 0; i < std::max(table.groups.size(), table.cores.size()); ++i) {
    const size_t core = table.coreOf(i);
    isFirst[core] = true;
    ordered.cores.push_back(machine.cores[core]);
  }
  for (size_t core = 0; core < machine.cores.size(); ++core)
    if (!isFirst[core])
      ordered.cores.push_back(machine.cores[core]);
  return ordered;
}

void nameKinds(Plan &plan, const Machine &machine) {
  auto name = [&](std::vector<PlannedTable> &tables) {
    for (PlannedTable &table : tables) {
      table.kinds.clear();
      for (size_t worker = 0; worker < table.rows.size(); ++worker)
        table.kinds.push_back(static_cast<uint8_t>(machine.cores[table.coreOf(worker)].kind));
    }
  };
  for (PlannedLayer &layer : plan.layers) {
    layer.kinds = machine.kinds;
    if (machine.kinds.empty())
      continue;
    name(layer.tables);
    name(layer.elsewhere);
  }
}

} // namespace kasuri
