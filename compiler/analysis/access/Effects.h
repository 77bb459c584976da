// Finds the symbolic accesses of all functions (symbolic/Accesses.h), callees before callers.
#pragma once

#include "analysis/pointers/CallCycles.h"
#include "analysis/support/Budget.h"
#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// `budget`: for each walk over a function.
Effects findEffects(const Program &program, const PointsTo &pointsTo, const CallCycles &cycles,
                    const Budget &budget, const Assumptions &assumptions);

} // namespace kasuri
