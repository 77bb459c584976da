// How many leaders, and how many cores behind each.
//
//     left(): 800, 700 of it in a loop     flat, 4 cores    w0: left     ends at 800
//     right(): 400, 380 of it in a loop                     w1: right
//                                          groups 3 and 1   w0: left     ends at 400
//                                                           w1: right
//
// For each number of leaders the tasks are placed as if each leader were alone; then the other
// cores are assigned one by one, each to the leader with most to do of those that it helps. With
// these sizes tasks are placed again, and cores assigned to what comes of that; equal sizes are
// tried, too, as loops whose parts are equal need them. The best table of all that is compared with
// the best one without groups.
//
// A task on a group takes its time on the leader's core, less that of its nested layers there, plus
// what these take on the group: the makespan of the table that the runtime chooses for a group of
// that size, on these cores at the speeds that they have, with start and end. That may be more than
// in order; the runtime does not find out that a layer is not profitable in a group. What the
// nested layers are is estimated by functions and what they save must not exceed what a group can
// do, so no task is taken to be quicker than all cores of its group together.
//
// The leader of a group is its first core: cores are in the order of their speed. Threads that do
// not lead wait where they always wait, so groups cost nothing themselves.
#include "plan/Groups.h"
#include "plan/Pieces.h"
#include "plan/ProgramRun.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace kasuri {
namespace {

using Sizes = std::vector<uint16_t>; ///< by leader

/// From twice as many leaders on, not each number of them is tried.
constexpr unsigned leadersPerStep = 4;

/// Nor groups for each number of cores.
constexpr unsigned sizesPerStep = 4;

/// How long parts of tasks take on a group of cores.
class GroupTimes {
public:
  GroupTimes(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
             const Machine &machine)
      : layers(layers), layer(layer), machine(machine) {}

  struct Time {
    double ns = 0;
    double nestedNs = 0; ///< of that on all of the group
    double helpNs = 0;   ///< what the others do of the task, as it would take the leader
  };

  /// On cores [first, first + size).
  Time of(const PlannedRow &row, size_t first, size_t size) {
    const PlannedTask &task = layer.tasks[row.task];
    const double aloneNs = partNs(task, row.part, row.parts) / machine.cores[first].speed;
    Time time{.ns = aloneNs};
    for (const NestedLayer &each : task.nested) {
      const double times = each.times / row.parts;
      const double inOrderNs = layers[each.layer].sequentialNs / machine.cores[first].speed;
      const double ns = size > 1 ? nestedNs(each.layer, first, size) : inOrderNs;
      time.ns += times * (ns - inOrderNs);
      time.nestedNs += size > 1 ? times * ns : 0;
    }
    double speeds = 0;
    for (size_t core = first; core < first + size; ++core)
      speeds += machine.cores[core].speed;
    time.ns = std::max(time.ns, aloneNs * machine.cores[first].speed / speeds);
    time.nestedNs = std::min(time.nestedNs, time.ns);
    time.helpNs = std::max(0.0, aloneNs - time.ns);
    return time;
  }

private:
  const std::vector<PlannedLayer> &layers;
  const PlannedLayer &layer;
  const Machine &machine;
  std::map<std::tuple<size_t, size_t, size_t>, double> known; ///< by layer, first core and size

  /// One execution, with start and end.
  double nestedNs(size_t nested, size_t first, size_t size) {
    first = firstLike(first, size);
    auto [found, isNew] = known.try_emplace({nested, first, size}, 0);
    if (!isNew)
      return found->second;
    Machine group = machine;
    const auto begin = machine.cores.begin() + static_cast<std::ptrdiff_t>(first);
    group.cores.assign(begin, begin + static_cast<std::ptrdiff_t>(size));
    const PlannedTable table = tableFor(layers, layers[nested], group, static_cast<unsigned>(size));
    return found->second = simulate(table, group).makespanNs +
                           startAndEndNs(layers[nested], group, table.rows.size());
  }

  /// The first cores of the machine that are to each other as these are.
  size_t firstLike(size_t first, size_t size) const {
    auto isLike = [&](size_t other) {
      for (size_t i = 0; i < size; ++i) {
        const Core &one = machine.cores[first + i], &two = machine.cores[other + i];
        if (one.speed != two.speed ||
            (i > 0 && (one.cluster == machine.cores[first + i - 1].cluster) !=
                          (two.cluster == machine.cores[other + i - 1].cluster)))
          return false;
      }
      return true;
    };
    size_t other = 0;
    while (!isLike(other))
      ++other;
    return other;
  }
};

/// The layer's own, if it has one: to make one takes long.
PlannedTable flatTable(const PlannedLayer &layer, const Machine &machine, unsigned workers) {
  auto known = std::find_if(layer.tables.begin(), layer.tables.end(), [&](const auto &table) {
    return table.workers == workers && table.groups.empty();
  });
  return known == layer.tables.end() ? scheduleLayer(layer, machine, workers) : *known;
}

/// Where the cores of each group begin.
std::vector<size_t> firstCores(const Sizes &sizes) {
  std::vector<size_t> firsts(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), firsts.begin(), size_t{0});
  return firsts;
}

class GroupScheduler {
public:
  GroupScheduler(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                 const Machine &machine, unsigned workers)
      : times(layers, layer, machine), layer(layer), machine(machine), workers(workers) {}

  /// The best with groups; none is possible.
  std::optional<PlannedTable> run() {
    for (unsigned leaders : leadersToTry()) {
      const PlannedTable alone = flatTable(layer, machine, leaders);
      const Sizes dealt = dealOut(alone, leaders);
      keep(scheduleOn(equalSizes(leaders)));
      PlannedTable table = scheduleOn(dealt);
      const Sizes again = dealOut(table, leaders);
      keep(std::move(table));
      if (again != dealt)
        keep(scheduleOn(again));
    }
    return std::move(best);
  }

private:
  GroupTimes times;
  const PlannedLayer &layer;
  const Machine &machine;
  unsigned workers;
  std::optional<PlannedTable> best;

  std::vector<unsigned> leadersToTry() const {
    size_t parts = 0;
    for (const PlannedTask &task : layer.tasks)
      parts += task.maxParts;
    const unsigned most = static_cast<unsigned>(std::min<size_t>(workers - 1, parts));
    std::vector<unsigned> all;
    for (unsigned leaders = 2; leaders <= most;
         leaders += std::max(1u, std::bit_floor(leaders) / leadersPerStep))
      all.push_back(leaders);
    return all;
  }

  void keep(PlannedTable &&table) {
    const bool hasGroup = std::any_of(table.groups.begin(), table.groups.end(),
                                      [](uint16_t size) { return size > 1; });
    if (hasGroup && (!best || table.makespanNs < best->makespanNs * (1 - 1e-9)))
      best = std::move(table);
  }

  Sizes equalSizes(unsigned leaders) const {
    Sizes sizes(leaders, static_cast<uint16_t>(workers / leaders));
    for (unsigned i = 0; i < workers % leaders; ++i)
      ++sizes[i];
    return sizes;
  }

  double loadNs(const std::vector<PlannedRow> &rows, size_t first, size_t size) {
    double ns = 0;
    for (const PlannedRow &row : rows)
      ns += times.of(row, first, size).ns;
    return ns;
  }

  /// Until all cores are used, or those that are left help nobody.
  Sizes dealOut(const PlannedTable &placed, unsigned leaders) {
    Sizes sizes(leaders, 1);
    for (unsigned left = workers - leaders; left > 0; --left) {
      const std::vector<size_t> firsts = firstCores(sizes);
      std::optional<size_t> slowest;
      double maxNs = 0;
      for (size_t i = 0; i < leaders; ++i) {
        const double ns = loadNs(placed.rows[i], firsts[i], sizes[i]);
        const bool isHelped = loadNs(placed.rows[i], firsts[i], sizes[i] + left) < ns * (1 - 1e-9);
        if (isHelped && ns > maxNs) {
          slowest = i;
          maxNs = ns;
        }
      }
      if (!slowest)
        break;
      ++sizes[*slowest];
    }
    return sizes;
  }

  PlannedTable scheduleOn(const Sizes &sizes) {
    const unsigned leaders = static_cast<unsigned>(sizes.size());
    const std::vector<size_t> firsts = firstCores(sizes);
    PlannedTable shape;
    shape.groups = sizes;
    const Machine ordered = workersFirst(machine, shape);
    const bool isUneven =
        layer.tasks.size() > 1 || std::set<uint16_t>(sizes.begin(), sizes.end()).size() > 1 ||
        machine.cores.front().speed != machine.cores[firsts.back() + sizes.back() - 1].speed;
    PlannedTable table =
        cutAsNeeded(layer, isUneven, ordered, leaders, [&](unsigned partsPerWorker) {
          std::vector<Piece> pieces = piecesOf(layer, leaders, partsPerWorker);
          for (Piece &piece : pieces)
            setTimes(piece, firsts, sizes);
          return pieces;
        });
    table.workers = workers;
    table.groups = sizes;
    for (size_t i = 0; i < leaders; ++i)
      for (PlannedRow &row : table.rows[i]) {
        const GroupTimes::Time time = times.of(row, firsts[i], sizes[i]);
        const double speed = machine.cores[firsts[i]].speed;
        row.costNs = time.ns * speed;
        row.nestedNs = time.nestedNs * speed;
        row.helpNs = time.helpNs * speed;
      }
    return table;
  }

  void setTimes(Piece &piece, const std::vector<size_t> &firsts, const Sizes &sizes) {
    PlannedRow row;
    row.task = piece.task;
    row.parts = piece.parts;
    piece.costNs = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < sizes.size(); ++i) {
      piece.nsOn.push_back(times.of(row, firsts[i], sizes[i]).ns);
      piece.costNs = std::min(piece.costNs, piece.nsOn[i] * machine.cores[firsts[i]].speed);
    }
  }
};

} // namespace

std::vector<double> savedInside(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                                const Machine &machine, unsigned workers) {
  GroupTimes times(layers, layer, machine);
  std::vector<double> saved;
  for (size_t task = 0; task < layer.tasks.size(); ++task) {
    PlannedRow row;
    row.task = static_cast<uint16_t>(task);
    saved.push_back(times.of(row, 0, workers).helpNs);
  }
  return saved;
}

PlannedTable scheduleOnGroups(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                              const Machine &machine, unsigned workers, double worth) {
  PlannedTable flat = flatTable(layer, machine, workers);
  const bool isNested = std::any_of(layer.tasks.begin(), layer.tasks.end(),
                                    [](const PlannedTask &task) { return !task.nested.empty(); });
  // Of many cores, a few more or less hardly change how they are best grouped.
  const unsigned step = std::max(1U, std::bit_floor(workers) / sizesPerStep);
  if (!isNested || workers % step != 0)
    return flat;
  std::optional<PlannedTable> grouped = GroupScheduler(layers, layer, machine, workers).run();
  auto wholeNs = [&](const PlannedTable &table) {
    return table.makespanNs + startAndEndNs(layer, machine, table.rows.size());
  };
  return grouped && wholeNs(*grouped) <= worth * wholeNs(flat) ? *std::move(grouped) : flat;
}

} // namespace kasuri
