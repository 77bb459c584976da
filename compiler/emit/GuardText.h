// Guards as C conditions; internal to emission.
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <string>
#include <vector>

namespace kasuri {

/// A number, in terms of `ks_trip_0` and of variables under their own names.
std::string valueText(const Program &program, const GuardValue &value);

/// Conditions in the same terms.
std::vector<std::string> guardTexts(const Program &program, const std::vector<Guard> &guards);

} // namespace kasuri
