// What is printed is made of pieces: some are the source's own text, the others are ours.
//
//     #define long int                      #pragma push_macro("long")
//                                           #undef long
//     for (i = 0; i < (long)n; i++)    ->   long ks_bound_0 =
//                                           #pragma pop_macro("long")
//                                           (long)n;
//
// Our pieces name types and variables as Clang knows them, after all macros. So a macro of such a
// name would change them: it is put aside for the piece. A macro that is not defined there stays
// so. The directives may stand anywhere between two tokens, and lines are given anew in front of
// the source's statements.
#include "emit/PlainText.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace kasuri {
namespace {

bool isOfWord(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Of a string, a character or a comment that the text begins with; 0: it begins with none.
size_t lengthOfOpaque(llvm::StringRef text) {
  if (text.starts_with("/*"))
    return std::min(text.size(), text.find("*/", 2)) + 2;
  if (text.front() != '"' && text.front() != '\'')
    return 0;
  size_t at = 1;
  while (at < text.size() && text[at] != text.front())
    at += text[at] == '\\' ? 2 : 1;
  return at + 1;
}

/// Of the preprocessor's directive that the text begins with, with all its lines.
size_t lengthOfDirective(llvm::StringRef text) {
  size_t at = text.find('\n');
  while (at != llvm::StringRef::npos && text[at - 1] == '\\')
    at = text.find('\n', at + 1);
  return std::min(text.size(), at);
}

std::set<std::string> macrosIn(llvm::StringRef piece, const MacroTest &isMacro) {
  std::set<std::string> found;
  bool isLineStart = true;
  while (!piece.empty()) {
    const llvm::StringRef word = piece.take_while(isOfWord);
    size_t length = std::max<size_t>(1, word.size());
    if (isLineStart && piece.front() == '#')
      length = lengthOfDirective(piece);
    else if (const size_t opaque = lengthOfOpaque(piece))
      length = opaque;
    else if (!word.empty() && !llvm::isDigit(word.front()) &&
             isMacro(word, piece.substr(word.size()).ltrim().starts_with("(")))
      found.insert(word.str());
    isLineStart = piece.front() == '\n' || (isLineStart && llvm::isSpace(piece.front()));
    piece = piece.substr(length);
  }
  return found;
}

std::string plain(llvm::StringRef piece, const MacroTest &isMacro) {
  const std::set<std::string> macros = macrosIn(piece, isMacro);
  if (macros.empty())
    return piece.str();
  std::string out = "\n", back;
  for (const std::string &each : macros) {
    out += "#pragma push_macro(\"" + each + "\")\n#undef " + each + "\n";
    back += "#pragma pop_macro(\"" + each + "\")\n";
  }
  return out + piece.str() + (piece.ends_with("\n") ? "" : "\n") + back;
}

} // namespace

std::string hideMacros(llvm::StringRef printed, const MacroTest &isMacro) {
  std::string out, piece;
  unsigned depth = 0;
  const auto flush = [&](bool isOurs) {
    out += isOurs ? plain(piece, isMacro) : piece;
    piece.clear();
  };
  for (char c : printed) {
    if (c != sourceBegin && c != sourceEnd) {
      piece += c;
      continue;
    }
    flush(depth == 0);
    depth += c == sourceBegin ? 1 : -1;
  }
  flush(true);
  return out;
}

} // namespace kasuri
