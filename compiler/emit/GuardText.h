// Guards as C conditions; internal to emission.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <set>

namespace kasuri {

/// A number, in terms of `ks_trip_0` and of variables under their own names.
std::string valueText(const Program &program, const GuardValue &value);

/// Conditions in the same terms.
std::vector<std::string> guardTexts(const Program &program, const std::vector<Guard> &guards);

/// The variables that are named in what is computed before the loop.
std::set<ObjectId> namedInFront(const LoopFacts &loop);

} // namespace kasuri
