// Core groups: a layer on leaders, each with neighbouring cores for the layers within its tasks.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// Of the time of the table without groups: what one with them may take at most, to be preferred.
constexpr double worthGrouping = 0.9;

/// The best table for so many cores: with groups where tasks have nested layers and that is worth
/// it. `layers` are those that nested layers are indices of, with their tables; `worth` may be
/// infinite: groups wherever they are possible. Without groups it is the layer's own table for as
/// many cores, if that is there.
PlannedTable scheduleOnGroups(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                              const Machine &machine, unsigned workers,
                              double worth = worthGrouping);

/// By task, what is saved if the layer is left: all in order, but nested layers on so many cores.
std::vector<double> savedInside(const std::vector<PlannedLayer> &layers, const PlannedLayer &layer,
                                const Machine &machine, unsigned workers);

} // namespace kasuri
