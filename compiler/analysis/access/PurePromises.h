// Functions that the user promises to be pure.
#pragma once

#include "analysis/support/IgnoredAnnotation.h"
#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// What the function does, with all that the promise rules out taken away; or, if it surely breaks
/// its promise, a note of that in `impureAt`.
void keepPromise(const Program &program, const PointsTo &pointsTo, Effects &effects,
                 FunctionId function);

/// Functions with source that are promised to be pure.
std::set<FunctionId> findPromisedPure(const Program &program);

/// Adds the promises of functions among `reached`, and of those without source that the region or
/// they call.
void addPurePromises(const Program &program, const Effects &effects, RegionId region,
                     const std::set<FunctionId> &reached, std::set<AnnotationId> &promises);

/// Promises that functions break.
std::vector<IgnoredAnnotation> findImpure(const Program &program, const Effects &effects);

} // namespace kasuri
