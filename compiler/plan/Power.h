// Frequency levels and idle modes of the rows of one table.
#pragma once

#include "plan/Simulate.h"

namespace kasuri {

/// Quick leaves out most of the search that rarely finds anything; for choices that are compared.
enum class PowerEffort : uint8_t { Quick, Thorough };

/// Sets level and idle mode of each row so that the table, as simulated, ends within `limitNs` and
/// takes as little energy as was found, that of the time from its end to the limit included at
/// `idleMw`. Not later and not more energy than without levels; a table that does not end within
/// the limit stays as it is, and so does one with groups.
void planPower(PlannedTable &table, const Machine &machine, double limitNs, double idleMw,
               PowerEffort effort = PowerEffort::Thorough);

/// Start, length, makespan and energy as simulated.
void settle(PlannedTable &table, const Machine &machine);

} // namespace kasuri
