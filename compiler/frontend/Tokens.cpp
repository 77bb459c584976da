#include "frontend/Tokens.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <optional>
#include <string>

namespace kasuri {
namespace {

using namespace clang;

LangOptions languageOptions() {
  LangOptions options;
  std::vector<std::string> includes;
  LangOptions::setLangDefaults(options, Language::C, llvm::Triple(), includes,
                               LangStandard::lang_gnu17);
  return options;
}

class Reader {
public:
  explicit Reader(std::string_view text)
      : text(text), options(languageOptions()), words(options),
        lexer(SourceLocation(), options, this->text.data(), this->text.data(),
              this->text.data() + this->text.size()) {
    lexer.SetCommentRetentionState(true);
  }

  std::vector<SourceToken> read() {
    Token token;
    do {
      lexer.LexFromRawLexer(token);
      if (token.isNot(tok::eof))
        add(token);
    } while (token.isNot(tok::eof));
    return std::move(tokens);
  }

private:
  const std::string text; ///< the lexer wants a byte 0 at its end
  const LangOptions options;
  IdentifierTable words;
  Lexer lexer;
  std::vector<SourceToken> tokens;
  std::optional<size_t> include; ///< where the name of an included file begins

  void add(const Token &token) {
    const size_t end = lexer.getCurrentBufferOffset(), begin = end - token.getLength();
    const bool isFirst = token.isAtStartOfLine();
    if (isFirst)
      include.reset();
    const bool isName = !tokens.empty() && tokens.back().kind == TokenKind::Directive &&
                        text[tokens.back().end - 1] == '#' && !isFirst;
    if (isName)
      nameDirective(token, end);
    else if (include)
      tokens[*include].end = end;
    else
      tokens.push_back(
          {isFirst && token.is(tok::hash) ? TokenKind::Directive : kindOf(token), begin, end});
  }

  /// `#` and its name are one token; that of an included file follows.
  void nameDirective(const Token &token, size_t end) {
    tokens.back().end = end;
    if (token.is(tok::raw_identifier) && token.getRawIdentifier().starts_with("include")) {
      while (end < text.size() && (text[end] == ' ' || text[end] == '\t'))
        ++end;
      include = tokens.size();
      tokens.push_back({TokenKind::String, end, end});
    }
  }

  TokenKind kindOf(const Token &token) {
    if (token.is(tok::comment))
      return TokenKind::Comment;
    if (token.is(tok::raw_identifier))
      return words.get(token.getRawIdentifier()).isKeyword(options) ? TokenKind::Keyword
                                                                    : TokenKind::Name;
    if (token.is(tok::numeric_constant))
      return TokenKind::Number;
    return tok::isLiteral(token.getKind()) ? TokenKind::String : TokenKind::Punctuation;
  }
};

} // namespace

std::vector<SourceToken> tokensOf(std::string_view text) { return Reader(text).read(); }

} // namespace kasuri
