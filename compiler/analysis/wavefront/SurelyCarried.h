// Dependences between the rows of a nest that are sure to be there; internal to findWavefront.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "support/Obstacle.h"

namespace kasuri {

/// A dependence between iterations of the loop that its inner loop `columns` has whenever both have
/// more than a few iterations; none where nothing is sure.
std::optional<Obstacle> findSurelyCarried(const AnalysedProgram &analysed, RegionId loop,
                                          RegionId columns);

} // namespace kasuri
