#include "reorder/StatementText.h"

#include <algorithm>

namespace kasuri {
namespace {

bool contains(const TextRange &outer, const TextRange &inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool isEmpty(const TextRange &range) { return range.begin == range.end; }

/// An edit is a part of what another one replaces. Of equal ones the first counts.
bool isGone(const std::vector<StatementEdit> &edits, const StatementEdit &edit) {
  const TextRange whole = edit.whole.value_or(edit.range);
  return !isEmpty(whole) &&
         std::any_of(edits.begin(), edits.end(), [&](const StatementEdit &other) {
           return &other != &edit && contains(other.range, whole) &&
                  (!contains(whole, other.range) || &other < &edit);
         });
}

} // namespace

std::string textWith(const NestSource &source, const TextRange &range,
                     const std::vector<StatementEdit> &all) {
  std::vector<StatementEdit> edits;
  std::copy_if(all.begin(), all.end(), std::back_inserter(edits),
               [&](const StatementEdit &edit) { return contains(range, edit.range); });
  std::vector<TextEdit> made;
  for (const StatementEdit &edit : edits)
    if (!isGone(edits, edit))
      made.push_back({edit.range,
                      edit.text + (edit.copied ? kasuri::textWith(source, *edit.copied, all) : "") +
                          edit.after});
  return source.text.text(range, std::move(made));
}

std::string StatementText::textWith(const NestSource &source,
                                    const std::vector<std::string> &names) const {
  std::vector<StatementEdit> all;
  for (size_t i = 0; i < places.size(); ++i)
    if (!names[i].empty())
      for (const TextRange &place : places[i])
        all.push_back({place, names[i]});
  all.insert(all.end(), edits.begin(), edits.end());
  return source.lineAt(range.begin) + source.padding(range.begin) +
         kasuri::textWith(source, range, all);
}

} // namespace kasuri
