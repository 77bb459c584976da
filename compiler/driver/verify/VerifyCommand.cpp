// The steps: read the command line, build the versions, run and compare them, run the oracle (if
// the sources contain promises, unless an option says otherwise), and report. All files are in one
// directory. It is removed at the end unless the user wants to keep it (--keep), also when SIGINT
// or SIGTERM ends the command.
#include "driver/verify/VerifyCommand.h"

#include "driver/Exit.h"
#include "driver/Outputs.h"
#include "driver/verify/VerifyReport.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

namespace kasuri {
namespace {

namespace fs = llvm::sys::fs;

constexpr int interruptedStatus = 128 + SIGINT;

/// The directory for all files. What is not kept is removed with it.
class WorkFolder {
public:
  /// The exit status after one diagnostic if it cannot be created.
  std::optional<int> make(const std::string &kept) {
    std::error_code error;
    if (kept.empty()) {
      error = fs::createUniqueDirectory("kasuri-verify", path);
    } else {
      path = kept;
      error = fs::create_directories(path);
      if (!error)
        error = fs::make_absolute(path);
      isKept = true;
    }
    if (error)
      return fail(exitInput, "cannot make a directory for the runs: " + error.message());
    std::error_code unknown;
    if (fs::directory_iterator(path, unknown) != fs::directory_iterator())
      return fail(exitInput, "'" + kept + "' is not empty; give another --keep");
    return std::nullopt;
  }
  ~WorkFolder() {
    if (!path.empty() && !isKept)
      (void)fs::remove_directories(path);
  }
  WorkFolder() = default;
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;

  std::string root() const { return path.str().str(); }

private:
  llvm::SmallString<128> path;
  bool isKept = false;
};

int verify(const VerifyRequest &request, const Installation &installation) {
  WorkFolder folder;
  if (std::optional<int> status = folder.make(request.keepDirectory))
    return *status;
  auto builds = buildVersions(request, installation, folder.root());
  if (int *status = std::get_if<int>(&builds))
    return *status;
  const Builds &built = std::get<Builds>(builds);
  auto verified = verifyBuilds(request, built, folder.root());
  if (int *status = std::get_if<int>(&verified))
    return *status;
  Verification &verification = std::get<Verification>(verified);
  if (isOracleWanted(request, built))
    verification.oracle = runOracle(request, installation, folder.root());
  printVerification(llvm::outs(), request, built, verification);
  if (!request.jsonPath.empty()) {
    Outputs outputs;
    outputs.add(request.jsonPath, verificationJson(request, built, verification));
    if (std::optional<std::string> problem = outputs.commit())
      return fail(exitInput, *problem);
  }
  return isSame(verification) ? exitDone : exitInput;
}

} // namespace

int verifyProgram(std::span<char *const> arguments) {
  auto request = readRequest(arguments);
  if (int *status = std::get_if<int>(&request))
    return *status;
  watchInterrupts();
  enterPhase("verify");
  const int status = verify(std::get<VerifyRequest>(request), findInstallation(arguments.front()));
  return isInterrupted() ? interruptedStatus : status;
}

} // namespace kasuri
