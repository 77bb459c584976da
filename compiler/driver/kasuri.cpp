// kasuri: source to source; `kasuri simulate` replays what it planned, `kasuri report` shows it
// beside what was measured; `kasuri verify` holds the parallel program against the sequential one.
#include "driver/Exit.h"
#include "driver/LargeStack.h"
#include "driver/Pipeline.h"
#include "driver/ReportCommand.h"
#include "driver/SimulateCommand.h"
#include "driver/verify/VerifyCommand.h"

#include <cstring>
#include <span>

namespace {

int run(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "simulate") == 0)
    return kasuri::simulateReport(std::span(argv, static_cast<size_t>(argc)));
  if (argc > 1 && std::strcmp(argv[1], "report") == 0)
    return kasuri::renewReport(std::span(argv, static_cast<size_t>(argc)));
  if (argc > 1 && std::strcmp(argv[1], "verify") == 0)
    return kasuri::verifyProgram(std::span(argv, static_cast<size_t>(argc)));
  auto options = kasuri::parseOptions(argc, argv);
  if (int *status = std::get_if<int>(&options))
    return *status;
  return kasuri::compile(std::get<0>(options), kasuri::findInstallation(argv[0]));
}

} // namespace

int main(int argc, char **argv) {
  kasuri::installCrashReport(argc, argv);
  return kasuri::runWithLargeStack([&] { return run(argc, argv); });
}
