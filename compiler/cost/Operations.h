// What single values and library functions cost; internal to the estimate.
#pragma once

#include "cost/TargetCost.h"
#include "model/Program.h"

#include <array>
#include <optional>
#include <string_view>

namespace kasuri {

/// How long each unit of the core is busy with some code, and the way to memory with its streams.
struct Pressure {
  enum Unit : uint8_t { Issue, Integer, Floating, Divider, LoadUnit, StoreUnit, Memory };
  static constexpr size_t units = 7;
  std::array<double, units> ns = {};

  void add(const Pressure &other, double times = 1) {
    for (size_t i = 0; i < units; ++i)
      ns[i] += times * other.ns[i];
  }
};

class OperationCosts {
public:
  OperationCosts(const Program &program, const TargetCost &target)
      : program(program), target(target) {}

  /// What computing the value keeps busy, without what a callee does.
  Pressure pressure(ValueId value) const;
  /// From the last of its operands to its result; 0 for what is in a register.
  double latencyNs(ValueId value) const;
  /// The Load or Store is of a variable that is kept in a register.
  bool isInRegister(ValueId access) const;
  OperandType typeOf(const ValueType &type) const;

private:
  const Program &program;
  const TargetCost &target;

  struct Kind {
    Operation operation;
    OperandType type;
  };
  std::optional<Kind> kindOf(const Instruction &value) const;
  std::optional<Kind> kindOfOpaque(const Instruction &value) const;
  bool isFolded(const Instruction &element) const;
};

struct LibraryCost {
  double ns = 0;
  bool isKnown = true;
};

/// One call of a library function that takes its usual arguments.
LibraryCost libraryCost(std::string_view name, const TargetCost &target);

} // namespace kasuri
