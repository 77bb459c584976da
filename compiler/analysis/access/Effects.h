// Finds the symbolic accesses of all functions (symbolic/Accesses.h), callees before callers.
#pragma once

#include "analysis/pointers/CallCycles.h"
#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// `budget`: steps that questions about one function may take.
Effects findEffects(const Program &program, const PointsTo &pointsTo, const CallCycles &cycles,
                    uint64_t budget, const Assumptions &assumptions);

} // namespace kasuri
