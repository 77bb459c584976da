// The annotated source: every line with its number, and below the line of a loop its verdict.
//
// The margin of a line shows the verdict of the innermost loop that it belongs to. Lines come in
// chunks, which a browser lays out only when they come into view.
#include "report/HtmlCode.h"
#include "report/HtmlParts.h"

#include "report/Findings.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr size_t longestLine = 2000;      ///< bytes shown of one line
constexpr size_t maxTasks = 12;           ///< named in the note of a layer
constexpr int64_t linesPerChunk = 100;    ///< laid out together
constexpr double shareOfAnOpenNote = .01; ///< from this share of the time on, a note stands open

/// A letter for the margin and the note: Planned, Inside a parallel layer, not Worth it,
/// Sequential.
char letterOf(const JsonObject &loop) {
  if (textOf(loop, "verdict") == "sequential")
    return 's';
  if (textOf(loop, "verdict") == "not-worth-it")
    return 'w';
  return isTrue(loop, "planned") ? 'p' : 'i';
}

const char *verdictText(char letter) {
  switch (letter) {
  case 's':
    return "sequential";
  case 'w':
    return "not worth it";
  case 'p':
    return "parallel";
  default:
    return "parallel inside";
  }
}

int64_t lineOf(const JsonObject &object) { return static_cast<int64_t>(numberOf(object, "line")); }

int64_t lastLineOf(const JsonObject &loop) {
  return std::max(lineOf(loop), static_cast<int64_t>(numberOf(loop, "endLine")));
}

std::string quoted(StringRef name) { return "<code>" + escaped(name) + "</code>"; }

/// "label: a, b", or nothing when the list is empty.
std::string row(const char *label, const std::vector<std::string> &items) {
  if (items.empty())
    return "";
  std::string html = std::string("<dt>") + label + "</dt><dd>";
  for (size_t i = 0; i < items.size(); ++i)
    html += (i ? ", " : "") + items[i];
  return html + "</dd>";
}

std::vector<std::string> privatesOf(const JsonObject &loop) {
  std::vector<std::string> items;
  for (const JsonObject *each : objectsOf(loop, "privates"))
    items.push_back(quoted(textOf(*each, "name")) +
                    (isTrue(*each, "lastValueKept") ? " (last value kept)" : ""));
  return items;
}

std::vector<std::string> reductionsOf(const JsonObject &loop) {
  std::vector<std::string> items;
  for (const JsonObject *each : objectsOf(loop, "reductions"))
    items.push_back(quoted(textOf(*each, "name")) + " (" + escaped(textOf(*each, "operator")) +
                    (isTrue(*each, "inOrder") ? ", in program order" : "") + ")");
  return items;
}

std::vector<std::string> inductionsOf(const JsonObject &loop) {
  std::vector<std::string> items;
  for (const JsonObject *each : objectsOf(loop, "inductions"))
    items.push_back(quoted(textOf(*each, "name")));
  return items;
}

std::vector<std::string> inOrderOf(const JsonObject &loop) {
  std::vector<std::string> items;
  if (const llvm::json::Array *lines = loop.getArray("inOrder"))
    for (const llvm::json::Value &line : *lines)
      items.push_back("line " + std::to_string(line.getAsInteger().value_or(0)));
  return items;
}

std::vector<std::string> guardsOf(const JsonObject &loop) {
  std::vector<std::string> items;
  for (const JsonObject *each : objectsOf(loop, "guards"))
    items.push_back(textOf(*each, "kind") == "MinimumTrip"
                        ? "at least " +
                              std::to_string(static_cast<int64_t>(numberOf(*each, "minimum"))) +
                              " iterations"
                        : quoted(textOf(*each, "condition")));
  return items;
}

std::string timeText(const JsonObject &loop) {
  std::string html = "estimated " + percent(std::min(1.0, numberOf(loop, "estimatedShare")));
  if (auto measured = loop.getNumber("measuredShare"))
    html += ", measured " + percent(std::min(1.0, *measured));
  html += " of the program; one execution " + duration(numberOf(loop, "estimatedNs"));
  if (auto measured = loop.getNumber("measuredNs"))
    html += ", measured " + duration(*measured) + " ± " +
            duration(numberOf(loop, "measuredDeviationNs")) + ",";
  const auto trips =
      static_cast<size_t>(std::llround(std::max(0.0, numberOf(loop, "estimatedTrips"))));
  html +=
      " in about " + count(trips, "iteration") + (isTrue(loop, "tripsGuessed") ? " (guessed)" : "");
  const StringRef confidence = textOf(loop, "confidence");
  if (confidence == "high" || confidence == "medium" || confidence == "low")
    html += "; confidence " + confidence.str();
  return html;
}

class SourceWriter {
public:
  SourceWriter(const JsonObject &report, const HtmlFiles &files, SourceLines &sources)
      : files(files), sources(sources), loops(files.paths().size()), layers(files.paths().size()),
        nests(files.paths().size()), allLayers(objectsOf(report, "layers")) {
    for (size_t i = 0; i < files.paths().size(); ++i)
      fileIndex[files.paths()[i]] = i;
    size_t number = 0;
    for (const JsonObject *each : objectsOf(report, "loops"))
      group(each, number++, loops);
    number = 0;
    for (const JsonObject *each : objectsOf(report, "layers"))
      group(each, number++, layers);
    number = 0;
    for (const JsonObject *each : objectsOf(report, "reordered"))
      group(each, number++, nests);
  }

  std::string write() {
    std::string html = contents();
    for (size_t i = 0; i < files.paths().size(); ++i)
      html += file(i);
    return html;
  }

private:
  struct Numbered {
    const JsonObject *object;
    size_t number; ///< in report.json
  };
  using ByFile = std::vector<std::vector<Numbered>>;

  const HtmlFiles &files;
  SourceLines &sources;
  std::map<std::string, size_t> fileIndex;
  ByFile loops, layers, nests;
  const std::vector<const JsonObject *> allLayers; ///< by index in report.json

  void group(const JsonObject *object, size_t number, ByFile &to) const {
    if (auto found = fileIndex.find(textOf(*object, "file").str()); found != fileIndex.end())
      to[found->second].push_back({object, number});
  }

  std::string counts(size_t index) const {
    std::map<char, size_t> byLetter;
    for (const Numbered &each : loops[index])
      ++byLetter[letterOf(*each.object)];
    std::string html;
    for (char letter : {'p', 'i', 'w', 's'})
      if (byLetter[letter])
        html += std::string(" <span class=\"verdict ") + letter + "\">" +
                std::to_string(byLetter[letter]) + " " + verdictText(letter) + "</span>";
    return html;
  }

  std::string contents() const {
    std::string html = "<nav aria-label=\"Source files\"><ul class=\"files\">";
    for (size_t i = 0; i < files.paths().size(); ++i)
      html += "<li><a href=\"#file" + std::to_string(i) + "\">" + escaped(files.paths()[i]) +
              "</a>" + counts(i) + "</li>\n";
    return html + "</ul></nav>";
  }

  bool matters(size_t index) const {
    return std::any_of(loops[index].begin(), loops[index].end(), [](const Numbered &each) {
      return isTrue(*each.object, "planned") || shareOf(*each.object) >= shareOfAnOpenNote;
    });
  }

  std::string file(size_t index) const {
    const std::string &path = files.paths()[index];
    std::string html = "<details class=\"file\" id=\"file" + std::to_string(index) + "\"" +
                       (matters(index) ? " open" : "") + "><summary><h3>" + escaped(path) +
                       "</h3>" + counts(index) + "</summary><div class=\"text\">";
    const size_t lines = files.lineCount(index);
    html += lines > 0 ? text(index, lines) : bare(index);
    return html + "</div></details>\n";
  }

  /// The verdicts of a file that cannot be read.
  std::string bare(size_t index) const {
    std::string html = "<p class=\"quiet\">The text of this file could not be read.</p>";
    for (const Numbered &each : layers[index])
      html += layerNote(each);
    for (const Numbered &each : loops[index])
      html += loopNote(each);
    return html;
  }

  /// By line from 0: the letter of the innermost loop, or a blank.
  std::string margins(size_t index, size_t lines) const {
    std::string margin(lines + 1, ' ');
    for (const Numbered &each : loops[index]) // in source order: inner ones come later
      for (int64_t line = lineOf(*each.object);
           line <= lastLineOf(*each.object) && line <= static_cast<int64_t>(lines); ++line)
        margin[static_cast<size_t>(line)] = letterOf(*each.object);
    return margin;
  }

  std::string text(size_t index, size_t lines) const {
    const std::string &path = files.paths()[index];
    const std::string margin = margins(index, lines);
    std::multimap<int64_t, std::string> notes;
    for (const Numbered &each : layers[index])
      notes.emplace(lineOf(*each.object), layerNote(each));
    for (const Numbered &each : loops[index])
      notes.emplace(lineOf(*each.object), loopNote(each));
    for (const Numbered &each : nests[index])
      notes.emplace(lineOf(*each.object), nestNote(*each.object));
    const std::vector<std::string> colored = codeLines(*sources.text(path), longestLine);
    std::string html;
    for (int64_t line = 1; line <= static_cast<int64_t>(lines); ++line) {
      if (line % linesPerChunk == 1)
        html += std::string(line > 1 ? "</div>" : "") + "<div class=\"chunk\">\n";
      html += lineHtml(path, line, margin[static_cast<size_t>(line)],
                       colored[static_cast<size_t>(line) - 1]);
      auto [from, to] = notes.equal_range(line);
      for (auto note = from; note != to; ++note)
        html += note->second;
    }
    return html + "</div>";
  }

  std::string lineHtml(const std::string &path, int64_t number, char margin,
                       std::string text) const {
    const std::string id = files.anchor(path, number);
    StringRef whole = *sources.line(path, static_cast<unsigned>(number));
    if (whole.size() > longestLine)
      text += "<span class=\"quiet\"> … " + std::to_string(whole.size() - longestLine) +
              " more bytes</span>";
    return "<div class=\"l " + (margin == ' ' ? std::string() : std::string(1, margin)) +
           "\" id=\"" + id + "\"><a href=\"#" + id + "\">" + std::to_string(number) + "</a><code>" +
           text + "</code></div>\n";
  }

  std::string loopNote(const Numbered &each) const {
    const JsonObject &loop = *each.object;
    const char letter = letterOf(loop);
    const bool isOpen = letter == 'p' || (letter == 's' && !isTrue(loop, "insidePlanned") &&
                                          shareOf(loop) >= shareOfAnOpenNote);
    return std::string("<details class=\"note ") + letter + "\" id=\"loop" +
           std::to_string(each.number) + "\"" + (isOpen ? " open" : "") +
           "><summary><span class=\"verdict " + letter + "\">" + verdictText(letter) + "</span> " +
           headline(loop, letter) + " <span class=\"share\">" + percent(shareOf(loop)) +
           "</span></summary>" + body(loop) + "</details>\n";
  }

  /// " if 'a' and 'b' do not overlap, 'n > 49'".
  static std::string conditionOf(const JsonObject &owner) {
    std::string html;
    for (const JsonObject *each : objectsOf(owner, "guards"))
      if (textOf(*each, "kind") != "MinimumTrip")
        html += (html.empty() ? " if " : ", ") + escaped(textOf(*each, "condition"));
    return html;
  }

  static std::string headline(const JsonObject &loop, char letter) {
    const std::vector<const JsonObject *> reasons = objectsOf(loop, "obstacles");
    if (letter == 's' && !reasons.empty())
      return escaped(textOf(*reasons.front(), "message"));
    if (textOf(loop, "kind") == "Pipeline")
      return "pipeline" + conditionOf(loop);
    if (textOf(loop, "kind") == "NotCalled")
      return "can run in parallel" + conditionOf(loop) + ", but no known call reaches it";
    if (letter == 'w')
      return "can run in parallel" + conditionOf(loop) + " but is too short to be profitable";
    if (letter == 'i')
      return "runs inside a parallel layer";
    const StringRef counter = textOf(loop, "counter");
    return "doall" + (counter.empty() ? "" : " over " + quoted(counter)) + conditionOf(loop);
  }

  std::string body(const JsonObject &loop) const {
    std::string html;
    if (std::vector<const JsonObject *> reasons = objectsOf(loop, "obstacles"); !reasons.empty()) {
      html += "<ol class=\"obstacles\">";
      for (const auto &each : groupedObstacles(reasons))
        html += obstacleItem(each, files);
      html += "</ol>";
    }
    if (const JsonObject *reason = loop.getObject("noPipeline"))
      html += "<ul class=\"obstacles\">" + obstacleItem({reason}, files) + "</ul>";
    html += "<dl>" + row("time", {timeText(loop)}) + row("private", privatesOf(loop)) +
            row("reduction", reductionsOf(loop)) + row("induction", inductionsOf(loop)) +
            row("in order", inOrderOf(loop)) + row("guarded by", guardsOf(loop));
    std::vector<std::string> assumed;
    for (const AssumptionText &each : assumptionTexts())
      if (llvm::is_contained(textsOf(loop, "assumptions"), each.name))
        assumed.emplace_back(each.ofLoop);
    if (!assumed.empty())
      html += row("assumes", assumed);
    std::vector<std::string> promises;
    for (const JsonObject *each : objectsOf(loop, "promises"))
      promises.push_back("<code>" + escaped(textOf(*each, "text")) + "</code>");
    if (!promises.empty())
      html += row("relies on", promises);
    const std::optional<int64_t> layer = loop.getInteger("layer");
    if (!layer || static_cast<size_t>(*layer) >= allLayers.size())
      return html + "</dl>";
    const JsonObject &its = *allLayers[static_cast<size_t>(*layer)];
    return html + scheduleRow(its, static_cast<size_t>(*layer)) + "</dl>" + beside(loop, its);
  }

  std::string layerNote(const Numbered &each) const {
    const JsonObject &layer = *each.object;
    const std::vector<const JsonObject *> tasks = objectsOf(layer, "tasks");
    if (tasks.size() == 1 && (isTrue(*tasks.front(), "split") || layer.getObject("pipeline")))
      return ""; // the loop's note says it all
    if (!isTrue(layer, "planned")) {
      std::string html = "<details class=\"note s\"><summary><span class=\"verdict s\">"
                         "sequential</span> statements stay sequential</summary><ol "
                         "class=\"obstacles\">";
      for (const auto &reasons : groupedObstacles(objectsOf(layer, "obstacles")))
        html += obstacleItem(reasons, files);
      return html + "</ol></details>\n";
    }
    std::string html = "<details class=\"note p\" open><summary><span class=\"verdict p\">"
                       "parallel</span> statements run in parallel" +
                       conditionOf(layer) + ": " + count(tasks.size(), "macro-task") +
                       " <span class=\"share\">" + percent(numberOf(layer, "estimatedShare")) +
                       "</span></summary><dl>" + scheduleRow(layer, each.number);
    std::vector<std::string> names;
    for (size_t i = 0; i < tasks.size() && i < maxTasks; ++i)
      names.push_back(escaped(textOf(*tasks[i], "name")) + " (" +
                      duration(numberOf(*tasks[i], "estimatedNs")) + ")");
    if (tasks.size() > maxTasks)
      names.push_back("and " + std::to_string(tasks.size() - maxTasks) + " more");
    return html + row("tasks", names) + "</dl>" + beside(layer, layer) + "</details>\n";
  }

  static std::string scheduleRow(const JsonObject &layer, size_t number) {
    return row("schedule", {"<a href=\"#schedule\" data-layer=\"" + std::to_string(number) + "\">" +
                            escaped(textOf(layer, "name")) + "</a>"});
  }

  /// The lines of `place` beside what stands for them; "" where either is unknown.
  std::string beside(const JsonObject &place, const JsonObject &generated) const {
    std::string before;
    const auto lines = static_cast<int64_t>(sources.count(textOf(place, "file")));
    for (int64_t line = lineOf(place); line <= std::min(lines, lastLineOf(place)); ++line)
      if (auto text = sources.line(textOf(place, "file"), static_cast<unsigned>(line)))
        (before += *text) += '\n';
    const StringRef after = textOf(generated, "generated");
    return before.empty() || after.empty() ? "" : besideHtml(before, after);
  }

  /// A nest whose loops run in another order.
  std::string nestNote(const JsonObject &nest) const {
    const StringRef condition = textOf(nest, "condition");
    return "<details class=\"note r\"><summary><span class=\"verdict i\">reordered</span> " +
           escaped(textOf(nest, "what")) + ", estimated " +
           llvm::formatv("{0:f1}", numberOf(nest, "gain")).str() +
           "× faster on one core</summary><dl>" +
           row("where", condition.empty() || condition == "1" ? std::vector<std::string>{}
                                                              : std::vector{quoted(condition)}) +
           "</dl>" + beside(nest, nest) + "</details>\n";
  }
};

} // namespace

std::string sourceHtml(const JsonObject &report, const HtmlFiles &files, SourceLines &sources) {
  return SourceWriter(report, files, sources).write();
}

} // namespace kasuri
