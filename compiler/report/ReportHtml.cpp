#include "report/ReportHtml.h"

#include "report/HtmlParts.h"
#include "report/HtmlTemplate.h"
#include "report/compare/ComparisonHtml.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace kasuri {
namespace {

using llvm::StringRef;

/// "encoder.c" or "17 sources in samples/aac-encoder".
std::string subject(const JsonObject &report) {
  const std::vector<StringRef> sources = textsOf(report, "sources");
  if (sources.size() == 1)
    return sources.front().str();
  std::string number = std::to_string(sources.size()) + " sources";
  if (sources.empty())
    return number;
  const StringRef folder = llvm::sys::path::parent_path(sources.front());
  for (StringRef each : sources)
    if (llvm::sys::path::parent_path(each) != folder)
      return number;
  return folder.empty() ? number : number + " in " + folder.str();
}

constexpr const char *comparisonLink = "<li><a href=\"#comparison\">Comparison</a></li>";

std::string comparisonOf(const JsonObject &report, const HtmlFiles &files,
                         const EarlierReport *earlier) {
  if (!earlier)
    return "";
  const Snapshot before = snapshotOf(earlier->report), after = snapshotOf(report);
  return comparisonHtml(compare(before, after), earlier->report, report, earlier->name, files);
}

} // namespace

std::string embedded(std::string_view json) {
  std::string result;
  bool inString = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char each = json[i];
    if (inString && each == '\\' && i + 1 < json.size()) {
      result += each;
      result += json[++i];
      continue;
    }
    if (each == '"')
      inString = !inString;
    if (each == '<')
      result += "\\u003c"; // only strings have it
    else if (inString || !llvm::StringRef(" \t\r\n").contains(each))
      result += each;
  }
  return result;
}

std::string reportHtml(std::string_view reportJson, SourceLines &sources,
                       const EarlierReport *earlier) {
  const llvm::json::Value value = llvm::cantFail(llvm::json::parse(reportJson));
  const JsonObject &report = *value.getAsObject();
  const HtmlFiles files(report, sources);
  return filled(reportTemplate.page, {{"style", reportTemplate.style},
                                      {"script", reportTemplate.script},
                                      {"subject", escaped(subject(report))},
                                      {"comparison", comparisonOf(report, files, earlier)},
                                      {"comparisonLink", earlier ? comparisonLink : ""},
                                      {"overview", overviewHtml(report)},
                                      {"changes", changesHtml(report, files)},
                                      {"source", sourceHtml(report, files, sources)},
                                      {"tasks", taskTables(report, files)},
                                      {"schedules", scheduleTables(report)},
                                      {"pipelines", pipelinesHtml(report, files)},
                                      {"curves", curveTable(report)},
                                      {"obstaclePages", obstaclePagesHtml(report)},
                                      {"assumptions", assumptionsHtml(report, files)},
                                      {"data", embedded(reportJson)}});
}

} // namespace kasuri
