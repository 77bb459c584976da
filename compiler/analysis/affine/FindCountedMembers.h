// Finds the loops that count with members; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/affine/CountedMembers.h"

namespace kasuri {

/// In the order of the program. A loop is missing where a call may reach unknown code.
std::vector<CountedMember> findCountedMembers(const AnalysedProgram &analysed);

} // namespace kasuri
