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
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;
using Test = ConditionTest::Kind;

/// The outcome of the test of a number; nothing if it depends.
std::optional<bool> outcomeOf(const ConditionTest &test) {
  if (test.pointer.valid() || !test.value.isConstant())
    return std::nullopt;
  const int64_t number = test.value.constant();
  return test.kind == Test::NotNegative ? number >= 0 : (number == 0) == (test.kind == Test::Zero);
}

} // namespace

Premise AccessWalk::premiseOf(RegionId branch, bool outcome) const {
  const ValueId condition = program[branch].conditionValue;
  const bool isKnown = trials == 0 && opaque == 0 && condition.valid();
  return isKnown ? premiseOf(condition, outcome) : Premise();
}

Premise AccessWalk::premiseOf(ValueId condition, bool outcome) const {
  const Instruction &value = program[condition];
  if (value.op == Op::Convert && isTruth(value.operands[0]))
    return premiseOf(value.operands[0], outcome);
  const bool isAnd = isConjunction(program, value);
  if (value.type.kind == ValueType::Kind::Integer && (isAnd || isDisjunction(program, value))) {
    const Premise first = premiseOf(value.operands[0], outcome);
    const Premise second = premiseOf(value.operands[isAnd ? 1 : 2], outcome);
    return isAnd == outcome ? both(first, second) : either(first, second);
  }
  const bool isNegation =
      value.op == Op::Compare &&
      (value.relation == Relation::Equal || value.relation == Relation::NotEqual) &&
      isZero(program, value.operands[1]) && isTruth(value.operands[0]);
  if (isNegation)
    return premiseOf(value.operands[0], outcome != (value.relation == Relation::Equal));
  return premiseOfTest(condition, outcome);
}

/// 0 or 1.
bool AccessWalk::isTruth(ValueId id) const {
  const Instruction &value = program[id];
  const bool isLogical = value.op == Op::Select && value.type.kind == ValueType::Kind::Integer &&
                         isTruth(value.operands[1]) && isTruth(value.operands[2]);
  return value.op == Op::Compare || isLogical ||
         (value.op == Op::Constant && (value.number == 0 || value.number == 1)) ||
         (value.op == Op::Convert && value.type.kind == ValueType::Kind::Integer &&
          isTruth(value.operands[0]));
}

Premise AccessWalk::premiseOfTest(ValueId condition, bool outcome) const {
  const Instruction &value = program[condition];
  const bool isCompare = value.op == Op::Compare;
  Relation relation = isCompare ? value.relation : Relation::NotEqual;
  if (!outcome)
    relation = opposite(relation);
  auto known = [&](ValueId id) { return isZero(program, id) ? integer(Linear(0)) : valueOf(id); };
  SymbolicValue a = known(isCompare ? value.operands[0] : condition);
  SymbolicValue b = isCompare ? known(value.operands[1]) : integer(Linear(0));
  const bool isEquality = relation == Relation::Equal || relation == Relation::NotEqual;
  ConditionTest test;
  test.origin = condition;
  test.isTrueThere = outcome;
  auto isNull = [](const SymbolicValue &each) {
    return each.kind == Kind::Integer && !each.mayWrap && each.offset == Linear(0);
  };
  if (isEquality && isNull(a))
    std::swap(a, b);
  if (a.kind == Kind::Pointer && isEquality && isNull(b)) {
    if (a.base.kind != Base::Kind::Symbol)
      return {};
    test.pointer = a.base.symbol;
  } else if (a.kind != Kind::Integer || b.kind != Kind::Integer || a.mayWrap || b.mayWrap) {
    return {};
  }
  if (relation == Relation::Less || relation == Relation::LessEqual)
    std::swap(a, b);
  auto difference = Linear::add(a.offset, b.offset, -1);
  if (relation == Relation::Less || relation == Relation::Greater)
    difference = difference ? Linear::add(*difference, Linear(-1)) : difference;
  if (!difference)
    return {};
  test.kind = relation == Relation::Equal      ? Test::Zero
              : relation == Relation::NotEqual ? Test::NotZero
                                               : Test::NotNegative;
  test.value = *difference;
  const Clause clause = {test};
  return isUseful(clause) ? Premise{clause} : Premise();
}

/// The same in all iterations of some loop, or for a caller.
bool AccessWalk::isUseful(const Clause &clause) const {
  const RegionId loop = currentLoop();
  auto isSame = [&](const Linear &value) {
    return loop.valid() ? isInvariant(value, loop) : isNameable(value);
  };
  return std::all_of(clause.begin(), clause.end(), [&](const ConditionTest &test) {
    return !outcomeOf(test) && isSame(test.value) &&
           (!test.pointer.valid() || isSame(Linear::symbol(test.pointer)));
  });
}

/// What a caller can name of it.
Premise AccessWalk::seenFromOutside(const Premise &inside) const {
  Premise seen;
  for (const Clause &clause : inside)
    if (std::all_of(clause.begin(), clause.end(), [&](const ConditionTest &test) {
          return isNameable(test.value) && (!test.pointer.valid() || isNameable(test.pointer));
        }))
      seen.push_back(clause);
  return seen;
}

/// It is linked in: what is declared elsewhere may be weak.
bool AccessWalk::isThere(ObjectId id) const {
  return !pointsTo.isSpecial(id) &&
         (program[id].kind == Object::Kind::Function ? program[id].function.valid()
                                                     : program[id].isDefined);
}

/// Nothing if the caller does not know what is tested.
std::optional<ConditionTest> AccessWalk::testInCaller(const ConditionTest &test,
                                                      CallMapping &mapping) {
  ConditionTest here = test;
  here.pointer = SymbolId();
  here.value = Linear(test.value.constant());
  auto addValue = [&](const SymbolicValue &value, int64_t coefficient) {
    auto sum = value.kind == Kind::Unknown || value.mayWrap
                   ? std::nullopt
                   : Linear::add(here.value, value.offset, coefficient);
    if (sum)
      here.value = *sum;
    return sum.has_value();
  };
  for (const auto &[symbol, coefficient] : test.value.terms()) {
    const SymbolicValue value = valueInCaller(symbol, mapping);
    if (value.kind != Kind::Integer || !addValue(value, coefficient))
      return std::nullopt;
  }
  if (!test.pointer.valid())
    return here;
  const SymbolicValue pointer = valueInCaller(test.pointer, mapping);
  const bool isPlace = pointer.kind == Kind::Pointer &&
                       (pointer.base.kind == Base::Kind::Symbol ||
                        (pointer.base.kind == Base::Kind::Object && isThere(pointer.base.object)));
  const bool isKnown = isPlace || pointer.kind == Kind::Integer;
  if (!isKnown || !addValue(pointer, 1))
    return std::nullopt;
  if (pointer.kind == Kind::Pointer && pointer.base.kind == Base::Kind::Symbol)
    here.pointer = pointer.base.symbol;
  if (pointer.kind == Kind::Pointer && pointer.base.kind == Base::Kind::Object)
    here.value = Linear(1); // no object is at null
  return here;
}

/// Nothing if it does not hold in this call.
std::optional<PremiseId> AccessWalk::premiseInCaller(PremiseId id, CallMapping &mapping) {
  if (!id.valid())
    return id;
  if (auto known = mapping.premises.find(id); known != mapping.premises.end())
    return known->second;
  const Premise inside = effects.premises[id];
  Premise here;
  bool mayHold = true;
  for (const Clause &clause : inside) {
    Clause mapped;
    bool isSaid = true;
    for (const ConditionTest &test : clause) {
      auto known = testInCaller(test, mapping);
      auto outcome = known ? outcomeOf(*known) : std::nullopt;
      isSaid &= known && outcome.value_or(false) == false;
      if (known && !outcome)
        mapped.push_back(*known);
    }
    mayHold &= !isSaid || !mapped.empty();
    if (isSaid && isUseful(mapped))
      here = both(here, {mapped});
  }
  auto result = mayHold ? std::optional(effects.premises.add(here)) : std::nullopt;
  mapping.premises[id] = result;
  return result;
}

/// The call may end the program, or not return for another reason, if this holds.
void AccessWalk::noteEnd(ValueId call, PremiseId condition) {
  if (trials == 0)
    result.endsIf[call].insert(effects.premises.both(effects.premises.add(premise), condition));
}

/// All that the callee says of its ends.
void AccessWalk::noteEnds(CallMapping &mapping) {
  if (!summaries.isReady[mapping.callee.index()])
    return noteEnd(mapping.id, PremiseId());
  if (trials == 0)
    result.endsIf[mapping.id]; // there may be none in this call
  for (PremiseId each : effects.functions[mapping.callee.index()].mayEndIf)
    if (auto here = premiseInCaller(each, mapping))
      noteEnd(mapping.id, *here);
}

void AccessWalk::summariseEnds() {
  for (RegionId region : regionsWithin(program, program[function].body))
    if (program[region].kind == Region::Kind::Loop && neverEnds(program, region))
      result.mayEndIf.insert(PremiseId());
  for (ValueId value : valuesWithin(program, program[function].body)) {
    if (!mayEnd(value))
      continue;
    auto known = result.endsIf.find(value);
    if (known == result.endsIf.end())
      result.mayEndIf.insert(PremiseId());
    else
      for (PremiseId each : known->second)
        result.mayEndIf.insert(effects.premises.add(seenFromOutside(effects.premises[each])));
  }
}

} // namespace kasuri
