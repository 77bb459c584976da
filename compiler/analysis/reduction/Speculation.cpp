// May a loop compute a value that the source does not ask for any more?
//
//     same = same && a[i] == b[i];        guarded: a[i] and b[i] stay inside a and b
//
// Nobody looks at the value. So it need only be computed without a trap, and without an effect:
//
//  * what is loaded lies in a variable of the program, in all iterations. Where that is not
//  certain,
//    a test in front of the loop finds out. Of memory behind pointers the size is not known;
//  * it divides by nothing but constants, and calls nothing;
//  * comparisons of floating-point numbers by size, and arithmetic with these, raise flags that the
//    program may look at.
//
// Bounds of a subscript that other operands of the same `&&` impose hold here as they do in the
// source: all but the variable itself is evaluated as written.
#include "analysis/reduction/Speculation.h"
#include "analysis/guard/Ranges.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isQuietOperation(const Program &program, const Instruction &value) {
  auto isFloating = [&](ValueId each) {
    return program[each].type.kind == ValueType::Kind::Floating;
  };
  switch (value.op) {
  case Op::Constant:
  case Op::Address:
  case Op::Field:
  case Op::Element:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case Op::Shr:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Negate:
  case Op::PointerDifference:
  case Op::Convert:
  case Op::Select:
    return true;
  case Op::Load:
    return !value.isVolatile;
  case Op::Div:
  case Op::Rem:
    return program[value.operands[1]].op == Op::Constant && program[value.operands[1]].number > 0;
  case Op::Compare:
    return value.relation == Relation::Equal || value.relation == Relation::NotEqual ||
           std::none_of(value.operands.begin(), value.operands.end(), isFloating);
  case Op::Opaque: // a constant, maybe of another type
    return std::all_of(value.operands.begin(), value.operands.end(),
                       [&](ValueId each) { return program[each].op == Op::Constant; });
  default:
    return false;
  }
}

} // namespace

std::optional<std::vector<Guard>> guardSpeculation(const AnalysedProgram &analysed, RegionId loop,
                                                   const Reduction &reduction, Budget &budget) {
  const Program &program = analysed.program;
  const FunctionId function = program[loop].function;
  const FunctionAccesses &known = analysed.effects.functions[function.index()];
  const Viewpoint view = acrossIterations(program, analysed.effects, function, loop);
  RangeMaker ranges(analysed, loop, view, budget);
  std::vector<Guard> guards;
  for (ValueId id : reduction.speculated) {
    const Instruction &value = program[id];
    if (!isQuietOperation(program, value))
      return std::nullopt;
    const std::vector<Access> &accesses = known.accessesAt(id);
    const ObjectId variable = variableOf(program, id);
    const bool isPlain = variable.valid() && program[variable].isPlainScalar();
    if (value.op != Op::Load || isPlain)
      continue;
    for (const Access &access : accesses) {
      if (ranges.isWithinVariable(access))
        continue;
      std::optional<Guard> guard = ranges.guardWithinVariable(access);
      if (!guard)
        return std::nullopt;
      guards.push_back(std::move(*guard));
    }
    if (accesses.empty())
      return std::nullopt;
  }
  return guards;
}

} // namespace kasuri
