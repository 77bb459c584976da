// kasuri: source to source.
#include "driver/Exit.h"
#include "driver/Pipeline.h"

int main(int argc, char **argv) {
  kasuri::installCrashReport(argc, argv);
  auto options = kasuri::parseOptions(argc, argv);
  if (int *status = std::get_if<int>(&options))
    return *status;
  return kasuri::compile(std::get<0>(options), kasuri::findInstallation(argv[0]));
}
