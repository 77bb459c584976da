#include "report/compare/ComparisonHtml.h"

#include "report/Findings.h"
#include "report/compare/ComparisonText.h"

#include "llvm/Support/FormatVariadic.h"

namespace kasuri {
namespace {

using llvm::StringRef;

std::string item(const LoopChange &each, const HtmlFiles &files) {
  const LoopRecord &loop = each.loop.after ? *each.loop.after : *each.loop.before;
  const FunctionRecord &in = each.loop.after ? *each.loop.in.after : *each.loop.in.before;
  std::string html = "<li>";
  html += each.loop.after ? files.link(*loop.source) : escaped(placeOf(in, loop.source));
  html += " in <code>" + escaped(functionsOf(each.loop.in)) + "</code>";
  if (!loop.head.empty())
    html += ": <code>" + escaped(loop.head) + "</code>";
  if (each.change == Change::Lost || each.change == Change::Unable)
    html += "<br><span class=\"why\">" + escaped(reasonOf(*each.loop.after)) + "</span>";
  if (each.change == Change::Guarded)
    html += "<br><span class=\"why\">if " + escaped(guardsOf(*each.loop.after)) + "</span>";
  if (each.change == Change::New)
    html += ", " + std::string(name(each.loop.after->standing));
  return html + "</li>\n";
}

std::string list(const Comparison &comparison, Change change, StringRef heading, bool isOpen,
                 const HtmlFiles &files) {
  const size_t number = countLoops(comparison, change);
  if (number == 0)
    return "";
  std::string html = "<details class=\"compared\"" + std::string(isOpen ? " open" : "") +
                     "><summary>" + std::to_string(number) + " " + heading.str() + "</summary><ul>";
  for (const LoopChange &each : comparison.loops)
    if (each.change == change)
      html += item(each, files);
  return html + "</ul></details>";
}

std::string layers(const Comparison &comparison) {
  std::string html;
  for (const LayerChange &each : comparison.layers) {
    if (each.change == Change::Same)
      continue;
    const LayerRecord &its = each.layer.after ? *each.layer.after : *each.layer.before;
    const FunctionRecord &in = each.layer.after ? *each.layer.in.after : *each.layer.in.before;
    html += "<li>Layer of " + std::to_string(its.tasks) + " macro-tasks in <code>" +
            escaped(in.name) + "</code>, " + escaped(placeOf(in, its.source)) +
            (each.layer.after ? ": new" : ": lost") + "</li>";
  }
  return html.empty() ? "" : "<ul>" + html + "</ul>";
}

std::string times(const Comparison &comparison, const HtmlFiles &files) {
  std::string rows;
  for (const TimeRow &row : timesOf(comparison)) {
    const bool isMeasured = row.measuredBefore > 0;
    rows +=
        cellsHtml({files.link(*row.loop->after->source),
                   "<code>" + escaped(functionsOf(row.loop->in)) + "</code>", duration(row.before),
                   duration(row.after), isMeasured ? duration(row.measuredBefore) : "–",
                   isMeasured ? duration(row.measuredAfter) : "–"});
  }
  return rows.empty() ? ""
                      : tableHtml("One execution on one core",
                                  {"loop", "function", "estimated before", "after",
                                   "measured before", "after"},
                                  rows);
}

std::string program(const JsonObject &before, const JsonObject &after) {
  const auto [beforeNs, wasMeasured] = programNs(before);
  const auto [afterNs, isMeasured] = programNs(after);
  std::string html = "<p>The program in order: " + duration(beforeNs) +
                     (wasMeasured ? " measured" : " estimated") + " → " + duration(afterNs) +
                     (isMeasured ? " measured" : " estimated");
  if (speedupOf(before) > 0 && speedupOf(after) > 0)
    html +=
        llvm::formatv("; simulated speedup {0:f2}× → {1:f2}×", speedupOf(before), speedupOf(after))
            .str();
  return html + ".</p>";
}

} // namespace

std::string comparisonHtml(const Comparison &comparison, const llvm::json::Object &before,
                           const llvm::json::Object &after, StringRef beforeName,
                           const HtmlFiles &files) {
  const auto part = [&](Change change, StringRef heading, bool isOpen) {
    return list(comparison, change, heading, isOpen, files);
  };
  return "<section id=\"comparison\" aria-labelledby=\"comparison-head\"><h2 "
         "id=\"comparison-head\">Compared with " +
         escaped(beforeName) + "</h2><p class=\"lead\">" + std::to_string(countLost(comparison)) +
         " lost, " + escaped(summaryOf(comparison)) +
         ". Loops are matched by function, text and order, not by line.</p>" +
         part(Change::Lost, "lost", true) + part(Change::Gained, "became parallel", true) +
         part(Change::Guarded, "run in parallel only if their guards hold now", true) +
         part(Change::Unguarded, "need no guard now", false) + layers(comparison) +
         part(Change::Unable, "can no longer run in parallel, which was not needed", true) +
         part(Change::Able, "can run in parallel now, which is not needed", false) +
         part(Change::New, "new", false) + part(Change::Gone, "gone", false) +
         part(Change::FarGone, "gone with their functions", false) + program(before, after) +
         times(comparison, files) + "</section>";
}

} // namespace kasuri
