#include "driver/CommandLine.h"

#include "driver/Help.h"
#include "driver/Layout.h"
#include "driver/Version.h"
#include "plan/MachineFile.h"
#include "support/JsonPlaces.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace kasuri {
namespace {

namespace cl = llvm::cl;

llvm::StringRef firstQuoted(llvm::StringRef text) {
  return text.split('\'').second.split('\'').first;
}

constexpr unsigned typingErrors = 2; ///< an option this close to a known one was meant to be it

int failUnknown(llvm::StringRef given, llvm::StringRef similar) {
  const bool isClose = given.ltrim('-').size() > typingErrors && !similar.empty() &&
                       given.ltrim('-').edit_distance(similar.ltrim('-')) <= typingErrors;
  const bool mayBeCompilers = !given.starts_with("--");
  return failUsage("unknown option '" + given.str() + "'" +
                   (isClose          ? "; did you mean '" + similar.str() + "'?"
                    : mayBeCompilers ? "; options of the compiler go behind '--'"
                                     : ""));
}

/// What LLVM says about a wrong command line, in the form of our own errors. Of a wrong value it
/// has already told the user itself; the text is empty then.
int reportUsage(llvm::StringRef text) {
  if (text.empty())
    return exitUsage;
  auto [unknown, suggestion] = text.split('\n');
  return failUnknown(firstQuoted(unknown), firstQuoted(suggestion));
}

/// LLVM takes "-px" for the options -p and -x, of which the first has no value.
bool isLikeGroup(llvm::StringRef word) {
  if (!word.consume_front("-") || word.size() < 2 || word[1] == '=' || word.starts_with("-"))
    return false;
  const auto &options = cl::getRegisteredOptions();
  const auto letter = options.find(word.take_front(1));
  return letter != options.end() && letter->second->getValueExpectedFlag() != cl::ValueDisallowed &&
         letter->second->getValueExpectedFlag() != cl::ValueOptional &&
         !options.contains(word.split('=').first);
}

/// Where the described board of that name is; "" if there is none.
std::string findBoard(llvm::StringRef name, const Installation &installation) {
  const std::vector<std::string> boards = describedMachines(installation);
  if (name.contains('/') || std::find(boards.begin(), boards.end(), name) == boards.end())
    return "";
  return installation.machineDirectory + "/" + name.str() + ".json";
}

/// For a name that is neither a file nor a board.
int failNoBoard(const std::string &name, const Installation &installation) {
  std::string known;
  for (const std::string &board : describedMachines(installation))
    known += (known.empty() ? "; known boards: " : ", ") + board;
  return fail(exitInput, "'" + name + "' is neither a file nor a known board" + known);
}

/// KASURI_HOST_MACHINE describes another machine for this one: tests show with it that their
/// results are those of any host.
std::variant<Machine, int> findHost() {
  const char *forced = std::getenv("KASURI_HOST_MACHINE");
  return forced && *forced ? readInput(forced, forced, readMachine) : hostMachine();
}

/// The options that end the process as soon as they are read. They are known as long as this lives.
struct Questions {
  Questions(const char *program, const char *overview)
      : help("help", cl::desc("Print this text"), cl::cat(ourOptions()),
             cl::callback([program, overview](const bool &) {
               printHelp(llvm::outs(), llvm::sys::path::filename(program), overview);
               std::exit(finishOutput(exitDone));
             })),
        version("version", cl::desc("Print the version and build information"),
                cl::cat(ourOptions()), cl::callback([](const bool &) {
                  printVersion(llvm::outs(), "kasuri");
                  std::exit(finishOutput(exitDone));
                })) {}
  ~Questions() {
    shortHelp.removeArgument();
    help.removeArgument();
    version.removeArgument();
  }

  cl::opt<bool> help;
  cl::alias shortHelp{"h", cl::aliasopt(help), cl::Hidden};
  cl::opt<bool> version;
};

} // namespace

cl::OptionCategory &ourOptions() {
  static cl::OptionCategory category("Options of kasuri");
  return category;
}

void removeForeignOptions() {
  std::vector<cl::Option *> foreign;
  for (auto &[name, option] : cl::getRegisteredOptions())
    foreign.push_back(option);
  for (cl::Option *option : foreign)
    option->removeArgument();
}

std::optional<int> parseArguments(std::span<const char *const> arguments, const char *overview) {
  const Questions questions(arguments.front(), overview);
  // LLVM takes no number for the number 0.
  for (const char *argument : arguments) {
    const llvm::StringRef word = argument;
    if (word == "--")
      break;
    if (word.starts_with("-") && word.find('=') == word.size() - 1)
      return failUsage("'" + word.str() + "' has no value");
    if (isLikeGroup(word))
      return failUnknown(word, "");
  }
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (!cl::ParseCommandLineOptions(static_cast<int>(arguments.size()), arguments.data(), overview,
                                   &stream))
    return reportUsage(problem);
  return std::nullopt;
}

int failInFile(const std::string &path, llvm::StringRef json, const std::string &problem) {
  const std::optional<PlacedProblem> placed = placeProblem(json, problem);
  if (!placed)
    return fail(exitInput, "'" + path + "': " + problem);
  llvm::errs() << path << ':' << placed->line << ':' << placed->column
               << ": error: " << placed->text << '\n';
  return exitInput;
}

std::variant<Machine, int> findMachine(const std::string &given, const char *argv0) {
  if (given.empty())
    return findHost();
  const Installation installation = findInstallation(argv0);
  const std::string board = findBoard(given, installation);
  const bool isPath = llvm::StringRef(given).find_first_of("./") != llvm::StringRef::npos;
  if (board.empty() && !isPath && !llvm::sys::fs::exists(given))
    return failNoBoard(given, installation);
  return readInput(board.empty() ? given : board, given, readMachine);
}

std::variant<std::vector<Profile>, int> readProfiles(const std::vector<std::string> &paths,
                                                     std::optional<double> scale) {
  std::vector<Profile> profiles;
  for (const std::string &path : paths) {
    auto profile = readInput(path, path, readProfile);
    if (int *status = std::get_if<int>(&profile))
      return *status;
    profiles.push_back(std::get<Profile>(std::move(profile)));
    profiles.back().path = path;
    if (scale)
      moveElsewhere(profiles.back(), *scale);
  }
  return profiles;
}

std::vector<unsigned> parseCores(llvm::StringRef text, unsigned most) {
  std::set<unsigned> cores;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  for (llvm::StringRef part : parts) {
    auto [from, to] = part.split('-');
    unsigned first = 0, last = 0;
    if (from.getAsInteger(10, first) || (part.contains('-') ? to : from).getAsInteger(10, last) ||
        first < 1 || last > most || first > last)
      return {};
    for (unsigned each = first; each <= last; ++each)
      cores.insert(each);
  }
  return {cores.begin(), cores.end()};
}

} // namespace kasuri
