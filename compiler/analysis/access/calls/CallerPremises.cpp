// A callee's premises, in terms of its caller.
//
//     step(&(options){.verbose = 0, .check = 1}, a);     no fprintf; verify(a) with no premise
//
// A test whose numbers the caller knows has an outcome: an access behind one that fails is none of
// this call. A test that the caller cannot name is dropped, which makes the premise weaker and so
// is always right (see BranchPremises.cpp).
#include "analysis/access/calls/CallerPremises.h"

#include "analysis/access/calls/BranchPremises.h"

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// It is linked in: what is declared elsewhere may be weak.
bool isThere(const WalkContext &walk, ObjectId id) {
  return !walk.pointsTo.isSpecial(id) &&
         (walk.program[id].kind == Object::Kind::Function ? walk.program[id].function.valid()
                                                          : walk.program[id].isDefined);
}

/// Nothing if the caller does not know what is tested.
std::optional<ConditionTest> testInCaller(WalkContext &walk, const ConditionTest &test,
                                          CallMapping &mapping) {
  if (test.kind == ConditionTest::Kind::Element)
    return std::nullopt;
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
    const SymbolicValue value = valueInCaller(walk, symbol, mapping);
    if (value.kind != Kind::Integer || !addValue(value, coefficient))
      return std::nullopt;
  }
  if (!test.pointer.valid())
    return here;
  const SymbolicValue pointer = valueInCaller(walk, test.pointer, mapping);
  const bool isPlace =
      pointer.kind == Kind::Pointer &&
      (pointer.base.kind == Base::Kind::Symbol ||
       (pointer.base.kind == Base::Kind::Object && isThere(walk, pointer.base.object)));
  const bool isKnown = isPlace || pointer.kind == Kind::Integer;
  if (!isKnown || !addValue(pointer, 1))
    return std::nullopt;
  if (pointer.kind == Kind::Pointer && pointer.base.kind == Base::Kind::Symbol)
    here.pointer = pointer.base.symbol;
  if (pointer.kind == Kind::Pointer && pointer.base.kind == Base::Kind::Object)
    here.value = Linear(1); // no object is at null
  return here;
}

} // namespace

std::optional<PremiseId> premiseInCaller(WalkContext &walk, PremiseId id, CallMapping &mapping) {
  if (!id.valid())
    return id;
  if (auto known = mapping.premises.find(id); known != mapping.premises.end())
    return known->second;
  const Premise inside = walk.effects.premises[id];
  Premise here;
  bool mayHold = true;
  for (const Clause &clause : inside) {
    Clause mapped;
    bool isSaid = true;
    for (const ConditionTest &test : clause) {
      auto known = testInCaller(walk, test, mapping);
      auto outcome = known ? outcomeOf(*known) : std::nullopt;
      isSaid &= known && outcome.value_or(false) == false;
      if (known && !outcome)
        mapped.push_back(*known);
    }
    mayHold &= !isSaid || !mapped.empty();
    if (isSaid && isUseful(walk, mapped))
      here = both(here, {mapped});
  }
  auto result = mayHold ? std::optional(walk.effects.premises.add(here)) : std::nullopt;
  mapping.premises[id] = result;
  return result;
}

void noteEnds(WalkContext &walk, CallMapping &mapping) {
  if (!walk.summaries.isReady[mapping.callee.index()])
    return noteEnd(walk, mapping.id, PremiseId());
  if (walk.open.trials == 0)
    walk.result.endsIf[mapping.id]; // there may be none in this call
  for (PremiseId each : walk.effects.functions[mapping.callee.index()].mayEndIf)
    if (auto here = premiseInCaller(walk, each, mapping))
      noteEnd(walk, mapping.id, *here);
}

} // namespace kasuri
