// The nests of a program alone, without verdicts on its loops: what new text of the sources is read
// for while nests are sought in it.
#pragma once

#include "analysis/affine/AffineNest.h"
#include "analysis/support/Assumptions.h"
#include "model/Program.h"

#include <vector>

namespace kasuri {

/// As findParallelism() finds them.
std::vector<AffineNest> findNests(const Program &program, uint64_t steps,
                                  const Assumptions &assumptions = {});

} // namespace kasuri
