// `kasuri explain CarriedAnti`: the page of an obstacle, for a terminal.
#pragma once

#include <span>

namespace kasuri {

/// All of the command line, from the name of the program on; the exit status.
int explainObstacle(std::span<char *const> arguments);

} // namespace kasuri
