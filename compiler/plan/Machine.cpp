#include "plan/Machine.h"

#include <algorithm>
#include <thread>

namespace kasuri {

Machine hostMachine() {
  Machine machine;
  machine.cores = std::max(1u, std::thread::hardware_concurrency());
  return machine;
}

} // namespace kasuri
