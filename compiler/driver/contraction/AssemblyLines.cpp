#include "driver/contraction/AssemblyLines.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <array>
#include <set>

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
  static constexpr std::array<llvm::StringLiteral, 11> ofX86 = {"addsd", "addss", "addpd", "addps",
                                                                "subsd", "subss", "subpd", "subps",
                                                                "haddp", "hsubp", "addsub"};
  if (startsWithAny(mnemonic, {"fadd", "fsub", "vadd.f", "vsub.f"}))
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

/// What counts of an assembly.
struct Item {
  enum class Kind : uint8_t { Label, Jump, Fused, Plain };
  Kind kind;
  StringRef label;   ///< of Label and Jump
  unsigned line = 0; ///< of Fused and Plain
};

class AssemblyReader {
public:
  explicit AssemblyReader(StringRef path) : path(path) {}

  std::vector<Item> items;

  void read(StringRef assembly) {
    while (!assembly.empty()) {
      StringRef text;
      std::tie(text, assembly) = assembly.split('\n');
      text = text.trim();
      auto [word, operands] = text.split('\t');
      if (word.contains(' '))
        std::tie(word, operands) = text.split(' ');
      add(word, operands.trim());
    }
    // Debug information has labels of its own.
    llvm::erase_if(items, [&](const Item &item) {
      return item.kind == Item::Kind::Label && item.label.starts_with(".L") &&
             !targets.contains(item.label);
    });
  }

private:
  StringRef path;
  llvm::StringSet<> files;   ///< the source's numbers
  llvm::StringSet<> targets; ///< labels that code may go on at
  unsigned line = 0;         ///< 0: of another file

  void add(StringRef word, StringRef operands) {
    if (word == ".file") {
      if (llvm::sys::path::filename(nameIn(operands)) == llvm::sys::path::filename(path))
        files.insert(operands.split(' ').first);
    } else if (word == ".loc") {
      const auto [file, place] = operands.split(' ');
      if (!files.contains(file) || place.split(' ').first.getAsInteger(10, line))
        line = 0;
    } else if (word.ends_with(":")) {
      items.push_back({Item::Kind::Label, word.drop_back()});
    } else if (word.starts_with(".quad") || word.starts_with(".long") ||
               word.starts_with(".word")) {
      targets.insert(operands.split('-').first); // perhaps a table of a switch
    } else if (isJump(word)) {
      const StringRef label = operands.substr(operands.find_last_of(", ") + 1);
      targets.insert(label);
      items.push_back({Item::Kind::Jump, label});
    } else if (line != 0 && isFused(word)) {
      items.push_back({Item::Kind::Fused, "", line});
    } else if (line != 0 && isPlain(word)) {
      items.push_back({Item::Kind::Plain, "", line});
    }
  }

  /// Also what leaves the function, and some of x86 that are none.
  static bool isJump(StringRef mnemonic) {
    return startsWithAny(mnemonic, {"j", "b", "cb", "tb"}) || mnemonic == "ret";
  }
};

class LoopSumsReader {
public:
  explicit LoopSumsReader(const std::vector<Item> &items) : items(items) {}

  void read(LineProducts &lines) const {
    std::map<unsigned, LineSums> inLoops;
    std::set<unsigned> differing;
    for (size_t i = 0; i < items.size(); ++i)
      if (const size_t begin = loopEndingAt(i); begin != i)
        for (const auto &[line, sums] : sumsAt(begin, i)) {
          LineSums &all = inLoops[line];
          all.plain += sums.step + sums.plain;
          all.fused += sums.fused;
          if (all.loop.value_or(sums) != sums)
            differing.insert(line);
          all.loop = sums;
        }
    for (auto &[line, sums] : lines) {
      auto its = inLoops.find(line);
      if (its != inLoops.end() && its->second.plain == sums.plain &&
          its->second.fused == sums.fused && !differing.contains(line))
        sums.loop = its->second.loop;
    }
  }

private:
  const std::vector<Item> &items;

  static bool isSum(const Item &item) {
    return item.kind == Item::Kind::Plain || item.kind == Item::Kind::Fused;
  }

  /// The label of a loop that consists of one block; the jump itself if it ends no such loop.
  size_t loopEndingAt(size_t jump) const {
    if (items[jump].kind != Item::Kind::Jump)
      return jump;
    size_t begin = jump;
    while (begin > 0 && isSum(items[begin - 1]))
      --begin;
    const bool isLoop = begin > 0 && items[begin - 1].kind == Item::Kind::Label &&
                        items[begin - 1].label == items[jump].label;
    return isLoop ? begin - 1 : jump;
  }

  /// By line: of the lines of which the loop has plain sums, where what follows it has fused ones
  /// only behind plain ones.
  std::map<unsigned, LoopSums> sumsAt(size_t begin, size_t jump) const {
    std::map<unsigned, LoopSums> found;
    std::set<unsigned> others;
    for (size_t i = begin; i < jump; ++i)
      if (items[i].kind == Item::Kind::Plain)
        ++found[items[i].line].step;
      else
        others.insert(items[i].line);
    for (size_t i = jump + 1; i < items.size() && isSum(items[i]); ++i) {
      LoopSums &sums = found[items[i].line];
      if (items[i].kind == Item::Kind::Fused)
        ++sums.fused;
      else if (++sums.plain; sums.fused > 0)
        others.insert(items[i].line);
    }
    std::erase_if(found, [&](const auto &entry) {
      return entry.second.step == 0 || others.contains(entry.first);
    });
    return found;
  }
};

} // namespace

LineProducts lineProductsIn(const std::string &assembly, const std::string &path) {
  AssemblyReader reader(path);
  reader.read(assembly);
  LineProducts lines;
  for (const Item &item : reader.items)
    if (item.kind == Item::Kind::Fused)
      ++lines[item.line].fused;
    else if (item.kind == Item::Kind::Plain)
      ++lines[item.line].plain;
  LoopSumsReader(reader.items).read(lines);
  return lines;
}

} // namespace kasuri
