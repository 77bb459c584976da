// The sources are built by kasuri-cc, which is beside kasuri and counts the loops of a program when
// KASURI_PROFILE_SEQUENTIAL is in its environment. So a program measured here is the one that a
// make with CC=kasuri-cc measures. The run has our stdin, stdout and stderr, and its status is
// ours. The table goes to stderr, behind the program's output.
#include "driver/profile/ProfileCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/cc/Processes.h"
#include "driver/profile/LoopTable.h"
#include "driver/profile/ProfileRequest.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

constexpr const char *variable = "KASURI_PROFILE_SEQUENTIAL";
constexpr const char *mark = "loopsOmitted"; ///< in each program that writes such a profile

/// A folder for objects, program and profile, as long as it lives.
class WorkFolder {
public:
  WorkFolder() { hasFailed = bool(fs::createUniqueDirectory("kasuri-profile", folder)); }
  ~WorkFolder() {
    if (!hasFailed)
      (void)fs::remove_directories(folder);
  }
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;

  std::string file(const std::string &name) const { return (folder + "/" + name).str(); }
  bool hasFailed = false;

private:
  llvm::SmallString<128> folder;
};

std::string besideUs(const char *name) {
  static int anchor;
  return (path::parent_path(fs::getMainExecutable("kasuri", &anchor)) + "/" + name).str();
}

/// The program; or the exit status after the compiler's messages.
std::variant<std::string, int> build(const ProfileRequest &request, const WorkFolder &folder) {
  const std::string compiler = besideUs("kasuri-cc");
  const std::string name = path::stem(request.options.inputs.front().path).str();
  std::string program = folder.file(name);
  unsetenv("KASURI");
  Words link = {compiler};
  for (const SourceInput &input : request.options.inputs) {
    const std::string object = folder.file(name + "-" + std::to_string(link.size()) + ".o");
    Words words = {compiler};
    words.insert(words.end(), input.compilerArguments.begin(), input.compilerArguments.end());
    words.insert(words.end(), {"-c", input.path, "-o", object});
    if (const int status = runCommand(words, {.directory = input.directory}); status != exitDone)
      return fail(exitInput, "'" + input.path + "' does not compile");
    link.push_back(object);
  }
  link.insert(link.end(), request.flags.begin(), request.flags.end());
  link.insert(link.end(), {"-lm", "-pthread", "-o", program});
  if (runCommand(link) != exitDone)
    return fail(exitInput, "the program cannot be linked");
  return program;
}

/// As a shell gives it.
int statusOf(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return exitInternal;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Signals from the keyboard are the program's.
int runMeasured(const Words &words) {
  const int process = startCommand(words);
  const auto interrupted = std::signal(SIGINT, SIG_IGN), quit = std::signal(SIGQUIT, SIG_IGN);
  const int status = process > 0 ? statusOf(process) : exitInternal;
  std::signal(SIGINT, interrupted);
  std::signal(SIGQUIT, quit);
  return status;
}

std::string replaced(std::string command, const std::string &program) {
  for (size_t at = command.find("{}"); at != std::string::npos;
       at = command.find("{}", at + program.size()))
    command.replace(at, 2, program);
  return command;
}

/// It runs a script, or counts its loops.
bool mayWriteProfile(const std::string &program) {
  const std::string bytes = contentsOf(program);
  return !llvm::StringRef(bytes).starts_with("\x7f"
                                             "ELF") ||
         bytes.find(mark) != std::string::npos;
}

int failUncounted(const std::string &program) {
  return fail(exitInput,
              "'" + program +
                  "' does not count its loops; build it with KASURI_PROFILE_SEQUENTIAL=prof.json "
                  "and CC=kasuri-cc, or give its sources: kasuri profile a.c --run='{} ARGUMENTS'");
}

/// Prints the table of the profile; the exit status.
int show(const ProfileRequest &request, const std::string &file, llvm::raw_ostream &out) {
  auto read = readInput(file, file, readProfile);
  if (int *status = std::get_if<int>(&read))
    return *status;
  const Profile &profile = std::get<Profile>(read);
  if (profile.loops.empty())
    return fail(exitInput, "'" + file + "' is of a parallel program; ks-trace shows it");
  out << loopTable(profile, request.cores, request.rows);
  return exitDone;
}

/// The words to run; or the exit status after one diagnostic.
std::variant<Words, int> findCommand(const ProfileRequest &request, const WorkFolder &folder) {
  if (!request.command.empty()) {
    const std::string &name = request.command.front();
    auto program = llvm::sys::findProgramByName(name);
    if (!program)
      return fail(exitInput, "cannot run '" + name + "'");
    if (!mayWriteProfile(*program))
      return failUncounted(name);
    return request.command;
  }
  auto built = build(request, folder);
  if (int *status = std::get_if<int>(&built))
    return *status;
  const std::string &program = std::get<std::string>(built);
  if (!mayWriteProfile(program))
    return fail(exitInput, "no loop can be counted: the sources have none, or a flag such as "
                           "-fopenmp or -fsanitize= makes kasuri-cc pass them on unchanged");
  return Words{"sh", "-c", replaced(request.run, program)};
}

int measure(const ProfileRequest &request) {
  const WorkFolder folder;
  if (folder.hasFailed)
    return fail(exitInput, "cannot make a folder for the program");
  llvm::SmallString<256> file(request.output.empty() ? folder.file("profile.json")
                                                     : request.output);
  (void)fs::make_absolute(file);
  setenv(variable, file.c_str(), 1);
  auto command = findCommand(request, folder);
  if (int *status = std::get_if<int>(&command))
    return *status;
  (void)fs::remove(file); // what is there afterwards is of this run
  const int status = runMeasured(std::get<Words>(command));
  if (!fs::exists(file))
    return fail(status == exitDone ? exitInput : status,
                "the run has written no profile; it must end by exit or by returning from main");
  const int shown = show(request, file.str().str(), llvm::errs());
  return status == exitDone ? shown : status;
}

} // namespace

int profileProgram(std::span<char *const> arguments) {
  auto read = readProfileRequest(arguments);
  if (int *status = std::get_if<int>(&read))
    return *status;
  const ProfileRequest &request = std::get<ProfileRequest>(read);
  enterPhase("profile");
  return request.shown.empty() ? measure(request) : show(request, request.shown, llvm::outs());
}

} // namespace kasuri
