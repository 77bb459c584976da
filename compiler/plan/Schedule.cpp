// List scheduling by bottom level, as in HEFT (H. Topcuoglu, S. Hariri, M. Wu, 2002) for equal
// cores.
//
// A piece's bottom level is the longest chain from it to the end. In descending order of it each
// piece goes to the worker on which it finishes earliest; a predecessor on another worker counts
// the signal between cores on top. The order on each worker is the order of placement, which
// respects all edges because a predecessor's bottom level is larger than its successor's. Rows of
// one worker run in order, so only predecessors on other workers need a wait, and of those the last
// row of each.
#include "plan/Schedule.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

std::vector<double> bottomLevels(const std::vector<Piece> &pieces) {
  std::vector<double> levels(pieces.size());
  for (size_t i = pieces.size(); i-- > 0;) {
    levels[i] += pieces[i].costNs;
    for (size_t before : pieces[i].predecessors)
      levels[before] = std::max(levels[before], levels[i]);
  }
  return levels;
}

struct Placement {
  unsigned worker = 0;
  size_t row = 0;
  double endNs = 0;
};

double readyNs(const Piece &piece, const std::vector<Placement> &placed, const Machine &machine,
               unsigned worker) {
  double ready = 0;
  for (size_t before : piece.predecessors) {
    double signal = placed[before].worker == worker ? 0 : machine.signalNs;
    ready = std::max(ready, placed[before].endNs + signal);
  }
  return ready;
}

std::vector<PlannedWait> waitsOf(const Piece &piece, const std::vector<Placement> &placed,
                                 unsigned worker) {
  std::map<uint16_t, uint16_t> needed;
  for (size_t before : piece.predecessors)
    if (placed[before].worker != worker) {
      uint16_t &rows = needed[static_cast<uint16_t>(placed[before].worker)];
      rows = std::max<uint16_t>(rows, static_cast<uint16_t>(placed[before].row + 1));
    }
  std::vector<PlannedWait> waits;
  for (const auto &[producer, rows] : needed)
    waits.push_back({producer, rows});
  return waits;
}

} // namespace

double criticalPathNs(const std::vector<Piece> &pieces) {
  std::vector<double> levels = bottomLevels(pieces);
  return levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end());
}

PlannedTable schedule(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers) {
  std::vector<double> levels = bottomLevels(pieces);
  std::vector<size_t> order(pieces.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  // Ties by index, which is a topological order too.
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(-levels[a], a) < std::pair(-levels[b], b);
  });
  PlannedTable table;
  table.workers = workers;
  table.rows.resize(workers);
  std::vector<double> freeNs(workers);
  std::vector<Placement> placed(pieces.size());
  for (size_t index : order) {
    const Piece &piece = pieces[index];
    unsigned best = 0;
    double bestStart = -1;
    for (unsigned worker = 0; worker < workers; ++worker) {
      double start = std::max(freeNs[worker], readyNs(piece, placed, machine, worker));
      if (bestStart < 0 || start < bestStart) {
        best = worker;
        bestStart = start;
      }
    }
    double end = bestStart + machine.dispatchNs + piece.costNs;
    PlannedRow row;
    row.task = piece.task;
    row.part = piece.part;
    row.parts = piece.parts;
    row.waits = waitsOf(piece, placed, best);
    row.startNs = bestStart;
    row.costNs = piece.costNs;
    placed[index] = {best, table.rows[best].size(), end};
    table.rows[best].push_back(row);
    freeNs[best] = end;
    table.makespanNs = std::max(table.makespanNs, end);
  }
  return table;
}

} // namespace kasuri
