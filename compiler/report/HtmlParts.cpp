#include "report/HtmlParts.h"

#include "llvm/Support/Path.h"

#include <cstdio>

namespace kasuri {

using llvm::StringRef;

namespace {

/// U+2400 and on: the pictures of the control characters.
std::string pictureOf(unsigned char control) {
  const unsigned offset = control == 127 ? 0x21 : control;
  return {'\xe2', '\x90', static_cast<char>(0x80 + offset)};
}

constexpr AssumptionText allAssumptionTexts[] = {
    {"assertions", "that assertions hold",
     "assertions are assumed to hold. They are still checked."},
    {"input", "that any input is handled",
     "any input is assumed to be handled. Iterations may run ahead with input that the program "
     "does not look at, because it finds an error before."},
    {"exits", "that later iterations can use what one leaves that ends the loop",
     "an iteration that ends its loop is assumed to leave data that another one could go on with. "
     "Later iterations may run ahead of it."},
};

} // namespace

llvm::ArrayRef<AssumptionText> assumptionTexts() { return allAssumptionTexts; }

std::string filled(llvm::StringRef page, const std::map<llvm::StringRef, std::string> &slots) {
  std::string result;
  while (true) {
    auto [before, after] = page.split("{{");
    result += before;
    if (after.empty())
      return result;
    auto [name, rest] = after.split("}}");
    result += slots.at(name);
    page = rest;
  }
}

std::string escaped(StringRef text) {
  std::string result;
  for (char each : llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text))
    switch (each) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default: {
      const auto byte = static_cast<unsigned char>(each);
      bool isControl = (byte < ' ' && each != '\t' && each != '\n') || byte == 127;
      result += isControl ? pictureOf(byte) : std::string(1, each);
    }
    }
  return result;
}

std::string percent(double share) {
  char buffer[32];
  const double value = share * 100;
  if (value > 0 && value < 0.01)
    return "&lt; 0.01 %";
  std::snprintf(buffer, sizeof buffer, value < 9.95 ? "%.2g %%" : "%.0f %%", value);
  return buffer;
}

StringRef textOf(const JsonObject &object, StringRef key) {
  return object.getString(key).value_or("");
}

double numberOf(const JsonObject &object, StringRef key) {
  return object.getNumber(key).value_or(0);
}

bool isTrue(const JsonObject &object, StringRef key) {
  return object.getBoolean(key).value_or(false);
}

std::vector<const JsonObject *> objectsOf(const JsonObject &object, StringRef key) {
  std::vector<const JsonObject *> result;
  if (const llvm::json::Array *all = object.getArray(key))
    for (const llvm::json::Value &each : *all)
      if (const JsonObject *one = each.getAsObject())
        result.push_back(one);
  return result;
}

std::vector<StringRef> textsOf(const JsonObject &object, StringRef key) {
  std::vector<StringRef> result;
  if (const llvm::json::Array *all = object.getArray(key))
    for (const llvm::json::Value &each : *all)
      result.push_back(each.getAsString().value_or(""));
  return result;
}

double shareOf(const JsonObject &loop) {
  return std::min(1.0, loop.getNumber("measuredShare").value_or(numberOf(loop, "estimatedShare")));
}

HtmlFiles::HtmlFiles(const JsonObject &report, SourceLines &sources) {
  for (const JsonObject *loop : objectsOf(report, "loops"))
    add(textOf(*loop, "file"));
  for (const JsonObject *layer : objectsOf(report, "layers"))
    add(textOf(*layer, "file"));
  for (const char *owner : {"loops", "layers"})
    for (const JsonObject *each : objectsOf(report, owner)) {
      for (const JsonObject *obstacle : objectsOf(*each, "obstacles"))
        addPlaces(*obstacle);
      if (const JsonObject *obstacle = each->getObject("noPipeline"))
        addPlaces(*obstacle);
    }
  for (const JsonObject *obstacle : objectsOf(report, "obstacles"))
    addPlaces(*obstacle);
  for (const std::string &path : all)
    lines.push_back(sources.count(path));
}

void HtmlFiles::add(StringRef path) {
  if (!path.empty() && index.try_emplace(path.str(), all.size()).second)
    all.push_back(path.str());
}

void HtmlFiles::addPlaces(const JsonObject &obstacle) {
  for (const char *end : {"source", "sink"})
    if (const JsonObject *place = obstacle.getObject(end))
      add(textOf(*place, "file"));
}

std::string HtmlFiles::anchor(StringRef path, int64_t line) const {
  auto found = index.find(path.str());
  if (found == index.end())
    return "";
  const std::string file = std::to_string(found->second);
  const bool isShown = line >= 1 && line <= static_cast<int64_t>(lines[found->second]);
  return isShown ? "f" + file + "L" + std::to_string(line) : "file" + file;
}

std::string HtmlFiles::link(const JsonObject &place, StringRef text) const {
  const StringRef path = textOf(place, "file");
  const auto line = static_cast<int64_t>(numberOf(place, "line"));
  const std::string name =
      text.empty() ? (llvm::sys::path::filename(path) + ":" + llvm::Twine(line)).str() : text.str();
  const std::string target = anchor(path, line);
  if (target.empty())
    return escaped(name);
  return "<a href=\"#" + target + "\">" + escaped(name) + "</a>";
}

std::string cellsHtml(std::initializer_list<std::string> texts) {
  std::string html = "<tr>";
  for (const std::string &each : texts)
    html += "<td>" + each + "</td>";
  return html + "</tr>\n";
}

std::string tableHtml(llvm::StringRef caption, std::initializer_list<const char *> heads,
                      const std::string &rows) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                     escaped(caption) + "\"><table><caption>" + escaped(caption) +
                     "</caption><thead><tr>";
  for (const char *head : heads)
    html += std::string("<th scope=\"col\">") + head + "</th>";
  return html + "</tr></thead><tbody>" + rows + "</tbody></table></div>";
}

/// "written here a.c:3 → read here in a later iteration a.c:4"; "" without places.
static std::string endsOf(const JsonObject &obstacle, const HtmlFiles &files) {
  std::string html;
  for (const char *end : {"source", "sink"})
    if (const JsonObject *place = obstacle.getObject(end))
      html += (html.empty() ? "" : " → ") + escaped(textOf(obstacle, std::string(end) + "Note")) +
              " " + files.link(*place);
  return html;
}

std::string obstacleItem(const std::vector<const JsonObject *> &same, const HtmlFiles &files,
                         const std::string &more) {
  constexpr size_t mostPlaces = 4;
  const JsonObject &first = *same.front();
  const std::string kind = escaped(textOf(first, "kind"));
  std::string html = "<li><span class=\"why\">" + escaped(textOf(first, "message")) +
                     "</span> <a class=\"kind\" href=\"#page-" + kind + "\">" + kind + "</a>";
  for (size_t i = 0; i < std::min(same.size(), mostPlaces); ++i)
    if (const std::string ends = endsOf(*same[i], files); !ends.empty())
      html += "<br>" + ends;
  if (same.size() > mostPlaces)
    html += "<br>and at " + std::to_string(same.size() - mostPlaces) + " more places";
  return html + "<br><span class=\"help\">What helps:</span> " + escaped(textOf(first, "help")) +
         more + "</li>\n";
}

std::vector<std::vector<const JsonObject *>>
groupedObstacles(const std::vector<const JsonObject *> &obstacles) {
  std::vector<std::vector<const JsonObject *>> groups;
  std::map<std::pair<StringRef, StringRef>, size_t> known;
  for (const JsonObject *each : obstacles) {
    const auto [found, isNew] =
        known.try_emplace({textOf(*each, "kind"), textOf(*each, "message")}, groups.size());
    if (isNew)
      groups.emplace_back();
    groups[found->second].push_back(each);
  }
  return groups;
}

} // namespace kasuri
