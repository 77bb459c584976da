// From the sources to what can be moved: the one place that reads this from the syntax tree.
#pragma once

#include "frontend/Frontend.h"
#include "movability/Movability.h"

namespace kasuri {

/// Of all code that layers of the graph consist of.
Movability findMovability(const Program &program, const ParsedSources &sources,
                          const Parallelism &facts, const MacroTaskGraph &graph);

/// The same for OpenMP.
Movability findOpenMpMovability(const Program &program, const ParsedSources &sources,
                                const Parallelism &facts, const MacroTaskGraph &graph);

} // namespace kasuri
