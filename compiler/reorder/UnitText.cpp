#include "reorder/UnitText.h"

#include "llvm/ADT/STLFunctionalExtras.h"

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

/// Calls `isIt` with what follows each place where the word is, until one is.
bool anyBehind(llvm::StringRef text, llvm::StringRef word,
               llvm::function_ref<bool(llvm::StringRef)> isIt) {
  for (size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1))
    if (isIt(text.substr(at + word.size())))
      return true;
  return false;
}

/// Some functions have flags of their own, of which Clang knows little.
bool hasFlags(llvm::StringRef text) {
  constexpr std::array<llvm::StringLiteral, 4> pragmas = {"optimize", "target", "pop_options",
                                                          "reset_options"};
  const auto isPragma = [&](llvm::StringRef behind) {
    const llvm::StringRef word = behind.ltrim();
    return word.size() < behind.size() &&
           llvm::any_of(pragmas, [&](llvm::StringRef each) { return word.starts_with(each); });
  };
  const auto isAttribute = [](llvm::StringRef behind) {
    behind.consume_front("__");
    return behind.ltrim().starts_with("(");
  };
  return anyBehind(text, "GCC", isPragma) || anyBehind(text, "optimize", isAttribute);
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
  return sources.units[unit]->getASTContext().getLangOpts().C99 && !hasFlags(text.all()) &&
         !redefinesWords(*sources.units[unit]) &&
         (!namesLines(text) || sources.hasLineDirectives[unit]);
}

} // namespace kasuri
