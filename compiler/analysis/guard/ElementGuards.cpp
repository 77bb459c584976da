// Does a number in a table end the program?
//
//     for (i = 0; i < n; i++) {
//       if (at[i] < 0 || at[i] >= size)       guarded: all of at[0 .. n) lie in [0, size - 1]
//         fatal("bad place");
//       out[i] = in[at[i]];
//     }
//
// The program goes through the table in front of the loop, in the order of the loop, and stops at
// the first number that would end it. Then the loop runs as in the source, and ends there. So the
// test reads nothing that the loop would not read: each iteration reads its number, and up to that
// one nothing else ends the loop or the program. If another exit is left that no test in front of
// this one has excluded, there is no such guard. The numbers are the same when the iterations read
// them, because nothing in the loop may change the table.
//
// Floating-point numbers are compared as the source does, so a NaN has the same outcome.
#include "analysis/guard/ElementGuards.h"

#include "analysis/guard/TableRows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int64_t beyondAll = int64_t(1) << 62;

/// The numbers of this type, as far as tests tell them from others.
void setEnds(GuardElements &elements) {
  const unsigned bits = 8 * elements.bytes - (elements.isSigned ? 1 : 0);
  const int64_t most = bits > 62 ? beyondAll : (int64_t(1) << bits) - 1;
  elements.least = constantOf(elements.isSigned ? -most - 1 : 0);
  elements.most = constantOf(most);
}

/// Leaves those out that are in the relation to the limit; false if the rest has a gap.
bool narrow(GuardElements &elements, Relation relation, const GuardValue &limit) {
  const bool isFromBelow = relation == Relation::Less || relation == Relation::LessEqual;
  const bool isFromAbove = relation == Relation::Greater || relation == Relation::GreaterEqual;
  const bool isStrict = relation == Relation::Less || relation == Relation::Greater;
  if (relation == Relation::Equal)
    return false;
  if (!isFromAbove) {
    const GuardValue least = isFromBelow && !isStrict ? sum(limit, constantOf(1)) : limit;
    elements.least = extreme(elements.least, least, true);
  }
  if (!isFromBelow) {
    const GuardValue most = isFromAbove && !isStrict ? sum(limit, constantOf(-1)) : limit;
    elements.most = extreme(elements.most, most, false);
  }
  return true;
}

bool setLimits(GuardElements &elements, RangeMaker &ranges, const Clause &clause) {
  setEnds(elements);
  return std::ranges::all_of(clause, [&](const ConditionTest &test) {
    const auto limit = test.real ? std::nullopt : ranges.valueInFront(test.value);
    return limit && narrow(elements, test.relation, *limit);
  });
}

/// Where they are, and how large.
std::optional<GuardElements> tableOf(const AnalysedProgram &analysed, const Viewpoint &view,
                                     RangeMaker &ranges, const Access &cell, Guard &guard) {
  const Instruction &load = analysed.program[cell.origin];
  GuardElements elements;
  elements.bytes = static_cast<unsigned>(cell.size);
  elements.isSigned = load.type.isSigned;
  elements.pitch = stepOfEntry(analysed, view, cell);
  const bool isNumber = load.op == Op::Load && !load.partial && load.type.size == cell.size &&
                        (cell.size == 1 || cell.size == 2 || cell.size == 4 || cell.size == 8);
  const auto table = isNumber && elements.pitch != 0 ? ranges.placeOf({cell}, guard) : std::nullopt;
  if (!table)
    return std::nullopt;
  elements.table = *table;
  return elements;
}

/// No other way out of the program is left, and none that is assumed not to be taken.
bool isOnlyEnd(const AnalysedProgram &analysed, RegionId loop, RefutedTests refuted,
               const Clause &clause) {
  refuted.insert(refuted.end(), clause.begin(), clause.end());
  const std::vector<ValueId> values = valuesWithin(analysed.program, loop);
  return !findExit(analysed, loop, refuted).valid() &&
         std::ranges::none_of(values, [&](ValueId value) {
           return analysed.effects.memoryExits.isAssumed(analysed.program[value]);
         });
}

} // namespace

std::optional<Guard> guardAgainstElements(const AnalysedProgram &analysed, RegionId loop,
                                          const Viewpoint &view, RangeMaker &ranges,
                                          const RefutedTests &refuted, const Clause &clause) {
  Guard guard;
  const bool isOfLoop = std::ranges::all_of(clause, [&](const ConditionTest &test) {
    return test.kind == ConditionTest::Kind::Element && test.loop == loop;
  });
  if (!isOfLoop || !isOnlyEnd(analysed, loop, refuted, clause))
    return std::nullopt;
  const ConditionTest &first = clause.front();
  const Access &cell = analysed.effects.cells[first.cell];
  auto elements = ranges.isDoneInEachIteration(cell, guard)
                      ? tableOf(analysed, view, ranges, cell, guard)
                      : std::nullopt;
  if (!elements)
    return std::nullopt;
  if (first.real && clause.size() == 1) {
    elements->real = first.real;
    elements->relation = first.relation;
    elements->isTrueThere = first.isTrueThere;
  } else if (!setLimits(*elements, ranges, clause)) {
    return std::nullopt;
  }
  guard.alternatives = {{.kind = Guard::Test::Kind::Elements, .elements = *elements}};
  guard.isCondition = true;
  for (const ConditionTest &test : clause)
    guard.text += (guard.text.empty() ? "" : ", ") + ranges.failureText(test);
  guard.text += " in all iterations";
  return guard;
}

} // namespace kasuri
