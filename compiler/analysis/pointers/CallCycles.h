// Functions that call each other in a cycle.
#pragma once

#include "analysis/pointers/PointsTo.h"

namespace kasuri {

/// Cycles of more functions than these get one answer for all calls within them.
constexpr size_t maxInCycle = 64;

/// More variables than these, counted at each call of such a cycle, are not told apart.
constexpr size_t maxListedInCycle = 1'000'000;

/// Functions that call each other, most of them one alone; callees first.
using CallCycles = std::vector<std::vector<FunctionId>>;
CallCycles findCallCycles(const Program &program, const PointsTo &pointsTo);

/// Lets World stand for variables that too many calls would have to list.
void openLargeCycles(const Program &program, const CallCycles &cycles, PointsTo &pointsTo);

} // namespace kasuri
