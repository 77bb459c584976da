// Tests whether the rows behind tables of pointers overlap; internal to the guards of loops.
#pragma once

#include "analysis/guard/Ranges.h"

namespace kasuri {

/// A test that settles these dependences, whose accesses go through two bases, of which at least
/// one is another pointer in each iteration; none if there is no such test.
std::optional<Guard> rowsGuardOf(const AnalysedProgram &analysed, const Viewpoint &view,
                                 RangeMaker &ranges, const std::vector<GroupPair> &pairs);

} // namespace kasuri
