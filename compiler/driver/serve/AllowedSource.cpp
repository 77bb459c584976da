#include "driver/serve/AllowedSource.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

namespace kasuri {
namespace {

using clang::Token;
using llvm::StringRef;

const llvm::StringSet<> conditions = {"if", "ifdef", "ifndef", "elif"};
const llvm::StringSet<> plainDirectives = {"define",   "undef", "else",    "elifdef",
                                           "elifndef", "endif", "warning", "error"};
const llvm::StringSet<> forbiddenWords = {"__has_include", "__has_include_next", "__has_embed",
                                          "_Pragma", "__pragma"};
const llvm::StringSet<> pragmaOwners = {"kasuri", "omp", "STDC", "unroll"};
const llvm::StringSet<> compilerPragmas = {"ivdep",    "unroll", "diagnostic",
                                           "optimize", "loop",   "fp"};

/// What the end of a comment or a literal depends on: a bit for each.
enum Dialect : unsigned {
  LineComments = 1,
  Trigraphs = 2,
  C23 = 4,
  RawStrings = 8,
  AllDialects = 16
};

clang::LangOptions optionsOf(unsigned dialect) {
  clang::LangOptions options;
  options.C99 = options.C11 = options.C17 = options.Digraphs = true;
  options.LineComment = (dialect & LineComments) != 0;
  options.Trigraphs = (dialect & Trigraphs) != 0;
  options.C23 = (dialect & C23) != 0;
  options.RawStringLiterals = (dialect & RawStrings) != 0;
  return options;
}

/// The tokens of the source, one after the other.
class Tokens {
public:
  Tokens(const std::string &source, unsigned dialect)
      : options(optionsOf(dialect)), begin(source.data()),
        lexer(clang::SourceLocation(), options, begin, begin, begin + source.size()) {
    next();
  }

  bool isAtEnd() const { return token.is(clang::tok::eof); }
  bool isAtDirective() const { return token.isAtStartOfLine() && token.is(clang::tok::hash); }
  /// Whether the token goes on with the line of the one before.
  bool isOnLine() const { return !isAtEnd() && !token.isAtStartOfLine(); }

  void next() {
    lexer.LexFromRawLexer(token);
    offset = static_cast<size_t>(lexer.getBufferLocation() - begin) - token.getLength();
  }

  bool isWord() const { return token.is(clang::tok::raw_identifier); }
  /// Whether it is written with a trigraph, over two lines, or with numbers of characters.
  bool isDisguised() const { return isWord() && (token.needsCleaning() || token.hasUCN()); }
  StringRef word() const { return isWord() ? token.getRawIdentifier() : StringRef(); }
  bool is(clang::tok::TokenKind kind) const { return token.is(kind); }
  StringRef text() const { return {begin + offset, token.getLength()}; }
  size_t place() const { return offset; }

  void skipLine() {
    do
      next();
    while (isOnLine());
  }

  /// From the current token to the end of its line.
  StringRef restOfLine() const {
    return StringRef(begin + offset).take_until([](char each) {
      return each == '\n' || each == '\r';
    });
  }

private:
  const clang::LangOptions options;
  const char *begin;
  clang::Lexer lexer;
  Token token;
  size_t offset = 0;
};

/// `<sys/time.h>`, which is searched in the system's folders alone.
bool isSystemHeader(StringRef text) {
  return llvm::Regex("^<[A-Za-z0-9_][A-Za-z0-9_+-]*([./][A-Za-z0-9_][A-Za-z0-9_+-]*)*>[ \t]*"
                     "(//.*|/\\*[^*]*\\*/[ \t]*)?$")
      .match(text);
}

/// A condition that asks whether there are headers of the system. A macro would see the name as
/// tokens, and could change them, so the line may have nothing else.
bool asksForSystemHeader(StringRef condition) {
  return llvm::Regex("^(defined *\\(? *__has_include *\\)? *&& *)?!?__has_include *"
                     "\\( *(<[^<>]*>) *\\)[ \t]*$")
             .match(condition) &&
         isSystemHeader(condition.slice(condition.find('<'), condition.find('>') + 1));
}

bool isHarmlessPragma(Tokens &tokens) {
  const StringRef owner = tokens.isOnLine() ? tokens.word() : "";
  if (owner != "GCC" && owner != "clang")
    return pragmaOwners.contains(owner);
  tokens.next();
  return tokens.isOnLine() && compilerPragmas.contains(tokens.word());
}

/// `_Pragma("omp simd")`, at whose first word the tokens are. What is in the literal must be all
/// that the compiler sees.
bool isHarmlessOperator(Tokens &tokens) {
  tokens.next();
  if (!tokens.is(clang::tok::l_paren))
    return false;
  tokens.next();
  const StringRef literal = tokens.text();
  if (!tokens.is(clang::tok::string_literal) || !literal.starts_with("\"") ||
      literal.contains('\\') || literal.contains("??"))
    return false;
  const std::string line = "pragma " + literal.drop_front().drop_back().str();
  Tokens words(line, 0);
  words.next();
  tokens.next();
  return isHarmlessPragma(words) && tokens.is(clang::tok::r_paren);
}

/// What is wrong with the directive at whose name the tokens are; "" if nothing is.
std::string problemOfDirective(Tokens &tokens) {
  const std::string name = tokens.isOnLine() ? tokens.word().str() : "";
  if (conditions.contains(name)) {
    tokens.next();
    const bool isName = name == "ifdef" || name == "ifndef";
    if (tokens.isOnLine() &&
        (isName ? !tokens.isDisguised() && forbiddenWords.contains(tokens.word())
                : asksForSystemHeader(tokens.restOfLine())))
      tokens.skipLine();
    return "";
  }
  if (!tokens.isOnLine() || plainDirectives.contains(name))
    return "";
  if (name != "include" && name != "pragma")
    return "the playground does not take " +
           (name.empty() ? "a line marker" : "the directive #" + name);
  tokens.next();
  if (name == "include")
    return tokens.isOnLine() && isSystemHeader(tokens.restOfLine())
               ? ""
               : "the playground includes headers of the system only, such as <stdio.h>";
  return isHarmlessPragma(tokens) ? "" : "the playground does not take this pragma";
}

/// What is wrong at the current token; "" if nothing is.
std::string problemHere(Tokens &tokens) {
  if (tokens.isDisguised())
    return "the playground does not take names written with escapes or over two lines";
  if (tokens.isAtDirective()) {
    tokens.next();
    return tokens.isDisguised() ? problemHere(tokens) : problemOfDirective(tokens);
  }
  if (tokens.word() == "_Pragma")
    return isHarmlessOperator(tokens) ? "" : "the playground does not take this _Pragma";
  if (forbiddenWords.contains(tokens.word()))
    return "the playground does not take " + tokens.word().str();
  tokens.next();
  return "";
}

SourceProblem problemAt(StringRef source, size_t offset, std::string text) {
  const StringRef before = source.take_front(offset);
  const size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  return {static_cast<unsigned>(before.count('\n')) + 1,
          static_cast<unsigned>(offset - lineStart) + 1, std::move(text)};
}

} // namespace

std::optional<SourceProblem> forbiddenIn(StringRef source) {
  if (size_t zero = source.find('\0'); zero != StringRef::npos)
    return problemAt(source, zero, "the source has a zero byte");
  const std::string text = source.str();
  for (unsigned dialect = 0; dialect < AllDialects; ++dialect)
    for (Tokens tokens(text, dialect); !tokens.isAtEnd();) {
      const size_t start = tokens.place();
      if (std::string problem = problemHere(tokens); !problem.empty())
        return problemAt(text, start, std::move(problem));
    }
  return std::nullopt;
}

} // namespace kasuri
