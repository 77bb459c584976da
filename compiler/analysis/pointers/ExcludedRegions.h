// Regions that the user wants to stay as they are.
#pragma once

#include "analysis/pointers/PointsTo.h"

namespace kasuri {

/// By region: the annotation for whose sake neither it nor its statements may be part of a layer
/// of its function; invalid: none.
std::vector<AnnotationId> findExcluded(const Program &program, const PointsTo &pointsTo);

} // namespace kasuri
