// Tests of a table's elements that end the program.
//
//     for (i = 0; i < n; i++) {
//       if (at[i] < 0 || at[i] >= size)       in some iteration: at[i] < 0, or at[i] >= size
//         fatal("bad place");                 nothing of this happens if no element is like that
//       out[i] = in[at[i]];
//     }
//
// Whether a loop's own test holds in any iteration can be told in front of it, if it only looks at
// a table that the loop does not change: the program goes through the table in the order of the
// loop, up to the first element that ends it (guard/ElementGuards.cpp). Here the test is put into a
// form for that. A number is compared with one that stays the same in the loop; of several tests,
// as `||` has them, all are of the same element. Only branches that surely end the program are
// looked at: what else happens on a condition is most likely to happen in some iteration.
#include "analysis/access/calls/ElementTests.h"

#include "analysis/access/calls/BranchPremises.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/access/values/WalkValues.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// The cell of the integer that the value is; noCell: it is none from a table.
size_t cellOfInteger(const WalkContext &walk, ValueId id) {
  const SymbolicValue value = valueOf(walk, id);
  const auto &terms = value.offset.terms();
  const bool isElement = value.kind == Kind::Integer && !value.mayWrap && terms.size() == 1 &&
                         terms[0].second == 1 && value.offset.constant() == 0;
  return isElement ? walk.effects[terms[0].first].cell : noCell;
}

/// The same for what a compare loads itself.
size_t cellOfReal(WalkContext &walk, ValueId id) {
  const Instruction &load = walk.program[id];
  const bool isElement = load.op == Op::Load && load.type.kind == ValueType::Kind::Floating &&
                         (load.type.size == 4 || load.type.size == 8);
  if (!isElement)
    return noCell;
  walk.effects.cells.push_back(accessAt(walk, id, load.operands[0], load.type.size, false));
  return walk.effects.cells.size() - 1;
}

std::optional<ConditionTest> testOf(WalkContext &walk, ValueId condition, bool outcome,
                                    bool isSwapped) {
  const Instruction &compare = walk.program[condition];
  const ValueId number = compare.operands[isSwapped ? 1 : 0];
  const ValueId limit = compare.operands[isSwapped ? 0 : 1];
  ConditionTest test{.kind = ConditionTest::Kind::Element,
                     .origin = condition,
                     .isTrueThere = outcome,
                     .loop = walk.open.currentLoop(),
                     .relation = isSwapped ? swapped(compare.relation) : compare.relation,
                     .real = walk.program[limit].real};
  if (!outcome && !test.real)
    test.relation = opposite(test.relation);
  const SymbolicValue value = valueOf(walk, limit);
  const bool isFixed = test.real || (value.kind == Kind::Integer && !value.mayWrap &&
                                     isInvariant(walk, value.offset, walk.open.currentLoop()));
  if (!isFixed)
    return std::nullopt;
  test.value = test.real ? Linear() : value.offset;
  test.cell = test.real ? cellOfReal(walk, number) : cellOfInteger(walk, number);
  return test.cell == noCell ? std::nullopt : std::optional(test);
}

/// `!(a < b)`
bool isNegation(const Program &program, const Instruction &compare) {
  const Instruction &negated = program[withoutConverts(program, compare.operands[0])];
  return compare.relation == Relation::Equal && isZero(program, compare.operands[1]) &&
         (negated.op == Op::Compare || isConjunction(program, negated) ||
          isDisjunction(program, negated));
}

/// Any of the tests that the condition consists of; false: some of it is none.
bool addTests(WalkContext &walk, ValueId condition, bool outcome, Clause &tests) {
  const Instruction &value = walk.program[condition];
  const bool isEither =
      outcome ? isDisjunction(walk.program, value) : isConjunction(walk.program, value);
  if (value.type.kind == ValueType::Kind::Integer && isEither)
    return addTests(walk, value.operands[0], outcome, tests) &&
           addTests(walk, value.operands[outcome ? 2 : 1], outcome, tests);
  if (value.op == Op::Convert && value.type.kind == ValueType::Kind::Integer)
    return addTests(walk, value.operands[0], outcome, tests);
  if (value.op != Op::Compare || value.operands.size() != 2)
    return false;
  if (isNegation(walk.program, value))
    return addTests(walk, value.operands[0], !outcome, tests);
  auto test = testOf(walk, condition, outcome, false);
  if (!test)
    test = testOf(walk, condition, outcome, true);
  if (test)
    tests.push_back(*test);
  return test.has_value();
}

} // namespace

Premise elementPremise(WalkContext &walk, RegionId branch, bool outcome) {
  const Region &region = walk.program[branch];
  const size_t arm = outcome ? 0 : 1;
  const bool isAsked = walk.open.trials == 0 && walk.open.opaque == 0 &&
                       !walk.leaves.site.valid() && walk.open.currentLoop().valid() &&
                       arm < region.children.size() && region.conditionValue.valid() &&
                       walk.effects.memoryExits.endings.contains(region.children[arm]);
  Clause tests;
  if (!isAsked || !addTests(walk, region.conditionValue, outcome, tests))
    return {};
  const Access &first = walk.effects.cells[tests.front().cell];
  const bool isOfOne = std::ranges::all_of(tests, [&](const ConditionTest &test) {
    const Access &cell = walk.effects.cells[test.cell];
    return cell.base == first.base && cell.offset == first.offset && cell.size == first.size;
  });
  return isOfOne ? Premise{tests} : Premise();
}

} // namespace kasuri
