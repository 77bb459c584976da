// The new loops of a band in a schedule tree: around each other, levels of tiles, of blocks of
// unrolled loops, of the innermost loop, and of the unrolled loops in it.
#pragma once

#include "reorder/BandLoops.h"
#include "reorder/ScheduleTrees.h"

namespace kasuri {

/// Loops of one kind, from the outermost inwards.
struct BandLevel {
  std::vector<isl::union_pw_aff> schedules;
  BandMark mark;
  bool isInnermost = false; ///< but for the unrolled loops in it

  void add(const isl::union_pw_aff &schedule, const std::string &name, int times = 0) {
    schedules.push_back(schedule);
    mark.loops.push_back(name);
    if (times != 0)
      mark.unrolled.push_back(times);
  }
};

/// The loops as they are, for a band with `depth` loops around it.
BandLevel pointsOf(const std::vector<BandLoop> &members, unsigned depth);

/// Loops around the node.
unsigned depthOf(const isl::schedule_node &node);

/// The band with its loops in the order, tiles and blocks of `members`, the last one of which is
/// innermost; the mark of the outermost level is at the place of the band. `isVector`: the mark of
/// the innermost loop.
isl::schedule_node withLevels(const isl::schedule_node &node, const std::vector<BandLoop> &members,
                              bool isVector);

} // namespace kasuri
