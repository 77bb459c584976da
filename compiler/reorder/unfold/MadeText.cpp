#include "reorder/unfold/MadeText.h"

#include <algorithm>
#include <map>

namespace kasuri {

std::optional<unsigned> sourceOffset(const TextOrigins &origins, size_t at) {
  const auto behind =
      std::upper_bound(origins.begin(), origins.end(), at,
                       [](size_t place, const TextOrigin &origin) { return place < origin.at; });
  if (behind == origins.begin())
    return std::nullopt;
  const TextOrigin &its = *std::prev(behind);
  const size_t distance = at - its.at;
  return distance < its.length ? std::optional(its.from + static_cast<unsigned>(distance))
                               : std::nullopt;
}

MadeText &MadeText::operator+=(const std::string &more) {
  text += more;
  return *this;
}

MadeText &MadeText::operator+=(const MadeText &more) {
  for (TextOrigin origin : more.origins) {
    origin.at += text.size();
    origins.push_back(origin);
  }
  text += more.text;
  return *this;
}

MadeText madeText(const SourceText &source, TextRange range, const std::vector<MadeEdit> &edits) {
  std::multimap<std::pair<unsigned, unsigned>, const MadeText *> inOrder;
  for (const MadeEdit &edit : edits)
    inOrder.emplace(std::pair(edit.range.begin, edit.range.end), &edit.text);
  MadeText made;
  unsigned at = range.begin;
  auto copyUpTo = [&](unsigned end) {
    if (at < end)
      made += MadeText{source.text({at, end}), {{0, at, end - at}}};
  };
  for (const auto &[place, text] : inOrder) {
    if (place.first < at || place.second > range.end)
      continue;
    copyUpTo(place.first);
    made += *text;
    at = place.second;
  }
  copyUpTo(range.end);
  return made;
}

} // namespace kasuri
