// A comparison for terminals: what became parallel, what was lost and why, and times.
#pragma once

#include "report/SourceLines.h"
#include "report/compare/Comparison.h"

#include "llvm/Support/raw_ostream.h"

namespace kasuri {

/// Why the loop does not run in parallel: "'x' is read in ... [CarriedFlow]". It comes from a
/// report.
std::string reasonOf(const LoopRecord &loop);

/// "a.c:12", of a record from a report; the file alone, of another one.
std::string placeOf(const FunctionRecord &function, const llvm::json::Object *source);

/// "f", or "f, before: g" if the loop was in another function.
std::string functionsOf(const FunctionMatch &in);

/// The whole comparison of two reports, in lines.
void printComparison(llvm::raw_ostream &out, const Comparison &comparison,
                     const llvm::json::Object &before, const llvm::json::Object &after);

/// What was lost, as diagnostics at the places of the later report, with the notes of the remark.
void printLost(llvm::raw_ostream &out, const Comparison &comparison, SourceLines &sources);

/// "2 became parallel, 1 new, 12 the same": loops, without those that are lost.
std::string summaryOf(const Comparison &comparison);

/// One row of a table of times, in ns: a loop that runs in parallel before or after.
struct TimeRow {
  const LoopMatch *loop = nullptr;
  double before = 0, after = 0; ///< one execution on one core; estimated
  /// The same as measured by profiles; 0: not in both reports.
  double measuredBefore = 0, measuredAfter = 0;
};

/// In the order of the comparison.
std::vector<TimeRow> timesOf(const Comparison &comparison);

/// On the most cores of the report; 0: unknown.
double speedupOf(const llvm::json::Object &report);
/// The program's time in order, in ns, as measured if it is; and whether it is.
std::pair<double, bool> programNs(const llvm::json::Object &report);

} // namespace kasuri
