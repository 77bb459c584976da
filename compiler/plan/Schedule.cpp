// List scheduling on unequal cores, by the rules of the field, and the best of what they find.
//
//     pieces 0 -> 1 -> 2 beside 3        w0: 0 1 2       the longest chain first,
//                                        w1: 3           the rest where there is room
//
// A piece's bottom level is the longest chain from it to the end, with the mean of its time over
// the cores. `Insertion` takes the pieces in descending order of it and puts each where it ends
// earliest, also into a gap between others. The other three go through time: whenever workers are
// idle and pieces ready, they match them by their rule. Data from another worker come later by the
// signal between the two cores and the transfer of the bytes.
//
// None of the rules is always best, and each costs microseconds, so all are tried. The best is then
// improved by justification: schedule the reversed graph in the order in which pieces end, the
// result in the order in which they then begin, and so on while that helps. Small graphs, where one
// wrong decision is a large part of the whole, are also scheduled many times with judgements that
// are wrong by chance, always by the same chance.
//
// Every schedule that is kept was built by placing pieces after what they depend on, so the start
// times are such that cores running their rows in order of start time never wait for each other in
// a ring; rows of one worker need no wait for each other, and of the rows that are needed from
// another one only the last.
//
// Sources: H. Kasahara, S. Narita (1984), CP/MISF; Kasahara et al. on CP/DT/MISF, CP/ETF/MISF and
// ETF/CP in OSCAR; H. Topcuoglu, S. Hariri, M. Wu (2002), HEFT; V. Valls, F. Ballestín,
// S. Quintanilla (2005), justification.
#include "plan/Schedule.h"
#include "plan/SortedBy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <random>

namespace kasuri {
namespace {

/// Pieces times pieces times workers is about what it takes to schedule once: beyond the first only
/// `Insertion` is tried, and all trials with misjudgements together cost the second.
constexpr double maxWork = 4e6, workOfTrials = 2e5;
constexpr double maxTrials = 100;
constexpr unsigned maxRounds = 8;  ///< of justification
constexpr double leastGain = 1e-9; ///< by which a schedule is better than another one

struct Placement {
  unsigned worker = 0;
  double startNs = 0, endNs = 0;
};
using Placements = std::vector<Placement>; ///< by piece

/// The pieces with what follows them, in this direction or against it.
struct Graph {
  std::vector<std::vector<Piece::Edge>> before, after; ///< by piece
  std::vector<double> costNs;                          ///< by piece
  std::vector<std::vector<double>> nsOn;               ///< by piece
  std::vector<size_t> topological;

  explicit Graph(const std::vector<Piece> &pieces)
      : before(pieces.size()), after(pieces.size()), topological(pieces.size()) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      costNs.push_back(pieces[i].costNs);
      nsOn.push_back(pieces[i].nsOn);
      before[i] = pieces[i].predecessors;
      for (const Piece::Edge &edge : pieces[i].predecessors)
        after[edge.piece].push_back({i, edge.bytes});
    }
    std::iota(topological.begin(), topological.end(), size_t{0});
  }

  Graph reversed() const {
    Graph result = *this;
    std::swap(result.before, result.after);
    std::reverse(result.topological.begin(), result.topological.end());
    return result;
  }
};

/// By which a judgement is wrong: a factor within 0.75 and 1.25.
double misjudged(std::minstd_rand &random) {
  return 0.75 + 0.5 * static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max());
}

/// Makes schedules of one graph, each from nothing.
class ListScheduler {
public:
  ListScheduler(const Graph &graph, const Machine &machine, unsigned workers)
      : graph(graph), machine(machine), workers(workers), known(graph.costNs.size()),
        arrivedNs(workers), busy(workers) {
    double speeds = 0;
    for (unsigned worker = 0; worker < workers; ++worker) {
      speeds += machine.cores[worker].speed;
      clusters.push_back(machine.cores[worker].cluster);
    }
    meanSlowdown = workers / speeds;
    findTimes();
    findLevels();
  }

  Placements run(ListRule rule) {
    if (rule != ListRule::Insertion)
      return runThroughTime(rule);
    return runInOrder(sortedBy(graph.topological, [&](size_t piece) { return -levels[piece]; }));
  }

  /// By bottom levels, and on workers, that are misjudged by chance.
  Placements runMisjudged(std::minstd_rand &random) {
    std::vector<double> keys(levels.size());
    for (auto piece = graph.topological.rbegin(); piece != graph.topological.rend(); ++piece) {
      keys[*piece] = -levels[*piece] * misjudged(random);
      for (const Piece::Edge &edge : graph.after[*piece]) // still before what follows it
        keys[*piece] = std::min(keys[*piece], keys[edge.piece]);
    }
    return runInOrder(sortedBy(graph.topological, [&](size_t piece) { return keys[piece]; }),
                      [&] { return misjudged(random); });
  }

  /// Each piece where it ends earliest; the order respects the edges.
  Placements runInOrder(
      const std::vector<size_t> &order,
      llvm::function_ref<double()> judgement = [] { return 1.0; }) {
    startAnew();
    for (size_t piece : order) {
      Placement best;
      double bestNs = std::numeric_limits<double>::infinity();
      findReady(piece);
      for (unsigned worker = 0; worker < workers; ++worker) {
        const double start = firstGap(worker, arrivedNs[worker], timeOn(piece, worker));
        const double end = start + timeOn(piece, worker);
        if (const double judgedNs = end * judgement(); judgedNs < bestNs) {
          best = {worker, start, end};
          bestNs = judgedNs;
        }
      }
      place(piece, best);
    }
    return std::move(placed);
  }

  /// No schedule ends earlier: the longest chain, each piece on its best worker, and of the n
  /// workers' n k + 1 longest pieces some k + 1 that are on one of them.
  double shortestNs() const {
    std::vector<double> least(levels.size()), ends(levels.size());
    double longest = 0;
    for (size_t piece : graph.topological) {
      const auto begin = times.begin() + static_cast<std::ptrdiff_t>(piece * workers);
      least[piece] = *std::min_element(begin, begin + workers);
      for (const Piece::Edge &edge : graph.before[piece])
        ends[piece] = std::max(ends[piece], ends[edge.piece]);
      longest = std::max(longest, ends[piece] += least[piece]);
    }
    std::sort(least.begin(), least.end(), std::greater<>());
    for (size_t last = workers, on = 2; last < least.size(); last += workers, ++on) {
      const auto end = least.begin() + static_cast<std::ptrdiff_t>(last) + 1;
      longest = std::max(longest, std::accumulate(end - static_cast<std::ptrdiff_t>(on), end, 0.0));
    }
    return longest;
  }

private:
  const Graph &graph;
  const Machine &machine;
  unsigned workers;
  double meanSlowdown = 1;
  std::vector<unsigned> clusters;         ///< by worker
  std::vector<double> levels;             ///< by piece
  std::vector<size_t> kinds;              ///< by piece: the first of those that are alike
  std::vector<double> times;              ///< by piece, then worker, with dispatch
  std::vector<std::vector<double>> known; ///< by piece: readyNs by worker, where remembered
  std::vector<double> arrivedNs;          ///< by worker: of the piece asked for last
  Placements placed;
  std::vector<std::vector<std::pair<double, double>>> busy; ///< by worker: from, to; ascending

  void startAnew() {
    placed.assign(graph.costNs.size(), {});
    for (auto &spans : busy)
      spans.clear();
  }

  double timeOn(size_t piece, unsigned worker) const { return times[piece * workers + worker]; }

  void findTimes() {
    for (size_t piece = 0; piece < graph.costNs.size(); ++piece)
      for (unsigned worker = 0; worker < workers; ++worker)
        times.push_back(machine.dispatchNs +
                        (graph.nsOn[piece].empty()
                             ? graph.costNs[piece] / machine.cores[worker].speed
                             : graph.nsOn[piece][worker]));
  }

  /// Over the workers, without dispatch.
  double meanNs(size_t piece) const {
    const std::vector<double> &all = graph.nsOn[piece];
    return all.empty() ? graph.costNs[piece] * meanSlowdown
                       : std::accumulate(all.begin(), all.end(), 0.0) / workers;
  }

  double transferNs(double bytes) const { return bytes * machine.transferNsPerKib / 1024; }

  void findLevels() {
    levels.assign(graph.costNs.size(), 0);
    for (auto piece = graph.topological.rbegin(); piece != graph.topological.rend(); ++piece) {
      for (const Piece::Edge &edge : graph.after[*piece])
        levels[*piece] = std::max(levels[*piece], levels[edge.piece]);
      levels[*piece] += machine.dispatchNs + meanNs(*piece);
    }
  }

  /// When the piece's data are on each worker; all that it depends on is placed.
  void findReady(size_t piece) {
    std::fill(arrivedNs.begin(), arrivedNs.end(), 0);
    for (const Piece::Edge &edge : graph.before[piece]) {
      const Placement &from = placed[edge.piece];
      const double movedNs = transferNs(edge.bytes);
      const double nearNs = from.endNs + machine.signalNs + movedNs;
      const double farNs = from.endNs + machine.farSignalNs + movedNs;
      const unsigned cluster = clusters[from.worker];
      const double ownNs = std::max(arrivedNs[from.worker], from.endNs);
      for (unsigned worker = 0; worker < workers; ++worker)
        arrivedNs[worker] =
            std::max(arrivedNs[worker], clusters[worker] == cluster ? nearNs : farNs);
      arrivedNs[from.worker] = ownNs;
    }
  }

  /// The same where it was remembered; what depends on nothing is ready at once.
  double readyNs(size_t piece, unsigned worker) const {
    return known[piece].empty() ? 0 : known[piece][worker];
  }

  double firstGap(unsigned worker, double ready, double lengthNs) const {
    auto next = std::lower_bound(busy[worker].begin(), busy[worker].end(), ready,
                                 [](const auto &each, double time) { return each.second <= time; });
    double start = ready;
    for (; next != busy[worker].end() && next->first < start + lengthNs; ++next)
      start = std::max(start, next->second);
    return start;
  }

  void place(size_t piece, const Placement &at) {
    placed[piece] = at;
    const std::pair<double, double> span(at.startNs, at.endNs);
    busy[at.worker].insert(std::upper_bound(busy[at.worker].begin(), busy[at.worker].end(), span),
                           span);
  }

  double freeNs(unsigned worker) const {
    return busy[worker].empty() ? 0 : busy[worker].back().second;
  }

  double startNs(size_t piece, unsigned worker) const {
    return std::max(freeNs(worker), readyNs(piece, worker));
  }

  double movedNs(size_t piece, unsigned worker) const {
    double moved = 0;
    for (const Piece::Edge &edge : graph.before[piece])
      moved += placed[edge.piece].worker == worker ? 0 : machine.signalNs + transferNs(edge.bytes);
    return moved;
  }

  /// Less is better: of the ready pieces, and of the idle workers for one of them.
  using Rank = std::array<double, 4>;

  Rank rankOf(ListRule rule, size_t piece, unsigned worker) const {
    const double level = -levels[piece];
    const double successors = -static_cast<double>(graph.after[piece].size());
    const double end = startNs(piece, worker) + timeOn(piece, worker);
    switch (rule) {
    case ListRule::CpDtMisf:
      return {level, successors, movedNs(piece, worker), end};
    case ListRule::EtfCp:
      return {startNs(piece, worker), level, successors, end};
    default:
      return {level, successors, end, 0};
    }
  }

  struct Choice {
    size_t index = 0; ///< in the list of ready pieces
    Placement at;
    Rank rank{};
  };

  /// By the rules that begin with it, whatever the worker.
  bool isOutranked(ListRule rule, size_t piece, const std::optional<Choice> &best) const {
    if (!best || rule == ListRule::EtfCp)
      return false;
    const double level = -levels[piece];
    const double successors = -static_cast<double>(graph.after[piece].size());
    return std::pair(level, successors) > std::pair(best->rank[0], best->rank[1]);
  }

  /// The workers that are idle at that time, and when the first of the others is.
  std::vector<unsigned> idleAt(double now, double &next) const {
    std::vector<unsigned> idle;
    for (unsigned worker = 0; worker < workers; ++worker) {
      const double free = freeNs(worker);
      if (free > now)
        next = std::min(next, free);
      else
        idle.push_back(worker);
    }
    return idle;
  }

  /// The best that can begin now, or nothing, and when there will be something.
  std::optional<Choice> chooseAmong(const std::vector<size_t> &ready,
                                    const std::vector<double> &complete, ListRule rule, double now,
                                    double &next) const {
    std::optional<Choice> best;
    const std::vector<unsigned> idle = idleAt(now, next);
    for (size_t i = 0; i < ready.size() && !idle.empty(); ++i) {
      if (complete[ready[i]] > now) {
        next = std::min(next, complete[ready[i]]);
        continue;
      }
      const bool isAsBefore = i > 0 && kinds[ready[i]] == kinds[ready[i - 1]];
      if (isAsBefore || isOutranked(rule, ready[i], best))
        continue;
      for (unsigned worker : idle) {
        const Rank rank = rankOf(rule, ready[i], worker);
        if (best && rank >= best->rank)
          continue;
        const double start = startNs(ready[i], worker);
        best = Choice{i, {worker, start, start + timeOn(ready[i], worker)}, rank};
      }
    }
    return best;
  }

  /// Nothing tells the two apart, whatever is placed.
  bool areAlike(size_t one, size_t other) const {
    auto isSame = [](const Piece::Edge &a, const Piece::Edge &b) {
      return a.piece == b.piece && a.bytes == b.bytes;
    };
    const auto begin = times.begin() + static_cast<std::ptrdiff_t>(one * workers);
    const auto next = times.begin() + static_cast<std::ptrdiff_t>(other * workers);
    return levels[one] == levels[other] && graph.after[one].size() == graph.after[other].size() &&
           std::equal(begin, begin + workers, next) &&
           std::ranges::equal(graph.before[one], graph.before[other], isSame);
  }

  /// Parts of a loop are alike, and beside each other. Of these the first is taken first.
  void findKinds() {
    kinds.resize(levels.size());
    for (size_t piece = 0; piece < levels.size(); ++piece)
      kinds[piece] = piece > 0 && areAlike(piece, piece - 1) ? kinds[piece - 1] : piece;
  }

  Placements runThroughTime(ListRule rule) {
    startAnew();
    if (kinds.empty())
      findKinds();
    std::fill(known.begin(), known.end(), std::vector<double>());
    std::vector<size_t> missing; ///< by piece: predecessors that are not placed
    std::vector<double> complete(placed.size());
    for (const auto &edges : graph.before)
      missing.push_back(edges.size());
    std::vector<size_t> ready;
    for (size_t piece : graph.topological)
      if (missing[piece] == 0)
        ready.push_back(piece);
    for (double now = 0; !ready.empty();) {
      double next = std::numeric_limits<double>::infinity();
      const std::optional<Choice> choice = chooseAmong(ready, complete, rule, now, next);
      if (!choice) {
        now = next;
        continue;
      }
      const size_t piece = ready[choice->index];
      ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(choice->index));
      place(piece, choice->at);
      for (const Piece::Edge &edge : graph.after[piece])
        if (--missing[edge.piece] == 0) {
          ready.push_back(edge.piece);
          findReady(edge.piece);
          known[edge.piece] = arrivedNs;
          complete[edge.piece] = completeNs(edge.piece);
        }
    }
    return std::move(placed);
  }

  /// When all that the piece depends on has ended, wherever.
  double completeNs(size_t piece) const {
    double complete = 0;
    for (const Piece::Edge &edge : graph.before[piece])
      complete = std::max(complete, placed[edge.piece].endNs);
    return complete;
  }
};

double endOf(const Placements &placed) {
  double end = 0;
  for (const Placement &each : placed)
    end = std::max(end, each.endNs);
  return end;
}

/// The best schedule so far, and the ways to find a better one.
class Search {
public:
  Search(const std::vector<Piece> &pieces, const Graph &graph, const Machine &machine,
         unsigned workers)
      : graph(graph), reversed(graph.reversed()), forwards(graph, machine, workers),
        backwards(reversed, machine, workers), workers(workers),
        count(static_cast<double>(pieces.size())),
        enoughNs(std::max(lowerBoundNs(pieces, machine, workers) +
                              machine.dispatchNs * std::ceil(count / workers),
                          forwards.shortestNs() * (1 + leastGain / 2))) {}

  Placements run() {
    best = forwards.run(ListRule::Insertion);
    if (count * count * workers > maxWork)
      return std::move(best);
    for (ListRule rule : {ListRule::CpDtMisf, ListRule::CpEtfMisf, ListRule::EtfCp})
      if (!isEnough())
        keep(forwards.run(rule));
    for (unsigned round = 0; round < maxRounds && !isEnough(); ++round)
      if (!keep(justify(best)))
        break;
    std::minstd_rand random;
    const double trials = std::min(maxTrials, workOfTrials / (count * count * workers));
    for (unsigned trial = 0; trial < trials && !isEnough(); ++trial) {
      Placements tried = forwards.runMisjudged(random);
      keep(justify(tried));
      keep(std::move(tried));
    }
    return std::move(best);
  }

private:
  const Graph &graph;
  const Graph reversed;
  ListScheduler forwards, backwards;
  unsigned workers;
  double count;    ///< of pieces
  double enoughNs; ///< about as early as any schedule can end
  Placements best;

  bool isEnough() const { return endOf(best) <= enoughNs; }

  bool keep(Placements &&other) {
    const bool isBetter = endOf(other) < endOf(best) * (1 - leastGain);
    if (isBetter)
      best = std::move(other);
    return isBetter;
  }

  /// Backwards in the order of descending ends, then forwards in the order of the starts that
  /// gives.
  Placements justify(const Placements &placed) {
    const Placements back = backwards.runInOrder(
        sortedBy(reversed.topological, [&](size_t piece) { return -placed[piece].endNs; }));
    return forwards.runInOrder(
        sortedBy(graph.topological, [&](size_t piece) { return -back[piece].endNs; }));
  }
};

std::vector<PlannedWait> waitsOf(const Piece &piece, const Placements &placed,
                                 const std::vector<size_t> &rowOf, unsigned worker) {
  std::map<unsigned, PlannedWait> needed; ///< by worker
  for (const Piece::Edge &edge : piece.predecessors)
    if (const unsigned from = placed[edge.piece].worker; from != worker) {
      PlannedWait &wait = needed[from];
      wait.worker = static_cast<uint16_t>(from);
      wait.rows = std::max(wait.rows, static_cast<uint16_t>(rowOf[edge.piece] + 1));
      wait.bytes = std::max(wait.bytes, edge.bytes);
    }
  std::vector<PlannedWait> waits;
  // First for its condition: if that rules it out, it waits for nothing else.
  if (piece.control && placed[*piece.control].worker != worker) {
    const unsigned from = placed[*piece.control].worker;
    const auto rows = static_cast<uint16_t>(rowOf[*piece.control] + 1);
    waits.push_back({static_cast<uint16_t>(from), rows, 0});
    if (needed.at(from).rows == rows)
      needed.erase(from);
  }
  for (const auto &[from, wait] : needed)
    waits.push_back(wait);
  return waits;
}

PlannedTable tableOf(const std::vector<Piece> &pieces, const Graph &graph, const Placements &placed,
                     unsigned workers) {
  PlannedTable table;
  table.workers = workers;
  table.rows.resize(workers);
  std::vector<size_t> rowOf(pieces.size());
  // Equal starts: a piece of no length, then what follows it.
  for (size_t i :
       sortedBy(graph.topological, [&](size_t piece) { return placed[piece].startNs; })) {
    const unsigned worker = placed[i].worker;
    PlannedRow row;
    row.task = pieces[i].task;
    row.part = pieces[i].part;
    row.parts = pieces[i].parts;
    row.waits = waitsOf(pieces[i], placed, rowOf, worker);
    row.startNs = placed[i].startNs;
    row.costNs = pieces[i].costNs;
    rowOf[i] = table.rows[worker].size();
    table.rows[worker].push_back(std::move(row));
  }
  table.makespanNs = endOf(placed);
  return table;
}

} // namespace

double criticalPathNs(const std::vector<Piece> &pieces) {
  std::vector<double> ends(pieces.size());
  double longest = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (const Piece::Edge &edge : pieces[i].predecessors)
      ends[i] = std::max(ends[i], ends[edge.piece]);
    longest = std::max(longest, ends[i] += pieces[i].costNs);
  }
  return longest;
}

double lowerBoundNs(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers) {
  double work = 0, speeds = 0;
  for (const Piece &piece : pieces)
    work += piece.costNs;
  for (unsigned worker = 0; worker < workers; ++worker)
    speeds += machine.cores[worker].speed;
  return std::max(criticalPathNs(pieces) / machine.cores.front().speed, work / speeds);
}

PlannedTable scheduleBy(ListRule rule, const std::vector<Piece> &pieces, const Machine &machine,
                        unsigned workers) {
  const Graph graph(pieces);
  return tableOf(pieces, graph, ListScheduler(graph, machine, workers).run(rule), workers);
}

PlannedTable schedule(const std::vector<Piece> &pieces, const Machine &machine, unsigned workers) {
  const Graph graph(pieces);
  return tableOf(pieces, graph, Search(pieces, graph, machine, workers).run(), workers);
}

} // namespace kasuri
