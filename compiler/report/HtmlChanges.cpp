// What to change first: the obstacles by the time that they hold up.
//
// An obstacle's time is that of the longest loop that it keeps sequential. The obstacles of one
// such loop are listed together, because all of them must be removed before it is parallel; those
// that stop other loops too come first among them. Loops that only run inside a planned layer are
// omitted: the cores are already busy there. A planned loop with fewer iterations than cores is
// listed, too.
#include "report/HtmlParts.h"

#include <algorithm>
#include <tuple>

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr size_t shownAtOnce = 8; ///< loops; the others can be opened
constexpr size_t maxReasons = 3;  ///< of a loop, at once
constexpr size_t maxLoops = 6;    ///< named for each obstacle

/// One thing in the way, of whichever loops, and all that say the same of these.
struct Reason {
  std::vector<const JsonObject *> obstacles;
  std::vector<const JsonObject *> loops; ///< that it stops, the longest first
};

/// A loop and the reasons of which it is the longest.
struct Change {
  const JsonObject *loop = nullptr;
  std::vector<Reason> reasons;
};

std::string placeKey(const JsonObject &obstacle, StringRef end) {
  const JsonObject *place = obstacle.getObject(end);
  return place ? (textOf(*place, "file") + ":" +
                  llvm::Twine(static_cast<int64_t>(numberOf(*place, "line"))))
                     .str()
               : "";
}

/// A parallel one has obstacles if it leaves cores without work.
bool isAtStake(const JsonObject &loop) {
  return textOf(loop, "verdict") == "sequential" ? !isTrue(loop, "insidePlanned")
                                                 : isTrue(loop, "planned");
}

/// The loops that hold up something, the longest first; in the order of the source among equals.
std::vector<const JsonObject *> loopsAtStake(const JsonObject &report) {
  std::vector<const JsonObject *> loops = objectsOf(report, "loops");
  std::erase_if(loops, [](const JsonObject *loop) { return !isAtStake(*loop); });
  std::vector<size_t> order(loops.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(-shareOf(*loops[a]), a) < std::pair(-shareOf(*loops[b]), b);
  });
  std::vector<const JsonObject *> sorted;
  for (size_t index : order)
    sorted.push_back(loops[index]);
  return sorted;
}

/// Those that stop several loops first, else in their order.
void putWideFirst(std::vector<Reason> &reasons) {
  std::vector<Reason> sorted;
  for (bool isWide : {true, false})
    for (const Reason &each : reasons)
      if ((each.loops.size() > 1) == isWide)
        sorted.push_back(each);
  reasons = std::move(sorted);
}

/// Reasons with the same words become one.
void joinAlike(std::vector<Reason> &reasons) {
  std::vector<Reason> joined;
  std::map<std::pair<StringRef, StringRef>, size_t> known;
  for (Reason &each : reasons) {
    const JsonObject &first = *each.obstacles.front();
    const auto [found, isNew] =
        known.try_emplace({textOf(first, "kind"), textOf(first, "message")}, joined.size());
    if (isNew) {
      joined.push_back(std::move(each));
      continue;
    }
    Reason &same = joined[found->second];
    same.obstacles.insert(same.obstacles.end(), each.obstacles.begin(), each.obstacles.end());
    for (const JsonObject *loop : each.loops)
      if (std::find(same.loops.begin(), same.loops.end(), loop) == same.loops.end())
        same.loops.push_back(loop);
  }
  reasons = std::move(joined);
}

size_t countObstacles(const std::vector<Reason> &reasons) {
  size_t number = 0;
  for (const Reason &each : reasons)
    number += each.obstacles.size();
  return number;
}

std::vector<Change> findChanges(const JsonObject &report) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::vector<Change> changes;
  std::map<Key, std::pair<size_t, size_t>> known; ///< index of the change, of the reason in it
  for (const JsonObject *loop : loopsAtStake(report)) {
    Change change{loop, {}};
    for (const JsonObject *each : objectsOf(*loop, "obstacles")) {
      Key key = {textOf(*each, "message").str(), placeKey(*each, "source"),
                 placeKey(*each, "sink")};
      auto [found, isNew] = known.try_emplace(key, changes.size(), change.reasons.size());
      if (isNew)
        change.reasons.push_back({{each}, {loop}});
      else if (auto [at, reason] = found->second; at < changes.size())
        changes[at].reasons[reason].loops.push_back(loop);
    }
    if (!change.reasons.empty())
      changes.push_back(std::move(change));
  }
  for (Change &change : changes) {
    joinAlike(change.reasons);
    putWideFirst(change.reasons);
  }
  return changes;
}

std::string alsoStops(const Reason &reason, const HtmlFiles &files) {
  if (reason.loops.size() < 2)
    return "";
  std::string html = "<br><span class=\"quiet\">Also stops</span> ";
  const size_t end = std::min(reason.loops.size(), maxLoops + 1);
  for (size_t i = 1; i < end; ++i)
    html += (i > 1 ? ", " : "") + files.link(*reason.loops[i]);
  if (reason.loops.size() > end)
    html += " and " + std::to_string(reason.loops.size() - end) + " more";
  return html;
}

std::string reasonList(const Change &change, size_t begin, size_t end, const HtmlFiles &files) {
  std::string html = "<ul class=\"obstacles\">";
  for (size_t i = begin; i < end; ++i)
    html += obstacleItem(change.reasons[i].obstacles, files, alsoStops(change.reasons[i], files));
  return html + "</ul>";
}

/// Whether the loop runs in parallel once these are gone.
std::string prospect(const Change &change) {
  if (isTrue(*change.loop, "planned"))
    return "parallel, but not on all cores";
  const size_t all = objectsOf(*change.loop, "obstacles").size();
  if (all == 1)
    return "only one obstacle";
  const size_t own = countObstacles(change.reasons);
  if (all == own)
    return std::to_string(all) + " obstacles, all of which must be removed";
  return std::to_string(all) + " obstacles (" + std::to_string(all - own) + " shown above)";
}

std::string item(const Change &change, const HtmlFiles &files) {
  char width[32];
  std::snprintf(width, sizeof width, "%.2f", shareOf(*change.loop) * 100);
  const size_t all = change.reasons.size();
  const size_t first = all > maxReasons + 1 ? maxReasons : all;
  std::string html = "<li><div class=\"stake\"><b>" + percent(shareOf(*change.loop)) +
                     "</b><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:" + width +
                     "%\"></i></span><span>" + files.link(*change.loop) + " in <code>" +
                     escaped(textOf(*change.loop, "function")) + "</code>: " + prospect(change) +
                     "</span></div>" + reasonList(change, 0, first, files);
  if (all > first)
    html += "<details><summary>" + std::to_string(all - first) + " more</summary>" +
            reasonList(change, first, all, files) + "</details>";
  if (const JsonObject *each = change.loop->getObject("noPipeline"))
    html += "<ul class=\"obstacles\">" + obstacleItem({each}, files) + "</ul>";
  return html + "</li>\n";
}

std::string list(const std::vector<Change> &changes, size_t begin, size_t end,
                 const HtmlFiles &files) {
  std::string html = "<ol class=\"changes\" start=\"" + std::to_string(begin + 1) + "\">";
  for (size_t i = begin; i < end; ++i)
    html += item(changes[i], files);
  return html + "</ol>";
}

/// Where no profile says more.
std::string hintAtProfile(const JsonObject &report) {
  for (const JsonObject *each : objectsOf(report, "loops"))
    if (each->getNumber("measuredShare"))
      return "";
  return "<p class=\"quiet\">These shares are estimates; run <code>kasuri profile</code> to "
         "measure them.</p>";
}

} // namespace

std::string changesHtml(const JsonObject &report, const HtmlFiles &files) {
  std::string html;
  for (const JsonObject *each : objectsOf(report, "obstacles"))
    html += "<p class=\"alarm\">The whole program stays sequential:</p><ul class=\"obstacles\">" +
            obstacleItem({each}, files) + "</ul>";
  const std::vector<Change> all = findChanges(report);
  if (all.empty())
    return html + "<p>No loop outside the parallel layers stays sequential, and none leaves cores "
                  "without work.</p>";
  const size_t first = std::min(all.size(), shownAtOnce);
  html += hintAtProfile(report);
  html += list(all, 0, first, files);
  if (all.size() > first)
    html += "<details><summary>" + std::to_string(all.size() - first) + " further loops</summary>" +
            list(all, first, all.size(), files) + "</details>";
  return html;
}

} // namespace kasuri
