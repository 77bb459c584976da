// The report is a function of report.json and the sources, so nothing is compiled: report.json gets
// what the trace has measured of its tables, and the page and the planned trace are made of it.
// With an earlier report, the page also has a section that compares the two.
// What no measurement changes (report.sarif, graph.dot) stays as it was written.
#include "driver/commands/ReportCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/commands/ReportSchema.h"
#include "report/MeasuredRows.h"
#include "report/ReadReport.h"
#include "report/ReportHtml.h"
#include "report/ScheduleTrace.h"
#include "report/compare/ComparisonText.h"
#include "support/CheckedJson.h"
#include "support/JsonSchema.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace kasuri {
namespace {

namespace cl = llvm::cl;
namespace json = llvm::json;

struct CommandLine {
  cl::opt<std::string> report{cl::Positional, cl::desc("<report.json>"), cl::cat(ourOptions())};
  cl::opt<std::string> directory{"o", cl::value_desc("dir"), cl::cat(ourOptions()),
                                 cl::desc("Write report.html, report.json and "
                                          "schedule.trace.json to <dir>")};
  cl::opt<std::string> earlier{"compare", cl::value_desc("file"), cl::cat(ourOptions()),
                               cl::desc("Compare with this earlier report.json: what became "
                                        "parallel, what was lost and why, and times")};
  cl::opt<std::string> trace{"trace", cl::value_desc("file"), cl::cat(ourOptions()),
                             cl::desc("Add the times measured in this trace, which a run with "
                                      "KASURI_TRACE=<file> has written")};
};

/// report.json, of which the pages take for granted that it is as its schema says, and its plan.
struct Given {
  Plan plan;
  json::Value report;
};

std::variant<Given, std::string> readGiven(std::string_view text) {
  auto plan = readPlan(text);
  if (std::string *problem = std::get_if<std::string>(&plan))
    return std::move(*problem);
  llvm::Expected<json::Value> report = parseJson(text);
  if (!report)
    return toString(report.takeError());
  const json::Value schema = llvm::cantFail(json::parse(reportSchema));
  if (std::string problem = problemBySchema(*report, schema, "report"); !problem.empty())
    return problem;
  return Given{std::get<Plan>(std::move(plan)), std::move(*report)};
}

double tenths(double ns) { return std::round(ns * 10) / 10; }

void addMeasured(json::Object &into, const PlannedTable &table, const MeasuredTable &measured) {
  json::Array rows;
  for (size_t worker = 0; worker < table.rows.size(); ++worker)
    for (size_t i = 0; i < table.rows[worker].size(); ++i) {
      const PlannedRow &row = table.rows[worker][i];
      rows.push_back(json::Object{{"worker", static_cast<int64_t>(worker)},
                                  {"task", static_cast<int64_t>(row.task)},
                                  {"part", static_cast<int64_t>(row.part)},
                                  {"startNs", tenths(measured.rows[worker][i].startNs)},
                                  {"costNs", tenths(measured.rows[worker][i].costNs)}});
    }
  into["measured"] = std::move(rows);
  into["measuredRuns"] = static_cast<int64_t>(measured.runs);
  into["measuredNs"] = tenths(measured.meanNs);
}

void loseMeasured(json::Object &table) {
  for (llvm::StringRef each : {"measured", "measuredRuns", "measuredNs"})
    table.erase(each);
}

void printMeasured(const PlannedLayer &layer, const PlannedTable &table, const json::Object &its) {
  llvm::outs() << llvm::format("%6u  %12.3f  %11.3f  %8u  ", table.workers,
                               its.getNumber("simulatedNs").value_or(table.makespanNs) * 1e-3,
                               its.getNumber("measuredNs").value_or(0) * 1e-3,
                               static_cast<unsigned>(its.getInteger("measuredRuns").value_or(0)))
               << layer.name << '\n';
}

/// Puts the trace's measurements into the tables of the report; how many it had any of.
size_t measure(Given &given, const std::vector<TracedLayer> &trace) {
  size_t planned = 0, found = 0;
  for (json::Value &each : *given.report.getAsObject()->getArray("layers")) {
    json::Object &layer = *each.getAsObject();
    if (!layer.getBoolean("planned").value_or(false))
      continue;
    const PlannedLayer &its = given.plan.layers[planned++];
    for (size_t i = 0; i < its.tables.size(); ++i) {
      json::Object &table = *(*layer.getArray("tables"))[i].getAsObject();
      loseMeasured(table);
      const MeasuredTable measured = measureRows(trace, its, its.tables[i]);
      if (measured.runs == 0)
        continue;
      if (found++ == 0)
        llvm::outs() << " cores  simulated us  measured us      runs  layer\n";
      addMeasured(table, its.tables[i], measured);
      printMeasured(its, its.tables[i], table);
    }
  }
  return found;
}

/// The page shows the verdicts alone of sources that are not where the report says.
void warnOfMissing(const json::Value &report, SourceLines &sources) {
  if (const json::Array *files = report.getAsObject()->getArray("sources"))
    for (const json::Value &file : *files)
      if (auto path = file.getAsString(); path && sources.count(*path) == 0)
        llvm::errs() << "kasuri: warning: cannot read the source '" << *path
                     << "'; report.html shows its verdicts without its text\n";
}

void printComparisonOf(const json::Object &before, const json::Object &after) {
  const Snapshot earlier = snapshotOf(before), later = snapshotOf(after);
  printComparison(llvm::outs(), compare(earlier, later), before, after);
}

int write(const Given &given, const std::string &directory, const EarlierReport *earlier) {
  const std::string text = llvm::formatv("{0:2}\n", given.report).str();
  SourceLines sources;
  warnOfMissing(given.report, sources);
  Outputs outputs;
  outputs.add(directory + "/report.html", reportHtml(text, sources, earlier));
  outputs.add(directory + "/report.json", text);
  outputs.add(directory + "/schedule.trace.json", scheduleTrace(given.plan));
  if (std::optional<std::string> problem = outputs.commit())
    return fail(exitInput, *problem);
  return exitDone;
}

} // namespace

int renewReport(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  std::vector<const char *> words(arguments.begin() + 1, arguments.end());
  words.front() = "kasuri report";
  if (std::optional<int> status = parseArguments(
          words, "kasuri report: update a report with measured times, or compare two\n\n"
                 "  KASURI_TRACE=trace.json ./prog && "
                 "kasuri report out/report.json --trace=trace.json -o out/\n"
                 "  kasuri report --compare=old/report.json new/report.json\n"))
    return *status;
  if (line.report.empty())
    return failUsage("no report.json given");
  if (line.directory.empty() && line.earlier.empty())
    return failUsage("no output directory; pass -o DIR");

  auto read = readInput(line.report, line.report, readGiven);
  if (int *status = std::get_if<int>(&read))
    return *status;
  Given &given = std::get<Given>(read);
  if (!line.trace.empty()) {
    auto trace = readInput(line.trace, line.trace, readTrace);
    if (int *status = std::get_if<int>(&trace))
      return *status;
    if (measure(given, std::get<0>(trace)) == 0)
      return fail(exitInput, "'" + line.trace +
                                 "' contains no run of a layer with a schedule of '" + line.report +
                                 "'; was the program built from that plan?");
  }
  std::optional<Given> before;
  if (!line.earlier.empty()) {
    auto earlier = readInput(line.earlier, line.earlier, readGiven);
    if (int *status = std::get_if<int>(&earlier))
      return *status;
    before = std::get<Given>(std::move(earlier));
    printComparisonOf(*before->report.getAsObject(), *given.report.getAsObject());
  }
  if (line.directory.empty())
    return exitDone;
  if (!before)
    return write(given, line.directory, nullptr);
  const EarlierReport earlier{line.earlier, *before->report.getAsObject()};
  return write(given, line.directory, &earlier);
}

} // namespace kasuri
