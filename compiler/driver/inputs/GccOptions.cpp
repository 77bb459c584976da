#include "driver/inputs/GccOptions.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#include <cstring>
#include <optional>
#include <set>

namespace kasuri {
namespace {

using llvm::StringRef;
using llvm::opt::Option;

enum class Effect : uint8_t { None, Macros, Meaning };

struct GccOption {
  StringRef name; ///< as in GccOptions.def
  Effect effect;
  StringRef what; ///< changed, for Meaning
};

constexpr GccOption table[] = {
#define HARMLESS(name) {name, Effect::None, ""},
#define MACROS(name) {name, Effect::Macros, ""},
#define CHANGES(name, what) {name, Effect::Meaning, what},
#include "driver/inputs/GccOptions.def"
#undef HARMLESS
#undef MACROS
#undef CHANGES
};

const GccOption *lineOf(StringRef name) {
  for (const GccOption &each : table) {
    StringRef known = each.name;
    if (known.consume_back("*") ? name.starts_with(known) : name == known)
      return &each;
  }
  return nullptr;
}

/// What "-fno-ira-region=all" and its like have to do with the analysis; nothing if not in the
/// table.
std::optional<GccOption> findOption(StringRef word) {
  const StringRef name = word.split('=').first;
  if (const GccOption *line = lineOf(name))
    return *line;
  if (!name.drop_front(2).starts_with("no-"))
    return std::nullopt;
  const GccOption *line =
      lineOf((name.take_front(2) + name.drop_front(std::strlen("-fno-"))).str());
  return line ? std::optional(GccOption{line->name, Effect::None, ""}) : std::nullopt;
}

bool isOptionOfGcc(StringRef word) { return word.starts_with("-f") || word.starts_with("-m"); }

llvm::opt::InputArgList parse(const std::vector<std::string> &flags) {
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  return clang::getDriverOptTable().ParseArgs(words, missingIndex, missingCount,
                                              llvm::opt::Visibility(clang::options::ClangOption));
}

/// The positions of the options that Clang has not.
std::set<size_t> unknownToClang(const std::vector<std::string> &flags) {
  std::set<size_t> positions;
  const llvm::opt::InputArgList parsed = parse(flags);
  for (const llvm::opt::Arg *argument : parsed)
    if (argument->getOption().getKind() == Option::UnknownClass)
      positions.insert(argument->getIndex());
  return positions;
}

/// Of an option that changes what C means; "" if it does not.
std::string changeText(const std::string &flag, const std::optional<GccOption> &option,
                       bool isPreprocessed) {
  const std::string quoted = "'" + flag + "'";
  if (!option)
    return "the option " + quoted + " is unknown";
  if (option->effect == Effect::Meaning)
    return quoted + " changes " + option->what.str();
  return option->effect == Effect::Macros && !isPreprocessed ? quoted + " changes predefined macros"
                                                             : "";
}

} // namespace

FlagsForClang flagsForClang(const std::vector<std::string> &flags, bool isPreprocessed) {
  FlagsForClang result;
  const std::set<size_t> unknown = unknownToClang(flags);
  for (size_t i = 0; i < flags.size(); ++i) {
    const bool isKnown = !isOptionOfGcc(flags[i]) || !unknown.contains(i);
    const auto option = isOptionOfGcc(flags[i]) ? findOption(flags[i]) : std::nullopt;
    const bool matters = !isKnown || (option && option->effect == Effect::Meaning);
    if (isKnown)
      result.flags.push_back(flags[i]);
    if (matters && result.unmodeled.empty())
      result.unmodeled = changeText(flags[i], option, isPreprocessed);
  }
  return result;
}

std::vector<std::string> knownToClang(const std::vector<std::string> &flags) {
  std::vector<std::string> known;
  const llvm::opt::InputArgList parsed = parse(flags);
  for (const llvm::opt::Arg *argument : parsed) {
    const auto kind = argument->getOption().getKind();
    const bool isOption = kind != Option::UnknownClass && kind != Option::InputClass;
    llvm::opt::ArgStringList rendered;
    if (isOption && !StringRef(argument->getSpelling()).starts_with("-Wa,"))
      argument->render(parsed, rendered);
    known.insert(known.end(), rendered.begin(), rendered.end());
  }
  return known;
}

} // namespace kasuri
