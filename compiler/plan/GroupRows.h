// Rows of aligned loops in groups: a few parts of all loops, then the next ones.
#pragma once

#include "plan/Schedule.h"

namespace kasuri {

constexpr size_t mostGroupRows = 8192; ///< of the tables that a layer has for localization

/// All its tasks are aligned loops that may be cut into any number of parts.
bool isChain(const PlannedLayer &layer);

/// Of a chain, by task: by how many parts the loop is behind the first one in a worker's rows.
std::vector<unsigned> lagsOf(const PlannedLayer &layer);
unsigned mostLag(const PlannedLayer &layer);

/// Each worker's rows group by group; none if the loops have not equally many parts, enough for
/// each worker, that wait for the parts beside them at most.
std::optional<PlannedTable> rowsInGroups(const PlannedLayer &layer,
                                         const std::vector<Piece> &pieces, const Machine &machine,
                                         unsigned workers);

} // namespace kasuri
