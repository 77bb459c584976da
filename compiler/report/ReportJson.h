// report.json: the findings as data. docs/formats/report.md describes it,
// docs/formats/report.schema.json is its JSON schema.
#pragma once

#include "reorder/ReorderedNest.h"
#include "report/Findings.h"

namespace kasuri {

/// What the report shows beside the plan.
struct ReportExtras {
  std::map<size_t, std::string> generated; ///< Emission::layers
  std::vector<ReorderedNest> nests;
  /// A plan for more cores, which is simulated only, and the machine that it is for; null: none.
  const Plan *widePlan = nullptr;
  const Machine *wideMachine = nullptr;
};

/// Raised when a field changes its meaning or goes; new fields do not raise it.
constexpr int reportVersion = 1;

std::string reportJson(const Program &program, const Parallelism &facts,
                       const MacroTaskGraph &graph, const CostModel &cost, const Machine &machine,
                       const Plan &plan, const Findings &findings, const ReportExtras &extras = {});

} // namespace kasuri
