// Rows are offers: a caller that has nothing else to do runs those of a worker that sleeps.
//
//     planned   w0: a        wakes early   w0: a          wakes late   w0: a b c
//               w1: b c                    w1: ~~b c                   w1: ~~~~~~~
//
// By the rules of the runtime (runtime/team/rows.c). A table is simulated with its workers asleep.
// If the caller then waits, in front of one of its rows or at its end, before they have woken, it
// takes back all rows of the first that has any, and that is simulated, and so on. Of several
// workers' rows the caller runs whichever is ready, so here they are in the order of their planned
// begins, which agrees with their waits.
#include "plan/LateWorkers.h"

#include "plan/Simulate.h"

#include <algorithm>
#include <tuple>

namespace kasuri {
namespace {

/// Since when the first worker has had nothing to do, or 0 if it has no rows.
double idleFromNs(const Simulation &run, const Machine &machine) {
  double last = 0;
  for (const auto &row : run.rows.front()) {
    if (row.startNs > last + 2 * machine.dispatchNs)
      break;
    last = row.endNs;
  }
  return last;
}

/// The first that has rows, beside the caller; 0: none.
size_t firstOther(const PlannedTable &table) {
  for (size_t worker = 1; worker < table.rows.size(); ++worker)
    if (!table.rows[worker].empty())
      return worker;
  return 0;
}

/// A row of the caller or of the worker whose rows it takes, where it was.
struct Place {
  size_t worker = 0, index = 0;
};

void redirect(PlannedWait &wait, size_t taken, const std::vector<std::vector<uint16_t>> &placeOf) {
  if (wait.rows == 0 || (wait.worker != 0 && wait.worker != taken))
    return;
  wait.rows = static_cast<uint16_t>(placeOf[wait.worker == 0 ? 0 : 1][wait.rows - 1u] + 1);
  wait.worker = 0;
}

void takeRows(PlannedTable &table, size_t taken) {
  std::vector<Place> order;
  for (size_t worker : {size_t{0}, taken})
    for (size_t i = 0; i < table.rows[worker].size(); ++i)
      order.push_back({worker, i});
  auto key = [&](const Place &place) {
    const PlannedRow &row = table.rows[place.worker][place.index];
    return std::tuple(row.startNs, row.task, row.part);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const Place &a, const Place &b) { return key(a) < key(b); });
  std::vector<std::vector<uint16_t>> placeOf{std::vector<uint16_t>(table.rows[0].size()),
                                             std::vector<uint16_t>(table.rows[taken].size())};
  std::vector<PlannedRow> merged;
  for (const Place &place : order) {
    placeOf[place.worker == 0 ? 0 : 1][place.index] = static_cast<uint16_t>(merged.size());
    merged.push_back(table.rows[place.worker][place.index]);
  }
  table.rows[0] = std::move(merged);
  table.rows[taken].clear();
  for (auto &rows : table.rows)
    for (PlannedRow &row : rows)
      for (PlannedWait &wait : row.waits)
        redirect(wait, taken, placeOf);
  for (PlannedRow &row : table.rows[0]) // they are before it
    std::erase_if(row.waits, [](const PlannedWait &wait) { return wait.worker == 0; });
}

} // namespace

double makespanWithLateWorkersNs(PlannedTable table, const Machine &machine) {
  for (;;) {
    const Simulation run = simulate(table, machine);
    const size_t other = firstOther(table);
    if (other == 0 || table.wakeNs <= idleFromNs(run, machine))
      return run.makespanNs;
    takeRows(table, other);
  }
}

} // namespace kasuri
