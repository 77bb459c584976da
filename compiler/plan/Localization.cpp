// Data-localization groups: what several aligned loops touch stays in a core's cache.
//
//     for (i...) b[i] = f(a[i-1], a[i], a[i+1]);     plain: all parts of the first loop, then all
//     for (i...) c[i] = g(b[i-1], b[i], b[i+1]);     of the second, and b comes from memory again
//     for (i...) a[i] = h(c[i], b[i]);
//
//     w0: b0  b1 c0  b2 c1 a0  ...     groups (GroupRows.cpp): c1 finds b0 to b2 in the cache
//
// How many groups: an iteration takes what it computes, and streams the lines that it touches anew.
// Those that an earlier loop of the layer has touched come from the cache that holds what is alive
// at a time (half of it, as other data pass through), the others from the one that holds all data
// of the worker. More groups cost more rows. The ratio of the two times is applied to the task's
// cost, which may be measured.
//
// How often a loop iterates is mostly known at run time only. Then there are several sets of
// tables, and the emitted code takes the one for the number of iterations.
//
// Source: A. Yoshida, K. Koshizuka, H. Kasahara (1996), data-localization for coarse-grain tasks by
// loop-aligned decomposition and partial static task assignment.
#include "plan/Localization.h"

#include "plan/GroupRows.h"
#include "plan/LocalityModel.h"
#include "plan/Pieces.h"

#include <algorithm>
#include <bit>

namespace kasuri {
PlannedLayer withIterations(const PlannedLayer &layer, int64_t trips) {
  PlannedLayer result = layer;
  result.sequentialNs = 0;
  for (PlannedTask &task : result.tasks) {
    const double times =
        task.locality ? static_cast<double>(trips) / std::max(1.0, task.locality->trips) : 1;
    task.costNs *= times;
    result.sequentialNs += task.costNs;
    task.maxParts = static_cast<uint16_t>(std::min<int64_t>(trips, UINT16_MAX));
    for (PlannedEdge &edge : task.predecessors) {
      edge.bytes *= times;
      if (edge.halo)
        edge.halo->leastTrips = std::max(edge.halo->leastTrips, trips);
    }
  }
  return result;
}

namespace {

constexpr unsigned fewestWorkers = 2; ///< that there are tables for

/// As the layer is where each loop takes so many iterations, whose data are in groups.
PlannedLayer ofGroups(const PlannedLayer &layer, const LocalityModel &model, unsigned workers,
                      unsigned groups, double trips) {
  PlannedLayer result = layer;
  const double allBytes = model.bytesOf(trips / workers);
  const double aliveBytes = model.aliveBytes(trips / workers / groups);
  for (size_t task = 0; task < result.tasks.size(); ++task) {
    const double plainNs = model.iterationNs(task, allBytes, allBytes);
    if (plainNs > 0)
      result.tasks[task].costNs *= model.iterationNs(task, allBytes, aliveBytes) / plainNs;
  }
  return result;
}

/// What is estimated of a worker's time with so many groups, and without any.
struct Estimate {
  double groupsNs = 0, plainNs = 0;
};

Estimate estimate(const PlannedLayer &layer, const Machine &machine, const LocalityModel &model,
                  unsigned workers, unsigned groups, double trips) {
  const double share = trips / workers, allBytes = model.bytesOf(share);
  const auto rows = static_cast<double>(layer.tasks.size());
  return {share * model.allNs(allBytes, model.aliveBytes(share / groups)) +
              groups * rows * machine.dispatchNs,
          share * model.allNs(allBytes, allBytes) + rows * machine.dispatchNs};
}

bool haveEqualSpeeds(const Machine &machine) {
  return std::all_of(machine.cores.begin(), machine.cores.end(),
                     [&](const Core &core) { return core.speed == machine.cores.front().speed; });
}

/// For how many workers there are tables of groups: the most, and powers of two.
std::vector<unsigned> workersToTry(const PlannedLayer &layer) {
  std::vector<unsigned> all;
  for (const PlannedTable &table : layer.tables)
    if (std::has_single_bit(table.workers) || &table == &layer.tables.back())
      all.push_back(table.workers);
  return all;
}

int64_t widestHalo(const PlannedLayer &layer) {
  int64_t width = 1;
  for (const PlannedTask &task : layer.tasks)
    for (const PlannedEdge &edge : task.predecessors)
      width = std::max(width, edge.halo->width());
  return width;
}

/// Its loops iterate so often in some run, as far as anything is known of that.
bool mayIterate(const PlannedLayer &layer, int64_t trips) {
  const LoopLocality &loop = *layer.tasks.front().locality;
  return loop.isOpen || static_cast<double>(trips) <= loop.trips;
}

/// For runs with at least so many iterations, if groups are then so many times faster by estimate.
std::vector<PlannedTable> tablesInParts(const PlannedLayer &layer, const Machine &machine,
                                        unsigned parts, int64_t leastTrips, double gain,
                                        size_t &rowsLeft) {
  const PlannedLayer known = withIterations(layer, leastTrips);
  const LocalityModel model(known, machine, fewestWorkers);
  const auto trips = static_cast<double>(leastTrips);
  const Estimate its = estimate(known, machine, model, fewestWorkers, parts / fewestWorkers, trips);
  std::vector<PlannedTable> tables;
  for (unsigned workers : workersToTry(layer)) {
    const unsigned groups = parts / workers;
    const size_t rows = size_t{groups} * workers * layer.tasks.size();
    if (its.plainNs < gain * its.groupsNs || groups < 2 || rows > rowsLeft)
      continue;
    rowsLeft -= rows;
    if (auto table =
            tableOfGroups(ofGroups(known, model, workers, groups, trips), machine, workers, groups))
      tables.push_back(*std::move(table));
  }
  return tables;
}

} // namespace

std::optional<PlannedTable> tableOfGroups(const PlannedLayer &layer, const Machine &machine,
                                          unsigned workers, unsigned groups) {
  if (!isChain(layer) || size_t{workers} * groups * layer.tasks.size() > mostGroupRows)
    return std::nullopt;
  return rowsInGroups(layer, piecesOf(layer, workers, groups), machine, workers);
}

std::optional<PlannedTable> localizedTable(const PlannedLayer &layer, const Machine &machine,
                                           unsigned workers) {
  if (!isChain(layer) || !layer.tasks.front().locality->isFixed)
    return std::nullopt;
  const LocalityModel model(layer, machine, workers);
  const double trips = layer.tasks.front().locality->trips;
  unsigned best = 0;
  double bestNs = 0;
  for (unsigned groups = 2; groups * workers * layer.tasks.size() <= mostGroupRows; groups *= 2) {
    const Estimate its = estimate(layer, machine, model, workers, groups, trips);
    if (its.plainNs >= leastGain * its.groupsNs && (best == 0 || its.groupsNs < bestNs)) {
      best = groups;
      bestNs = its.groupsNs;
    }
  }
  if (best == 0)
    return std::nullopt;
  return tableOfGroups(ofGroups(layer, model, workers, best, trips), machine, workers, best);
}

std::vector<PlannedSize> tablesForLargerRuns(const PlannedLayer &layer, const Machine &machine,
                                             double gain) {
  constexpr unsigned step = 4, sizes = 3;
  if (!isChain(layer) || layer.tasks.front().locality->isFixed || !haveEqualSpeeds(machine))
    return {};
  const LocalityModel model(layer, machine, fewestWorkers);
  if (model.bytesPerTrip() <= 0)
    return {};
  // With that many times the data of the first size a group fills three quarters of the cache.
  unsigned parts = fewestWorkers * std::bit_ceil(step * 4 * (1 + mostLag(layer)) / 3);
  double trips = fewestWorkers * model.cacheBytes(2) / model.bytesPerTrip();
  size_t rowsLeft = mostGroupRows;
  std::vector<PlannedSize> result;
  for (unsigned size = 0; size < sizes; ++size, parts *= step, trips *= step) {
    const int64_t least = std::max(static_cast<int64_t>(trips), widestHalo(layer) * parts);
    if (!mayIterate(layer, least))
      break;
    PlannedSize made{least, tablesInParts(layer, machine, parts, least, gain, rowsLeft)};
    if (!made.tables.empty())
      result.push_back(std::move(made));
  }
  return result;
}

} // namespace kasuri
