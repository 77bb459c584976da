// Pipelines that a better order of nests inside them would cost.
#pragma once

#include "reorder/Reorder.h"

#include <optional>
#include <vector>

namespace kasuri {

/// Loops that are pipelines by `facts`, and none in the program with the new order, or one of which
/// more is in order.
std::vector<RegionId> lostPipelines(const Program &program, const Parallelism &facts,
                                    const Program &reordered, const Parallelism &anew);

/// The order of nests that are not in functions that the loops lead to.
/// Others are taken from the facts, and noted as kept if they have been `tried`. None: there are no
/// others.
std::optional<Reordering> reorderOutside(const FrontendResult &source, Parallelism &facts,
                                         const std::vector<RegionId> &loops,
                                         const ReorderOptions &choices, const Reordering &tried);

} // namespace kasuri
