#include "driver/lsp/LspCommand.h"

#include "driver/CommandLine.h"
#include "driver/Layout.h"
#include "driver/Options.h"
#include "driver/inputs/PlannedSources.h"
#include "driver/lsp/Server.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstring>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

constexpr double mostSeconds = 86400;

struct CommandLine {
  cl::opt<std::string> buildDirectory{
      "p", cl::value_desc("dir"), cl::cat(ourOptions()),
      cl::desc("Read the flags from <dir>/compile_commands.json (default: of the source's folder, "
               "or the nearest one above that has it, or its folder build)")};
  cl::opt<std::string> machine{"machine", cl::value_desc("file|board"), cl::cat(ourOptions()),
                               cl::desc("Plan for another machine than this one")};
  cl::opt<unsigned> cores{"cores", cl::value_desc("n"), cl::cat(ourOptions()),
                          cl::desc("Plan for at most <n> cores")};
  cl::opt<std::string> assumptions{"assume", cl::value_desc("what"), cl::cat(ourOptions()),
                                   cl::desc(PlannedSources::assume.text)};
  cl::opt<std::string> floatingPoint{"fp", cl::init("exact"), cl::value_desc("mode"),
                                     cl::cat(ourOptions()),
                                     cl::desc(PlannedSources::floatingPoint.text)};
  cl::opt<double> limit{"limit", cl::init(60), cl::value_desc("seconds"), cl::cat(ourOptions()),
                        cl::desc("End an analysis that takes longer (default 60)")};
};

/// What is wrong with the values; "" when nothing is.
std::string wrongValue(const CommandLine &line) {
  if (!(line.limit > 0 && line.limit <= mostSeconds))
    return "--limit must be more than 0 and at most 86400 seconds";
  if (line.cores.getNumOccurrences() && line.cores < 1)
    return "--cores must be at least 1";
  Assumptions taken;
  if (line.assumptions.getNumOccurrences() && !takeAssumptions(taken, line.assumptions))
    return "unknown word in --assume=" + line.assumptions +
           "; there are assertions, exits and input";
  return wrongFloatingOrder(line.floatingPoint);
}

} // namespace

int serveEditor(std::span<char *const> arguments) {
  removeForeignOptions();
  CommandLine line;
  auto separator = std::find_if(arguments.begin(), arguments.end(),
                                [](const char *each) { return std::strcmp(each, "--") == 0; });
  std::vector<const char *> words(arguments.begin() + 1, separator);
  words.front() = "kasuri lsp";
  if (std::optional<int> status =
          parseArguments(words, "kasuri lsp: what Kasuri says of each loop, in an editor\n\n"
                                "  kasuri lsp -p build\n"
                                "  kasuri lsp -- -Iinclude -DNDEBUG\n\n"
                                "A language server on stdin and stdout, which editors start.\n"))
    return *status;
  if (std::string problem = wrongValue(line); !problem.empty())
    return failUsage(problem);
  ServerOptions options{.program = arguments.front(), .limitSeconds = line.limit};
  // Absolute paths, as the server need not run where it was started.
  if (!line.buildDirectory.empty())
    options.buildDirectory = absolutePath(line.buildDirectory);
  if (!line.machine.empty())
    options.planning.push_back("--machine=" + (llvm::sys::fs::exists(line.machine)
                                                   ? absolutePath(line.machine)
                                                   : line.machine.getValue()));
  if (line.cores.getNumOccurrences())
    options.planning.push_back("--cores=" + std::to_string(line.cores));
  if (line.assumptions.getNumOccurrences())
    options.planning.push_back("--assume=" + line.assumptions);
  options.planning.push_back("--fp=" + line.floatingPoint);
  if (separator != arguments.end())
    options.flags.assign(separator + 1, arguments.end());
  return runServer(options);
}

} // namespace kasuri
