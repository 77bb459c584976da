// How layers and loops lie inside one another, also across calls.
//
//     for (...)          layer A, one task      A's task holds B and, through the call, C;
//       { f(x); g(y); }  layer B, two tasks     if the plan runs A in parallel, all of f, if
//     void f(...) {...}  layer C                nobody else calls it, runs inside A
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// By layer of the graph and task: the layers directly inside it, ascending; for a task that calls
/// functions, their outermost layers.
std::vector<std::vector<std::vector<LayerId>>>
findLayersInside(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph);

/// By region: it only ever runs as a part of a task of a layer that the plan runs in parallel, so
/// that all cores are busy with that. A loop that is dealt out is not inside itself.
std::vector<bool> findInsidePlanned(const Program &program, const Parallelism &facts,
                                    const MacroTaskGraph &graph, const Plan &plan);

/// By function: `main`, or without one all functions that other sources can call, and what these
/// call. The plan looks at no others.
std::vector<bool> findCalled(const Program &program, const Parallelism &facts);

} // namespace kasuri
