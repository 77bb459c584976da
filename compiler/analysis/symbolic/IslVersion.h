// The version of isl that runs, for --version.
#pragma once

#include <string>

namespace kasuri {

std::string islVersion();

} // namespace kasuri
