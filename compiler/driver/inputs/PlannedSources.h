// Commands that plan the sources as `kasuri` does, beside what they are for: verify, check,
// profile.
//
//     kasuri check a.c -p build --cores=4 -O2      of check alone:  --update, --baseline
//                                                  handed on:       a.c -p build --cores=4 -- -O2
//
// LLVM's parser knows one set of options at a time. So a command reads its own words first, with
// the options of the plan as plain texts, and these become a command line of `kasuri`, whose parser
// checks them.
#pragma once

#include "driver/CommandLine.h"
#include "driver/Options.h"

#include <initializer_list>
#include <memory>

namespace kasuri {

/// The options, registered when constructed: after the foreign ones are gone.
class PlannedSources {
public:
  struct Forwarded {
    const char *name, *value, *text;
  };

  // Of several commands.
  static constexpr Forwarded dispatch{
      "dispatch", "how", "When tasks are assigned to cores, one of: chosen, static, dynamic"};
  static constexpr Forwarded mode{
      "mode", "mode",
      "Goal when planning core frequencies and idle states, one of: fastest, deadline"};
  static constexpr Forwarded assume{
      "assume", "what",
      "Assume more than the C standard guarantees, one of: assertions, exits, input (or several, "
      "with commas)"};
  static constexpr Forwarded floatingPoint{
      "fp", "mode", "Floating-point results, one of: exact, reproducible, fast"};

  /// `files`: what --help calls them.
  PlannedSources(const char *files, std::initializer_list<Forwarded> options);

  llvm::cl::list<std::string> files;
  llvm::cl::opt<std::string> buildDirectory;

  bool isGiven(llvm::StringRef option) const { return find(option) != nullptr; }
  /// "" if it is not given.
  std::string valueOf(llvm::StringRef option) const;
  void hideLast() { forwarded.back()->setHiddenFlag(llvm::cl::Hidden); }

  /// Reads the words of `command` ("kasuri check") and frees the names of its options. The flags
  /// for the compiler, or the exit status.
  std::variant<std::vector<std::string>, int> parse(std::span<char *const> arguments,
                                                    const char *command, const char *overview);

  /// By kasuri's parser, with `more` options of it.
  std::variant<Options, int> plan(const char *argv0, const std::vector<std::string> &more,
                                  const std::vector<std::string> &flags) const;

private:
  using TextOption = llvm::cl::opt<std::string>;
  std::vector<std::unique_ptr<TextOption>> forwarded;

  const TextOption *find(llvm::StringRef option) const;
};

} // namespace kasuri
