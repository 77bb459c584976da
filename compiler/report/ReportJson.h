// report.json: the findings as data. docs/formats/report.md describes it,
// docs/formats/report.schema.json is its JSON schema.
#pragma once

#include "report/Findings.h"

namespace kasuri {

/// Raised when a field changes its meaning or goes; new fields do not raise it.
constexpr int reportVersion = 1;

std::string reportJson(const Program &program, const Parallelism &facts,
                       const MacroTaskGraph &graph, const CostModel &cost, const Machine &machine,
                       const Plan &plan, const Findings &findings);

} // namespace kasuri
