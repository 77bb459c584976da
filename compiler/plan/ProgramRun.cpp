// Layers run one after the other, since everything before one is done when it begins. So the time
// of a program is that of its layers, each times its executions, and of what is between them; the
// energy likewise. Between layers one core works and the others idle. What layers take that only
// run in tasks of others is in the times of these tasks, in groups or in order.
//
// Within a function that has a pace, what is between layers takes longer and less power, and each
// layer waits until the clock is up again.
#include "plan/ProgramRun.h"
#include "plan/Groups.h"
#include "plan/Pieces.h"

#include <algorithm>

namespace kasuri {
double ProgramRun::utilisation() const {
  return ns > 0 ? (times.workNs + sequentialNs) / (ns * cores) : 0;
}

Span wholeProgram(const Plan &plan) {
  Span span;
  span.sequentialNs = plan.programNs;
  for (size_t i = 0; i < plan.layers.size(); ++i)
    if (!plan.whyDropped(i) && plan.layers[i].runsAlone) {
      span.layers.push_back({i, plan.layers[i].executions});
      span.sequentialNs -= plan.layers[i].executions * plan.layers[i].sequentialNs;
    }
  span.sequentialNs = std::max(0.0, span.sequentialNs);
  return span;
}

PlannedTable tableFor(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                      const Machine &machine, unsigned cores) {
  const PlannedTable *found = nullptr;
  for (const PlannedTable &table : layer.tables)
    if (table.lastCore() < cores)
      found = &table;
  // A plan may stop at fewer cores because more do not help; beyond the last there is none.
  const bool isPlanned = found && (found->workers == cores || layer.tables.back().workers > cores ||
                                   cores <= layer.plannedCores);
  return isPlanned ? *found : scheduleOnGroups(layers, layer, machine, cores);
}

/// With fewer workers than planned there is no time for it.
static uint8_t paceOn(const Plan &plan, const Machine &machine, unsigned cores) {
  const size_t points = machine.domains[machine.cores.front().domain].points.size();
  return plan.pace && cores >= plan.pace->workers && plan.pace->level < points ? plan.pace->level
                                                                               : 0;
}

ProgramRun simulateSpan(const Plan &plan, const Span &span, const Machine &machine,
                        unsigned cores) {
  ProgramRun run;
  run.cores = cores;
  const uint8_t level = paceOn(plan, machine, cores);
  const double slower = machine.slowdown(0, level), speed = machine.cores.front().speed;
  const double pacedNs = level > 0 ? std::min(plan.pace->sequentialNs, span.sequentialNs) : 0;
  double slowNs = pacedNs * slower;
  run.sequentialNs = (span.sequentialNs - pacedNs) / speed;
  for (const Span::Use &use : span.layers) {
    const PlannedLayer &layer = plan.layers[use.layer];
    const bool isPaced = level > 0 && layer.isPaced;
    const double inOrderNs = isPaced ? layer.sequentialNs * slower : layer.sequentialNs / speed;
    const Raise raise = isPaced ? raiseFrom(machine, level) : Raise();
    Simulation made;
    double startNs = 0;
    if (cores > 1) {
      const PlannedTable table = tableFor(plan.layers, layer, machine, cores);
      made = simulate(table, machine);
      startNs = startAndEndNs(layer, machine, table.rows.size()) + movedCallerNs(table, machine);
    }
    const double ns = made.makespanNs + startNs + raise.ns;
    if (cores == 1 || (ns >= inOrderNs && !layer.isAlwaysParallel)) {
      (isPaced ? slowNs : run.sequentialNs) += use.times * inOrderNs;
      continue;
    }
    run.ns += use.times * ns;
    run.startNs += use.times * (startNs + raise.ns);
    run.energyNj += use.times * (made.energyNj + sequentialNj(machine, startNs) + raise.nj);
    for (const WorkerTimes &each : made.workers)
      run.times += each.times(use.times);
  }
  run.energyNj += sequentialNj(machine, run.sequentialNs) + sequentialNj(machine, slowNs, level);
  run.sequentialNs += slowNs;
  run.ns += run.sequentialNs;
  return run;
}

double estimateSpeedup(const Plan &plan, const Machine &machine, unsigned cores) {
  const Span span = wholeProgram(plan);
  const double ns = simulateSpan(plan, span, machine, cores).ns;
  return ns > 0 ? simulateSpan(plan, span, machine, 1).ns / ns : 0;
}

double sequentialNj(const Machine &machine, double ns, uint8_t level) {
  const Core &first = machine.cores.front();
  const double mw = idleMachineMw(machine) - idlePowerMw(machine, first, ns) +
                    machine.domains[first.domain].points[level].activeMw;
  return ns * mw * 1e-3;
}

Raise raiseFrom(const Machine &machine, uint8_t level) {
  if (level == 0)
    return {};
  const ClockDomain &clock = machine.domains[machine.cores.front().domain];
  const double ns = 2 * clock.requestNs + clock.transitionNs;
  return {ns, sequentialNj(machine, ns) + 2 * clock.transitionNj};
}

std::vector<uint16_t> criticalTasks(const PlannedTable &table, const Machine &machine) {
  const Simulation run = simulate(table, machine);
  size_t worker = 0;
  double end = -1;
  for (size_t i = 0; i < run.rows.size(); ++i)
    if (!run.rows[i].empty() && run.rows[i].back().endNs > end) {
      end = run.rows[i].back().endNs;
      worker = i;
    }
  std::vector<uint16_t> tasks;
  if (end < 0)
    return tasks;
  for (size_t row = table.rows[worker].size() - 1;;) {
    const PlannedRow &at = table.rows[worker][row];
    if (std::find(tasks.begin(), tasks.end(), at.task) == tasks.end())
      tasks.push_back(at.task);
    // Whichever ended last before it: the worker's row before, or one that it waits for.
    double latest = row > 0 ? run.rows[worker][row - 1].endNs : -1;
    size_t nextWorker = worker, nextRow = row;
    for (const PlannedWait &wait : at.waits)
      if (wait.rows > 0 && run.rows[wait.worker][wait.rows - 1u].endNs > latest) {
        latest = run.rows[wait.worker][wait.rows - 1u].endNs;
        nextWorker = wait.worker;
        nextRow = wait.rows;
      }
    if (latest < 0)
      break;
    worker = nextWorker;
    row = nextRow - 1;
  }
  std::reverse(tasks.begin(), tasks.end());
  return tasks;
}

} // namespace kasuri
