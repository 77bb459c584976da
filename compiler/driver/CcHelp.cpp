#include "driver/CcHelp.h"

#include "driver/Exit.h"
#include "driver/Version.h"

namespace kasuri {
namespace {

constexpr const char *help =
    "usage: kasuri-cc [option]... FILE...\n"
    "       kasuri-cc --kasuri-help | --kasuri-version\n"
    "\n"
    "Takes the command line of cc and runs Kasuri at link time. The C sources of a program are\n"
    "parallelized as a whole. Commands that it does not handle are passed to cc unchanged, and so\n"
    "are --help and --version.\n"
    "\n"
    "options that cc does not have:\n"
    "  -Rkasuri             report what runs in parallel\n"
    "  -Rkasuri-missed      report what does not run in parallel, why, and what would help\n"
    "  -Rkasuri-analysis    report what could run in parallel but is inside something that does\n"
    "  --machine=FILE       plan for the machine described in FILE, or for a known board\n"
    "  --profile=FILE       plan with measured times (KASURI_PROFILE, KASURI_PROFILE_SEQUENTIAL)\n"
    "  --assume=WHAT        assume more than the C standard; WHAT is one of: assertions, exits, "
    "input\n"
    "  --fp=MODE            floating-point results, one of: exact, reproducible, fast\n"
    "  --target=TRIPLE      compile for another machine, such as aarch64-linux-gnu\n"
    "  --kasuri-summary     print a line on what runs in parallel, for each program\n"
    "  --kasuri-report=DIR  write report.html and the other files of the report into DIR\n"
    "  --kasuri-help        print this text\n"
    "  --kasuri-version     print the version and build information\n"
    "\n"
    "environment:\n"
    "  KASURI_CC            the compiler behind (default: cc)\n"
    "  KASURI=off           compile as cc does\n"
    "  KASURI_SUMMARY=1     --kasuri-summary for all commands of a build\n"
    "  KASURI_REPORT=DIR    a report of each program of a build, in DIR/PROGRAM\n"
    "  KASURI_PROFILE_SEQUENTIAL=FILE\n"
    "                       link the sequential program with its loops counted; it writes a "
    "profile\n"
    "                       to FILE\n"
    "  KASURI_CACHE=DIR     where results are kept, or off (default: ~/.cache/kasuri)\n";

} // namespace

std::optional<int> answerOwnQuestion(std::span<const char *const> command) {
  const llvm::StringRef asked = command.size() == 2 ? command[1] : "";
  if (asked == "--kasuri-help")
    llvm::outs() << help;
  else if (asked == "--kasuri-version")
    printVersion(llvm::outs(), "kasuri-cc");
  else
    return std::nullopt;
  return exitDone;
}

} // namespace kasuri
