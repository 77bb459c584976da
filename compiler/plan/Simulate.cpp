// Discrete events: rows begin, speeds change, rows end.
//
//     w0: [a, level 0      ][c         ]        one clock for both: it runs at the fastest level
//     w1: [b, level 2 ]~~~~~~~~~~~~~~~~         that one of its workers has asked for
//
// The rules are those of the runtime (runtime/power/power.c, docs/runtime.md). The first worker is
// the caller; the others begin when they have woken. A worker's vote is the level of its last row
// that named one, the fastest before that and none after its last row; a request that changes the
// clock's speed takes its worker the time of the call, and all compute at the old speed until the
// transition is over. The last worker on a clock puts it back to the fastest speed when it is
// through; a clock that the caller holds goes back when all are. Work takes longer by the ratio of
// the frequencies: memory, which does not slow down with the core, is not counted off, so a plan
// that meets a deadline here does so there.
//
// Between events speeds are constant, so powers are, and energy is a sum of rectangles. A worker
// that waits spins, or is gated or off if its row says so; then it takes the state's latency to
// come back. After its last row a worker spins for the break-even time of the first idle state and
// then idles, as all other cores do from the beginning.
//
// With groups the rows are those of the leaders, at the times that they take with the help of their
// groups. The other cores of a group are active as long as layers run on the group, and idle at all
// other times; what they do of the tasks is their share of what the leader is spared.
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
      : table(table), machine(machine), workers(table.rows.size()), clocks(machine.domains.size()) {
    result.workers.resize(workers.size());
    for (const auto &rows : table.rows)
      result.rows.emplace_back(rows.size());
  }

  Simulation run() {
    for (size_t i = 0; i < workers.size(); ++i)
      goOn(i);
    for (double next = nextEvent(); next < never; next = nextEvent()) {
      advance(next);
      for (size_t domain = 0; domain < clocks.size(); ++domain)
        if (clocks[domain].effectNs <= now)
          reach(domain);
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

  struct Clock {
    uint8_t level = 0, target = 0; ///< what holds, and what it was told at last
    double effectNs = never;       ///< when the target holds
  };

  const PlannedTable &table;
  const Machine &machine;
  std::vector<Worker> workers;
  std::vector<Clock> clocks; ///< by domain
  double now = 0;
  Simulation result;

  const PlannedRow &rowOf(size_t worker) const { return table.rows[worker][workers[worker].row]; }

  const OperatingPoint &pointOf(size_t core) const {
    const unsigned domain = machine.cores[core].domain;
    return machine.domains[domain].points[clocks[domain].level];
  }

  double slowdown(size_t worker) const {
    return machine.slowdown(worker, clocks[machine.cores[worker].domain].level);
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
    for (const Clock &clock : clocks)
      next = next < never ? std::min(next, clock.effectNs) : next;
    return next;
  }

  void tell(size_t domain, uint8_t level) {
    clocks[domain].target = level;
    clocks[domain].effectNs = now + machine.domains[domain].transitionNs;
    result.energyNj += machine.domains[domain].transitionNj;
    if (machine.domains[domain].transitionNs <= 0)
      reach(domain);
  }

  void reach(size_t domain) {
    clocks[domain].level = clocks[domain].target;
    clocks[domain].effectNs = never;
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
      if (worker.row < table.rows[i].size())
        return beginDispatch(i);
      worker.phase = Phase::Done;
      worker.doneNs = now;
      return;
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
    if (worker.row == table.rows[i].size())
      return leave(i);
    worker.phase = Phase::Waiting;
    worker.doneNs = now;
    worker.untilNs = never;
    findStart(i);
  }

  /// The caller's vote ends with the run. Of the others, the last on a clock puts it back.
  void leave(size_t i) {
    Worker &worker = workers[i];
    const unsigned domain = machine.cores[i].domain;
    worker.doneNs = now;
    worker.phase = Phase::Done;
    if (i == 0)
      return;
    worker.vote = keepLevel;
    if (wantedLevel(domain) != keepLevel || clocks[domain].target == 0)
      return;
    tell(domain, 0);
    beginRequest(i);
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
    if (i > 0 && worker.row == 0)
      arrival = std::max(arrival, table.wakeNs);
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

  /// The fastest that a worker on the clock wants; keepLevel if none wants any.
  uint8_t wantedLevel(unsigned domain) const {
    uint8_t fastest = keepLevel;
    for (size_t i = 0; i < workers.size(); ++i)
      if (machine.cores[i].domain == domain)
        fastest = std::min(fastest, workers[i].vote);
    return fastest;
  }

  void beginSwitch(size_t i) {
    const unsigned domain = machine.cores[i].domain;
    const uint8_t level = rowOf(i).level;
    if (level != keepLevel)
      workers[i].vote =
          std::min(level, static_cast<uint8_t>(machine.domains[domain].points.size() - 1));
    if (level == keepLevel || wantedLevel(domain) == clocks[domain].target)
      return beginDispatch(i);
    tell(domain, wantedLevel(domain));
    beginRequest(i);
  }

  void beginRequest(size_t i) {
    const double ns = machine.domains[machine.cores[i].domain].requestNs;
    result.workers[i].switchNs += ns;
    workers[i].phase = Phase::Switching;
    workers[i].untilNs = now + ns;
  }

  void beginDispatch(size_t i) {
    result.workers[i].dispatchNs += machine.dispatchNs;
    workers[i].phase = Phase::Dispatching;
    workers[i].untilNs = now + machine.dispatchNs;
  }

  /// The caller puts back the clocks that its own vote held, and what follows the run is slower
  /// until they are there.
  void restLevels() {
    for (size_t domain = 0; domain < clocks.size(); ++domain) {
      if (clocks[domain].target == 0)
        continue;
      const ClockDomain &of = machine.domains[domain];
      const double slower = 1 - of.points[clocks[domain].target].khz / of.points.front().khz;
      const double ns = of.requestNs + std::max(0.0, of.transitionNs - of.requestNs) * slower;
      for (size_t i = 1; i < workers.size(); ++i)
        addTail(i, now, now + ns);
      result.energyNj += of.transitionNj + ns * pointOf(0).activeMw * 1e-3;
      result.workers.front().switchNs += ns;
      now += ns;
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

/// The cores of groups that do not lead, which the replay takes for idle.
void addHelpers(Simulation &run, const PlannedTable &table, const Machine &machine) {
  for (size_t leader = 0; leader < table.rows.size(); ++leader) {
    const size_t own = table.coreOf(leader);
    const size_t helpers = table.groups[leader] - size_t{1};
    double nestedNs = 0, helpNs = 0;
    for (const PlannedRow &row : table.rows[leader]) {
      nestedNs += row.nestedNs * machine.slowdown(own, 0);
      helpNs += row.helpNs * machine.slowdown(own, 0);
    }
    for (size_t helper = own + 1; helper <= own + helpers; ++helper) {
      const Core &core = machine.cores[helper];
      const double workNs = std::min(nestedNs, helpNs / static_cast<double>(helpers));
      run.workers.push_back({.workNs = workNs, .waitNs = run.makespanNs - workNs});
      run.energyNj += nestedNs * 1e-3 *
                      (machine.domains[core.domain].points.front().activeMw -
                       idlePowerMw(machine, core, run.makespanNs));
    }
  }
}

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

double idleMachineMw(const Machine &machine) {
  double mw = machine.baseMw;
  for (const Core &core : machine.cores)
    mw += idlePowerMw(machine, core, never);
  return mw;
}

Simulation simulate(const PlannedTable &table, const Machine &machine) {
  if (table.groups.empty() && table.cores.empty())
    return Replay(table, machine).run();
  Simulation run = Replay(table, workersFirst(machine, table)).run();
  if (!table.groups.empty())
    addHelpers(run, table, machine);
  return run;
}

} // namespace kasuri
