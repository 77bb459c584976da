// What the user's annotations promise of a loop, and what the analyses know against it.
#pragma once

#include "analysis/dependence/Dependences.h"

namespace kasuri {

/// About memory; those of loops around it hold in this one, too. Without `independent`.
MemoryPromises promisesOf(const Program &program, const Effects &effects, RegionId loop);

/// The access happens in each iteration once, whatever happens in it.
bool isAlwaysDone(const Program &program, RegionId loop, const Access &access);

/// As long as the loop has iterations enough, they meet: both accesses happen in each, at places
/// that the counter alone tells.
bool isCertain(const Program &program, RegionId loop, const Viewpoint &view,
               const std::vector<AccessGroup> &groups, const Dependence &dependence);

} // namespace kasuri
