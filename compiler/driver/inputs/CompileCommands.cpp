#include "driver/CompileCommands.h"

#include "driver/CrossTarget.h"

#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace kasuri {
namespace {

namespace tooling = clang::tooling;

std::string absolutePath(llvm::StringRef directory, llvm::StringRef file) {
  llvm::SmallString<256> result(file);
  llvm::sys::path::make_absolute(directory, result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

std::string currentDirectory() {
  llvm::SmallString<256> result;
  (void)llvm::sys::fs::current_path(result); // known: parseOptions has asked
  return result.str().str();
}

/// The flags of a command: without compiler, file, output and what makes the compiler stop early.
std::vector<std::string> flagsOf(const tooling::CompileCommand &command) {
  auto strip = tooling::combineAdjusters(tooling::getClangStripOutputAdjuster(),
                                         tooling::getClangStripDependencyFileAdjuster());
  std::vector<std::string> arguments = strip(command.CommandLine, command.Filename);
  std::vector<std::string> flags;
  std::string file = absolutePath(command.Directory, command.Filename);
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    bool isFile = argument[0] != '-' && absolutePath(command.Directory, argument) == file;
    if (argument != "-c" && argument != "--" && !isFile)
      flags.push_back(argument);
  }
  return flags;
}

/// Taken out of the input's flags where it is there.
std::string targetOf(const tooling::CompileCommand &command, SourceInput &input) {
  const std::string inFlags = takeTarget(input.arguments);
  const bool hasCompiler = inFlags.empty() && !command.CommandLine.empty();
  return hasCompiler ? targetOfCompiler(command.CommandLine.front()) : inFlags;
}

std::string differingText(const std::string &one, const std::string &itsTarget,
                          const std::string &other, const std::string &otherTarget) {
  auto text = [](const std::string &target) {
    return target.empty() ? "this machine" : "'" + target + "'";
  };
  return "'" + one + "' is compiled for " + text(itsTarget) + " and '" + other + "' for " +
         text(otherTarget);
}

bool isC(llvm::StringRef file) { return llvm::sys::path::extension(file) == ".c"; }

} // namespace

CompileCommands readCompileCommands(const std::string &directory,
                                    const std::vector<std::string> &sources,
                                    const std::vector<std::string> &extraFlags) {
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, "compile_commands.json");
  std::string problem;
  auto database = tooling::JSONCompilationDatabase::loadFromFile(
      path, problem, tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return {{}, "", "cannot read '" + path.str().str() + "': " + problem};

  std::vector<std::string> wanted = sources;
  if (wanted.empty())
    for (const std::string &file : database->getAllFiles())
      if (isC(file))
        wanted.push_back(file);
  if (sources.empty())
    std::sort(wanted.begin(), wanted.end());
  if (wanted.empty())
    return {{}, "", "no C file in '" + path.str().str() + "'"};

  CompileCommands result;
  const std::string here = currentDirectory();
  for (const std::string &source : wanted) {
    auto commands = database->getCompileCommands(absolutePath(here, source));
    if (commands.empty())
      return {{}, "", "no command for '" + source + "' in '" + path.str().str() + "'"};
    SourceInput input{source, flagsOf(commands.front()), commands.front().Directory};
    const std::string target = targetOf(commands.front(), input);
    if (!result.inputs.empty() && target != result.target)
      return {{}, "", differingText(result.inputs.front().path, result.target, source, target)};
    result.target = target;
    if (absolutePath(here, input.directory) != here)
      input.path = absolutePath(here, source);
    input.arguments.insert(input.arguments.end(), extraFlags.begin(), extraFlags.end());
    result.inputs.push_back(std::move(input));
  }
  return result;
}

} // namespace kasuri
