// What branches say of the code behind them, in terms that hold in front of a loop.
//
//     static void step(const options *o, int *a) {
//       if (o->verbose > 1) fprintf(stderr, "step\n");    fprintf only if verbose - 2 >= 0
//       if (!o->check) return;
//       verify(a);                                        only if check is not 0
//     }
//
// While a function is walked, `premise` is what the branches around say, and those before whose
// other arm has left. It is kept with each access and each call that may end the program. A caller
// gets what it can name, in its own terms; if these are numbers that it knows to be otherwise, the
// access is none of this call. A premise is only ever forgotten in part, never made stronger: where
// a condition is not understood, or its value differs from one iteration of the innermost loop to
// the next, nothing is said; where parts run in no order, nothing is added. Numbers that may have
// wrapped around are not understood.
#include "analysis/access/calls/BranchPremises.h"

#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

using Test = ConditionTest::Kind;

/// 0 or 1.
bool isTruth(const WalkContext &walk, ValueId id) {
  const Instruction &value = walk.program[id];
  const bool isLogical = value.op == Op::Select && value.type.kind == ValueType::Kind::Integer &&
                         isTruth(walk, value.operands[1]) && isTruth(walk, value.operands[2]);
  return value.op == Op::Compare || isLogical ||
         (value.op == Op::Constant && (value.number == 0 || value.number == 1)) ||
         (value.op == Op::Convert && value.type.kind == ValueType::Kind::Integer &&
          isTruth(walk, value.operands[0]));
}

bool isNull(const SymbolicValue &value) {
  return value.kind == Kind::Integer && !value.mayWrap && value.offset == Linear(0);
}

/// a - b, which is 0 or not if they are compared for equality; otherwise a number that is not
/// negative where the relation holds.
std::optional<Linear> differenceOf(Relation relation, const Linear &a, const Linear &b) {
  const bool isUp = relation == Relation::Less || relation == Relation::LessEqual;
  const bool isStrict = relation == Relation::Less || relation == Relation::Greater;
  auto difference = isUp ? Linear::add(b, a, -1) : Linear::add(a, b, -1);
  return difference && isStrict ? Linear::add(*difference, Linear(-1)) : difference;
}

Premise premiseOfTest(const WalkContext &walk, ValueId condition, bool outcome) {
  const Instruction &value = walk.program[condition];
  const bool isCompare = value.op == Op::Compare;
  Relation relation = isCompare ? value.relation : Relation::NotEqual;
  if (!outcome)
    relation = opposite(relation);
  auto known = [&](ValueId id) {
    return isZero(walk.program, id) ? integer(Linear(0)) : valueOf(walk, id);
  };
  SymbolicValue a = known(isCompare ? value.operands[0] : condition);
  SymbolicValue b = isCompare ? known(value.operands[1]) : integer(Linear(0));
  const bool isEquality = relation == Relation::Equal || relation == Relation::NotEqual;
  ConditionTest test;
  test.origin = condition;
  test.isTrueThere = outcome;
  if (isEquality && isNull(a))
    std::swap(a, b);
  if (a.kind == Kind::Pointer && isEquality && isNull(b)) {
    if (a.base.kind != Base::Kind::Symbol || a.mayWrap)
      return {};
    test.pointer = a.base.symbol;
  } else if (a.kind != Kind::Integer || b.kind != Kind::Integer || a.mayWrap || b.mayWrap) {
    return {};
  }
  auto difference = differenceOf(relation, a.offset, b.offset);
  if (!difference)
    return {};
  test.kind = relation == Relation::Equal      ? Test::Zero
              : relation == Relation::NotEqual ? Test::NotZero
                                               : Test::NotNegative;
  test.value = *difference;
  const Clause clause = {test};
  return isUseful(walk, clause) ? Premise{clause} : Premise();
}

Premise premiseOf(const WalkContext &walk, ValueId condition, bool outcome) {
  const Instruction &value = walk.program[condition];
  if (value.op == Op::Convert && isTruth(walk, value.operands[0]))
    return premiseOf(walk, value.operands[0], outcome);
  const bool isAnd = isConjunction(walk.program, value);
  if (value.type.kind == ValueType::Kind::Integer &&
      (isAnd || isDisjunction(walk.program, value))) {
    const Premise first = premiseOf(walk, value.operands[0], outcome);
    const Premise second = premiseOf(walk, value.operands[isAnd ? 1 : 2], outcome);
    return isAnd == outcome ? both(first, second) : either(first, second);
  }
  const bool isNegation =
      value.op == Op::Compare &&
      (value.relation == Relation::Equal || value.relation == Relation::NotEqual) &&
      isZero(walk.program, value.operands[1]) && isTruth(walk, value.operands[0]);
  if (isNegation)
    return premiseOf(walk, value.operands[0], outcome != (value.relation == Relation::Equal));
  return premiseOfTest(walk, condition, outcome);
}

} // namespace

std::optional<bool> outcomeOf(const ConditionTest &test) {
  if (test.kind == Test::Element || test.pointer.valid() || !test.value.isConstant())
    return std::nullopt;
  const int64_t number = test.value.constant();
  return test.kind == Test::NotNegative ? number >= 0 : (number == 0) == (test.kind == Test::Zero);
}

Premise premiseOf(const WalkContext &walk, RegionId branch, bool outcome) {
  const ValueId condition = walk.program[branch].conditionValue;
  const bool isKnown = walk.open.trials == 0 && walk.open.opaque == 0 && condition.valid();
  return isKnown ? premiseOf(walk, condition, outcome) : Premise();
}

bool isUseful(const WalkContext &walk, const Clause &clause) {
  const RegionId loop = walk.open.currentLoop();
  auto isSame = [&](const Linear &value) {
    return loop.valid() ? isInvariant(walk, value, loop) : isNameable(walk, value);
  };
  return std::all_of(clause.begin(), clause.end(), [&](const ConditionTest &test) {
    return !outcomeOf(test) && isSame(test.value) &&
           (!test.pointer.valid() || isSame(Linear::symbol(test.pointer)));
  });
}

PremiseId seenFromOutside(WalkContext &walk, PremiseId inside) {
  const auto [known, isNew] = walk.memo.seenOutside.try_emplace(inside);
  if (!isNew)
    return known->second;
  Premise seen;
  for (const Clause &clause : walk.effects.premises[inside])
    if (std::all_of(clause.begin(), clause.end(), [&](const ConditionTest &test) {
          return test.kind != Test::Element && isNameable(walk, test.value) &&
                 (!test.pointer.valid() || isNameable(walk, test.pointer));
        }))
      seen.push_back(clause);
  return known->second = walk.effects.premises.add(seen);
}

void noteEnd(WalkContext &walk, ValueId call, PremiseId condition) {
  if (walk.open.trials == 0)
    walk.result.endsIf[call].insert(walk.effects.premises.both(walk.open.premise, condition));
}

} // namespace kasuri
