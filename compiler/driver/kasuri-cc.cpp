// kasuri-cc: a drop-in for cc.
//
// A command that compiles C sources and links them in one go (`kasuri-cc -O3 a.c b.c -o prog`) goes
// through the pipeline: the parallel sources are written to a temporary directory and given to cc
// in place of the originals, with the same flags. Every other command (-c, -E, no C source, options
// that change what a source is) is handed to cc unchanged, and so is one whose sources Kasuri
// cannot compile: then cc decides, and what it says is what the user sees. KASURI_CC names the
// compiler, default "cc".
#include "driver/CcCommand.h"
#include "driver/CommandLine.h"
#include "driver/Exit.h"
#include "driver/Pipeline.h"
#include "plan/Machine.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace kasuri;

namespace {

std::string compilerName() {
  const char *name = std::getenv("KASURI_CC");
  return name && *name ? name : "cc";
}

/// Becomes cc; returns only when there is none.
int become(std::vector<std::string> arguments) {
  std::string compiler = compilerName();
  std::vector<char *> pointers = {compiler.data()};
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execvp(compiler.c_str(), pointers.data());
  return fail(exitInput, "cannot run '" + compiler + "'");
}

int runCompiler(const std::vector<std::string> &arguments) {
  const std::string compiler = compilerName();
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(compiler);
  if (!path)
    return fail(exitInput, "cannot run '" + compiler + "'");
  std::vector<llvm::StringRef> all = {compiler};
  all.insert(all.end(), arguments.begin(), arguments.end());
  int status = llvm::sys::ExecuteAndWait(*path, all);
  return status < 0 ? exitInternal : status;
}

struct Attempt {
  bool isDone = false;
  std::string said; ///< what it printed on stderr
};

/// Runs `work` in a process of its own, so that not even a crash of ours breaks the user's build.
/// Its stderr goes to a file in `directory` first.
Attempt runInChild(const std::string &directory, llvm::function_ref<int()> work) {
  const std::string log = directory + "/stderr";
  pid_t child = fork();
  if (child == 0) {
    if (!std::freopen(log.c_str(), "w", stderr))
      _exit(exitInternal);
    std::exit(work());
  }
  int status = 0;
  Attempt attempt;
  attempt.isDone = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                   WEXITSTATUS(status) == exitDone;
  if (auto text = llvm::MemoryBuffer::getFile(log))
    attempt.said = (*text)->getBuffer().str();
  return attempt;
}

Options optionsFor(const CcCommand &command, const std::string &directory,
                   std::vector<Profile> profiles) {
  Options options;
  options.profiles = std::move(profiles);
  for (size_t source : command.sources)
    options.inputs.push_back({command.plainArguments[source], command.frontendFlags, ""});
  options.outputPaths = outputPaths(options.inputs, directory);
  options.cores = defaultCores(options.machine);
  options.assumptions = command.assumptions;
  options.remarks = command.remarks;
  options.missedRemarks = command.missedRemarks;
  options.analysisRemarks = command.analysisRemarks;
  options.quiet = true;
  return options;
}

/// When the pipeline fails, cc has the word: its diagnostics alone if it fails too.
int compileSequentially(const CcCommand &command, const std::string &reason) {
  int status = runCompiler(command.plainArguments);
  if (status == exitDone)
    llvm::errs() << reason << "kasuri-cc: warning: compiled sequentially, because of the above\n";
  return status;
}

int compileInParallel(const CcCommand &command, const std::string &directory,
                      const Installation &installation) {
  auto profiles = readProfiles(command.profiles, 1);
  if (int *status = std::get_if<int>(&profiles))
    return *status;
  const Options options =
      optionsFor(command, directory + "/parallel", std::get<0>(std::move(profiles)));
  const Attempt attempt = runInChild(directory, [&] { return compile(options, installation); });
  if (!attempt.isDone)
    return compileSequentially(command, attempt.said);
  llvm::errs() << attempt.said;
  return runCompiler(parallelArguments(command, options.outputPaths,
                                       quoteDirectories(options.inputs), installation));
}

bool sourcesExist(const CcCommand &command) {
  return std::all_of(command.sources.begin(), command.sources.end(), [&](size_t source) {
    return llvm::sys::fs::is_regular_file(command.plainArguments[source]);
  });
}

} // namespace

int main(int argc, char **argv) {
  installCrashReport(argc, argv);
  const CcCommand command = parseCcCommand({argv + 1, argv + argc});
  const Installation installation = findInstallation(argv[0]);
  if (!command.isWholeProgram || installation.library.empty() || !sourcesExist(command))
    return become(command.plainArguments);

  llvm::SmallString<128> directory;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("kasuri-cc", directory))
    return fail(exitInput, "cannot make a temporary directory: " + error.message());
  int status = compileInParallel(command, directory.str().str(), installation);
  (void)llvm::sys::fs::remove_directories(directory);
  return status;
}
