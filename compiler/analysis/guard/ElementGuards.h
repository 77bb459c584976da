// A test in front of a loop whether a number in a table ends the program.
#pragma once

#include "analysis/guard/Ranges.h"

namespace kasuri {

/// All these tests of an element fail in each iteration; nothing if they cannot be made, or are no
/// such tests. `refuted`: what guards in front of this one have tested.
std::optional<Guard> guardAgainstElements(const AnalysedProgram &analysed, RegionId loop,
                                          const Viewpoint &view, RangeMaker &ranges,
                                          const RefutedTests &refuted, const Clause &clause);

} // namespace kasuri
