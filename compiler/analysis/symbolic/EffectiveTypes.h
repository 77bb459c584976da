// What effective types say of two accesses.
#pragma once

#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// By their types, the read may see what the write has stored, if they touch the same bytes.
bool mayBeRead(const Access &write, const Access &read);

/// The write may change what the read, some time later in the execution, sees: they may touch the
/// same byte, and their types do not exclude it.
bool mayChange(const Effects &effects, const PointsTo &pointsTo, const Access &write,
               const Access &read);

} // namespace kasuri
