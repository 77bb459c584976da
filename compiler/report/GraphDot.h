// graph.dot: the macro-task graphs, for Graphviz.
#pragma once

#include "report/Findings.h"

namespace kasuri {

/// One cluster per layer: the planned ones, then, in grey, the candidates of several tasks that
/// were not chosen. A node is a macro-task with its earliest executable condition, a solid edge a
/// data dependence, a dashed one a control dependence.
std::string graphDot(const Program &program, const MacroTaskGraph &graph, const Plan &plan,
                     const Findings &findings);

} // namespace kasuri
