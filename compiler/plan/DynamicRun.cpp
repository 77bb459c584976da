// What a run without a table takes, by the rules of the runtime (runtime/team/work_stealing.c).
//
//     roots 0 1 2 3 | 4 waits for 0      w0: 0 1 ...     each begins with its share of the roots,
//                                        w1: 2 3 ...     takes what it has made ready, newest first
//
// The pieces at the beginning that wait for nobody are split into ranges of equal length. Who
// ends a piece goes on with the first that this made ready and keeps the others, of which it takes
// the newest, and others that have nothing left the oldest; what is left of a range is halved. A
// piece whose predecessor ran elsewhere gets its data later by the signal and the transfer. A piece
// that its condition rules out is ready at once. The caller does not wait for workers that sleep:
// it takes what they were given.
//
// A node that waits for others costs more than a row: its count, the deque, the search. The runtime
// needs about 37 ns where a row takes 8 (`scripts/bench epcc`), and machine files know the row
// only.
#include "plan/Dynamic.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace kasuri {
namespace {

constexpr double rowsPerNode = 37.0 / 8;

class DynamicRun {
public:
  DynamicRun(const std::vector<Piece> &pieces, const DynamicInput &input, const Machine &machine,
             unsigned workers)
      : pieces(pieces), input(input), machine(machine), workers(workers), after(pieces.size()),
        ends(pieces.size()), ranOn(pieces.size()) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      missing.push_back(pieces[i].predecessors.size());
      for (const Piece::Edge &edge : pieces[i].predecessors)
        after[edge.piece].push_back(i);
    }
    dealOut();
  }

  double run() {
    for (size_t i = 0; i < workers.size(); ++i)
      events.emplace(i == 0 ? 0.0 : input.wakeNs, i);
    double end = 0;
    while (!events.empty()) {
      const auto [now, worker] = *events.begin();
      events.erase(events.begin());
      if (workers[worker].running != none)
        end = std::max(end, now);
      goOn(worker, now);
    }
    return end;
  }

private:
  static constexpr size_t none = ~size_t{0};

  struct Worker {
    size_t begin = 0, end = 0; ///< of its range of roots
    std::deque<size_t> ready;  ///< oldest first
    size_t running = none;
    bool isIdle = false;
  };

  const std::vector<Piece> &pieces;
  const DynamicInput &input;
  const Machine &machine;
  std::vector<Worker> workers;
  std::vector<std::vector<size_t>> after;     ///< by piece
  std::vector<size_t> missing;                ///< by piece: predecessors that are not over
  std::vector<double> ends;                   ///< by piece
  std::vector<size_t> ranOn;                  ///< by piece
  std::set<std::pair<double, size_t>> events; ///< when a worker is free, and which
  double nodeNs = 0;

  void dealOut() {
    size_t roots = 0, next = 0;
    while (roots < pieces.size() && missing[roots] == 0)
      ++roots;
    for (size_t i = 0; i < workers.size(); ++i) {
      workers[i].begin = roots * i / workers.size();
      workers[i].end = roots * (i + 1) / workers.size();
    }
    for (size_t i = roots; i < pieces.size(); ++i)
      if (missing[i] == 0)
        workers[next++ % workers.size()].ready.push_back(i);
    nodeNs = machine.dispatchNs * (roots == pieces.size() ? 1 : rowsPerNode);
  }

  void goOn(size_t worker, double now) {
    size_t next = finish(worker, now);
    if (next == none)
      next = findFor(worker);
    workers[worker].isIdle = next == none;
    if (next == none)
      return;
    workers[worker].running = next;
    ranOn[next] = worker;
    ends[next] =
        startOf(next, worker, now) + nodeNs + input.costNs[next] / machine.cores[worker].speed;
    events.emplace(ends[next], worker);
  }

  /// The first piece that is ready now; the others are there for everybody.
  size_t finish(size_t worker, double now) {
    const size_t over = std::exchange(workers[worker].running, none);
    if (over == none)
      return none;
    size_t next = none;
    for (size_t each : after[over]) {
      if (!isRuledOutBy(over, each) && --missing[each] != 0)
        continue;
      if (next == none)
        next = each;
      else
        workers[worker].ready.push_back(each);
    }
    if (!workers[worker].ready.empty())
      callIdle(worker, now);
    return next;
  }

  /// Then what it would have waited for never makes it ready again.
  bool isRuledOutBy(size_t condition, size_t piece) {
    const bool isIt =
        !input.isRuledOut.empty() && input.isRuledOut[piece] && pieces[piece].control == condition;
    if (isIt)
      missing[piece] = none;
    return isIt;
  }

  void callIdle(size_t caller, double now) {
    for (size_t i = 0; i < workers.size(); ++i)
      if (workers[i].isIdle) {
        workers[i].isIdle = false;
        events.emplace(now + machine.signalBetween(caller, i), i);
      }
  }

  size_t findFor(size_t worker) {
    Worker &own = workers[worker];
    if (!own.ready.empty()) {
      const size_t newest = own.ready.back();
      own.ready.pop_back();
      return newest;
    }
    if (own.begin < own.end)
      return own.begin++;
    for (size_t i = 1; i < workers.size(); ++i)
      if (const size_t found = steal(own, workers[(worker + i) % workers.size()]); found != none)
        return found;
    return none;
  }

  static size_t steal(Worker &thief, Worker &other) {
    if (!other.ready.empty()) {
      const size_t oldest = other.ready.front();
      other.ready.pop_front();
      return oldest;
    }
    if (other.begin == other.end)
      return none;
    thief.end = other.end;
    thief.begin = other.end -= (other.end - other.begin + 1) / 2;
    return thief.begin++;
  }

  double startOf(size_t piece, size_t worker, double now) const {
    double start = now;
    if (!input.isRuledOut.empty() && input.isRuledOut[piece])
      return start;
    for (const Piece::Edge &edge : pieces[piece].predecessors)
      if (ranOn[edge.piece] != worker)
        start =
            std::max(start, ends[edge.piece] + machine.signalBetween(ranOn[edge.piece], worker) +
                                edge.bytes * machine.transferNsPerKib / 1024);
    return start;
  }
};

} // namespace

double dynamicMakespanNs(const std::vector<Piece> &pieces, const DynamicInput &input,
                         const Machine &machine, unsigned workers) {
  return DynamicRun(pieces, input, machine, workers).run();
}

} // namespace kasuri
