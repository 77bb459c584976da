// `kasuri verify`: compares the sequential and the parallel program.
#pragma once

#include <span>

namespace kasuri {

/// Runs the command line; the exit status.
int verifyProgram(std::span<char *const> arguments);

} // namespace kasuri
