// Regions that are to stay as they are.
#pragma once

#include "analysis/pointers/PointsTo.h"

namespace kasuri {

/// By region: the annotation for whose sake neither it nor its statements may be part of a layer
/// of its function; invalid: none.
std::vector<AnnotationId> findExcluded(const Program &program, const PointsTo &pointsTo);

/// Of a loop that reordering has made: what is in it is to run in the order that it has there.
bool isKindOfPieces(Annotation::Kind kind);

} // namespace kasuri
