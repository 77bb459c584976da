#include "driver/serve/AllowedSource.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

namespace kasuri {
namespace {

using clang::Token;
using llvm::StringRef;

const llvm::StringSet<> plainDirectives = {"define",   "undef", "if",      "ifdef",
                                           "ifndef",   "elif",  "else",    "elifdef",
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
  size_t place() const { return offset; }

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

bool isHarmlessPragma(Tokens &tokens) {
  const StringRef owner = tokens.isOnLine() ? tokens.word() : "";
  if (owner != "GCC" && owner != "clang")
    return pragmaOwners.contains(owner);
  tokens.next();
  return tokens.isOnLine() && compilerPragmas.contains(tokens.word());
}

/// What is wrong with the directive at whose name the tokens are; "" if nothing is.
std::string problemOfDirective(Tokens &tokens) {
  if (!tokens.isOnLine() || plainDirectives.contains(tokens.word()))
    return "";
  const std::string name = tokens.word().str();
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
