#include "reorder/UnitText.h"

#include "llvm/Support/Regex.h"

#include <array>

namespace kasuri {

using namespace clang;

namespace {

/// A line directive of the source's own would hide where loops are.
bool namesLines(const SourceText &text) {
  return llvm::any_of(text.file().directives, [](const Directive &each) {
    return each.name == "line" || each.name.empty();
  });
}

/// Some functions have flags of their own, of which Clang knows little.
bool hasFlags(const SourceText &text) {
  static const llvm::Regex flags(
      "GCC[[:space:]]+(optimize|target|pop_options|reset_options)|optimize(__)?[[:space:]]*\\(");
  return flags.match(text.all());
}

/// The source gives another meaning to a word that new text consists of.
bool redefinesWords(ASTUnit &unit) {
  constexpr std::array<llvm::StringLiteral, 6> words = {"const", "else", "for",
                                                        "if",    "int",  "long"};
  return llvm::any_of(words, [&](llvm::StringRef word) {
    return unit.getASTContext().Idents.get(word).hadMacroDefinition();
  });
}

} // namespace

bool takesNewText(const ParsedSources &sources, size_t unit, const SourceText &text) {
  return sources.units[unit]->getASTContext().getLangOpts().C99 && !hasFlags(text) &&
         !redefinesWords(*sources.units[unit]) &&
         (!namesLines(text) || sources.hasLineDirectives[unit]);
}

} // namespace kasuri
