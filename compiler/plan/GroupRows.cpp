// The rows of data-localization groups.
//
//     for (i...) b[i] = f(a[i-1], a[i], a[i+1]);
//     for (i...) c[i] = g(b[i-1], b[i], b[i+1]);
//     for (i...) a[i] = h(c[i], b[i]);
//
//     w0: b7 | b0  b1 c0  b2 c1 a0  b3 c2 a1 ...           groups: c1 finds b0 to b2 in the cache
//     w1: b8 | b9  b10 c9 ...                              first, what the other worker needs
//
// Each loop is cut into more parts than there are workers. Each worker has a contiguous range of
// parts, the same of all loops, and walks through it in steps: in a step it runs one part of each
// loop, in the order of the source. A part with a halo needs the next part of an earlier loop, so
// each loop lags behind those that it needs: by one part more where there is a halo. What is alive
// at a time is the data of as many parts as the last loop lags behind, and one more. All workers
// walk upward, as the hardware that fetches data ahead does.
//
// Where two ranges meet, a part waits for one of the other worker. Walking upward, the last part of
// a range would come last, and the neighbor needs it first. So each worker begins with the parts at
// its borders that a neighbor needs, and with what these need: all that is to be run of the first
// loop, then of the second. There is no ring of waits: these first rows wait for first rows of
// earlier loops, and all later ones for first rows alone.
//
// The order is never wrong: waits follow from the edges as in any other table, and a walk that does
// not come to a part before those that need it is given up.
#include "plan/GroupRows.h"

#include "plan/Power.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

/// Rows of the table, by the groups of each worker.
class GroupWalk {
public:
  GroupWalk(const PlannedLayer &layer, const std::vector<Piece> &pieces, const Machine &machine,
            unsigned workers)
      : layer(layer), machine(machine), pieces(pieces), workers(workers),
        parts(pieces.front().parts), rowOf(pieces.size()) {}

  std::optional<PlannedTable> run() {
    if (pieces.size() != layer.tasks.size() * parts || !areAligned())
      return std::nullopt;
    table.workers = workers;
    table.isLocalized = true;
    table.rows.resize(workers);
    const std::vector<unsigned> ends = endsOfRanges();
    for (unsigned worker = 0; worker < workers; ++worker)
      if (!walk(worker, worker == 0 ? 0 : ends[worker - 1], ends[worker]))
        return std::nullopt;
    if (!isInOrder())
      return std::nullopt;
    for (unsigned worker = 0; worker < workers; ++worker)
      addWaits(worker);
    settle(table, machine);
    return std::move(table);
  }

private:
  const PlannedLayer &layer;
  const Machine &machine;
  const std::vector<Piece> &pieces; ///< by task, then part
  unsigned workers, parts;
  struct Place {
    unsigned worker = 0;
    uint16_t row = 0;
  };
  std::vector<Place> rowOf; ///< by piece
  PlannedTable table;

  /// Each part waits for neighbors alone.
  bool areAligned() const {
    return std::all_of(pieces.begin(), pieces.end(), [&](const Piece &piece) {
      return piece.predecessors.size() <= 3 * layer.tasks[piece.task].predecessors.size();
    });
  }

  /// By worker, such that each has its share of the cost by the speed of its core.
  std::vector<unsigned> endsOfRanges() const {
    double allSpeeds = 0, allNs = 0;
    std::vector<double> nsBefore;
    for (unsigned worker = 0; worker < workers; ++worker)
      allSpeeds += machine.cores[worker].speed;
    for (unsigned part = 0; part < parts; ++part) {
      nsBefore.push_back(allNs);
      for (size_t task = 0; task < layer.tasks.size(); ++task)
        allNs += pieces[task * parts + part].costNs;
    }
    std::vector<unsigned> ends;
    double speeds = 0;
    for (unsigned worker = 0; worker < workers; ++worker) {
      speeds += machine.cores[worker].speed;
      const auto end =
          std::lower_bound(nsBefore.begin(), nsBefore.end(), allNs * (speeds / allSpeeds - 1e-9));
      ends.push_back(static_cast<unsigned>(end - nsBefore.begin()));
    }
    ends.back() = parts;
    return ends;
  }

  /// Whether the worker has parts enough.
  bool walk(unsigned worker, unsigned begin, unsigned end) {
    const Borders low = worker > 0 ? bordersOf(&Halo::after) : Borders(layer.tasks.size());
    const Borders high = worker + 1 < workers ? bordersOf(&Halo::before) : Borders(low.size());
    for (size_t task = 0; task < layer.tasks.size(); ++task) {
      if (begin + low[task] + high[task] > end)
        return false;
      for (unsigned part = end - high[task]; part < end; ++part)
        addRow(worker, task, part);
      for (unsigned part = begin; part < begin + low[task]; ++part)
        addRow(worker, task, part);
    }
    const std::vector<unsigned> lags = lagsOf(layer);
    for (unsigned step = begin; step < end + mostLag(layer); ++step)
      for (size_t task = 0; task < layer.tasks.size(); ++task)
        if (step >= begin + low[task] + lags[task] && step < end - high[task] + lags[task])
          addRow(worker, task, step - lags[task]);
    return true;
  }

  using Borders = std::vector<unsigned>; ///< by task: parts at the border that come first

  /// Those that the neighbor's parts need, if they are `reach` behind its border, and what they
  /// need themselves.
  Borders bordersOf(int64_t Halo::*reach) const {
    Borders borders(layer.tasks.size());
    for (size_t task = borders.size(); task-- > 0;)
      for (const PlannedEdge &edge : layer.tasks[task].predecessors) {
        const unsigned more = (*edge.halo).*reach > 0 ? 1 : 0;
        borders[edge.task] = std::max(borders[edge.task], borders[task] + more);
      }
    return borders;
  }

  void addRow(unsigned worker, size_t task, unsigned part) {
    const size_t index = task * parts + part;
    const Piece &piece = pieces[index];
    rowOf[index] = {worker, static_cast<uint16_t>(table.rows[worker].size())};
    PlannedRow row;
    row.task = piece.task;
    row.part = piece.part;
    row.parts = piece.parts;
    row.costNs = piece.costNs;
    table.rows[worker].push_back(std::move(row));
  }

  /// Of rows of the same worker, each is behind those that it needs.
  bool isInOrder() const {
    for (size_t i = 0; i < pieces.size(); ++i)
      for (const Piece::Edge &edge : pieces[i].predecessors)
        if (rowOf[edge.piece].worker == rowOf[i].worker && rowOf[edge.piece].row >= rowOf[i].row)
          return false;
    return true;
  }

  /// A row needs not wait for what an earlier row of its worker has waited for.
  void addWaits(unsigned worker) {
    std::vector<uint16_t> known(workers); ///< rows that are over
    for (PlannedRow &row : table.rows[worker]) {
      std::map<unsigned, PlannedWait> needed;
      for (const Piece::Edge &edge : pieces[row.task * size_t{parts} + row.part].predecessors) {
        const Place from = rowOf[edge.piece];
        if (from.worker == worker || from.row < known[from.worker])
          continue;
        PlannedWait &wait = needed[from.worker];
        wait.worker = static_cast<uint16_t>(from.worker);
        wait.rows = std::max<uint16_t>(wait.rows, from.row + 1);
        wait.bytes = std::max(wait.bytes, edge.bytes);
      }
      for (const auto &[from, wait] : needed) {
        known[from] = wait.rows;
        row.waits.push_back(wait);
      }
    }
  }
};

} // namespace

/// All its tasks are aligned loops that may be cut into any number of parts.
bool isChain(const PlannedLayer &layer) {
  return layer.tasks.size() > 1 &&
         std::all_of(layer.tasks.begin(), layer.tasks.end(), [](const PlannedTask &task) {
           return task.locality && task.fixedParts == 0 && !task.control &&
                  std::all_of(task.predecessors.begin(), task.predecessors.end(),
                              [](const PlannedEdge &edge) { return edge.halo.has_value(); });
         });
}

/// By which parts a loop is behind the first one that a worker walks through.
std::vector<unsigned> lagsOf(const PlannedLayer &layer) {
  std::vector<unsigned> lags;
  for (const PlannedTask &task : layer.tasks) {
    unsigned lag = 0;
    for (const PlannedEdge &edge : task.predecessors)
      lag = std::max(lag, lags[edge.task] + (edge.halo->width() > 0 ? 1 : 0));
    lags.push_back(lag);
  }
  return lags;
}

unsigned mostLag(const PlannedLayer &layer) {
  const std::vector<unsigned> lags = lagsOf(layer);
  return *std::max_element(lags.begin(), lags.end());
}

std::optional<PlannedTable> rowsInGroups(const PlannedLayer &layer,
                                         const std::vector<Piece> &pieces, const Machine &machine,
                                         unsigned workers) {
  return GroupWalk(layer, pieces, machine, workers).run();
}

} // namespace kasuri
