// How long a wavefront takes, and how its rows are best cut.
#pragma once

#include "plan/Machine.h"
#include "plan/Plan.h"

namespace kasuri {

/// The loop on so many workers, all of them from its begin.
double waveNs(const PlannedWave &wave, unsigned workers);

/// What the cost model says of the loop, with chunks that are best on so many workers.
PlannedWave planWave(const LoopFacts &loop, const CostModel &cost, const Machine &machine,
                     unsigned workers);

/// The columns of a row are independent of each other, too: is it better to deal these out?
bool isBetterByColumns(const PlannedWave &wave, const Machine &machine, unsigned workers);

} // namespace kasuri
