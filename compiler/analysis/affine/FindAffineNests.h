// Finds the affine nests of a program; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/affine/AffineNest.h"

namespace kasuri {

/// The largest ones that may be reordered, in the order of the source; none within another.
/// `budget`: for each loop that is tried.
std::vector<AffineNest> findAffineNests(const AnalysedProgram &analysed, const Budget &budget);

} // namespace kasuri
