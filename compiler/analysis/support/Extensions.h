// Conversions that keep every value.
#pragma once

#include "model/Program.h"

namespace kasuri {

/// What is converted to types that have all values of those before.
inline ValueId withoutExtensions(const Program &program, ValueId value) {
  auto isInteger = [](const ValueType &type) { return type.kind == ValueType::Kind::Integer; };
  for (const Instruction *its = &program[value]; its->op == Op::Convert; its = &program[value]) {
    const ValueType &from = program[its->operands[0]].type, &to = its->type;
    const bool keeps = isInteger(from) && isInteger(to) &&
                       (from.isSigned ? to.isSigned && to.bits >= from.bits : to.bits > from.bits);
    if (!keeps && from != to)
      break;
    value = its->operands[0];
  }
  return value;
}

} // namespace kasuri
