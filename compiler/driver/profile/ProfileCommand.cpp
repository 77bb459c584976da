// The sources are built by kasuri-cc, which is beside kasuri and counts the loops of a program when
// KASURI_PROFILE_SEQUENTIAL is in its environment. So a program measured here is the one that a
// make with CC=kasuri-cc measures. A program that was built in another way is sampled as it is. The
// run has our stdin, stdout and stderr, and its status is ours. The table goes to stderr, behind
// the program's output.
#include "driver/profile/ProfileCommand.h"

#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Layout.h"
#include "driver/cc/Processes.h"
#include "driver/profile/LoopTable.h"
#include "driver/profile/ProfileRequest.h"
#include "driver/profile/RunProgram.h"
#include "driver/profile/sampling/SampledLoops.h"
#include "driver/profile/sampling/TimerSamples.h"
#include "report/Findings.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

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
  const std::string &named = request.options.programName;
  const std::string name =
      named.empty() ? path::stem(request.options.inputs.front().path).str() : named;
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

/// With the program for {}, as one word of the shell.
std::string replaced(std::string command, const std::string &program) {
  const std::string word = quoted(program);
  for (size_t at = command.find("{}"); at != std::string::npos;
       at = command.find("{}", at + word.size()))
    command.replace(at, 2, word);
  return command;
}

bool isElf(const std::string &bytes) {
  return llvm::StringRef(bytes).starts_with("\x7f"
                                            "ELF");
}

bool countsLoops(const std::string &program) {
  const std::string bytes = contentsOf(program);
  return isElf(bytes) && bytes.find(mark) != std::string::npos;
}

/// "./prog" cannot be measured, and what else can be done.
int failUnsampled(int status, const std::string &program, const std::string &why) {
  return fail(
      status == exitDone ? exitInput : status,
      "'" + program + "' does not count its loops, and " + why +
          "; or build it with KASURI_PROFILE_SEQUENTIAL=prof.json and CC=kasuri-cc, or give "
          "its sources: kasuri profile a.c --run='{} ARGUMENTS'");
}

/// Prints the table of the profile; the exit status.
int show(const ProfileRequest &request, const std::string &file, llvm::raw_ostream &out) {
  auto read = readInput(file, file, readProfile);
  if (int *status = std::get_if<int>(&read))
    return *status;
  const Profile &profile = std::get<Profile>(read);
  if (profile.loops.empty() && profile.samples <= 0)
    return fail(exitInput, "'" + file + "' is of a parallel program; ks-trace shows it");
  out << loopTable(profile, request.cores, request.rows);
  return exitDone;
}

/// The table of the profile that a run with that status has left; the exit status.
int showRun(const ProfileRequest &request, const std::string &file, int status) {
  if (!fs::exists(file))
    return fail(status == exitDone ? exitInput : status,
                "the run has written no profile; it must end by exit or by returning from main");
  const int shown = show(request, file, llvm::errs());
  return status == exitDone ? shown : status;
}

/// Writes what the samples say of the program's loops; the exit status.
int keepSampled(const Samples &samples, const std::string &program, const std::string &file) {
  if (samples.lost > 0)
    llvm::errs() << "kasuri: " << count(static_cast<size_t>(samples.lost), "sample")
                 << " lost, for which there was no room in the folder of temporary files\n";
  const SampledLoops found = findSampledLoops(samples, program);
  if (!found.problem.empty())
    return failUnsampled(samples.status, program, "it " + found.problem);
  for (const std::string &each : found.newerSources)
    llvm::errs() << "kasuri: '" << each
                 << "' has changed since the program was built; its lines may be wrong\n";
  return writeSampledProfile(found.profile, file) ? exitDone
                                                  : fail(exitInput, "cannot write '" + file + "'");
}

/// Where perf cannot sample, a timer does. Or why neither can.
std::variant<Samples, std::string>
takeSamples(const ProfileRequest &request, const WorkFolder &folder, const std::string &program) {
  const std::string noPerf = whyNotByPerf(folder.file(""));
  if (noPerf.empty())
    return recordByPerf(request.command, folder.file(""));
  if (const std::string noTimer = whyNotByTimer(program); !noTimer.empty())
    return noPerf + ", and " + noTimer;
  return recordByTimer(request.command, folder.file(""));
}

/// A program that counts loops, or that a command which is sampled has started, writes the profile
/// itself; the exit status.
int measureFinished(const ProfileRequest &request, const WorkFolder &folder,
                    const std::string &file) {
  const std::string &name = request.command.front();
  auto program = llvm::sys::findProgramByName(name);
  if (!program || !fs::can_execute(*program))
    return fail(exitInput, "cannot run '" + name + "'");
  if (countsLoops(*program))
    return showRun(request, file, runMeasured(request.command));
  auto recorded = takeSamples(request, folder, *program);
  if (std::string *why = std::get_if<std::string>(&recorded))
    return failUnsampled(exitDone, name, *why);
  const Samples &samples = std::get<Samples>(recorded);
  if (!fs::exists(file))
    if (const int status = keepSampled(samples, name, file); status != exitDone)
      return status;
  return showRun(request, file, samples.status);
}

int measureSources(const ProfileRequest &request, const WorkFolder &folder,
                   const std::string &file) {
  auto built = build(request, folder);
  if (int *status = std::get_if<int>(&built))
    return *status;
  const std::string &program = std::get<std::string>(built);
  if (!countsLoops(program))
    return fail(exitInput,
                "no loop can be counted: the sources have none but tiny ones, or a flag such as "
                "-fopenmp or -fsanitize= makes kasuri-cc pass them on unchanged");
  return showRun(request, file, runMeasured({"sh", "-c", replaced(request.run, program)}));
}

int measure(const ProfileRequest &request) {
  const WorkFolder folder;
  if (folder.hasFailed)
    return fail(exitInput, "cannot make a folder for the program");
  llvm::SmallString<256> file(request.output.empty() ? folder.file("profile.json")
                                                     : request.output);
  (void)fs::make_absolute(file);
  setenv(variable, file.c_str(), 1);
  (void)fs::remove(file); // what is there afterwards is of this run
  const std::string path = file.str().str();
  return request.command.empty() ? measureSources(request, folder, path)
                                 : measureFinished(request, folder, path);
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
