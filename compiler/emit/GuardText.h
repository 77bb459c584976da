// Guards as C conditions; internal to emission.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <set>

namespace kasuri {

/// Conditions in terms of `ks_trip_0` and of variables under their own names.
std::vector<std::string> guardTexts(const Program &program, const std::vector<Guard> &guards);

/// A value as C, in the same terms.
std::string guardText(const Program &program, const GuardValue &value);

/// The variables that the loop's guards, and the places of its blocks, name.
std::set<ObjectId> namedIn(const LoopFacts &facts);

} // namespace kasuri
