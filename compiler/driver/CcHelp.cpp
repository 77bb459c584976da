#include "driver/CcHelp.h"

#include "driver/Exit.h"
#include "driver/Version.h"

namespace kasuri {
namespace {

constexpr const char *help =
    "usage: kasuri-cc [option]... FILE...\n"
    "       kasuri-cc --kasuri-help | --kasuri-version\n"
    "\n"
    "Takes the command line of cc. C sources that one command compiles and links are made "
    "parallel\n"
    "first; every other command is handed to cc unchanged, and so are --help and --version.\n"
    "\n"
    "options that cc does not have:\n"
    "  -Rkasuri             say what runs in parallel\n"
    "  -Rkasuri-missed      say what does not, why, and what would help\n"
    "  -Rkasuri-analysis    say what could, but is part of something larger that does\n"
    "  --machine=FILE       plan for the machine that FILE describes, or for a described board\n"
    "  --profile=FILE       plan by the times that a run with KASURI_PROFILE=FILE has measured\n"
    "  --assume=WHAT        rely on more than the C standard; WHAT is one of: assertions\n"
    "  --target=TRIPLE      compile for another machine, as aarch64-linux-gnu\n"
    "  --kasuri-help        this text\n"
    "  --kasuri-version     what kasuri-cc is, and what it was built against\n"
    "\n"
    "KASURI_CC names the compiler behind it (default: cc).\n";

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
