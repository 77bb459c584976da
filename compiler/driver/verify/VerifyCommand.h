// `kasuri verify`: the sequential and the parallel program, held against each other.
#pragma once

#include <span>

namespace kasuri {

/// Runs the command line; the exit status.
int verifyProgram(std::span<char *const> arguments);

} // namespace kasuri
