// Data-localization groups: parts of aligned loops in an order in which their data stay in a cache.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// So many times faster than without them groups are to be by estimate.
constexpr double leastGain = 1.05;

/// Of the time of the table without groups: what one with them may take at most, to be preferred.
constexpr double worthLocalizing = 0.95;

/// The layer of aligned loops as it is in runs in which each takes at least so many iterations.
PlannedLayer withIterations(const PlannedLayer &layer, int64_t trips);

/// Each loop in `groups` parts for every worker, each worker's rows group by group; none if the
/// layer is no chain (GroupRows.h), or its loops have not enough iterations.
std::optional<PlannedTable> tableOfGroups(const PlannedLayer &layer, const Machine &machine,
                                          unsigned workers, unsigned groups);

/// The table with the number of groups that is best by estimate, where it is known how often the
/// loops iterate; none if they gain nothing.
std::optional<PlannedTable> localizedTable(const PlannedLayer &layer, const Machine &machine,
                                           unsigned workers);

/// Where it is not known: tables for runs with so many iterations that their data exceed the
/// caches. The layer has its tables for any number of them.
std::vector<PlannedSize> tablesForLargerRuns(const PlannedLayer &layer, const Machine &machine,
                                             double gain = leastGain);

} // namespace kasuri
