// What a run's trace says of the rows of a plan: when each began and how long it took, on average.
//
//     layer    |fork|            run of the layer              |join|    in the trace, on the
//     caller worker 0      [a      ][c, part 0 ]                                its tasks, in order
//     worker 1        [b        ][c, part 1    ]
//
// A worker runs the rows of its table in order, so its tasks within a run of the layer are the rows
// one by one. Runs in which they are not (events were lost, groups of other workers ran it), and
// runs of one layer that overlap each other, are left out.
#pragma once

#include "plan/Plan.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kasuri {

struct TraceEvent {
  std::string name;
  unsigned worker = 0;
  unsigned part = 0;
  double beginNs = 0, endNs = 0;
};

/// All runs of one layer on so many workers.
struct TracedLayer {
  std::string name;
  unsigned workers = 0;
  std::vector<TraceEvent> runs, tasks; ///< each by begin
};

/// The layers in the trace (docs/formats/trace.md), or what is wrong with it, with its place.
std::variant<std::vector<TracedLayer>, std::string> readTrace(std::string_view text);

struct MeasuredRow {
  double startNs = 0; ///< from the begin of the run
  double costNs = 0;
};

struct MeasuredTable {
  size_t runs = 0; ///< 0: none that could be used; the rest means nothing
  double meanNs = 0;
  std::vector<std::vector<MeasuredRow>> rows; ///< as in the plan's table
};

MeasuredTable measureRows(const std::vector<TracedLayer> &trace, const PlannedLayer &layer,
                          const PlannedTable &table);

} // namespace kasuri
