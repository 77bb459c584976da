// Reading the plan back from report.json, for what needs the plan and not the program.
#pragma once

#include "plan/Plan.h"

#include <string>
#include <string_view>
#include <variant>

namespace kasuri {

/// The emitted layers of the plan that the text describes, with their tasks and tables, and the
/// time of the program; or what is wrong with it, with its place.
std::variant<Plan, std::string> readPlan(std::string_view text);

} // namespace kasuri
