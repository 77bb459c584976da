// The machine that a plan is made for: what the static scheduler needs of it. Files that describe
// one are read by MachineFile.h.
#pragma once

#include <cstdint>
#include <vector>

namespace kasuri {

struct Machine {
  unsigned cores = 2;
  double dispatchNs = 30;   ///< one row: waiting that does not wait, call, publish
  double signalNs = 60;     ///< a row's completion becomes visible to another core
  double forkJoinNs = 1500; ///< start and end of a layer on a team that is awake
};

/// The machine Kasuri runs on: its core count, and the default latencies of the field notes.
Machine hostMachine();

} // namespace kasuri
