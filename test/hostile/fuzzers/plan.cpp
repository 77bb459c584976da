// report.json, read for its plan. One that is taken can be simulated.
#include "plan/ProgramRun.h"
#include "report/ReadReport.h"

#include <cstdint>

using namespace kasuri;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto read = readPlan({reinterpret_cast<const char *>(data), size});
  if (const auto *plan = std::get_if<Plan>(&read))
    simulateSpan(*plan, wholeProgram(*plan), uniformMachine(2), 2);
  else if (std::get<std::string>(read).empty())
    __builtin_trap();
  return 0;
}
