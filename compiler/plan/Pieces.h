// Cutting a layer's tasks into the pieces that are scheduled.
#pragma once

#include "plan/Schedule.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kasuri {

/// Of the task's cost, in one of so many parts.
double shareOf(const PlannedTask &task, unsigned part, unsigned parts);

/// Of one of so many parts of the task, in ns on the fastest core.
double partNs(const PlannedTask &task, unsigned part, unsigned parts);

/// The parts of the edge's task, `partsBefore` in all, that a part of the task waits for: the first
/// one, and the one behind the last.
std::pair<unsigned, unsigned> partsBefore(const PlannedTask &task, const PlannedEdge &edge,
                                          unsigned part, unsigned parts, unsigned partsBefore);

/// With fewer iterations than this the waits for parts before those of the task are not enough.
int64_t fewestTrips(const PlannedTask &task, const PlannedEdge &edge, unsigned parts,
                    unsigned partsBefore);

/// So many iterations are asked for that no part of a loop, in any of the layer's tables or in its
/// graph, is shorter than the halo that it leaves.
void testTrips(PlannedLayer &layer);

/// Each split loop in `partsPerWorker` parts for every worker, as far as it has iterations.
std::vector<Piece> piecesOf(const PlannedLayer &layer, unsigned workers, unsigned partsPerWorker);

/// The best table of the pieces that the function makes with so many parts for each worker: more of
/// them if that helps clearly, where loops can be cut and the cores are not all the same to them.
PlannedTable cutAsNeeded(const PlannedLayer &layer, bool isUneven, const Machine &machine,
                         unsigned workers,
                         llvm::function_ref<std::vector<Piece>(unsigned partsPerWorker)> piecesFor);

/// The best schedule of the layer, loops cut as finely as that takes.
PlannedTable scheduleLayer(const PlannedLayer &layer, const Machine &machine, unsigned workers);

/// Beside the rows: to start and end the layer on so many workers that have rows, to fold what each
/// part of a loop has for itself, and to wait for the worker that in each run happens to have the
/// most to do.
double startAndEndNs(const PlannedLayer &layer, const Machine &machine, size_t workers);

/// Beside that: to move the caller, which runs on one of the fastest cores between layers, to the
/// table's first core and back, if that is of another kind.
double movedCallerNs(const PlannedTable &table, const Machine &machine);

} // namespace kasuri
