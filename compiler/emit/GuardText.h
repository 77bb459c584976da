// Guards as C conditions; internal to emission.
#pragma once

#include "analysis/Guards.h"
#include "model/Program.h"

#include <set>

namespace kasuri {

/// Conditions in terms of `ks_trip_0` and of variables under their own names.
std::vector<std::string> guardTexts(const Program &program, const std::vector<Guard> &guards);

/// The variables that they name.
std::set<ObjectId> namedIn(const std::vector<Guard> &guards);

} // namespace kasuri
