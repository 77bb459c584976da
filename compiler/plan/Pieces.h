// Cutting a layer's tasks into the pieces that are scheduled.
#pragma once

#include "plan/Schedule.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace kasuri {

/// Each split loop in `partsPerWorker` parts for every worker, as far as it has iterations.
std::vector<Piece> piecesOf(const PlannedLayer &layer, unsigned workers, unsigned partsPerWorker);

/// The best of the tables that the function makes with so many parts for each worker: more of them
/// as long as that helps, where loops can be cut and the cores are not all the same to them.
PlannedTable cutAsNeeded(const PlannedLayer &layer, bool isUneven,
                         llvm::function_ref<PlannedTable(unsigned partsPerWorker)> scheduled);

/// The best schedule of the layer, loops cut as finely as that takes.
PlannedTable scheduleLayer(const PlannedLayer &layer, const Machine &machine, unsigned workers);

/// Beside the rows: to start and end the layer on so many workers that have rows, to fold what each
/// part of a loop has for itself, and to wait for the worker that in each run happens to have the
/// most to do.
double startAndEndNs(const PlannedLayer &layer, const Machine &machine, size_t workers);

} // namespace kasuri
