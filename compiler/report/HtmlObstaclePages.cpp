// The pages of the kinds of obstacles that the report names, each closed until a link leads to it.
// Links between pages stay within the report; what a page says of other documents is text.
#include "report/HtmlParts.h"
#include "report/Markdown.h"
#include "report/ObstaclePages.h"

namespace kasuri {
namespace {

using llvm::StringRef;

void addKinds(const JsonObject &owner, std::set<std::string> &kinds) {
  for (const JsonObject *each : objectsOf(owner, "obstacles"))
    kinds.insert(textOf(*each, "kind").str());
  if (const JsonObject *each = owner.getObject("noPipeline"))
    kinds.insert(textOf(*each, "kind").str());
}

std::set<std::string> kindsOf(const JsonObject &report) {
  std::set<std::string> kinds;
  addKinds(report, kinds);
  for (const char *owners : {"loops", "layers"})
    for (const JsonObject *each : objectsOf(report, owners))
      addKinds(*each, kinds);
  return kinds;
}

const char *pageOf(StringRef kind) {
  for (const ObstaclePage *each = obstaclePages; each->kind; ++each)
    if (kind == each->kind)
      return each->markdown;
  return nullptr;
}

} // namespace

std::string obstaclePagesHtml(const JsonObject &report) {
  const std::set<std::string> kinds = kindsOf(report);
  const LinkTarget target = [&](StringRef link) {
    return link.consume_back(".md") && kinds.contains(link.str()) ? "#page-" + link.str() : "";
  };
  std::string html;
  for (const std::string &kind : kinds) {
    const char *page = pageOf(kind);
    html += "<details class=\"page\" id=\"page-" + escaped(kind) + "\"><summary><h3>" +
            escaped(kind) + "</h3></summary>" +
            (page ? markdownHtml(page, target) : "<p>This kind has no page.</p>") + "</details>\n";
  }
  return html.empty() ? "<p>The report names no obstacle.</p>" : html;
}

} // namespace kasuri
