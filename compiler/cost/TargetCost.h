// What operations cost on the target.
#pragma once

#include "model/Target.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kasuri {

enum class Operation : uint8_t {
  Simple, ///< add, subtract, compare, logic, shift; of floating point: add, compare
  Multiply,
  Divide,
  SquareRoot,
  Convert, ///< between integer and floating point, or the two floating types
  Load,    ///< from the first cache
  Store
};
constexpr size_t operationCount = 7;

enum class OperandType : uint8_t { Int32, Int64, Float32, Float64 };
constexpr size_t operandTypeCount = 4;

struct OperationTime {
  double busyNs = 0;    ///< until the next of its kind can begin, on average
  double latencyNs = 0; ///< until the result can be used
};

/// Times on the target's fastest core of code that was compiled with optimisation.
struct TargetCost {
  std::array<std::array<OperationTime, operandTypeCount>, operationCount> times;
  double callNs = 0;       ///< call and return, without what the callee does
  double mispredictNs = 0; ///< per branch misprediction
  double cycleNs = 0;
  double issueNs = 0;       ///< of one instruction of any kind
  bool isOutOfOrder = true; ///< instructions of different kinds hide behind each other
  unsigned vectorBytes = 0; ///< of what one instruction may work on; 0: code is not vectorised

  TargetCost(); ///< a 3 GHz out-of-order core

  const OperationTime &of(Operation operation, OperandType type) const {
    return times[static_cast<size_t>(operation)][static_cast<size_t>(type)];
  }
};

/// The core that this compiler runs on, as LLVM names it. KASURI_HOST_CPU names another: tests show
/// with it that their results are those of any host.
std::string hostCpuName();

/// The same, on the very core that this compiler runs on; unchanged if the target is another
/// architecture, or the flags name a core.
Target tunedForHost(Target target);

/// `khz`: of the clock of its fastest core; 0: unknown. A target that is not known costs what the
/// default does, at that clock.
TargetCost targetCost(const Target &target, double khz);

} // namespace kasuri
