// The pipelines of the plan as pictures: a lane for each core, a box for each stage of an
// iteration.
//
//     core 0  [0][0          ][0]   [2][2          ][2]      solid: ordered, one at a time
//     core 1     [1][1          ][1]   [3][3          ][3]   light: any number at a time
//                                  ^ waits for its turn
//
// They are SVG without a script. Boxes have their figures as titles, and tables have them, too.
#include "report/HtmlParts.h"

#include "report/Findings.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr size_t mostPictures = 6; ///< of a pipeline
/// In units of the picture.
constexpr double width = 900, left = 62, right = 8, top = 22, laneHeight = 22, laneGap = 20;
constexpr double leastBox = 1.5, leastLabel = 9;

std::string fixed(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string times(double factor) { return fixed(factor, 2) + "×"; }

int64_t wholeOf(const JsonObject &object, StringRef key) {
  return static_cast<int64_t>(numberOf(object, key));
}

/// "line 12", "lines 12 to 20".
std::string linesOf(const JsonObject &stage) {
  const int64_t first = wholeOf(stage, "line"), last = wholeOf(stage, "endLine");
  return first < last ? "lines " + std::to_string(first) + " to " + std::to_string(last)
                      : "line " + std::to_string(first);
}

const char *kindOf(const JsonObject &stage) {
  return isTrue(stage, "ordered") ? "ordered" : "parallel";
}

class Picture {
public:
  Picture(const JsonObject &layer, const JsonObject &table)
      : stages(objectsOf(*layer.getObject("pipeline"), "stages")),
        runs(objectsOf(table, "iterations")),
        workers(static_cast<size_t>(numberOf(table, "workers"))) {
    for (const JsonObject *each : runs)
      endNs = std::max(endNs, numberOf(*each, "startNs") + numberOf(*each, "costNs"));
  }

  std::string svg() const {
    const double height = laneTop(workers) + 4;
    std::string html = "<svg class=\"pipe\" viewBox=\"0 0 " + fixed(width, 0) + " " +
                       fixed(height, 0) +
                       "\" role=\"img\" aria-label=\"Iterations by core and time; the tables "
                       "below have the figures\">" +
                       axis() + "\n";
    for (size_t i = 0; i < workers; ++i)
      html += lane(i);
    for (const JsonObject *each : runs)
      html += box(*each);
    return html + "</svg>";
  }

private:
  std::vector<const JsonObject *> stages, runs;
  size_t workers;
  double endNs = 1;

  static double laneTop(size_t lane) {
    return top + laneGap + static_cast<double>(lane) * (laneHeight + laneGap);
  }

  double x(double ns) const { return left + ns / endNs * (width - left - right); }

  static std::string text(double atX, double atY, const char *anchor, const std::string &content) {
    return "<text x=\"" + fixed(atX, 1) + "\" y=\"" + fixed(atY, 1) + "\" text-anchor=\"" + anchor +
           "\">" + content + "</text>";
  }

  std::string axis() const {
    return text(left, 12, "start", "0") + text(width - right, 12, "end", escaped(duration(endNs)));
  }

  /// What no box covers is waiting, up to the last box.
  std::string lane(size_t index) const {
    double lastNs = 0;
    for (const JsonObject *each : runs)
      if (static_cast<size_t>(numberOf(*each, "worker")) == index)
        lastNs = std::max(lastNs, numberOf(*each, "startNs") + numberOf(*each, "costNs"));
    const std::string middle = fixed(laneTop(index) + laneHeight / 2, 1);
    return text(left - 6, laneTop(index) + laneHeight / 2 + 4, "end",
                "core " + std::to_string(index)) +
           "<line class=\"idle\" x1=\"" + fixed(left, 1) + "\" x2=\"" + fixed(x(lastNs), 1) +
           "\" y1=\"" + middle + "\" y2=\"" + middle + "\"></line>";
  }

  std::string box(const JsonObject &run) const {
    const auto index = static_cast<size_t>(numberOf(run, "stage"));
    const auto worker = static_cast<size_t>(numberOf(run, "worker"));
    if (index >= stages.size() || worker >= workers)
      return "";
    const JsonObject &stage = *stages[index];
    const double start = numberOf(run, "startNs"), ns = numberOf(run, "costNs");
    const double from = x(start), wide = std::max(leastBox, x(start + ns) - from);
    const std::string number = std::to_string(wholeOf(run, "iteration"));
    const std::string title = "iteration " + number + ", " + linesOf(stage) + ", " + kindOf(stage) +
                              ": from " + duration(start) + " for " + duration(ns);
    std::string html = std::string("<rect class=\"") + kindOf(stage) + "\" x=\"" + fixed(from, 1) +
                       "\" y=\"" + fixed(laneTop(worker), 1) + "\" width=\"" + fixed(wide, 1) +
                       "\" height=\"" + fixed(laneHeight, 0) + "\"><title>" + escaped(title) +
                       "</title></rect>\n";
    const bool isFirst = index == 0;
    if (isFirst && hasRoom(worker, start))
      html += text(from, laneTop(worker) - 4, "start", number);
    return html;
  }

  /// For an iteration's number: the next one on the core begins far enough behind.
  bool hasRoom(size_t worker, double startNs) const {
    for (const JsonObject *each : runs)
      if (static_cast<size_t>(numberOf(*each, "worker")) == worker &&
          numberOf(*each, "stage") == 0 && numberOf(*each, "startNs") > startNs)
        return x(numberOf(*each, "startNs")) - x(startNs) > leastLabel;
    return true;
  }
};

std::string stageTable(const JsonObject &layer, const HtmlFiles &files) {
  const JsonObject &pipeline = *layer.getObject("pipeline");
  const std::vector<const JsonObject *> stages = objectsOf(pipeline, "stages");
  const std::optional<int64_t> longest = pipeline.getInteger("longest");
  std::string rows;
  for (size_t i = 0; i < stages.size(); ++i) {
    const JsonObject &each = *stages[i];
    const auto wait = each.getNumber("measuredWaitNs");
    const bool isLongest = longest && static_cast<size_t>(*longest) == i;
    rows += cellsHtml(
        {files.link(each, linesOf(each)),
         std::string(kindOf(each)) + (isLongest ? ", the longest" : ""),
         duration(numberOf(each, "costNs")) + (isTrue(each, "measured") ? " (measured)" : ""),
         percent(numberOf(each, "share")), wait ? duration(*wait) : "–"});
  }
  return tableHtml("Stages of an iteration of " + textOf(layer, "name").str(),
                   {"statements", "kind", "time", "share", "waiting (measured)"}, rows);
}

double speedupOf(const JsonObject &layer, const JsonObject &table) {
  return numberOf(layer, "sequentialNs") / std::max(1.0, numberOf(table, "makespanNs"));
}

std::string speedupTable(const JsonObject &layer) {
  std::string rows = cellsHtml({"1", times(1)});
  for (const JsonObject *each : objectsOf(layer, "tables"))
    rows += cellsHtml({std::to_string(wholeOf(*each, "workers")), times(speedupOf(layer, *each))});
  return tableHtml("Speedup of " + textOf(layer, "name").str(), {"cores", "estimated speedup"},
                   rows);
}

std::string lead(const JsonObject &layer) {
  const JsonObject &pipeline = *layer.getObject("pipeline");
  const std::vector<const JsonObject *> stages = objectsOf(pipeline, "stages");
  std::string html = "<p>An iteration takes " + duration(numberOf(pipeline, "iterationNs")) + ".";
  const std::optional<int64_t> longest = pipeline.getInteger("longest");
  if (longest && static_cast<size_t>(*longest) < stages.size()) {
    const JsonObject &stage = *stages[static_cast<size_t>(*longest)];
    html += " Its longest ordered segment, " + linesOf(stage) + ", is " +
            percent(numberOf(stage, "share")) + " of that";
    if (auto limit = pipeline.getNumber("limit"))
      html +=
          ", so the loop is at most " + fixed(*limit, 2) + " times faster on any number of cores";
    html += ".";
  }
  return html + "</p>\n";
}

std::string pictures(const JsonObject &layer) {
  std::vector<const JsonObject *> tables = objectsOf(layer, "tables");
  if (tables.size() > mostPictures) // the first ones and the last ones
    tables.erase(tables.begin() + mostPictures / 2, tables.end() - mostPictures / 2);
  std::string html;
  for (const JsonObject *each : tables)
    html += std::string("<details") + (each == tables.back() ? " open" : "") + "><summary>" +
            std::to_string(wholeOf(*each, "workers")) + " cores, " +
            times(speedupOf(layer, *each)) +
            "</summary><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
            escaped(textOf(layer, "name")) + " on " + std::to_string(wholeOf(*each, "workers")) +
            " cores\">" + Picture(layer, *each).svg() + "</div></details>\n";
  return html;
}

} // namespace

std::string pipelinesHtml(const JsonObject &report, const HtmlFiles &files) {
  std::string html;
  for (const JsonObject *layer : objectsOf(report, "layers"))
    if (layer->getObject("pipeline") && isTrue(*layer, "planned"))
      html += "<h4>" + files.link(*layer, textOf(*layer, "name")) + "</h4>" + lead(*layer) +
              pictures(*layer) + stageTable(*layer, files) + speedupTable(*layer);
  if (html.empty())
    return "";
  return "<h3 id=\"pipelines\">Pipelines</h3><p class=\"lead\">The first iterations of each "
         "pipeline, by simulation. A lane is a core, and the number above it is that of the "
         "iteration that starts there. A core waits where its lane is empty.</p>"
         "<ul class=\"legend\"><li><i class=\"swatch ordered\"></i>ordered: one iteration at a "
         "time</li><li><i class=\"swatch parallel\"></i>parallel: several iterations at a "
         "time</li></ul>" +
         html;
}

} // namespace kasuri
