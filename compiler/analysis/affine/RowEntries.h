// Rows that a nest finds by pointers from a table, as in `t->row[k][j]`; internal to
// findAffineNests.
#pragma once

#include "analysis/access/AnalysedProgram.h"

namespace kasuri {

/// It is the same memory in all iterations of the nest.
bool isFixedIn(const AnalysedProgram &analysed, RegionId nest, const Base &base);

/// The pointer, from a table with one place, by which the nest finds what the access reads; null:
/// it is none, or the access writes.
const Access *rowEntryOf(const AnalysedProgram &analysed, RegionId nest, const Access &access);

} // namespace kasuri
