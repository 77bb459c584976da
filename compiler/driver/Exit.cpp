// A crash report must not itself crash: after a signal only text prepared beforehand and LLVM's
// signal-safe stack trace are printed, and the process ends by _exit. Files that were being written
// are already gone then, because LLVM removes those registered with RemoveFileOnSignal first.
#include "driver/Exit.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>

namespace kasuri {
namespace {

const char *currentPhase = "start";
std::string commandLine;

void writeText(const char *text) {
  size_t left = std::strlen(text);
  while (left > 0) {
    ssize_t written = ::write(STDERR_FILENO, text, left);
    if (written <= 0)
      return;
    text += written;
    left -= static_cast<size_t>(written);
  }
}

void writeRequest() {
  writeText("kasuri: internal error in phase '");
  writeText(currentPhase);
  writeText(
      "'; nothing was written\n"
      "kasuri: please report it with the text above, the preprocessed sources (cc -E) and this "
      "command line:\n  ");
  writeText(commandLine.c_str());
  writeText("\n");
}

void onCrashSignal(void *) {
  llvm::sys::PrintStackTrace(llvm::errs());
  writeRequest();
  _exit(exitInternal);
}

void onFatalError(void *, const char *reason, bool) {
  writeText("kasuri: error: ");
  writeText(reason);
  writeText("\n");
  writeRequest();
  llvm::sys::RunInterruptHandlers(); // removes unfinished files
  _exit(exitInternal);
}

/// Nothing more can be allocated, also not for a text.
void onNoMemory() {
  writeText("kasuri: error: out of memory in phase '");
  writeText(currentPhase);
  writeText("'; nothing was written\n");
  llvm::sys::RunInterruptHandlers();
  _exit(exitInput);
}

} // namespace

int fail(int status, std::string_view text) {
  llvm::errs() << "kasuri: error: " << llvm::StringRef(text) << '\n';
  return status;
}

int failUsage(std::string_view text) {
  llvm::errs() << "kasuri: error: " << llvm::StringRef(text) << "; see 'kasuri --help'\n";
  return exitUsage;
}

int finishOutput(int status) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return status;
  const std::string why = llvm::outs().error().message();
  llvm::outs().clear_error();
  return fail(status == exitDone ? exitInput : status, "cannot write the output: " + why);
}

void installCrashReport(int argc, const char *const *argv) {
  for (int i = 0; i < argc; ++i)
    commandLine += (i ? " " : "") + std::string(argv[i]);
  llvm::sys::AddSignalHandler(onCrashSignal, nullptr);
  llvm::install_fatal_error_handler(onFatalError, nullptr);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { onNoMemory(); }, nullptr);
  std::set_new_handler(onNoMemory);
}

void enterPhase(const char *name) { currentPhase = name; }

void requireSound(const char *phase, const std::vector<std::string> &problems) {
  if (problems.empty())
    return;
  llvm::errs() << "kasuri: error: the result of phase '" << phase << "' breaks its invariants:\n";
  for (const std::string &problem : problems)
    llvm::errs() << "  " << problem << '\n';
  currentPhase = phase;
  writeRequest();
  std::exit(exitInternal);
}

} // namespace kasuri
