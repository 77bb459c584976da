// Questions about stretches of a file, answered by where its directives are.
#include "movability/text/Text.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isAnyIn(const std::vector<unsigned> &offsets, TextRange range) {
  const auto first = std::lower_bound(offsets.begin(), offsets.end(), range.begin);
  return first != offsets.end() && *first < range.end;
}

template <typename Visit> void forEachIn(const FileText &file, TextRange range, Visit visit) {
  for (const Directive &each : file.directives)
    if (range.begin <= each.range.begin && each.range.begin < range.end)
      visit(each);
}

} // namespace

bool FileText::hasWholeConditionals(TextRange range) const {
  int depth = 0;
  bool isWhole = true;
  forEachIn(*this, range, [&](const Directive &each) {
    const bool isMiddle = each.name.starts_with("el"); // else, elif, elifdef, elifndef
    isWhole &= depth > 0 || !(isMiddle || each.name == "endif");
    depth += each.name.starts_with("if") ? 1 : each.name == "endif" ? -1 : 0;
  });
  return isWhole && depth == 0;
}

bool FileText::changesMacros(TextRange range) const {
  bool isChanging = false;
  forEachIn(*this, range, [&](const Directive &each) { isChanging |= each.changesMacros; });
  return isChanging;
}

bool FileText::mentionsCounter(TextRange range) const { return isAnyIn(counters, range); }

bool FileText::mentionsPragma(TextRange range) const {
  bool isMentioned = isAnyIn(pragmaOperators, range);
  forEachIn(*this, range, [&](const Directive &each) { isMentioned |= each.name == "pragma"; });
  return isMentioned;
}

} // namespace kasuri
