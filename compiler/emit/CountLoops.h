// The sequential program, with its loops counted and timed.
//
//     for (i = 0; i < n; i++)           { ks_loop_run ks_run_7 ... = ks_enter_inner(7);
//       s += a[i];                      for (i = 0; i < n; i++)
//                                         { ks_run_7.ks_iterations++; s += a[i]; } }
//
// Why the program's meaning stays: text is only added, between whole statements. A loop becomes a
// block, which may stand wherever a statement may, and its body one that begins with a count. The
// block's variable has an attribute by which the compiler calls the end of the measurement however
// the block is left. Nobody can enter a block with such a variable in its middle. So a loop that a
// goto or a case from outside leads into is left out, and so is one that contains a computed goto:
// where that leads, and which variables it leaves, is not known. What calls do that do not return
// (exit, longjmp) is left to the runtime (include/kasuri/loops.h).
//
// What costs too much stays out: an innermost loop of few iterations, which are constants and so
// known without counting. Its time is that of the loop around it.
#pragma once

#include "analysis/Parallelism.h"
#include "emit/Emit.h"

namespace kasuri {

/// The units' texts. The program writes its profile to `profilePath`.
Emission countLoops(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                    const std::string &profilePath);

} // namespace kasuri
