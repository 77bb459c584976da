// Into how many parts a loop is cut.
//
//     a(): 60     loop: 100 in two parts     w0: a, part 1 of 2     ends at 110
//                                            w1: part 0 of 2
//                       in four parts        w0: a, part 3          ends at 85
//                                            w1: parts 0, 1, 2
//
// Alone on equal cores, a loop has one part for each worker, and more would cost a row each for
// nothing. Beside other tasks, or where some cores are slower, smaller parts fill what these leave.
// Parts that are only a little smaller may fill it worse, so all sizes are tried.
// All parts have equally many iterations: how many there are is only known at run time. Where
// iterations become longer or shorter, as those of a triangle, a worker has several, long and
// short.
//
// Still, in each run some worker has more to do than its mean, and the others wait for it. What a
// worker has to do is taken as normally distributed around its mean m with the deviation u m; of n
// workers the last is then expected at m (1 + u e(n)), where e(n) is the expected greatest of n
// standard normal numbers: 0.56 for 2, 1.03 for 4. The unevenness u is a profile's
// (cost/MatchProfile.cpp).
//
// Where the chunks of a loop are aligned with those of an earlier one, a part waits for that of the
// same number; with a halo also for the one before or behind it, in which it lies unless a part has
// fewer iterations than the halo. That is tested before the layer where it is not known.
#include "plan/Pieces.h"
#include "plan/Localization.h"
#include "plan/Simulate.h"
#include "plan/Waves.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr double usualWakeUpNs = 20000;  ///< of a thread, where the machine does not say
constexpr double worthCutting = 0.98;    ///< of the makespan with half as many parts
constexpr double leastDifference = 1e-9; ///< of two figures, beyond rounding

bool hasEqualCores(const Machine &machine, unsigned workers) {
  return std::all_of(machine.cores.begin(), machine.cores.begin() + workers,
                     [&](const Core &core) { return core.speed == machine.cores.front().speed; });
}

/// Of the loops at both ends: at least so many where that is known, else about so many.
int64_t tripsOf(const PlannedTask &task, const Halo &halo) {
  return std::max<int64_t>(halo.leastTrips, task.maxParts);
}

/// Parts are as long as the halo, as far as is known and tested at run time.
bool isAligned(const PlannedTask &task, const PlannedEdge &edge, unsigned parts,
               unsigned partsBefore) {
  return edge.halo && parts == partsBefore &&
         edge.halo->width() * parts <= tripsOf(task, *edge.halo);
}

/// What a part reads from one of those that it waits for.
double bytesBetween(const PlannedTask &task, const PlannedEdge &edge, unsigned part, unsigned parts,
                    unsigned before, unsigned partsBefore) {
  if (!isAligned(task, edge, parts, partsBefore))
    return edge.bytes / static_cast<double>(parts * partsBefore);
  const auto trips = static_cast<double>(tripsOf(task, *edge.halo));
  return part == before ? edge.bytes / parts
                        : edge.bytes * static_cast<double>(edge.halo->width()) / trips;
}

} // namespace

double shareOf(const PlannedTask &task, unsigned part, unsigned parts) {
  const double place = (2 * part + 1.0) / parts - 1; // of its middle, -1 to 1
  return (1 + task.slope * place) / parts;
}

double partNs(const PlannedTask &task, unsigned part, unsigned parts) {
  if (task.wave && parts > 1)
    return waveNs(*task.wave, parts);
  return task.costNs * shareOf(task, part, parts) + (parts > 1 ? task.perPartNs : 0);
}

std::pair<unsigned, unsigned> partsBefore(const PlannedTask &task, const PlannedEdge &edge,
                                          unsigned part, unsigned parts, unsigned partsBefore) {
  if (!isAligned(task, edge, parts, partsBefore))
    return {0, partsBefore};
  const unsigned first = edge.halo->before > 0 && part > 0 ? part - 1 : part;
  return {first, std::min(parts, part + (edge.halo->after > 0 ? 2 : 1))};
}

int64_t fewestTrips(const PlannedTask &task, const PlannedEdge &edge, unsigned parts,
                    unsigned partsBefore) {
  const bool isAny = !isAligned(task, edge, parts, partsBefore) ||
                     edge.halo->width() * parts <= edge.halo->leastTrips;
  return isAny ? 0 : edge.halo->width() * parts;
}

void testTrips(PlannedLayer &layer) {
  auto test = [&](const std::vector<unsigned> &parts) {
    for (size_t i = 0; i < layer.tasks.size(); ++i)
      for (PlannedTask &task = layer.tasks[i]; const PlannedEdge &edge : task.predecessors)
        task.fewestTrips =
            std::max(task.fewestTrips, fewestTrips(task, edge, parts[i], parts[edge.task]));
  };
  std::vector<unsigned> parts(layer.tasks.size());
  for (const std::vector<PlannedTable> *tables : {&layer.tables, &layer.elsewhere})
    for (const PlannedTable &table : *tables) {
      for (const std::vector<PlannedRow> &rows : table.rows)
        for (const PlannedRow &row : rows)
          parts[row.task] = row.parts;
      test(parts);
    }
  if (!layer.graph)
    return;
  for (const PlannedNode &node : layer.graph->nodes)
    parts[node.task] = node.parts;
  test(parts);
}

std::vector<Piece> piecesOf(const PlannedLayer &layer, unsigned workers, unsigned partsPerWorker) {
  std::vector<Piece> pieces;
  std::vector<std::vector<size_t>> piecesOfTask(layer.tasks.size());
  for (size_t i = 0; i < layer.tasks.size(); ++i) {
    const PlannedTask &task = layer.tasks[i];
    const unsigned parts = task.fixedParts > 0
                               ? task.fixedParts
                               : std::min<unsigned>(task.maxParts, workers * partsPerWorker);
    for (unsigned part = 0; part < parts; ++part) {
      std::vector<Piece::Edge> before;
      for (const PlannedEdge &edge : task.predecessors) {
        const std::vector<size_t> &earlier = piecesOfTask[edge.task];
        const auto count = static_cast<unsigned>(earlier.size());
        const auto [first, end] = partsBefore(task, edge, part, parts, count);
        for (unsigned each = first; each < end; ++each)
          before.push_back({earlier[each], bytesBetween(task, edge, part, parts, each, count)});
      }
      piecesOfTask[i].push_back(pieces.size());
      pieces.push_back({static_cast<uint16_t>(i), static_cast<uint16_t>(part),
                        static_cast<uint16_t>(parts), partNs(task, part, parts),
                        std::move(before)});
      if (const auto control = layer.conditionOf(task))
        pieces.back().control = piecesOfTask[*control].front();
    }
  }
  return pieces;
}

PlannedTable
cutAsNeeded(const PlannedLayer &layer, bool isUneven, const Machine &machine, unsigned workers,
            llvm::function_ref<std::vector<Piece>(unsigned partsPerWorker)> piecesFor) {
  PlannedTable best = schedule(piecesFor(1), machine, workers);
  const bool isCut = std::any_of(layer.tasks.begin(), layer.tasks.end(),
                                 [](const PlannedTask &task) { return task.maxParts > 1; });
  for (unsigned partsPerWorker = 2; isCut && isUneven && partsPerWorker <= 8; partsPerWorker *= 2) {
    const std::vector<Piece> pieces = piecesFor(partsPerWorker);
    const double mostNs = worthCutting * best.makespanNs;
    if (lowerBoundNs(pieces, machine, workers) > mostNs * (1 + leastDifference))
      continue; // no schedule of them is worth it
    PlannedTable finer = schedule(pieces, machine, workers);
    if (finer.makespanNs <= mostNs)
      best = std::move(finer);
  }
  return best;
}

PlannedTable scheduleLayer(const PlannedLayer &layer, const Machine &machine, unsigned workers) {
  const bool isUneven =
      !layer.hasFixedParts() && !layer.isWavefront() &&
      (layer.tasks.size() > 1 || layer.tasks[0].slope != 0 || !hasEqualCores(machine, workers));
  PlannedTable best = cutAsNeeded(layer, isUneven, machine, workers, [&](unsigned partsPerWorker) {
    return piecesOf(layer, workers, partsPerWorker);
  });
  if (auto localized = localizedTable(layer, machine, workers);
      localized && localized->makespanNs < worthLocalizing * best.makespanNs)
    best = *std::move(localized);
  if (layer.wakeNs > 0) {
    best.wakeNs = layer.wakeNs;
    best.makespanNs = simulate(best, machine).makespanNs;
  }
  return best;
}

double startAndEndNs(const PlannedLayer &layer, const Machine &machine, size_t workers) {
  double ns = machine.forkJoinNs + layer.foldNs;
  for (const PlannedTask &task : layer.tasks)
    ns += (task.fixedParts > 0 ? task.fixedParts : static_cast<double>(workers)) * task.perPartNs;
  if (layer.unevenness > 0)
    ns += layer.unevenness * expectedGreatest(workers) * layer.sequentialNs /
          static_cast<double>(workers);
  return ns;
}

/// A thread that moves is put to sleep here and woken there.
double movedCallerNs(const PlannedTable &table, const Machine &machine) {
  const bool isMoved =
      !table.cores.empty() && machine.cores[table.cores.front()].kind != machine.cores[0].kind;
  const double wakeUpNs =
      machine.idleStates.empty() ? usualWakeUpNs : machine.idleStates.front().entryExitNs;
  return isMoved ? 2 * wakeUpNs : 0;
}

} // namespace kasuri
