// What operations cost on the target.
#pragma once

#include <cstdint>

namespace kasuri {

/// Nanoseconds of each kind of operation among others on the target's fastest core, as compiled
/// with optimisation. The defaults are those of a 3 GHz out-of-order core.
struct TargetCost {
  double integerNs = 0.12;
  double floatNs = 0.35;
  double divideNs = 3;
  double memoryNs = 0.2;
  double callNs = 2;
};

} // namespace kasuri
