// Floating-point sums into memory that a loop names in many ways.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/reduction/Reductions.h"
#include "analysis/symbolic/Conflicts.h"

#include <set>

namespace kasuri {

/// All updates of the memory that the Store updates, if nothing else in the loop touches it.
/// What another pointer may lead to is `touching`: values of the loop, for the caller to exclude.
/// `apart`: accesses that work on copies.
std::optional<Reduction> findTermList(const AnalysedProgram &analysed, const Viewpoint &view,
                                      RegionId loop, const ReductionFinder &reductions,
                                      const std::set<ValueId> &apart, ValueId store,
                                      std::set<ValueId> &touching);

} // namespace kasuri
