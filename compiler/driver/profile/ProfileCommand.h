// `kasuri profile`: where the time of the sequential program is.
#pragma once

#include <span>

namespace kasuri {

/// Runs the command line; the exit status, which is that of the measured program if it has run.
int profileProgram(std::span<char *const> arguments);

} // namespace kasuri
