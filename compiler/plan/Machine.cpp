#include "plan/Machine.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <tuple>

namespace kasuri {
namespace {

/// As numbers go that the runtime can hold, and more than any machine of today has.
constexpr size_t maxKinds = 8;
/// Measured speeds of equal cores differ, those of different ones by more.
constexpr double leastOfOneKind = 0.9;

/// Levels are indices in the points of a clock, so each must mean the same.
bool haveSamePoints(const ClockDomain &one, const ClockDomain &other) {
  return std::equal(
      one.points.begin(), one.points.end(), other.points.begin(), other.points.end(),
      [](const OperatingPoint &a, const OperatingPoint &b) { return a.khz == b.khz; });
}

CoreKind kindOf(const Machine &machine, const Core &core) {
  const double khz = machine.domains[core.domain].points.front().khz;
  const auto bySpeed = static_cast<unsigned>(std::max(1.0, std::round(1024 * core.speed)));
  return {.capacity = core.capacity > 0 ? core.capacity : bySpeed, .khz = khz > 1 ? khz : 0};
}

} // namespace

void findKinds(Machine &machine) {
  std::vector<const Core *> first; ///< by kind
  for (Core &core : machine.cores) {
    auto isLike = [&](const Core *other) {
      return core.speed >= leastOfOneKind * other->speed &&
             haveSamePoints(machine.domains[core.domain], machine.domains[other->domain]);
    };
    const auto found = std::find_if(first.begin(), first.end(), isLike);
    core.kind = static_cast<unsigned>(found - first.begin());
    if (found == first.end())
      first.push_back(&core);
  }
  machine.kinds.clear();
  if (first.size() > 1 && first.size() <= maxKinds)
    for (const Core *core : first)
      machine.kinds.push_back(kindOf(machine, *core));
}

double Machine::signalBetween(size_t core, size_t other) const {
  if (core == other)
    return 0;
  return cores[core].cluster == cores[other].cluster ? signalNs : farSignalNs;
}

double Machine::slowdown(size_t core, size_t level) const {
  const std::vector<OperatingPoint> &points = domains[cores[core].domain].points;
  return points.front().khz / points[level].khz / cores[core].speed;
}

const Cache *Machine::cacheOf(size_t core, unsigned level) const {
  for (unsigned index : cores[core].caches)
    if (caches[index].level == level)
      return &caches[index];
  return nullptr;
}

const Cache *Machine::lastCacheOf(size_t core) const {
  return cores[core].caches.empty() ? nullptr : &caches[cores[core].caches.back()];
}

Machine uniformMachine(unsigned cores) {
  Machine machine;
  machine.domains.push_back({.points = {{.khz = 1}}});
  for (unsigned i = 0; i < cores; ++i)
    machine.cores.push_back({.id = i});
  return machine;
}

Machine withCores(const Machine &machine, unsigned cores) {
  Machine result = machine;
  const unsigned ownDomains = static_cast<unsigned>(machine.domains.size());
  const unsigned ownCaches = static_cast<unsigned>(machine.caches.size());
  unsigned ownClusters = 0;
  for (const Core &core : machine.cores)
    ownClusters = std::max(ownClusters, core.cluster + 1);
  for (unsigned copy = 1; result.cores.size() < cores; ++copy) {
    for (Core core : machine.cores) {
      core.cluster += copy * ownClusters;
      core.domain += copy * ownDomains;
      for (unsigned &cache : core.caches)
        cache += copy * ownCaches;
      result.cores.push_back(core);
    }
    result.domains.insert(result.domains.end(), machine.domains.begin(), machine.domains.end());
    result.caches.insert(result.caches.end(), machine.caches.begin(), machine.caches.end());
  }
  std::sort(result.cores.begin(), result.cores.end(), [](const Core &a, const Core &b) {
    return std::tuple(-a.speed, a.cluster, a.id) < std::tuple(-b.speed, b.cluster, b.id);
  });
  result.cores.resize(cores);
  return result;
}

Machine hostMachine() { return uniformMachine(std::max(1u, std::thread::hardware_concurrency())); }

} // namespace kasuri
