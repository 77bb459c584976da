// Profiles that the runtime writes.
#include "cost/Profile.h"

#include <cstdint>

using namespace kasuri;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto read = readProfile({reinterpret_cast<const char *>(data), size});
  if (auto *profile = std::get_if<Profile>(&read))
    moveElsewhere(*profile, 3);
  else if (std::get<std::string>(read).empty())
    __builtin_trap();
  return 0;
}
