// kasuri-cc: a drop-in for cc.
//
// A command that compiles C sources and links them in one go (`kasuri-cc -O3 a.c b.c -o prog`) goes
// through the pipeline: the parallel sources are written to a temporary directory and given to cc
// in place of the originals, with the same flags. Every other command (-c, -E, no C source, options
// that change what a source is) is handed to cc unchanged, and so is one whose sources Kasuri
// cannot compile: then cc decides, and what it says is what the user sees. KASURI_CC names the
// compiler, default "cc"; with --target=TRIPLE, or a KASURI_CC of such a name, it is the target's.
#include "driver/CcCommand.h"
#include "driver/CcHelp.h"
#include "driver/CommandLine.h"
#include "driver/CrossTarget.h"
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

/// What the command is about, beside itself: for which target, by which compiler, with what
/// runtime.
struct Surroundings {
  Installation installation;
  CrossTarget target;
  std::string library = {}; ///< "": not built for the target
  Machine machine = hostMachine();
  bool machineIsHost = true;
};

/// Becomes cc; returns only when there is none.
int become(const std::vector<std::string> &compiler, const std::vector<std::string> &arguments) {
  std::vector<std::string> words = compiler;
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  return fail(exitInput, "cannot run '" + compiler.front() + "'");
}

int runCompiler(const std::vector<std::string> &compiler,
                const std::vector<std::string> &arguments) {
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(compiler.front());
  if (!path)
    return fail(exitInput, "cannot run '" + compiler.front() + "'");
  std::vector<llvm::StringRef> all(compiler.begin(), compiler.end());
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
                   std::vector<Profile> profiles, const Surroundings &around) {
  Options options;
  options.profiles = std::move(profiles);
  options.target = around.target;
  options.machine = around.machine;
  options.machineIsHost = around.machineIsHost;
  std::vector<std::string> flags = around.target.flags;
  flags.insert(flags.end(), command.frontendFlags.begin(), command.frontendFlags.end());
  for (size_t source : command.sources)
    options.inputs.push_back({command.plainArguments[source], flags, ""});
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
int compileSequentially(const CcCommand &command, const Surroundings &around,
                        const std::string &reason) {
  int status = runCompiler(around.target.compiler, command.plainArguments);
  if (status == exitDone)
    llvm::errs() << reason << "kasuri-cc: warning: compiled sequentially, because of the above\n";
  return status;
}

int compileInParallel(const CcCommand &command, const std::string &directory,
                      const Surroundings &around) {
  auto profiles = readProfiles(command.profiles, std::nullopt);
  if (int *status = std::get_if<int>(&profiles))
    return *status;
  const Options options =
      optionsFor(command, directory + "/parallel", std::get<0>(std::move(profiles)), around);
  const Attempt attempt =
      runInChild(directory, [&] { return compile(options, around.installation); });
  if (!attempt.isDone)
    return compileSequentially(command, around, attempt.said);
  llvm::errs() << attempt.said;
  return runCompiler(around.target.compiler,
                     parallelArguments(command, options.outputPaths,
                                       quoteDirectories(options.inputs), around.installation,
                                       around.library));
}

bool sourcesExist(const CcCommand &command) {
  return std::all_of(command.sources.begin(), command.sources.end(), [&](size_t source) {
    return llvm::sys::fs::is_regular_file(command.plainArguments[source]);
  });
}

/// --target, or what KASURI_CC compiles for by its name.
std::variant<CrossTarget, int> findTarget(const CcCommand &command) {
  const std::string wanted = wantedCompiler();
  const std::string implied = targetOfCompiler(wanted);
  const std::string triple =
      command.target.empty() && !isThisMachine(implied) ? implied : command.target;
  if (triple.empty())
    return CrossTarget{.compiler = {wanted.empty() ? "cc" : wanted}};
  return findCrossTarget(triple, command.frontendFlags, {.compiler = wanted});
}

/// The triple whose runtime is linked in.
std::string linkedTriple(const CcCommand &command, const CrossTarget &target) {
  const std::vector<std::string> &flags = command.frontendFlags;
  const bool isNarrow = std::find(flags.begin(), flags.end(), "-m32") != flags.end();
  return isNarrow && isThisMachine(target.triple) ? "i386-linux-gnu" : target.triple;
}

/// Of a command for the pipeline; or the exit status after one diagnostic.
std::variant<Surroundings, int> surroundingsOf(const CcCommand &command, const char *argv0) {
  auto target = findTarget(command);
  if (int *status = std::get_if<int>(&target))
    return *status;
  Surroundings around{.installation = findInstallation(argv0),
                      .target = std::get<CrossTarget>(std::move(target))};
  const std::string triple = linkedTriple(command, around.target);
  around.library = libraryFor(around.installation, triple);
  if (!command.isWholeProgram)
    return around;
  if (around.library.empty() && !isThisMachine(around.target.triple))
    return fail(exitInput, missingRuntimeText(triple));
  if (around.library.empty() && !isThisMachine(triple))
    llvm::errs() << "kasuri-cc: warning: compiled sequentially: " << missingRuntimeText(triple)
                 << '\n';
  auto machine = findMachine(command.machine, argv0);
  if (int *status = std::get_if<int>(&machine))
    return *status;
  around.machine = std::get<Machine>(std::move(machine));
  around.machineIsHost = command.machine.empty();
  return around;
}

} // namespace

int main(int argc, char **argv) {
  installCrashReport(argc, argv);
  if (auto status = answerOwnQuestion({argv, argv + argc}))
    return *status;
  const CcCommand command = parseCcCommand({argv + 1, argv + argc});
  auto found = surroundingsOf(command, argv[0]);
  if (int *status = std::get_if<int>(&found))
    return *status;
  const Surroundings around = std::get<Surroundings>(std::move(found));
  if (!command.isWholeProgram || around.library.empty() || !sourcesExist(command))
    return become(around.target.compiler, command.plainArguments);

  llvm::SmallString<128> directory;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("kasuri-cc", directory))
    return fail(exitInput, "cannot make a temporary directory: " + error.message());
  int status = compileInParallel(command, directory.str().str(), around);
  (void)llvm::sys::fs::remove_directories(directory);
  return status;
}
