// Searches keep the best of what they try, and the first is the best so far:
//
//     for (int round = 0; round < rounds; round++) {
//       float score = attempt(&trial);
//       if (round == 0 || score < best_score)
//         *best = trial;                       surely written when the loop is over
//     }
//
// Only tests of the loop's variable against constants are looked at, in loops whose body leaves the
// variable alone.
#include "analysis/symbolic/FirstIteration.h"

#include "analysis/support/Extensions.h"
#include "analysis/support/Relations.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

FirstIteration::FirstIteration(const Program &program, RegionId loop)
    : program(program), loop(loop) {
  const CountedForm &counted = program[loop].counted;
  if (!counted.variable.valid() || !counted.initial.valid() ||
      counted.advance != CountedForm::Advance::AfterBody ||
      !program[counted.variable].isPlainScalar())
    return;
  const Instruction &initial = program[withoutExtensions(program, counted.initial)];
  const std::vector<ValueId> inside = valuesWithin(program, program[loop].children[0]);
  const bool isSetInside = std::ranges::any_of(
      inside, [&](ValueId value) { return isStoreTo(program, value, counted.variable); });
  if (initial.op == Op::Constant && initial.type.kind == ValueType::Kind::Integer && !isSetInside)
    start = initial.number;
  const std::vector<RegionId> regions = regionsWithin(program, program[loop].children[0]);
  isDeciding = std::ranges::any_of(regions, [&](RegionId each) {
    return program[each].kind == Region::Kind::Branch &&
           outcomeOf(program[each].conditionValue).has_value();
  });
}

bool FirstIteration::isVariable(ValueId value) const {
  const ValueId read = withoutExtensions(program, value);
  return program[read].op == Op::Load &&
         variableOf(program, read) == program[loop].counted.variable;
}

std::optional<bool> FirstIteration::outcomeOf(ValueId condition) const {
  if (!start || !condition.valid())
    return std::nullopt;
  const Instruction &test = program[withoutExtensions(program, condition)];
  const bool isAnd = isConjunction(program, test), isOr = isDisjunction(program, test);
  if (isAnd || isOr) {
    const std::optional<bool> first = outcomeOf(test.operands[0]),
                              second = outcomeOf(test.operands[isAnd ? 1 : 2]);
    if (first == isOr || second == isOr)
      return isOr;
    return first && second ? first : std::nullopt;
  }
  if (test.op != Op::Compare || !isVariable(test.operands[0]))
    return std::nullopt;
  const Instruction &limit = program[withoutExtensions(program, test.operands[1])];
  const bool isNumber = limit.op == Op::Constant && limit.type.kind == ValueType::Kind::Integer;
  return isNumber && *start >= 0 && limit.number >= 0
             ? std::optional(holds(*start, test.relation, limit.number))
             : std::nullopt;
}

} // namespace kasuri
