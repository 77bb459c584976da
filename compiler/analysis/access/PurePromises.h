// Functions that the user promises to be pure.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/support/IgnoredAnnotation.h"

namespace kasuri {

/// What the function does, with all that the promise rules out taken away; or, if it surely breaks
/// its promise, a note of that in `impureAt`.
void keepPromise(const Program &program, const PointsTo &pointsTo, Effects &effects,
                 FunctionId function);

/// Functions with source that are promised to be pure.
std::set<FunctionId> findPromisedPure(const Program &program);

/// By function: that it is pure, where its body does not show it, and that functions without source
/// are which it calls. Those without promises are left out.
using PurePromises = std::map<FunctionId, std::set<AnnotationId>>;
PurePromises findPurePromises(const Program &program, const Effects &effects);

/// Adds those of functions that the region calls or reaches, and of what these call.
void addPurePromises(const AnalysedProgram &analysed, const PurePromises &known, RegionId region,
                     std::set<AnnotationId> &promises);

/// Promises that functions break.
std::vector<IgnoredAnnotation> findImpure(const Program &program, const Effects &effects);

} // namespace kasuri
