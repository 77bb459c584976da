#include "report/HtmlCode.h"

#include "frontend/Tokens.h"
#include "report/HtmlParts.h"

#include "llvm/ADT/SmallVector.h"

namespace kasuri {
namespace {

using llvm::StringRef;

constexpr size_t mostBytes = 40000; ///< of a generated text; the file that -o writes has all

const char *classOf(TokenKind kind) {
  switch (kind) {
  case TokenKind::Keyword:
    return "k";
  case TokenKind::Number:
    return "n";
  case TokenKind::String:
    return "t";
  case TokenKind::Comment:
    return "c";
  case TokenKind::Directive:
    return "d";
  case TokenKind::Name:
  case TokenKind::Punctuation:
    break;
  }
  return nullptr;
}

/// Bytes of the text in one color.
struct Run {
  StringRef text;
  const char *kind = nullptr; ///< null: none
};

std::vector<Run> runsOf(StringRef text) {
  std::vector<Run> runs;
  size_t at = 0;
  for (const SourceToken &each : tokensOf(text)) {
    const char *kind = classOf(each.kind);
    if (!kind)
      continue;
    if (at < each.begin)
      runs.push_back({text.slice(at, each.begin)});
    runs.push_back({text.slice(each.begin, each.end), kind});
    at = each.end;
  }
  runs.push_back({text.drop_front(at)});
  return runs;
}

std::string html(StringRef text, const char *kind) {
  if (text.empty() || !kind)
    return escaped(text);
  return std::string("<i class=\"") + kind + "\">" + escaped(text) + "</i>";
}

/// Lines of the compiler's, which say where text comes from.
std::string withoutLineDirectives(StringRef text) {
  std::string result;
  llvm::SmallVector<StringRef, 0> lines;
  text.split(lines, '\n');
  for (StringRef each : lines)
    if (!each.starts_with("#line "))
      (result += each) += '\n';
  return result;
}

} // namespace

std::string codeHtml(StringRef text) {
  std::string result;
  for (const Run &each : runsOf(text))
    result += html(each.text, each.kind);
  return result;
}

std::vector<std::string> codeLines(StringRef text, size_t longest) {
  std::vector<std::string> lines(1);
  size_t length = 0; ///< of the line, in bytes of the text
  const auto put = [&](StringRef part, const char *kind) {
    const StringRef shown = part.take_front(longest - std::min(longest, length));
    lines.back() += html(shown, kind);
    length += part.size();
  };
  for (Run each : runsOf(text))
    while (!each.text.empty()) {
      const StringRef part = each.text.take_until([](char c) { return c == '\n' || c == '\r'; });
      put(part, each.kind);
      each.text = each.text.drop_front(part.size());
      if (each.text.empty())
        break;
      if (!each.text.consume_front("\r\n"))
        each.text = each.text.drop_front();
      lines.emplace_back();
      length = 0;
    }
  return lines;
}

std::string besideHtml(StringRef before, StringRef after) {
  const std::string whole = withoutLineDirectives(after);
  const StringRef shown = StringRef(whole).take_front(mostBytes);
  return "<details class=\"beside\"><summary>Source and generated code</summary><div>"
         "<figure><figcaption>Source</figcaption><pre tabindex=\"0\"><code>" +
         codeHtml(before) +
         "</code></pre></figure><figure><figcaption>Generated</figcaption><pre "
         "tabindex=\"0\"><code>" +
         codeHtml(shown) + (shown.size() < whole.size() ? "\n…" : "") +
         "</code></pre></figure></div></details>";
}

} // namespace kasuri
