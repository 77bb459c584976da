// kasuri: source to source; `kasuri simulate` replays what it planned, `kasuri report` shows it
// beside what was measured; `kasuri verify` holds the parallel program against the sequential one.
#include "driver/Exit.h"
#include "driver/LargeStack.h"
#include "driver/Pipeline.h"
#include "driver/commands/ReportCommand.h"
#include "driver/commands/SimulateCommand.h"
#include "driver/verify/VerifyCommand.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace {

/// A command by the first word of the command line.
struct Command {
  const char *name;
  int (*run)(std::span<char *const> arguments); ///< all words; the exit status
};

constexpr Command commands[] = {
    {"report", kasuri::renewReport},
    {"simulate", kasuri::simulateReport},
    {"verify", kasuri::verifyProgram},
};

int run(int argc, char **argv) {
  for (const Command &command : commands)
    if (argc > 1 && std::strcmp(argv[1], command.name) == 0)
      return command.run(std::span(argv, static_cast<size_t>(argc)));
  auto programs = kasuri::parsePrograms(argc, argv);
  if (int *status = std::get_if<int>(&programs))
    return *status;
  int worst = kasuri::exitDone;
  for (const kasuri::Options &options : std::get<0>(programs))
    worst = std::max(worst, kasuri::compile(options, kasuri::findInstallation(argv[0])));
  return worst;
}

} // namespace

int main(int argc, char **argv) {
  kasuri::installCrashReport(argc, argv);
  return kasuri::runWithLargeStack([&] { return run(argc, argv); });
}
