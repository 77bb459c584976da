// A loop is lost if it ran in parallel and now neither does nor runs inside what does. That a loop
// is new or gone, or could run in parallel but is too short, is mentioned and is no failure: the
// first two are what an edit asks for, and the last one costs nothing. That a loop runs in parallel
// only behind a guard where it needed none is a warning: it is not lost, but may be in some runs.
//
// What is profitable depends on the machine. So the number of cores is that of the baseline unless
// an option says otherwise, and another machine than the baseline's is a warning.
#include "driver/check/CheckCommand.h"

#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/Pipeline.h"
#include "driver/check/CheckRequest.h"
#include "driver/editing/HelpfulFixIts.h"
#include "report/Findings.h"
#include "report/HtmlParts.h"
#include "report/compare/ComparisonText.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::StringRef;

/// Of the report, with paths as in a baseline in that folder.
Snapshot snapshotIn(const JsonObject &report, StringRef folder) {
  Snapshot snapshot = snapshotOf(report);
  for (FunctionRecord &each : snapshot.functions)
    each.file = pathInBaseline(each.file, folder);
  std::sort(snapshot.functions.begin(), snapshot.functions.end(),
            [](const FunctionRecord &a, const FunctionRecord &b) {
              return std::tie(a.file, a.name) < std::tie(b.file, b.name);
            });
  return snapshot;
}

/// Loops and layers of several tasks.
size_t countParallel(const Snapshot &snapshot) {
  size_t number = countLoops(snapshot, Standing::Parallel);
  for (const FunctionRecord &each : snapshot.functions)
    number += each.layers.size();
  return number;
}

int update(const CheckRequest &request, Snapshot snapshot) {
  const Baseline baseline{.snapshot = std::move(snapshot),
                          .cores = request.options.cores,
                          .machine = request.options.machine.name};
  Outputs outputs;
  outputs.add(request.baselinePath, print(baseline));
  if (std::optional<std::string> problem = outputs.commit())
    return fail(exitInput, *problem);
  const size_t parallel = countParallel(baseline.snapshot);
  llvm::errs() << "kasuri: wrote '" << request.baselinePath << "': " << parallel
               << (parallel == 1 ? " loop or layer runs" : " loops and layers run")
               << " in parallel\n";
  return exitDone;
}

void warnOfMachine(const CheckRequest &request) {
  if (request.options.machine.name != request.baseline->machine)
    llvm::errs() << "kasuri: warning: the baseline is for "
                 << (request.baseline->machine.empty() ? "the machine that it was made on"
                                                       : "'" + request.baseline->machine + "'")
                 << ", where other loops may be profitable; give the same --machine\n";
}

/// "a.c:12:3: ".
std::string placeOf(const JsonObject &loop) {
  return llvm::formatv("{0}:{1}:{2}: ", textOf(loop, "file"),
                       static_cast<int64_t>(numberOf(loop, "line")),
                       static_cast<int64_t>(numberOf(loop, "column")));
}

std::string noteAt(const JsonObject &loop) { return placeOf(loop) + "note: "; }

std::string newText(const LoopRecord &loop) {
  switch (loop.standing) {
  case Standing::Parallel:
    return "new loop runs in parallel" + (guardsOf(loop).empty() ? "" : " if " + guardsOf(loop));
  case Standing::Inside:
  case Standing::InOrderInside:
    return "new loop runs inside a parallel layer";
  case Standing::NotWorthIt:
  case Standing::Sequential:
    break;
  }
  return "new loop stays sequential: " + reasonOf(loop);
}

/// Loops that ran in parallel and are no longer there.
void printGone(const LoopChange &each) {
  if (each.loop.before->standing == Standing::Parallel)
    llvm::errs() << each.loop.in.before->file
                 << ": note: " << (each.change == Change::FarGone ? "function '" : "in '")
                 << each.loop.in.before->name << "'"
                 << (each.change == Change::FarGone ? " is gone, and with it" : " is gone")
                 << " a loop that ran in parallel: " << each.loop.before->head << '\n';
}

/// Loops that ran in parallel in any case, and now only may.
void printGuarded(const Comparison &comparison) {
  for (const LoopChange &each : comparison.loops)
    if (each.change == Change::Guarded)
      llvm::errs() << placeOf(*each.loop.after->source)
                   << "warning: loop now runs in parallel only if " << guardsOf(*each.loop.after)
                   << " [Guarded]\n";
}

void printMentions(const Comparison &comparison) {
  for (const LoopChange &each : comparison.loops) {
    if (each.change == Change::New)
      llvm::errs() << noteAt(*each.loop.after->source) << newText(*each.loop.after) << '\n';
    if (each.change == Change::Unable)
      llvm::errs() << noteAt(*each.loop.after->source)
                   << "loop can no longer run in parallel: " << reasonOf(*each.loop.after) << '\n';
    if (each.change == Change::Unguarded)
      llvm::errs() << noteAt(*each.loop.after->source) << "loop needs no guard any more\n";
    if (each.change == Change::Gone || each.change == Change::FarGone)
      printGone(each);
  }
}

bool isOutdated(const Comparison &comparison) {
  return std::any_of(comparison.loops.begin(), comparison.loops.end(),
                     [](const LoopChange &each) { return each.change != Change::Same; });
}

int compareWith(const CheckRequest &request, const Snapshot &snapshot) {
  warnOfMachine(request);
  const Comparison comparison = compare(request.baseline->snapshot, snapshot);
  SourceLines sources;
  printLost(llvm::errs(), comparison, sources);
  printGuarded(comparison);
  printMentions(comparison);
  const size_t lost = countLost(comparison);
  llvm::errs() << "kasuri: " << lost << " of " << countParallel(request.baseline->snapshot)
               << " parallel loops and layers lost, loops: " << summaryOf(comparison)
               << (lost > 0 || isOutdated(comparison) ? "; --update records this state" : "")
               << '\n';
  return lost > 0 ? exitInput : exitDone;
}

} // namespace

int checkProgram(std::span<char *const> arguments) {
  auto asked = readCheckRequest(arguments);
  if (int *status = std::get_if<int>(&asked))
    return *status;
  const CheckRequest &request = std::get<CheckRequest>(asked);
  const Installation installation = findInstallation(arguments.front());
  std::string text;
  if (const int status =
          compile(request.options, installation,
                  {.report = &text, .filterFixIts = reportedFixIts(request.options, installation)});
      status != exitDone)
    return status;
  const llvm::json::Value report = llvm::cantFail(llvm::json::parse(text));
  Snapshot snapshot =
      snapshotIn(*report.getAsObject(), llvm::sys::path::parent_path(request.baselinePath));
  return request.updates ? update(request, std::move(snapshot)) : compareWith(request, snapshot);
}

} // namespace kasuri
