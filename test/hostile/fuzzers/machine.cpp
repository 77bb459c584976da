// Machine files. One that is taken can be planned on.
#include "plan/MachineFile.h"
#include "plan/Simulate.h"

#include <cstdint>

using namespace kasuri;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto read = readMachine({reinterpret_cast<const char *>(data), size});
  const auto *machine = std::get_if<Machine>(&read);
  if (!machine)
    return 0;
  if (machine->cores.empty())
    __builtin_trap();
  for (const Core &core : machine->cores)
    idlePowerMw(*machine, core, 1e6);
  if (machine->hasPower && !(idleMachineMw(*machine) >= 0))
    __builtin_trap();
  return 0;
}
