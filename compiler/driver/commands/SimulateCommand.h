// `kasuri simulate`: what a plan would do on a machine.
#pragma once

#include <span>

namespace kasuri {

/// All of the command line, from the name of the program on; the exit status.
int simulateReport(std::span<char *const> arguments);

} // namespace kasuri
