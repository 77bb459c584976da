// What is computed in front of a loop, beside its head; internal to movability and emission.
#pragma once

#include "analysis/Parallelism.h"

#include <set>

namespace kasuri {

/// The variables that are named in what is computed before the loop.
std::set<ObjectId> namedInFront(const LoopFacts &loop);

} // namespace kasuri
