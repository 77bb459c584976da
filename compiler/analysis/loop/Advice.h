// What helps where the general advice on an obstacle does not fit: for calls of the library, for
// builtins and for functions that may end the program.
#pragma once

#include "analysis/symbolic/Accesses.h"
#include "model/Program.h"

#include <string>

namespace kasuri {

/// For an access by unknown code, I/O or hidden state; "": the general advice fits.
std::string adviceOn(const Program &program, const Access &access);

/// For a call in a loop that may not return, because of `end` in it; "": none is better than the
/// general one.
std::string adviceOnExit(const Instruction &call, const Instruction &end);

} // namespace kasuri
