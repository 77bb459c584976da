#include "analysis/affine/FindCountedMembers.h"

#include "analysis/pointers/Locations.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// The Load of an integer that is no variable of its own, as it is compared; invalid: there is
/// none.
ValueId readInTest(const Program &program, RegionId id) {
  const Region &loop = program[id];
  if (loop.kind != Region::Kind::Loop || loop.counted.variable.valid() || !loop.testsFirst ||
      !loop.conditionValue.valid() || program[loop.conditionValue].op != Op::Compare)
    return {};
  for (ValueId operand : program[loop.conditionValue].operands)
    if (program[operand].op == Op::Load && !variableOf(program, operand).valid() &&
        program[operand].type.kind == ValueType::Kind::Integer)
      return operand;
  return {};
}

class MemberFinder {
public:
  explicit MemberFinder(const AnalysedProgram &analysed)
      : analysed(analysed), program(analysed.program) {}

  std::optional<CountedMember> find(RegionId loop) const {
    CountedMember found{
        .loop = loop, .read = readInTest(program, loop), .accesses = {}, .stores = {}};
    if (!found.read.valid())
      return std::nullopt;
    std::vector<ValueId> values = valuesWithin(program, loop);
    for (FunctionId each : reachedWithin(analysed, loop)) {
      const std::vector<ValueId> its = valuesWithin(program, program[each].body);
      values.insert(values.end(), its.begin(), its.end());
    }
    for (ValueId value : values) {
      const Instruction &its = program[value];
      if (its.op == Op::Clobber || analysed.pointsTo.unknownCalls.contains(value))
        return std::nullopt;
      if ((its.op != Op::Load && its.op != Op::Store) || !mayTouch(value, found.read))
        continue;
      found.accesses.insert(value);
      if (its.op == Op::Store)
        found.stores.insert(value);
    }
    return found;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;

  Locations placesOf(ValueId access) const {
    const LocationSet &known = analysed.pointsTo.of(program[access].operands[0]);
    const ObjectId world = analysed.pointsTo.special(SpecialObject::World);
    return known.empty() ? Locations(LocationSet{{world, 0, 1, 0, unknownEnd}})
                         : Locations::sharing(known);
  }

  /// Each iteration reads the member last, for the step. So in between nothing has stored what that
  /// may not see, and nothing may see the number by another type.
  bool areOfOtherTypes(ValueId access, ValueId other) const {
    const EffectiveType &a = program[access].effective, &b = program[other].effective;
    return !a.mayAccessAny() && !b.mayAccessAny() && a != b;
  }

  bool mayTouch(ValueId access, ValueId other) const {
    if (areOfOtherTypes(access, other))
      return false;
    const Locations a = placesOf(access), b = placesOf(other);
    return std::any_of(a.begin(), a.end(), [&](const Location &x) {
      return std::any_of(b.begin(), b.end(), [&](const Location &y) {
        return mayOverlap(analysed.pointsTo, x, program[access].type.size, y,
                          program[other].type.size);
      });
    });
  }
};

} // namespace

std::vector<CountedMember> findCountedMembers(const AnalysedProgram &analysed) {
  const Program &program = analysed.program;
  const MemberFinder finder(analysed);
  std::vector<CountedMember> found;
  for (const Function &function : program.functions)
    for (RegionId region : regionsWithin(program, function.body))
      if (auto its = finder.find(region))
        found.push_back(std::move(*its));
  return found;
}

} // namespace kasuri
