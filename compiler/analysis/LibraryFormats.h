// What a format for output asks of its arguments.
#pragma once

#include "analysis/PointsTo.h"

namespace kasuri {

struct FormatFacts {
  bool writes = false;        ///< %n
  bool showsPointers = false; ///< %p
};

/// The facts of all formats that the locations may be; a format that is no literal may be any.
FormatFacts factsOfFormats(const Program &program, const PointsTo &pointsTo,
                           const LocationSet &formats);

} // namespace kasuri
