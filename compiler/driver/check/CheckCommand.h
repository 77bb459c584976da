// `kasuri check`: a gate for continuous integration.
#pragma once

#include <span>

namespace kasuri {

/// Plans the sources and compares each loop and layer with the baseline, or writes that; the exit
/// status.
int checkProgram(std::span<char *const> arguments);

} // namespace kasuri
