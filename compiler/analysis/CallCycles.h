// Functions that call each other in a cycle.
#pragma once

#include "analysis/PointsTo.h"

namespace kasuri {

/// Cycles of more functions than these get one answer for all calls within them.
constexpr size_t mostInCycle = 64;

/// More variables than these, counted at each call of such a cycle, are not told apart.
constexpr size_t mostListedInCycle = 1'000'000;

/// Most of them of one function; callees first.
std::vector<std::vector<FunctionId>> findCallCycles(const Program &program,
                                                    const PointsTo &pointsTo);

/// Lets World stand for variables that too many calls would have to list.
void openLargeCycles(const Program &program, PointsTo &pointsTo);

} // namespace kasuri
