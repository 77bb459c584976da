// How fast a loop can be at best, because an iteration needs the one before; internal to the
// estimate.
#pragma once

#include "cost/Operations.h"

namespace kasuri {

/// Least time from one iteration to the next: the longest chain of operations from a variable's
/// value back to itself, as in `s += a[i]`.
double recurrenceNs(const Program &program, const OperationCosts &operations, RegionId loop);

} // namespace kasuri
