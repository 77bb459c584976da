// What a plan does on a machine: time, energy, and where they go.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// Where the time of one worker goes, in ns; all of it together is the length of the run.
struct WorkerTimes {
  double workNs = 0;
  double dispatchNs = 0;
  double switchNs = 0; ///< changing the clock's speed
  double signalNs =
      0;             ///< what it waits for is done, and it does not know or have it yet, or sleeps
  double waitNs = 0; ///< other waiting: for rows of others, and at the end
  WorkerTimes &operator+=(const WorkerTimes &other);
  WorkerTimes times(double factor) const;
  double totalNs() const { return workNs + dispatchNs + switchNs + signalNs + waitNs; }
};

struct SimulatedRow {
  double startNs = 0, endNs = 0; ///< of the task, without waiting, switching and dispatch
};

struct Simulation {
  double makespanNs = 0; ///< until all rows are done and all clocks are back at their fastest
  double energyNj = 0;   ///< of the whole machine meanwhile; means nothing without hasPower
  std::vector<WorkerTimes> workers;            ///< those with rows, then the others of their groups
  std::vector<std::vector<SimulatedRow>> rows; ///< as in the table
};

/// Runs the rows of the table once, each worker on its core of the machine, which has at least as
/// many as the table is for.
/// All clocks are at their fastest point before and after.
Simulation simulate(const PlannedTable &table, const Machine &machine);

/// In mW, a core that has nothing to do for so long, in the best state for that.
double idlePowerMw(const Machine &machine, const Core &core, double gapNs);

/// What the machine draws when none of its cores has work, in mW.
double idleMachineMw(const Machine &machine);

} // namespace kasuri
