// A run of the whole program: its layers one after the other, and what lies between them.
#pragma once

#include "plan/Simulate.h"

namespace kasuri {

/// What counts against a deadline, or makes up a run: layers, each so many times, and the rest, in
/// order on the machine's fastest core.
struct Span {
  struct Use {
    size_t layer = 0; ///< index into Plan::layers
    double times = 0;
  };
  std::vector<Use> layers;
  double sequentialNs = 0;
  /// The function whose code may have a pace, invalid: none; and its calls in a run of the program.
  FunctionId paced = {};
  double calls = 1;
};

struct ProgramRun {
  unsigned cores = 1;
  double ns = 0;
  double energyNj = 0;     ///< means nothing on a machine without hasPower
  WorkerTimes times;       ///< of all cores together, within layers
  double sequentialNs = 0; ///< outside layers, and layers that are not worth it on so many cores
  double startNs = 0;      ///< to start and end layers
  /// Share of the time of all cores in which they do the program's work, 0..1.
  double utilisation() const;
};

/// The emitted layers of the plan, and the program's remaining time.
Span wholeProgram(const Plan &plan);

/// The table of the layer for as many cores as there are; made if the plan has none for them.
/// `layers`: those of the plan, which may run in it.
PlannedTable tableFor(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                      const Machine &machine, unsigned cores);

/// Of the span, on `cores` cores of a machine that has at least as many. A layer that takes longer
/// so than in order runs in order, as the runtime finds out.
ProgramRun simulateSpan(const Plan &plan, const Span &span, const Machine &machine, unsigned cores);

/// How many times faster than in order the program is estimated to run on so many cores of the
/// machine; 0 if it takes no time by estimate.
double estimateSpeedup(const Plan &plan, const Machine &machine, unsigned cores);

/// In nJ: the first core works at its fastest point, or at that level, the others have nothing to
/// do.
double sequentialNj(const Machine &machine, double ns, uint8_t level = 0);

/// What it takes that the first core's clock is slower around a layer than in it. The first row is
/// counted as if it began when the clock is at full speed again.
struct Raise {
  double ns = 0, nj = 0;
};
Raise raiseFrom(const Machine &machine, uint8_t level);

/// The tasks that the end of the table waits for, from the first on, each once.
std::vector<uint16_t> criticalTasks(const PlannedTable &table, const Machine &machine);

} // namespace kasuri
