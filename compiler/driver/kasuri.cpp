// kasuri: source to source. Its commands are a table below; each is a folder or a file of driver/.
#include "driver/Exit.h"
#include "driver/Help.h"
#include "driver/LargeStack.h"
#include "driver/Pipeline.h"
#include "driver/check/CheckCommand.h"
#include "driver/commands/ExplainCommand.h"
#include "driver/commands/ReportCommand.h"
#include "driver/commands/SimulateCommand.h"
#include "driver/editing/FixSources.h"
#include "driver/editing/HelpfulFixIts.h"
#include "driver/lsp/LspCommand.h"
#include "driver/profile/ProfileCommand.h"
#include "driver/serve/ServeCommand.h"
#include "driver/verify/VerifyCommand.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace {

/// A command by the first word of the command line.
struct Command {
  const char *name;
  int (*run)(std::span<char *const> arguments); ///< all words; the exit status
  const char *summary;                          ///< for --help
};

constexpr Command commands[] = {
    {"check", kasuri::checkProgram, "fail when a loop that ran in parallel no longer does"},
    {"explain", kasuri::explainObstacle, "print the page of an obstacle, such as CarriedAnti"},
    {"lsp", kasuri::serveEditor, "serve an editor by the Language Server Protocol"},
    {"profile", kasuri::profileProgram, "measure where the time of the sequential program is"},
    {"report", kasuri::renewReport, "update a report with the times that a run has measured"},
    {"serve", kasuri::servePlayground, "type C in the browser and see what Kasuri makes of it"},
    {"simulate", kasuri::simulateReport, "predict the run time and energy of a plan on a machine"},
    {"verify", kasuri::verifyProgram, "compare the parallel program with the sequential one"},
};

/// The table, as --help shows it.
std::string describeCommands() {
  std::string text = "commands, each with its own --help:\n";
  llvm::raw_string_ostream stream(text);
  std::vector<kasuri::HelpLine> lines;
  for (const Command &command : commands)
    lines.push_back({std::string("kasuri ") + command.name, command.summary});
  kasuri::printHelpLines(stream, lines);
  return text +
         "\nkasuri-cc compiles as cc does and parallelizes at link time: make CC=kasuri-cc; see\n"
         "'kasuri-cc --kasuri-help'. Exit status: 0 done, 1 the input is at fault, 2 wrong "
         "usage.\n";
}

int run(int argc, char **argv) {
  for (const Command &command : commands)
    if (argc > 1 && std::strcmp(argv[1], command.name) == 0)
      return command.run(std::span(argv, static_cast<size_t>(argc)));
  auto programs = kasuri::parsePrograms(argc, argv, describeCommands());
  if (int *status = std::get_if<int>(&programs))
    return *status;
  const kasuri::Installation installation = kasuri::findInstallation(argv[0]);
  int worst = kasuri::exitDone;
  for (const kasuri::Options &options : std::get<0>(programs))
    worst = std::max(worst, options.fix ? kasuri::fixSources(options, installation)
                                        : kasuri::compile(options, installation,
                                                          {.filterFixIts = kasuri::reportedFixIts(
                                                               options, installation)}));
  return worst;
}

} // namespace

int main(int argc, char **argv) {
  kasuri::installCrashReport(argc, argv);
  return kasuri::runWithLargeStack([&] { return kasuri::finishOutput(run(argc, argv)); });
}
