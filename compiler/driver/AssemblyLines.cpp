#include "driver/AssemblyLines.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <array>

namespace kasuri {
namespace {

using llvm::StringRef;

bool startsWithAny(StringRef word, llvm::ArrayRef<llvm::StringLiteral> beginnings) {
  return llvm::any_of(beginnings, [&](StringRef each) { return word.starts_with(each); });
}

/// Of x86 and ARM; `v` stands in front of the forms with three operands.
bool isFused(StringRef mnemonic) {
  static constexpr std::array<llvm::StringLiteral, 6> fused = {"fmadd",  "fmsub", "fnmadd",
                                                               "fnmsub", "fmla",  "fmls"};
  mnemonic.consume_front("v");
  return startsWithAny(mnemonic, fused) || mnemonic.starts_with("fma.") ||
         mnemonic.starts_with("fms.");
}

bool isPlain(StringRef mnemonic) {
  static constexpr std::array<llvm::StringLiteral, 8> ofX86 = {"addsd", "addss", "addpd", "addps",
                                                               "subsd", "subss", "subpd", "subps"};
  if (mnemonic == "fadd" || mnemonic == "fsub" || mnemonic.starts_with("vadd.f") ||
      mnemonic.starts_with("vsub.f"))
    return true;
  mnemonic.consume_front("v");
  return startsWithAny(mnemonic, ofX86);
}

/// The last one of the words in quotes.
StringRef nameIn(StringRef line) {
  const size_t end = line.rfind('"');
  const size_t begin = end == StringRef::npos ? end : line.rfind('"', end);
  return begin == StringRef::npos ? StringRef() : line.slice(begin + 1, end);
}

} // namespace

LineProducts lineProductsIn(const std::string &assembly, const std::string &path) {
  LineProducts lines;
  llvm::StringSet<> files; // the source's numbers
  unsigned line = 0;       // 0: of another file
  StringRef rest = assembly;
  while (!rest.empty()) {
    StringRef text;
    std::tie(text, rest) = rest.split('\n');
    text = text.trim();
    auto [word, operands] = text.split('\t');
    if (word.contains(' '))
      std::tie(word, operands) = text.split(' ');
    operands = operands.trim();
    if (word == ".file") {
      if (llvm::sys::path::filename(nameIn(operands)) == llvm::sys::path::filename(path))
        files.insert(operands.split(' ').first);
    } else if (word == ".loc") {
      const auto [file, place] = operands.split(' ');
      if (!files.contains(file) || place.split(' ').first.getAsInteger(10, line))
        line = 0;
    } else if (line != 0 && isFused(word)) {
      ++lines[line].fused;
    } else if (line != 0 && isPlain(word)) {
      ++lines[line].plain;
    }
  }
  return lines;
}

} // namespace kasuri
