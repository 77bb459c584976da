// What has become of each loop and layer from one report to the next.
#pragma once

#include "report/compare/MatchLoops.h"

namespace kasuri {

enum class Change : uint8_t {
  Same,
  Gained,    ///< runs in parallel now
  Guarded,   ///< runs in parallel as before, but now only if its guards hold
  Unguarded, ///< the other way around
  Lost,      ///< ran in parallel, and neither does nor runs inside what does
  Able,      ///< can run in parallel now, though it does not
  Unable,    ///< could run in parallel, though it did not
  New,       ///< only after
  Gone,      ///< only before
  FarGone    ///< the same, and its whole function is gone
};

struct LoopChange {
  LoopMatch loop;
  Change change = Change::Same;
};

struct LayerChange {
  LayerMatch layer;
  Change change = Change::Same; ///< Same, Gained, Lost or FarGone
};

struct Comparison {
  std::vector<LoopChange> loops;
  std::vector<LayerChange> layers;
};

Comparison compare(const Snapshot &before, const Snapshot &after);

size_t countLoops(const Comparison &comparison, Change change);
/// Loops and layers.
size_t countLost(const Comparison &comparison);

} // namespace kasuri
