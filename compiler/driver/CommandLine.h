// What the commands share of reading a command line: LLVM's parser, our errors.
#pragma once

#include "cost/Profile.h"
#include "driver/Exit.h"
#include "plan/Machine.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

/// The category of the driver's options.
llvm::cl::OptionCategory &ourOptions();

/// LLVM's shared library brings hundreds of options of its own, some by the names of ours; to the
/// user they are unknown ones. --help and --version are ours, too. Before ours are registered.
void removeForeignOptions();

/// Fills the registered options; the exit status instead where one diagnostic was printed. Ends the
/// process after help and version.
std::optional<int> parseArguments(std::span<const char *const> arguments, const char *overview);

/// Prints what is wrong with a file of JSON, with the place where it is known; exitInput.
int failInFile(const std::string &path, llvm::StringRef json, const std::string &problem);

/// What `parse` makes of the file, which is called `given` in diagnostics; the exit status after
/// one where it cannot be read or parsed.
template <typename Product>
std::variant<Product, int>
readInput(const std::string &path, const std::string &given,
          std::variant<Product, std::string> (*parse)(std::string_view)) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return fail(exitInput, "cannot read '" + given + "': " + file.getError().message());
  std::variant<Product, std::string> product = parse((*file)->getBuffer());
  if (std::string *problem = std::get_if<std::string>(&product))
    return failInFile(given, (*file)->getBuffer(), *problem);
  return std::get<Product>(std::move(product));
}

/// The machine that a file or the name of a described board stands for, this one for "", or the
/// exit status after one diagnostic. `argv0` is what the installation is found by.
std::variant<Machine, int> findMachine(const std::string &given, const char *argv0);

/// The profiles in the files, or the exit status after one diagnostic. With a scale they are of
/// another machine than the one that is planned for, on which all takes so many times as long.
std::variant<std::vector<Profile>, int> readProfiles(const std::vector<std::string> &paths,
                                                     std::optional<double> scale);

/// "1-4,8" as numbers from 1 to `most`, ascending; empty if it is none of that.
std::vector<unsigned> parseCores(llvm::StringRef text, unsigned most);

} // namespace kasuri
