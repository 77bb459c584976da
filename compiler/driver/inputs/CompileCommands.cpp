#include "driver/inputs/CompileCommands.h"

#include "driver/CrossTarget.h"
#include "driver/inputs/CompilerWords.h"

#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <optional>
#include <set>
#include <variant>

namespace kasuri {

std::string absolutePath(llvm::StringRef directory, llvm::StringRef file) {
  llvm::SmallString<256> result(file);
  llvm::sys::path::make_absolute(directory, result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

namespace {

namespace tooling = clang::tooling;

std::string currentDirectory() {
  llvm::SmallString<256> result;
  (void)llvm::sys::fs::current_path(result); // known: parseOptions has asked
  return result.str().str();
}

/// The flags of a command: without compiler, files, output and what makes the compiler stop early.
std::vector<std::string> flagsOf(const tooling::CompileCommand &command) {
  auto strip = tooling::combineAdjusters(tooling::getClangStripOutputAdjuster(),
                                         tooling::getClangStripDependencyFileAdjuster());
  std::vector<std::string> arguments = strip(command.CommandLine, command.Filename);
  std::vector<std::string> flags;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (argument[0] != '-' || argument == "-c" || argument == "--")
      continue;
    flags.push_back(argument);
    if ((takesValue(argument) || argument == "-x" || argument == "-target") &&
        i + 1 < arguments.size())
      flags.push_back(arguments[++i]);
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

using Database = tooling::JSONCompilationDatabase;

/// What a file of the database is compiled to; "": the command does not say.
std::string objectOf(const tooling::CompileCommand &command) {
  std::string object = command.Output;
  for (size_t i = 0; object.empty() && i + 1 < command.CommandLine.size(); ++i)
    if (command.CommandLine[i] == "-o")
      object = command.CommandLine[i + 1];
  return object.empty() ? "" : absolutePath(command.Directory, object);
}

/// Of a command that links, in `directory`; nothing if it does not.
std::optional<LinkCommand> linkOf(const std::string &directory,
                                  const std::vector<std::string> &words) {
  if (words.size() < 2 || llvm::any_of(words, [](const std::string &word) {
        return word == "-c" || word == "-S" || word == "-E" || word == "-fsyntax-only";
      }))
    return std::nullopt;
  const llvm::StringRef tool = llvm::sys::path::filename(words.front());
  LinkCommand link;
  if (tool == "ar" || tool.ends_with("-ar")) {
    for (size_t i = 2; i < words.size(); ++i)
      (i == 2 ? link.output : link.inputs.emplace_back()) = absolutePath(directory, words[i]);
    link.makesProgram = false;
    return link;
  }
  for (size_t i = 1; i < words.size(); ++i) {
    link.makesProgram &= words[i] != "-shared";
    if (words[i] == "-o" && i + 1 < words.size())
      link.output = absolutePath(directory, words[++i]);
    else if (words[i][0] != '-')
      link.inputs.push_back(absolutePath(directory, words[i]));
  }
  if (link.output.empty() && llvm::none_of(link.inputs, isC))
    return std::nullopt; // of another tool, such as ranlib
  if (link.output.empty())
    link.output = absolutePath(directory, "a.out");
  return link;
}

/// The commands of CMake's makefiles beside the object: DIR/CMakeFiles/NAME.dir/link.txt, run in
/// DIR, a line each.
void addLinksBeside(const std::string &object, std::set<std::string> &seen,
                    std::vector<LinkCommand> &links) {
  const llvm::StringRef whole = object;
  const size_t target = whole.rfind(".dir/");
  const size_t folder = whole.take_front(target).rfind("/CMakeFiles/");
  if (target == llvm::StringRef::npos || folder == llvm::StringRef::npos)
    return;
  const std::string script = whole.take_front(target).str() + ".dir/link.txt";
  auto file = llvm::MemoryBuffer::getFile(script);
  if (!file || !seen.insert(script).second)
    return;
  for (llvm::StringRef line : llvm::split((*file)->getBuffer(), '\n')) {
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver(memory);
    llvm::SmallVector<const char *, 64> words;
    llvm::cl::TokenizeGNUCommandLine(line, saver, words);
    if (auto link = linkOf(whole.take_front(folder).str(), {words.begin(), words.end()}))
      links.push_back(std::move(*link));
  }
}

/// Of several programs that compile the source, the one that compiles most of the others, too:
/// their objects are in one folder.
tooling::CompileCommand
commandBeside(const std::vector<std::vector<tooling::CompileCommand>> &commandsOf, size_t source) {
  auto others = [&](const tooling::CompileCommand &command) {
    const std::string object = objectOf(command);
    return llvm::count_if(commandsOf, [&](const auto &commands) {
      return llvm::any_of(commands, [&](const tooling::CompileCommand &other) {
        return llvm::sys::path::parent_path(objectOf(other)) ==
               llvm::sys::path::parent_path(object);
      });
    });
  };
  return *std::max_element(
      commandsOf[source].begin(), commandsOf[source].end(),
      [&](const auto &one, const auto &other) { return others(one) < others(other); });
}

/// Of the build's C files, in order of their names, or of the sources alone.
std::variant<std::vector<tooling::CompileCommand>, std::string>
chooseCommands(const Database &database, const std::string &here, const std::string &databasePath,
               const std::vector<std::string> &sources) {
  std::vector<tooling::CompileCommand> chosen;
  std::vector<std::vector<tooling::CompileCommand>> commandsOf;
  for (const std::string &source : sources) {
    commandsOf.push_back(database.getCompileCommands(absolutePath(here, source)));
    if (commandsOf.back().empty())
      return "no command for '" + source + "' in '" + databasePath + "'";
  }
  for (size_t i = 0; i < sources.size(); ++i)
    chosen.push_back(commandBeside(commandsOf, i));
  if (!sources.empty())
    return chosen;
  for (tooling::CompileCommand &command : database.getAllCompileCommands())
    if (isC(command.Filename))
      chosen.push_back(std::move(command));
  llvm::stable_sort(
      chosen, [](const auto &one, const auto &other) { return one.Filename < other.Filename; });
  if (chosen.empty())
    return "no C file in '" + databasePath + "'";
  return chosen;
}

/// The commands one after the other.
class BuildReader {
public:
  BuildReader(const std::string &here, const std::vector<std::string> &extraFlags)
      : here(here), extraFlags(extraFlags) {}

  std::vector<CompiledUnit> units;
  std::vector<LinkCommand> links;
  std::string target;

  /// What is wrong; "" if nothing. `given`: the source as the user calls it; "": as the build does.
  std::string add(const tooling::CompileCommand &command, const std::string &given) {
    const std::string path = given.empty() ? absolutePath(command.Directory, command.Filename)
                                           : absolutePath(here, given);
    SourceInput input{given.empty() ? path : given, flagsOf(command), command.Directory};
    const std::string its = targetOf(command, input);
    if (!units.empty() && its != target)
      return differingText(units.front().input.path, target, input.path, its);
    target = its;
    if (absolutePath(here, input.directory) != here)
      input.path = path;
    input.arguments.insert(input.arguments.end(), extraFlags.begin(), extraFlags.end());
    units.push_back({std::move(input), path, objectOf(command)});
    if (auto link = linkOf(command.Directory, command.CommandLine))
      links.push_back(std::move(*link));
    addLinksBeside(units.back().object, scripts, links);
    return "";
  }

private:
  const std::string &here;
  const std::vector<std::string> &extraFlags;
  std::set<std::string> scripts;
};

} // namespace

CompileCommands readCompileCommands(const std::string &directory,
                                    const std::vector<std::string> &sources,
                                    const std::vector<std::string> &extraFlags) {
  llvm::SmallString<256> path(directory);
  llvm::sys::path::append(path, "compile_commands.json");
  std::string problem;
  auto database = Database::loadFromFile(path, problem, tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return {{}, "", "cannot read '" + path.str().str() + "': " + problem};
  const std::string here = currentDirectory();
  auto chosen = chooseCommands(*database, here, path.str().str(), sources);
  if (std::string *wrong = std::get_if<std::string>(&chosen))
    return {{}, "", *wrong};

  BuildReader reader(here, extraFlags);
  const auto &commands = std::get<0>(chosen);
  for (size_t i = 0; i < commands.size(); ++i)
    if (std::string wrong = reader.add(commands[i], sources.empty() ? "" : sources[i]);
        !wrong.empty())
      return {{}, "", wrong};
  if (sources.empty())
    return {findPrograms(reader.units, reader.links), reader.target, ""};
  ProgramInputs given;
  for (CompiledUnit &unit : reader.units)
    given.inputs.push_back(std::move(unit.input));
  return {{std::move(given)}, reader.target, ""};
}

} // namespace kasuri
