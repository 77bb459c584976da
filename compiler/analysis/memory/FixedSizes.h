// How large memory is, where the program says so with numbers alone.
#pragma once

#include "analysis/access/AnalysedProgram.h"

namespace kasuri {

/// Bytes of a variable, or of what an allocation of fixed size returns; 0: unknown.
uint64_t fixedSizeOf(const AnalysedProgram &analysed, ObjectId object);

} // namespace kasuri
