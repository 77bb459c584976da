// From the plan to OpenMP: pragmas in the original text, which stays where it is.
//
// The layers, and what is private or reduced in them, are those of the plan; how many threads there
// are, and what each of them runs, is for OpenMP to say. A layer that it cannot run with the
// results of the sequential program, bit for bit, is not written (NotInOpenMp).
#pragma once

#include "emit/Emit.h"

namespace kasuri {

/// `plan` holds layers that OpenMP can express, besides its dropped ones.
Emission emitOpenMp(const Program &program, const ParsedSources &sources, const Parallelism &facts,
                    const MacroTaskGraph &graph, const Movability &movability, const Plan &plan);

/// The same with `#line` wherever lines of the source follow, for a compiler's account of it.
Emission emitOpenMpNamingLines(const Program &program, const ParsedSources &sources,
                               const Parallelism &facts, const MacroTaskGraph &graph,
                               const Movability &movability, const Plan &plan);

} // namespace kasuri
