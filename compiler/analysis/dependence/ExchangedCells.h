// Pointers from tables whose cells are exchanged: do they show what the cells hold at one time?
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// The cell that a loaded pointer is in when the loop of the function starts, if that is known, or
/// the one that it was loaded from: its number in Effects::cells. `noCell` for other symbols.
size_t cellIn(const Effects &effects, FunctionId function, RegionId loop, SymbolId pointer);

/// Throughout the loop of the function, that cell holds the pointer.
bool holdsThroughout(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                     FunctionId function, RegionId loop, SymbolId pointer);

} // namespace kasuri
