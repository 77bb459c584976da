// Accesses kept apart by a stride that is a number of the program's, as the rows of a matrix in one
// block.
#pragma once

#include "analysis/symbolic/Conflicts.h"

namespace kasuri {

/// Surely apart, by their offsets as polynomials. Of use where an offset has products of symbols,
/// which the integer sets take for numbers of their own.
bool areApartByStride(const Program &program, const Effects &effects, const Viewpoint &view,
                      const Access &a, const Access &b);

} // namespace kasuri
