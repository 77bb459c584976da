// Cutting a layer's tasks into the pieces that are scheduled.
#pragma once

#include "plan/Schedule.h"

namespace kasuri {

/// Each split loop in `partsPerWorker` parts for every worker, as far as it has iterations.
std::vector<Piece> piecesOf(const PlannedLayer &layer, unsigned workers, unsigned partsPerWorker);

/// The best schedule of the layer, loops cut as finely as that takes.
PlannedTable scheduleLayer(const PlannedLayer &layer, const Machine &machine, unsigned workers);

/// Beside the rows: to start and end the layer on so many workers, to fold what each part of a loop
/// has for itself, and to wait for the worker that in each run happens to have the most to do.
double startAndEndNs(const PlannedLayer &layer, const Machine &machine, unsigned workers);

} // namespace kasuri
