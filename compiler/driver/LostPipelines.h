// Pipelines that a better order of nests inside them would cost.
#pragma once

#include "reorder/Reorder.h"

#include <vector>

namespace kasuri {

/// Loops that are pipelines by `facts`, and none in the program with the new order, or one of which
/// more is in order.
std::vector<RegionId> lostPipelines(const Program &program, const Parallelism &facts,
                                    const Program &reordered, const Parallelism &anew);

/// Takes the nests in functions that the loops lead to from the facts. False: there are none.
bool leaveNestsIn(const Program &program, Parallelism &facts, const std::vector<RegionId> &loops);

/// The order of the nests that are left; others are noted as kept if they have been `tried`.
Reordering reorderAnew(const FrontendResult &source, const std::vector<AffineNest> &nests,
                       const ReorderOptions &choices, const Reordering &tried);

} // namespace kasuri
