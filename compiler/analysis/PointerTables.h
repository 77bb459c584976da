// Tables of pointers whose cells never hold the same block.
#pragma once

#include "analysis/Accesses.h"

namespace kasuri {

/// Addresses from which pointers are loaded, such that two different cells, loaded from whichever
/// of these addresses at whichever times, lead to different blocks of memory.
std::set<ValueId> findDistinctCells(const Program &program, const PointsTo &pointsTo,
                                    const Effects &effects);

} // namespace kasuri
