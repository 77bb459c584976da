// What the commands share of reading a command line: LLVM's parser, our errors.
#pragma once

#include "cost/Profile.h"
#include "plan/Machine.h"

#include "llvm/Support/CommandLine.h"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

/// The category that `--help` shows.
llvm::cl::OptionCategory &ourOptions();

/// LLVM's shared library brings hundreds of options of its own, some by the names of ours; to the
/// user they are unknown ones. Before ours are registered.
void removeForeignOptions();

/// Fills the registered options; the exit status instead where one diagnostic was printed. Ends the
/// process after help and version.
std::optional<int> parseArguments(std::span<const char *const> arguments, const char *overview);

/// The machine that a file or the name of a described board stands for, this one for "", or the
/// exit status after one diagnostic. `argv0` is what the installation is found by.
std::variant<Machine, int> findMachine(const std::string &given, const char *argv0);

/// The profiles in the files, their times multiplied by `scale`, or the exit status after one
/// diagnostic.
std::variant<std::vector<Profile>, int> readProfiles(const std::vector<std::string> &paths,
                                                     double scale);

/// "33ms", "0.5s", "800us" in ns, if it is more than nothing.
std::optional<double> parseTime(llvm::StringRef text);

} // namespace kasuri
