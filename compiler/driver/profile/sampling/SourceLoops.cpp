#include "driver/profile/sampling/SourceLoops.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned maxDepth = 400; ///< of statements in each other; what is deeper is passed over

struct Word {
  std::string_view text;
  SourcePoint first, last;
};

/// Offsets to lines.
class Lines {
public:
  explicit Lines(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n')
        begins.push_back(i + 1);
  }

  SourcePoint at(size_t offset) const {
    const auto next = std::upper_bound(begins.begin(), begins.end(), offset);
    return {static_cast<unsigned>(next - begins.begin()),
            static_cast<unsigned>(offset - *(next - 1) + 1)};
  }

private:
  std::vector<size_t> begins = {0};
};

/// Without comments and directives.
std::vector<Word> wordsOf(const std::string &text) {
  clang::LangOptions options;
  options.C17 = options.C11 = options.C99 = options.GNUMode = true;
  options.LineComment = true;
  const Lines lines(text);
  clang::Lexer lexer(clang::SourceLocation(), options, text.data(), text.data(),
                     text.data() + text.size());
  std::vector<Word> words;
  bool isDirective = false;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.isAtStartOfLine())
      isDirective = token.is(clang::tok::hash);
    const size_t end = static_cast<size_t>(lexer.getBufferLocation() - text.data());
    const size_t begin = end - token.getLength();
    if (!isDirective)
      words.push_back({std::string_view(text).substr(begin, token.getLength()), lines.at(begin),
                       lines.at(end - 1)});
  }
  return words;
}

class LoopFinder {
public:
  explicit LoopFinder(const std::vector<Word> &words) : words(words) {}

  std::vector<SourceLoop> run() {
    while (at < words.size())
      if (isLoop())
        statement(0);
      else
        ++at;
    return std::move(loops);
  }

private:
  const std::vector<Word> &words;
  size_t at = 0; ///< the next word
  std::vector<SourceLoop> loops;

  bool is(std::string_view text) const { return at < words.size() && words[at].text == text; }
  bool isLoop() const { return is("for") || is("while") || is("do"); }
  bool take(std::string_view text) {
    const bool isThere = is(text);
    at += isThere;
    return isThere;
  }

  void parentheses() {
    int open = 0;
    do {
      open += is("(") ? 1 : is(")") ? -1 : 0;
      ++at;
    } while (open > 0 && at < words.size());
  }

  void statement(unsigned depth) {
    if (depth > maxDepth)
      ++at;
    else if (isLoop())
      loop(depth);
    else if (take("{"))
      block(depth);
    else if (take("if"))
      choice(depth);
    else if (take("switch"))
      headed(depth);
    else
      simple(depth);
  }

  void headed(unsigned depth) {
    if (is("("))
      parentheses();
    statement(depth + 1);
  }

  void choice(unsigned depth) {
    headed(depth);
    if (take("else"))
      statement(depth + 1);
  }

  void block(unsigned depth) {
    while (at < words.size() && !is("}"))
      statement(depth + 1);
    take("}");
  }

  /// Statement expressions and initializers have braces.
  void simple(unsigned depth) {
    while (at < words.size() && !is(";") && !is("}") && !isLoop())
      if (take("{"))
        block(depth);
      else
        ++at;
    if (isLoop()) // behind a label or a macro
      return statement(depth + 1);
    take(";");
  }

  void loop(unsigned depth) {
    const size_t index = loops.size();
    loops.push_back({words[at].first, {}});
    const bool isDo = take("do");
    if (isDo)
      statement(depth + 1);
    else {
      ++at;
      headed(depth);
    }
    if (isDo && take("while")) {
      parentheses();
      take(";");
    }
    loops[index].last = words[std::min(at, words.size()) - 1].last;
  }
};

bool isBefore(SourcePoint a, SourcePoint b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

} // namespace

bool SourceLoop::holds(SourcePoint point) const {
  if (point.column == 0)
    return first.line <= point.line && point.line <= last.line;
  return !isBefore(point, first) && !isBefore(last, point);
}

std::vector<SourceLoop> findSourceLoops(const std::string &text) {
  const std::vector<Word> words = wordsOf(text);
  return LoopFinder(words).run();
}

} // namespace kasuri
