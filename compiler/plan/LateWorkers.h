// A run of a table whose workers come late.
#pragma once

#include "plan/Machine.h"
#include "plan/Plan.h"

namespace kasuri {

/// When the table's rows end if all workers but the first come at its `wakeNs`, and the first
/// takes back the rows of those that it would wait for before.
double makespanWithLateWorkersNs(PlannedTable table, const Machine &machine);

} // namespace kasuri
