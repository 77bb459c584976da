// Discrete events: rows begin, speeds change, rows end.
//
//     w0: [a, level 0      ][c         ]        one clock for both: it runs at the fastest level
//     w1: [b, level 2 ]~~~~~~~~~~~~~~~~         that one of its workers has asked for
//
// The rules are those of the runtime (runtime/power.c, docs/runtime.md). A worker's vote is the
// level of its last row that named one, the fastest before that and none after its last row; a
// request that changes the clock's speed takes its worker the clock's transition time, and the
// others compute on. When the last row is done, clocks that are not at their fastest go back to it,
// one after the other. Work takes longer by the ratio of the frequencies: memory, which does not
// slow down with the core, is not counted off, so a plan that meets a deadline here does so there.
//
// Between events speeds are constant, so powers are, and energy is a sum of rectangles. A worker
// that waits spins, or is gated or off if its row says so; then it takes the state's latency to
// come back. After its last row a worker spins for the break-even time of the first idle state and
// then idles, as all other cores do from the beginning.
#include "plan/Simulate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kasuri {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

const IdleState *stateOf(const Machine &machine, uint8_t idle) {
  const IdleState *found = nullptr;
  for (const IdleState &state : machine.idleStates)
    if (idle > static_cast<uint8_t>(state.mode))
      found = &state;
  return found;
}

double powerIn(const IdleState &state, const OperatingPoint &point) {
  return state.powerMw.value_or(point.gatedMw);
}

class Replay {
public:
  Replay(const PlannedTable &table, const Machine &machine)
      : table(table), machine(machine), workers(table.rows.size()), levels(machine.domains.size()) {
    result.workers.resize(workers.size());
    for (const auto &rows : table.rows)
      result.rows.emplace_back(rows.size());
  }

  Simulation run() {
    for (size_t i = 0; i < workers.size(); ++i)
      goOn(i);
    for (double next = nextEvent(); next < never; next = nextEvent()) {
      advance(next);
      for (size_t i = 0; i < workers.size(); ++i)
        if (workers[i].phase != Phase::Done && endOf(i) <= now)
          finishPhase(i);
    }
    restLevels();
    addRest();
    return std::move(result);
  }

private:
  enum class Phase : uint8_t { Waiting, Switching, Dispatching, Working, Done };

  struct Worker {
    Phase phase = Phase::Waiting;
    size_t row = 0;     ///< the current one
    double untilNs = 0; ///< end of a phase that no speed changes
    double leftNs = 0;  ///< Working: on the core at its fastest point
    double doneNs = 0;  ///< the rows of others were complete
    uint8_t vote = 0;   ///< level that it wants, or keepLevel: none
  };

  const PlannedTable &table;
  const Machine &machine;
  std::vector<Worker> workers;
  std::vector<uint8_t> levels; ///< by domain
  double now = 0;
  Simulation result;

  const PlannedRow &rowOf(size_t worker) const { return table.rows[worker][workers[worker].row]; }

  const OperatingPoint &pointOf(size_t core) const {
    const unsigned domain = machine.cores[core].domain;
    return machine.domains[domain].points[levels[domain]];
  }

  double slowdown(size_t worker) const {
    return machine.slowdown(worker, levels[machine.cores[worker].domain]);
  }

  double endOf(size_t i) const {
    const Worker &worker = workers[i];
    return worker.phase == Phase::Working ? now + worker.leftNs * slowdown(i) : worker.untilNs;
  }

  double nextEvent() const {
    double next = never;
    for (size_t i = 0; i < workers.size(); ++i)
      if (workers[i].phase != Phase::Done)
        next = std::min(next, endOf(i));
    return next;
  }

  /// To the time of the next event: nothing else happens until then.
  void advance(double to) {
    const double spanNs = std::max(0.0, to - now);
    for (size_t i = 0; i < workers.size(); ++i) {
      Worker &worker = workers[i];
      if (worker.phase == Phase::Done) {
        addTail(i, now, to);
        continue;
      }
      result.energyNj += spanNs * powerOf(i) * 1e-3;
      if (worker.phase == Phase::Working) {
        worker.leftNs -= spanNs / slowdown(i);
        result.workers[i].workNs += spanNs;
      }
    }
    now = to;
    for (Worker &worker : workers)
      if (worker.phase == Phase::Working && worker.leftNs < 1e-6)
        worker.leftNs = 0;
  }

  /// In mW, of a worker that is not done.
  double powerOf(size_t i) const {
    const OperatingPoint &point = pointOf(i);
    const bool isWaiting = workers[i].phase == Phase::Waiting;
    const IdleState *state = isWaiting ? stateOf(machine, rowOf(i).idle) : nullptr;
    return state ? powerIn(*state, point) : point.activeMw;
  }

  void finishPhase(size_t i) {
    Worker &worker = workers[i];
    switch (worker.phase) {
    case Phase::Waiting:
      return beginSwitch(i);
    case Phase::Switching:
      levels[machine.cores[i].domain] = wantedLevel(machine.cores[i].domain);
      return beginDispatch(i);
    case Phase::Dispatching:
      worker.phase = Phase::Working;
      worker.leftNs = rowOf(i).costNs;
      result.rows[i][worker.row].startNs = now;
      return;
    case Phase::Working:
      result.rows[i][worker.row].endNs = now;
      ++worker.row;
      goOn(i);
      return wakeWaiters();
    case Phase::Done:
      return;
    }
  }

  /// With the next row: when may it begin?
  void goOn(size_t i) {
    Worker &worker = workers[i];
    if (worker.row == table.rows[i].size()) {
      worker.phase = Phase::Done;
      worker.vote = keepLevel;
      worker.doneNs = now;
      return;
    }
    worker.phase = Phase::Waiting;
    worker.doneNs = now;
    worker.untilNs = never;
    findStart(i);
  }

  void wakeWaiters() {
    for (size_t i = 0; i < workers.size(); ++i)
      if (workers[i].phase == Phase::Waiting && workers[i].untilNs == never)
        findStart(i);
  }

  /// Of a waiting worker's row, once all rows that it needs are done.
  void findStart(size_t i) {
    Worker &worker = workers[i];
    double complete = worker.doneNs, arrival = worker.doneNs;
    for (const PlannedWait &wait : rowOf(i).waits) {
      if (workers[wait.worker].row < wait.rows)
        return;
      const double end = wait.rows == 0 ? 0 : result.rows[wait.worker][wait.rows - 1u].endNs;
      complete = std::max(complete, end);
      arrival = std::max(arrival, end + machine.signalBetween(wait.worker, i) +
                                      wait.bytes * machine.transferNsPerKib / 1024);
    }
    const IdleState *state = stateOf(machine, rowOf(i).idle);
    worker.untilNs = arrival + (state && arrival > worker.doneNs ? state->entryExitNs : 0);
    result.workers[i].waitNs += complete - worker.doneNs;
    result.workers[i].signalNs += worker.untilNs - complete;
  }

  uint8_t wantedLevel(unsigned domain) const {
    uint8_t fastest = keepLevel;
    for (size_t i = 0; i < workers.size(); ++i)
      if (machine.cores[i].domain == domain)
        fastest = std::min(fastest, workers[i].vote);
    return fastest == keepLevel ? levels[domain] : fastest;
  }

  void beginSwitch(size_t i) {
    const unsigned domain = machine.cores[i].domain;
    const uint8_t level = rowOf(i).level;
    if (level != keepLevel)
      workers[i].vote =
          std::min(level, static_cast<uint8_t>(machine.domains[domain].points.size() - 1));
    if (level == keepLevel || wantedLevel(domain) == levels[domain])
      return beginDispatch(i);
    const double ns = machine.domains[domain].transitionNs;
    result.energyNj += machine.domains[domain].transitionNj;
    result.workers[i].switchNs += ns;
    workers[i].phase = Phase::Switching;
    workers[i].untilNs = now + ns;
  }

  void beginDispatch(size_t i) {
    result.workers[i].dispatchNs += machine.dispatchNs;
    workers[i].phase = Phase::Dispatching;
    workers[i].untilNs = now + machine.dispatchNs;
  }

  /// The caller puts the clocks back, one after the other.
  void restLevels() {
    for (size_t domain = 0; domain < levels.size(); ++domain) {
      if (levels[domain] == 0)
        continue;
      const double ns = machine.domains[domain].transitionNs;
      for (size_t i = 1; i < workers.size(); ++i)
        addTail(i, now, now + ns);
      result.energyNj += machine.domains[domain].transitionNj + ns * pointOf(0).activeMw * 1e-3;
      result.workers.front().switchNs += ns;
      now += ns;
      levels[domain] = 0;
    }
    result.makespanNs = now;
  }

  /// Of a worker after its last row: it spins for a while, then idles.
  void addTail(size_t i, double from, double to) {
    const double spinNs =
        machine.idleStates.empty() ? never : machine.idleStates.front().breakEvenNs;
    const double spunUntil = std::clamp(workers[i].doneNs + spinNs, from, to);
    result.workers[i].waitNs += to - from;
    result.energyNj += ((spunUntil - from) * pointOf(i).activeMw +
                        (to - spunUntil) * idlePowerMw(machine, machine.cores[i], to - spunUntil)) *
                       1e-3;
  }

  /// Cores that are no workers, and the board.
  void addRest() {
    for (size_t i = workers.size(); i < machine.cores.size(); ++i)
      result.energyNj += now * idlePowerMw(machine, machine.cores[i], now) * 1e-3;
    result.energyNj += now * machine.baseMw * 1e-3;
  }
};

} // namespace

WorkerTimes &WorkerTimes::operator+=(const WorkerTimes &other) {
  workNs += other.workNs;
  dispatchNs += other.dispatchNs;
  switchNs += other.switchNs;
  signalNs += other.signalNs;
  waitNs += other.waitNs;
  return *this;
}

WorkerTimes WorkerTimes::times(double factor) const {
  return {.workNs = workNs * factor,
          .dispatchNs = dispatchNs * factor,
          .switchNs = switchNs * factor,
          .signalNs = signalNs * factor,
          .waitNs = waitNs * factor};
}

double idlePowerMw(const Machine &machine, const Core &core, double gapNs) {
  const OperatingPoint &slowest = machine.domains[core.domain].points.back();
  double power = machine.domains[core.domain].points.front().activeMw;
  for (const IdleState &state : machine.idleStates)
    if (gapNs >= state.breakEvenNs)
      power = std::min(power, powerIn(state, slowest));
  return power;
}

Simulation simulate(const PlannedTable &table, const Machine &machine) {
  return Replay(table, machine).run();
}

} // namespace kasuri
