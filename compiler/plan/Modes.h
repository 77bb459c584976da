// Least energy without slowdown, or within a deadline: levels, idle modes and numbers of cores.
#pragma once

#include "plan/ProgramRun.h"

namespace kasuri {

/// For each table, levels and idle modes that do not make it later, none in those with groups and
/// of layers that run in groups; tables for more workers that are not earlier than one for fewer
/// go, those with groups only if `keepsGroups` is false.
void planFastest(Plan &plan, const Machine &machine, bool keepsGroups = false);

/// For each layer of the span, and the code between them, a number of workers, levels and idle
/// modes such that the span ends within the deadline and takes as little energy as was found, that
/// of waiting for the deadline included. Layers that are better in order, and those outside the
/// span, are as `planFastest` makes them. What is wrong, if that cannot be done: the plan is the
/// quickest one then.
std::string planDeadline(Plan &plan, const Span &span, const Machine &machine, double deadlineNs,
                         bool keepsGroups = false);

} // namespace kasuri
