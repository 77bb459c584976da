// What to change first: the obstacles by the time that they hold up.
//
// An obstacle's time is that of the loops that it stops, each second counted once: a loop inside
// another that the same obstacle stops adds nothing. Loops that only run inside a planned layer are
// left out, since the cores are busy there already.
#include "report/HtmlParts.h"

#include <algorithm>
#include <tuple>

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr size_t shownAtOnce = 10; ///< the others can be opened
constexpr size_t mostLoops = 6;    ///< named for each obstacle

struct Change {
  const JsonObject *obstacle = nullptr;
  std::vector<const JsonObject *> loops;
  double share = 0;   ///< of the program's time
  size_t onlyOne = 0; ///< loops of which it is the only obstacle
  size_t order = 0;   ///< among equals
};

int64_t lineOf(const JsonObject &loop) { return static_cast<int64_t>(numberOf(loop, "line")); }

bool isWithin(const JsonObject &inner, const JsonObject &outer) {
  return &inner != &outer && textOf(inner, "file") == textOf(outer, "file") &&
         textOf(inner, "function") == textOf(outer, "function") && lineOf(outer) <= lineOf(inner) &&
         numberOf(inner, "endLine") <= numberOf(outer, "endLine") &&
         std::pair(lineOf(outer), numberOf(outer, "column")) <
             std::pair(lineOf(inner), numberOf(inner, "column"));
}

double shareOfAll(const std::vector<const JsonObject *> &loops) {
  double share = 0;
  for (const JsonObject *loop : loops)
    if (std::none_of(loops.begin(), loops.end(),
                     [&](const JsonObject *other) { return isWithin(*loop, *other); }))
      share += shareOf(*loop);
  return std::min(1.0, share);
}

std::string placeKey(const JsonObject &obstacle, StringRef end) {
  const JsonObject *place = obstacle.getObject(end);
  return place ? textOf(*place, "file").str() + ":" + std::to_string(lineOf(*place)) : "";
}

std::vector<Change> findChanges(const JsonObject &report) {
  std::map<std::tuple<std::string, std::string, std::string>, Change> byObstacle;
  for (const JsonObject *loop : objectsOf(report, "loops")) {
    if (textOf(*loop, "verdict") != "sequential" || isTrue(*loop, "insidePlanned"))
      continue;
    const std::vector<const JsonObject *> reasons = objectsOf(*loop, "obstacles");
    for (const JsonObject *reason : reasons) {
      Change &change = byObstacle[{textOf(*reason, "message").str(), placeKey(*reason, "source"),
                                   placeKey(*reason, "sink")}];
      change.obstacle = reason;
      if (!change.loops.empty() && change.loops.back() == loop)
        continue; // said twice of one loop
      change.loops.push_back(loop);
      change.onlyOne += reasons.size() == 1;
    }
  }
  std::vector<Change> all;
  for (auto &[key, change] : byObstacle) {
    change.share = shareOfAll(change.loops);
    change.order = all.size();
    all.push_back(std::move(change));
  }
  std::sort(all.begin(), all.end(), [](const Change &a, const Change &b) {
    return std::tuple(-a.share, b.onlyOne, a.order) < std::tuple(-b.share, a.onlyOne, b.order);
  });
  return all;
}

std::string stopped(const Change &change, const HtmlFiles &files) {
  std::string html = "<span class=\"quiet\">stops the loop" +
                     std::string(change.loops.size() > 1 ? "s" : "") + " at</span> ";
  for (size_t i = 0; i < change.loops.size() && i < mostLoops; ++i)
    html += (i ? ", " : "") + files.link(*change.loops[i]) + " <span class=\"quiet\">(" +
            escaped(textOf(*change.loops[i], "function")) + ")</span>";
  if (change.loops.size() > mostLoops)
    html += " and " + std::to_string(change.loops.size() - mostLoops) + " more";
  if (change.onlyOne == change.loops.size())
    return html + "; <b>nothing else does</b>";
  if (change.onlyOne > 0)
    return html + "; of " + std::to_string(change.onlyOne) + " it is the only obstacle";
  const size_t others = objectsOf(*change.loops.front(), "obstacles").size() - 1;
  return html + "; so " + (others == 1 ? "does" : "do") + " " + std::to_string(others) +
         (others == 1 ? " other obstacle" : " others");
}

std::string item(const Change &change, const HtmlFiles &files) {
  char width[32];
  std::snprintf(width, sizeof width, "%.2f", change.share * 100);
  std::string html = "<li><div class=\"stake\"><b>" + percent(change.share) +
                     "</b><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:" + width +
                     "%\"></i></span></div><ul class=\"obstacles\">" +
                     obstacleItem(*change.obstacle, files) + "</ul><p>" + stopped(change, files) +
                     "</p></li>";
  return html;
}

std::string list(const std::vector<Change> &changes, size_t begin, size_t end,
                 const HtmlFiles &files) {
  std::string html = "<ol class=\"changes\" start=\"" + std::to_string(begin + 1) + "\">";
  for (size_t i = begin; i < end; ++i)
    html += item(changes[i], files);
  return html + "</ol>";
}

} // namespace

std::string changesHtml(const JsonObject &report, const HtmlFiles &files) {
  std::string html;
  for (const JsonObject *each : objectsOf(report, "obstacles"))
    html += "<p class=\"alarm\">The whole program stays sequential:</p><ul class=\"obstacles\">" +
            obstacleItem(*each, files) + "</ul>";
  const std::vector<Change> all = findChanges(report);
  if (all.empty())
    return html + "<p>No loop that matters stays sequential.</p>";
  const size_t first = std::min(all.size(), shownAtOnce);
  html += list(all, 0, first, files);
  if (all.size() > first)
    html += "<details><summary>" + std::to_string(all.size() - first) +
            " further obstacles</summary>" + list(all, first, all.size(), files) + "</details>";
  return html;
}

} // namespace kasuri
