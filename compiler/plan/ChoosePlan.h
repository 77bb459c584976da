// Choosing which layers run in parallel, and what each core does when.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

Plan choosePlan(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
                const Movability &movability, const CostModel &cost, const Machine &machine,
                const PlanOptions &options);

} // namespace kasuri
