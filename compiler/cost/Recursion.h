// How many calls of a recursive function come of one from outside, as a guess.
//
//     static int solve(Board *b) { ... for (d = 0; d < 9; d++) if (solve(b)) return 1; ... }
#pragma once

#include "analysis/Parallelism.h"
#include "model/Program.h"

#include <vector>

namespace kasuri {

/// By FunctionId. 1 for a function that does not call itself; of several that call each other, only
/// the one that the others are entered by counts.
std::vector<double> callsByEntry(const Program &program, const Parallelism &facts);

} // namespace kasuri
