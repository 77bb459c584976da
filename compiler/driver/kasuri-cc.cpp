// kasuri-cc: a drop-in for cc.
//
//     make CC=kasuri-cc        CC=kasuri-cc ./configure        cmake -DCMAKE_C_COMPILER=kasuri-cc
//
// The compiler behind it does what it always does, and what it says is what the user sees. Beside
// that, a command that compiles (-c) leaves in each object what its source was, and one that links
// puts the objects' sources through the pipeline as one program and links its parallel version.
// Every other command is handed to cc unchanged, and so is every one with KASURI=off. KASURI_CC
// names the compiler, default "cc"; with --target=TRIPLE, or a KASURI_CC of such a name, it is the
// target's.
#include "driver/CcHelp.h"
#include "driver/CommandLine.h"
#include "driver/CrossTarget.h"
#include "driver/Exit.h"
#include "driver/LargeStack.h"
#include "driver/cc/Command.h"
#include "driver/cc/CompileStep.h"
#include "driver/cc/LinkStep.h"
#include "driver/cc/Processes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>

using namespace kasuri;

namespace {

bool isTurnedOff() {
  const char *value = std::getenv("KASURI");
  return value && llvm::StringRef(value) == "off";
}

/// The program may run in another folder than the one where it is linked.
std::string loopProfile() {
  const char *value = std::getenv("KASURI_PROFILE_SEQUENTIAL");
  llvm::SmallString<256> path(value ? value : "");
  if (!path.empty())
    (void)llvm::sys::fs::make_absolute(path);
  return path.str().str();
}

/// --target, or what KASURI_CC compiles for by its name.
std::variant<CrossTarget, int> findTarget(const CcCommand &command) {
  const std::string wanted = wantedCompiler();
  const std::string implied = targetOfCompiler(compilerWords().back());
  const std::string triple =
      command.target.empty() && !isThisMachine(implied) ? implied : command.target;
  if (triple.empty())
    return CrossTarget{.triple = "", .compiler = compilerWords(), .flags = {}};
  return findCrossTarget(triple, command.words({CcArgument::Role::Meaning}), {.compiler = wanted});
}

/// The triple whose runtime is linked in.
std::string linkedTriple(const CcCommand &command, const CrossTarget &target) {
  const std::vector<std::string> flags = command.words({CcArgument::Role::Meaning});
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
  if (command.kind != CcCommand::Kind::Link)
    return around;
  if (around.library.empty() && !isThisMachine(around.target.triple))
    return fail(exitInput, missingRuntimeText(triple));
  if (around.library.empty() && !isThisMachine(triple))
    llvm::errs() << "kasuri-cc: warning: compiling sequentially: " << missingRuntimeText(triple)
                 << '\n';
  auto machine = findMachine(command.machine, argv0);
  if (int *status = std::get_if<int>(&machine))
    return *status;
  around.machine = std::get<Machine>(std::move(machine));
  around.machineIsHost = command.machine.empty();
  return around;
}

/// Who asks for summaries expects one of each program's parts.
void printLeftAlone(const CcCommand &command) {
  if (!command.wantsSummary || isTurnedOff() || command.leftBecauseOf.empty())
    return;
  llvm::errs() << "kasuri: '" << command.program() << "' ";
  if (command.leftBecauseOf == "-shared")
    llvm::errs() << "is a shared library, which stays sequential; link programs with its archive "
                    "or objects instead\n";
  else if (llvm::StringRef(command.leftBecauseOf).starts_with("-M"))
    llvm::errs() << "stays sequential, because '" << command.leftBecauseOf
                 << "' is in the command that links; compile with -c first\n";
  else
    llvm::errs() << "stays sequential, because commands with '" << command.leftBecauseOf
                 << "' are passed on unchanged\n";
}

int run(int argc, char **argv) {
  if (auto status = answerOwnQuestion({argv, argv + argc}))
    return *status;
  CcCommand command = parseCcCommand({argv + 1, argv + argc});
  command.loopProfile = loopProfile();
  if (isTurnedOff())
    command.kind = CcCommand::Kind::Plain;
  auto found = surroundingsOf(command, argv[0]);
  if (int *status = std::get_if<int>(&found))
    return *status;
  const Surroundings around = std::get<Surroundings>(std::move(found));
  printLeftAlone(command);
  const bool links = command.kind == CcCommand::Kind::Link;
  llvm::SmallString<128> scratch;
  if (command.kind == CcCommand::Kind::Plain || (links && around.library.empty()) ||
      !llvm::sys::findProgramByName(around.target.compiler.front()) ||
      llvm::sys::fs::createUniqueDirectory("kasuri-cc", scratch)) {
    std::vector<std::string> words = around.target.compiler;
    words.insert(words.end(), command.plainArguments.begin(), command.plainArguments.end());
    return become(std::move(words));
  }
  if (!around.installation.includeDirectory.empty())
    command.addHeaders(around.installation.includeDirectory);
  const int status = links ? linkProgram(command, around, scratch.str().str())
                           : compileObjects(command, around.target.compiler, scratch.str().str());
  (void)llvm::sys::fs::remove_directories(scratch);
  return status;
}

} // namespace

int main(int argc, char **argv) {
  installCrashReport(argc, argv);
  return runWithLargeStack([&] { return run(argc, argv); });
}
