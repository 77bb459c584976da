#include "driver/inputs/CompilerWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

namespace kasuri {
namespace {

using llvm::StringRef;

/// The option's name is one that our parser knows, with one dash or two.
bool isOurs(StringRef word) {
  return llvm::cl::getRegisteredOptions().count(word.ltrim('-').split('=').first) > 0;
}

/// A flag that says how a source is read or compiled, or what is linked with it.
bool isCompilerFlag(StringRef word) {
  return startsWithOneOf(word, {"-O", "-D", "-U", "-I", "-f", "-m", "-W", "-g", "-l", "-L",
                                "-std=", "-include", "-imacros", "-isystem", "-iquote",
                                "-idirafter", "-isysroot", "-pedantic"}) ||
         llvm::StringSwitch<bool>(word)
             .Cases({"-w", "-ansi", "-pthread", "-nostdinc", "-trigraphs", "-static"}, true)
             .Default(false);
}

bool makesFiles(StringRef word) {
  return startsWithOneOf(word, {"-M", "-save-temps", "--save-temps", "-fopt-info", "-fdump-",
                                "-fcallgraph-info"}) ||
         llvm::StringSwitch<bool>(word)
             .Cases({"-fstack-usage", "-ftest-coverage", "--coverage", "-coverage"}, true)
             .Default(false);
}

} // namespace

bool startsWithOneOf(StringRef word, std::initializer_list<StringRef> starts) {
  return llvm::any_of(starts, [&](StringRef start) { return word.starts_with(start); });
}

bool takesValue(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({"-o", "-I", "-D", "-U", "-L", "-l", "-u", "-z", "-B"}, true)
      .Cases({"-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot"}, true)
      .Cases({"-iprefix", "-iwithprefix", "-iwithprefixbefore", "-imultilib"}, true)
      .Cases({"-MF", "-MT", "-MQ", "-Xlinker", "--param", "-Xassembler", "--sysroot"}, true)
      .Default(false);
}

std::vector<std::string> withoutFiles(const std::vector<std::string> &flags) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < flags.size(); ++i)
    if (!makesFiles(flags[i]))
      kept.push_back(flags[i]);
    else if (takesValue(flags[i]))
      ++i;
  return kept;
}

SplitWords splitWords(std::span<const char *const> words) {
  SplitWords split;
  for (size_t i = 0; i < words.size(); ++i) {
    const StringRef word = words[i];
    if (word == "--") {
      split.flags.insert(split.flags.end(), words.begin() + i + 1, words.end());
      break;
    }
    if (isOurs(word) || !isCompilerFlag(word)) {
      split.ours.push_back(words[i]);
      continue;
    }
    split.flags.emplace_back(words[i]);
    if (takesValue(word) && i + 1 < words.size())
      split.flags.emplace_back(words[++i]);
  }
  return split;
}

StringRef otherLanguage(StringRef file) {
  return llvm::StringSwitch<StringRef>(llvm::sys::path::extension(file))
      .Cases({".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".ii"}, "C++")
      .Cases({".hh", ".hpp", ".H"}, "C++")
      .Cases({".m", ".mi", ".mm", ".M"}, "Objective-C")
      .Cases({".s", ".S", ".sx"}, "assembly")
      .Cases({".f", ".for", ".F", ".f90", ".F90"}, "Fortran")
      .Default("");
}

StringRef otherKind(StringRef file) {
  return llvm::StringSwitch<StringRef>(llvm::sys::path::extension(file))
      .Case(".hxx", "C++")
      .Cases({".o", ".a", ".so"}, "an object file")
      .Default(otherLanguage(file));
}

} // namespace kasuri
