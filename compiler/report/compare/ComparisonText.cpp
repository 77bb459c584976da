#include "report/compare/ComparisonText.h"

#include "report/Findings.h"
#include "report/HtmlParts.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace kasuri {
namespace {

using llvm::StringRef;

/// "a.c:12:3: " of an object with a place.
std::string locationText(const JsonObject &place) {
  return textOf(place, "file").str() + ":" +
         std::to_string(static_cast<int64_t>(numberOf(place, "line"))) + ":" +
         std::to_string(static_cast<int64_t>(numberOf(place, "column"))) + ": ";
}

void printSourceLine(llvm::raw_ostream &out, SourceLines &sources, const JsonObject &place) {
  const auto number = static_cast<unsigned>(numberOf(place, "line"));
  if (std::optional<std::string_view> line = sources.line(textOf(place, "file"), number))
    out << llvm::format("%5u | ", number) << StringRef(*line) << '\n';
}

void printNotes(llvm::raw_ostream &out, SourceLines &sources, const JsonObject &loop) {
  const std::vector<const JsonObject *> obstacles = objectsOf(loop, "obstacles");
  if (obstacles.empty())
    return;
  for (const char *end : {"source", "sink"})
    if (const JsonObject *place = obstacles.front()->getObject(end)) {
      out << locationText(*place)
          << "note: " << textOf(*obstacles.front(), std::string(end) + "Note") << '\n';
      printSourceLine(out, sources, *place);
    }
  out << locationText(loop) << "note: help: " << textOf(*obstacles.front(), "help") << '\n';
}

void printLost(llvm::raw_ostream &out, SourceLines &sources, const LoopChange &each) {
  const JsonObject &loop = *each.loop.after->source;
  out << locationText(loop)
      << "error: loop no longer runs in parallel: " << reasonOf(*each.loop.after) << '\n';
  printSourceLine(out, sources, loop);
  printNotes(out, sources, loop);
}

void printLost(llvm::raw_ostream &out, const LayerChange &each) {
  out << each.layer.in.after->file << ": error: layer of " << each.layer.before->tasks
      << " macro-tasks no longer runs in parallel in '" << each.layer.in.after->name
      << "' [MacroTasks]\n";
}

std::string lineOf(const LoopChange &each) {
  const LoopRecord &loop = each.loop.after ? *each.loop.after : *each.loop.before;
  const FunctionRecord &in = each.loop.after ? *each.loop.in.after : *each.loop.in.before;
  std::string line = "  " + placeOf(in, loop.source) + " in " + functionsOf(each.loop.in);
  if (loop.source && shareOf(*loop.source) > 0)
    line += llvm::formatv(", {0:P1} of the time", shareOf(*loop.source)).str();
  if (!loop.head.empty())
    line += ": " + loop.head;
  return line;
}

void printLoops(llvm::raw_ostream &out, const Comparison &comparison, Change change,
                StringRef heading) {
  if (countLoops(comparison, change) == 0)
    return;
  out << heading << ":\n";
  for (const LoopChange &each : comparison.loops)
    if (each.change == change) {
      out << lineOf(each) << '\n';
      if (change == Change::Lost || change == Change::Unable)
        out << "    " << reasonOf(*each.loop.after) << '\n';
      if (change == Change::Guarded)
        out << "    if " << guardsOf(*each.loop.after) << '\n';
      if (change == Change::New)
        out << "    " << name(each.loop.after->standing) << '\n';
    }
}

void printLayers(llvm::raw_ostream &out, const Comparison &comparison) {
  for (const LayerChange &each : comparison.layers)
    if (each.change != Change::Same) {
      const LayerMatch &layer = each.layer;
      const LayerRecord &its = layer.after ? *layer.after : *layer.before;
      const FunctionRecord &in = layer.in.after ? *layer.in.after : *layer.in.before;
      out << (layer.after ? "layer became parallel:\n  " : "layer lost:\n  ")
          << placeOf(in, its.source) << " in " << in.name << ", " << its.tasks << " macro-tasks\n";
    }
}

std::string timesText(double before, double after) {
  return before > 0 ? duration(before) + " -> " + duration(after) : "-";
}

void printTimes(llvm::raw_ostream &out, const Comparison &comparison) {
  const std::vector<TimeRow> rows = timesOf(comparison);
  if (rows.empty())
    return;
  out << "one execution in order:\n  estimated              measured               loop\n";
  for (const TimeRow &row : rows)
    out << llvm::formatv("  {0,-22} {1,-22} {2} in {3}\n", timesText(row.before, row.after),
                         timesText(row.measuredBefore, row.measuredAfter),
                         placeOf(*row.loop->in.after, row.loop->after->source),
                         functionsOf(row.loop->in));
}

void printProgram(llvm::raw_ostream &out, const JsonObject &before, const JsonObject &after) {
  const auto [beforeNs, wasMeasured] = programNs(before);
  const auto [afterNs, isMeasured] = programNs(after);
  out << "program in order: " << duration(beforeNs) << (wasMeasured ? " measured" : " estimated")
      << " -> " << duration(afterNs) << (isMeasured ? " measured" : " estimated") << '\n';
  if (speedupOf(before) > 0 && speedupOf(after) > 0)
    out << llvm::format("simulated speedup: %.2fx -> %.2fx\n", speedupOf(before), speedupOf(after));
}

} // namespace

std::string reasonOf(const LoopRecord &loop) {
  const std::vector<const JsonObject *> obstacles = objectsOf(*loop.source, "obstacles");
  if (loop.standing == Standing::NotWorthIt || obstacles.empty())
    return "it is too short to be profitable [NotWorthIt]";
  return textOf(*obstacles.front(), "message").str() + " [" +
         textOf(*obstacles.front(), "kind").str() + "]";
}

std::string placeOf(const FunctionRecord &function, const llvm::json::Object *source) {
  return source ? textOf(*source, "file").str() + ":" +
                      std::to_string(static_cast<int64_t>(numberOf(*source, "line")))
                : function.file;
}

std::string functionsOf(const FunctionMatch &in) {
  if (!in.after)
    return in.before->name;
  return in.before && in.before->name != in.after->name
             ? in.after->name + " (before: " + in.before->name + ")"
             : in.after->name;
}

std::string summaryOf(const Comparison &comparison) {
  const auto number = [&](Change change) { return countLoops(comparison, change); };
  std::string text;
  const auto add = [&](size_t count, const char *what) {
    if (count > 0)
      text += std::to_string(count) + " " + what + ", ";
  };
  add(number(Change::Gained), "became parallel");
  add(number(Change::Guarded), "behind guards now");
  add(number(Change::Unguarded), "without guards now");
  add(number(Change::Able), "could run in parallel now");
  add(number(Change::Unable), "no longer could");
  add(number(Change::New), "new");
  add(number(Change::Gone) + number(Change::FarGone), "gone");
  return text + std::to_string(number(Change::Same)) + " the same";
}

std::vector<TimeRow> timesOf(const Comparison &comparison) {
  std::vector<TimeRow> rows;
  for (const LoopChange &each : comparison.loops) {
    const LoopMatch &loop = each.loop;
    if (!loop.before || !loop.after || !loop.before->source ||
        (loop.before->standing != Standing::Parallel && loop.after->standing != Standing::Parallel))
      continue;
    const JsonObject &before = *loop.before->source, &after = *loop.after->source;
    TimeRow row{&loop, numberOf(before, "estimatedNs"), numberOf(after, "estimatedNs"),
                numberOf(before, "measuredNs"), numberOf(after, "measuredNs")};
    if (row.measuredBefore <= 0 || row.measuredAfter <= 0)
      row.measuredBefore = row.measuredAfter = 0;
    rows.push_back(row);
  }
  return rows;
}

double speedupOf(const llvm::json::Object &report) {
  double speedup = 0;
  const auto planned =
      static_cast<int64_t>(objectsOf(*report.getObject("machine"), "cores").size());
  for (const JsonObject *point : objectsOf(report, "curves"))
    if (static_cast<int64_t>(numberOf(*point, "cores")) <= planned)
      speedup = numberOf(*point, "speedup");
  return speedup;
}

std::pair<double, bool> programNs(const llvm::json::Object &report) {
  if (auto measured = report.getNumber("measuredProgramNs"))
    return {*measured, true};
  return {numberOf(report, "estimatedProgramNs"), false};
}

void printComparison(llvm::raw_ostream &out, const Comparison &comparison,
                     const llvm::json::Object &before, const llvm::json::Object &after) {
  printLoops(out, comparison, Change::Gained, "became parallel");
  printLoops(out, comparison, Change::Lost, "lost");
  printLoops(out, comparison, Change::Guarded, "run in parallel only if their guards hold now");
  printLoops(out, comparison, Change::Unguarded, "need no guard now");
  printLayers(out, comparison);
  printLoops(out, comparison, Change::Able, "can run in parallel now, which is not needed");
  printLoops(out, comparison, Change::Unable,
             "can no longer run in parallel, which was not needed");
  printLoops(out, comparison, Change::New, "new");
  printLoops(out, comparison, Change::Gone, "gone");
  printLoops(out, comparison, Change::FarGone, "gone with their functions");
  printTimes(out, comparison);
  printProgram(out, before, after);
  out << countLost(comparison) << " lost, " << summaryOf(comparison) << '\n';
}

void printLost(llvm::raw_ostream &out, const Comparison &comparison, SourceLines &sources) {
  for (const LoopChange &each : comparison.loops)
    if (each.change == Change::Lost)
      printLost(out, sources, each);
  for (const LayerChange &each : comparison.layers)
    if (each.change == Change::Lost)
      printLost(out, each);
}

} // namespace kasuri
