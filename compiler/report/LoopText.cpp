#include "report/LoopText.h"

#include "report/Findings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

namespace kasuri {
namespace {

using llvm::StringRef;
using Tokens = std::vector<SourceToken>;

constexpr size_t longestHead = 200; ///< bytes

/// The byte of the text that the place is at.
std::optional<size_t> offsetOf(SourceLines &sources, std::string_view path,
                               const SourceLocation &place) {
  const std::optional<std::string_view> line = sources.line(path, place.line);
  if (!line || place.column == 0 || place.column > line->size())
    return std::nullopt;
  return static_cast<size_t>(line->data() - sources.text(path)->data()) + place.column - 1;
}

/// Behind the parentheses that follow the first token, or behind that.
size_t headEnd(StringRef text, const Tokens &tokens, size_t first, size_t end) {
  size_t depth = 0, i = first + 1;
  for (; i < end; ++i) {
    const StringRef word = text.slice(tokens[i].begin, tokens[i].end);
    depth += word == "(" ? 1 : 0;
    if (depth == 0)
      return i;
    if (word == ")" && --depth == 0)
      return i + 1;
  }
  return i;
}

/// The tokens, with a blank where the source has white space or a comment.
std::string joined(StringRef text, const Tokens &tokens, size_t first, size_t end) {
  std::string result;
  for (size_t i = first; i < end; ++i) {
    if (i > first && tokens[i - 1].end < tokens[i].begin)
      result += ' ';
    result += text.slice(tokens[i].begin, tokens[i].end);
  }
  return result;
}

/// The tokens, one per line: how they are set apart does not count.
std::string digestOf(StringRef text, const Tokens &tokens, size_t first, size_t end) {
  std::string all;
  for (size_t i = first; i < end; ++i)
    (all += text.slice(tokens[i].begin, tokens[i].end)) += '\n';
  const std::string digits = llvm::utohexstr(llvm::xxh3_64bits(all), /*LowerCase=*/true);
  return std::string(16 - digits.size(), '0') + digits;
}

} // namespace

LoopText LoopTexts::of(RegionId loop) {
  const SourceLocation from = locationOf(program, loop), to = program[loop].end;
  const std::string path(pathOf(program, from));
  const std::optional<size_t> begin = offsetOf(sources, path, from);
  if (!begin)
    return {};
  const std::optional<size_t> last =
      to.file == from.file ? offsetOf(sources, path, to) : std::nullopt;
  const Tokens &all = tokensIn(path);
  const auto at = [&](size_t offset) {
    return static_cast<size_t>(
        std::partition_point(all.begin(), all.end(),
                             [&](const SourceToken &each) { return each.end <= offset; }) -
        all.begin());
  };
  const size_t first = at(*begin);
  const size_t end = std::max(first, std::min(all.size(), at(last.value_or(*begin)) + 1));
  const StringRef text = *sources.text(path);
  const std::string head = joined(text, all, first, headEnd(text, all, first, end));
  return {llvm::json::fixUTF8(StringRef(head).take_front(longestHead)),
          digestOf(text, all, first, end)};
}

const Tokens &LoopTexts::tokensIn(const std::string &path) {
  auto [entry, isNew] = tokens.try_emplace(path);
  if (isNew) {
    entry->second = tokensOf(*sources.text(path));
    std::erase_if(entry->second,
                  [](const SourceToken &each) { return each.kind == TokenKind::Comment; });
  }
  return entry->second;
}

} // namespace kasuri
