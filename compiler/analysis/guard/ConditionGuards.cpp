// Conditions of the loop's body that are tested in front of it.
//
//     for (i = 0; i < n; i++) {
//       if (o->verbose > 1) fprintf(stderr, "%d\n", i);    guarded: 'o->verbose <= 1'
//       a[i] = f(i);
//     }
//
// The value is computed there as for ranges (Ranges.cpp): it stays the same in the loop, and what
// is loaded for it the first iteration surely reads. That nothing in front of this read ends the
// program may rest on guards that stand before this one.
#include "analysis/guard/ElementGuards.h"
#include "analysis/guard/PassedNumbers.h"
#include "analysis/guard/Ranges.h"
#include "analysis/guard/SameAddresses.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace kasuri {
namespace {

using Test = ConditionTest::Kind;

constexpr int64_t maxOffset = int64_t(1) << 62;
const GuardValue lastIteration{.op = GuardValue::Op::LastIteration};

const char *nameOf(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return " < ";
  case Relation::LessEqual:
    return " <= ";
  case Relation::Greater:
    return " > ";
  case Relation::GreaterEqual:
    return " >= ";
  case Relation::Equal:
    return " == ";
  case Relation::NotEqual:
    return " != ";
  }
  return "";
}

/// What holds where the test fails; nothing if the numbers are too large.
std::optional<ConditionTest> opposite(ConditionTest test) {
  if (test.kind == Test::Element)
    return std::nullopt;
  if (test.kind != Test::NotNegative) {
    test.kind = test.kind == Test::Zero ? Test::NotZero : Test::Zero;
    return test;
  }
  auto negative = Linear::scale(test.value, -1);
  auto below = negative ? Linear::add(*negative, Linear(-1)) : std::nullopt;
  if (below)
    test.value = *below;
  return below ? std::optional(test) : std::nullopt;
}

/// The user's words for a value; empty: there are none.
std::string wordsOf(const Program &program, ValueId id) {
  const ValueId inner = withoutConverts(program, id);
  const Instruction &value = program[inner];
  if (value.op == Op::Constant)
    return std::to_string(value.number);
  const ObjectId variable = variableOf(program, inner);
  return !value.text.empty() ? value.text : variable.valid() ? program[variable].name : "";
}

using IsSymbol = std::function<bool(const Symbol &)>;

/// The number is made of such symbols, or by way of others. `seen`: what need not be looked at.
bool hasPart(const Effects &effects, const Linear &value, const IsSymbol &isIt,
             std::set<SymbolId> &seen) {
  auto mentions = [&](const Linear &part) { return hasPart(effects, part, isIt, seen); };
  return std::ranges::any_of(value.terms(), [&](const auto &term) {
    if (!seen.insert(term.first).second)
      return false;
    const Symbol &symbol = effects[term.first];
    auto isFactor = [&](SymbolId each) { return mentions(Linear::symbol(each)); };
    return isIt(symbol) || mentions(symbol.dividend) ||
           std::ranges::any_of(symbol.factors, isFactor) ||
           std::ranges::any_of(symbol.multiplicands, mentions) ||
           std::ranges::any_of(symbol.alternatives, mentions);
  });
}

bool isMadeOf(const Effects &effects, const Access &access, const IsSymbol &isIt) {
  std::set<SymbolId> seen;
  return hasPart(effects, access.offset, isIt, seen);
}

} // namespace

std::optional<GuardValue> RangeMaker::testedNumber(const ConditionTest &test) {
  if (!isShared(test.value) || (test.pointer.valid() && !view.isShared(test.pointer)))
    return std::nullopt;
  auto number = valueOf(test.value);
  if (!test.pointer.valid() || !number)
    return number;
  auto address = addressOf({Base::Kind::Symbol, {}, test.pointer});
  return address ? std::optional(sum(*address, *number)) : std::nullopt;
}

std::string RangeMaker::failureText(const ConditionTest &test) const {
  const Instruction &value = program[test.origin];
  const bool isCompare = value.op == Op::Compare;
  Relation relation = isCompare ? value.relation : Relation::NotEqual;
  if (test.isTrueThere)
    relation = opposite(relation);
  const std::string left = wordsOf(program, isCompare ? value.operands[0] : test.origin);
  std::string right = isCompare ? wordsOf(program, value.operands[1]) : "0";
  if (left.empty() || right.empty())
    return "the condition on line " + std::to_string(value.location.line) +
           (test.isTrueThere ? " fails" : " holds");
  return "'" + left + nameOf(relation) + right + "'";
}

std::optional<Guard> RangeMaker::guardAgainst(const Clause &clause) {
  if (std::ranges::any_of(clause, [](const auto &test) { return test.kind == Test::Element; }))
    return guardAgainstElements(analysed, loop, view, *this, refuted, clause);
  Guard guard;
  exact.clear();
  startGuard(false);
  for (const ConditionTest &test : clause) {
    auto isOneOf = [&](const std::vector<ConditionTest> &tests, const ConditionTest &each) {
      return std::find(tests.begin(), tests.end(), each) != tests.end();
    };
    if (isOneOf(refuted, test))
      continue;
    auto other = opposite(test);
    const bool mayFail = other && !isOneOf(refuted, *other) && !isOneOf(clause, *other);
    auto number = mayFail ? testedNumber(test) : std::nullopt;
    if (!number || (test.kind == Test::Zero && !guard.alternatives.empty()))
      return std::nullopt;
    const GuardValue below = product(sum(*number, constantOf(1)), constantOf(-1));
    if (test.kind == Test::NotZero)
      exact.emplace_back(*number, 0);
    else if (test.kind == Test::NotNegative)
      exact.emplace_back(below, unboundedAbove);
    else
      for (const GuardValue &value : {below, sum(*number, constantOf(-1))})
        guard.alternatives.push_back(
            {.kind = Guard::Test::Kind::NotNegative, .first = {}, .second = {}, .stride = value});
    guard.text += (guard.text.empty() ? "" : ", ") + failureText(test);
  }
  guard.isCondition = true;
  guard.exact = exact;
  return knownAtStart().surelyFails(guard) ? std::nullopt : std::optional(guard);
}

bool RangeMaker::isWithinVariable(const Access &access) const {
  auto isSubscript = [](const Symbol &symbol) { return symbol.isSubscript; };
  if (access.base.kind != Base::Kind::Object || access.size == 0 ||
      isMadeOf(effects, access, isSubscript))
    return false;
  const Range range = rangeOf(effects, access.offset);
  return isInVariable(access.base.object, range.low, access.size) && range.high < maxOffset &&
         isInVariable(access.base.object, range.high, access.size);
}

std::optional<Guard> RangeMaker::guardWithinVariable(const Access &access) {
  auto isUnknown = [](const Symbol &symbol) {
    return symbol.isSubscript && symbol.multiplicands.empty();
  };
  if (access.base.kind != Base::Kind::Object || !isInVariable(access.base.object, 0, access.size) ||
      isMadeOf(effects, access, isUnknown))
    return std::nullopt;
  exact.clear();
  startGuard(false);
  const std::optional<GuardRange> span = spanOf({access});
  if (!span)
    return std::nullopt;
  const Object &object = program[access.base.object];
  for (const GuardValue &end : {span->low, span->end})
    exact.emplace_back(end, static_cast<int64_t>(object.type.size));
  Guard guard;
  guard.text = "'" + subjectOf(program, access) + "' stays inside '" + object.name + "'";
  guard.isCondition = true;
  guard.exact = exact;
  return knownAtStart().surelyFails(guard) ? std::nullopt : std::optional(guard);
}

// What is known where the loop starts (LoopStart.h).

/// What the number is at most; nothing if that rests on what does not wrap, unless the guard tests
/// that as well.
std::optional<GuardValue> RangeMaker::testedBound(const Linear &number, bool isUpper) {
  const auto settled = static_cast<ptrdiff_t>(exact.size());
  auto end = bound(number, isUpper);
  const bool isTested = std::all_of(exact.begin() + settled, exact.end(), [&](const auto &each) {
    return std::find(exact.begin(), exact.begin() + settled, each) != exact.begin() + settled;
  });
  exact.resize(static_cast<size_t>(settled));
  if (!isTested)
    ends.clear();
  return isTested ? end : std::nullopt;
}

/// The number and so many times the last iteration are 0 or more together.
void RangeMaker::addFact(LoopStart &facts, const Linear &number, int64_t lastIterations) {
  if (const auto most = testedBound(number, true))
    facts.addNotNegative(sum(*most, product(lastIteration, constantOf(lastIterations))));
}

void RangeMaker::addFacts(LoopStart &facts, const ConditionTest &test, bool holds) {
  const auto negative = Linear::scale(test.value, -1);
  const auto below = negative ? Linear::add(*negative, Linear(-1)) : std::nullopt;
  if (test.pointer.valid() || !below || test.kind == Test::Element || !isShared(test.value))
    return;
  if (test.kind == Test::NotNegative)
    return addFact(facts, holds ? test.value : *below, 0);
  if ((test.kind == Test::Zero) != holds)
    return;
  addFact(facts, test.value, 0);
  addFact(facts, *negative, 0);
}

/// Of an iteration that the loop surely has, and of its last.
void RangeMaker::addCounterFacts(LoopStart &facts, int64_t leastLast) {
  const auto count = known.tripCounts.find(loop);
  if (count != known.tripCounts.end() && count->second.stride == 1 &&
      isShared(count->second.distance))
    if (const auto most = testedBound(count->second.distance, true);
        most && most == testedBound(count->second.distance, false))
      facts.setLastIteration(sum(*most, constantOf(-1)));
  for (const Linear &constraint : effects[view.counter].constraints) {
    const int64_t times = constraint.coefficientOf(view.counter);
    const auto without = Linear::add(constraint, Linear::symbol(view.counter), -times);
    const auto sure = without ? Linear::add(*without, Linear(times), leastLast) : std::nullopt;
    if (!sure || !isShared(*sure))
      continue;
    addFact(facts, *sure, 0);
    addFact(facts, *without, times);
  }
}

/// Of the inner loops in whose bodies the access is done, those of called functions too, and of the
/// bytes that it touches.
std::vector<SymbolId> RangeMaker::countersAround(const Access &access) const {
  std::vector<SymbolId> counters;
  for (const auto &[symbol, factor] : access.offset.terms()) {
    const RegionId counted = effects[symbol].counterOf;
    const bool isElsewhere = counted.valid() && program[counted].function != function;
    if (effects[symbol].isByte || isElsewhere)
      counters.push_back(symbol);
  }
  RegionId below = program[access.at].block;
  for (RegionId up = program[below].parent; up.valid() && up != loop;
       below = up, up = program[up].parent) {
    const auto counter = known.counters.find(up);
    const bool isBody = program[up].kind == Region::Kind::Loop && program[up].children[0] == below;
    if (isBody && counter != known.counters.end())
      counters.push_back(counter->second);
  }
  return counters;
}

/// Finds ends for facts, beside those of the guard that is being made.
template <typename Find> void RangeMaker::besideGuard(Find find) {
  const auto endsBefore = std::exchange(ends, {});
  const unsigned stepsBefore = std::exchange(steps, 0);
  const bool wasPerIteration = std::exchange(isPerIteration, false);
  find();
  ends = endsBefore;
  steps = stepsBefore;
  isPerIteration = wasPerIteration;
}

LoopStart RangeMaker::knownAtStart(int64_t leastLast) {
  std::optional<LoopStart> &facts = start[leastLast];
  if (facts)
    return *facts;
  facts.emplace(program, leastLast);
  if (leastLast > 0) // what is surely so where a test is asked to fail may not be where it holds
    for (const auto &[variable, address] : sameAddresses(analysed, loop))
      facts->setAddress(variable, address);
  const auto exactBefore = std::exchange(exact, {});
  besideGuard([&] {
    if (view.counter.valid())
      addCounterFacts(*facts, leastLast);
    for (const ConditionTest &test : refuted)
      addFacts(*facts, test, /*holds=*/false);
    if (auto held = known.heldAt.find(loop); held != known.heldAt.end())
      for (const Clause &clause : effects.premises[held->second])
        if (clause.size() == 1)
          addFacts(*facts, clause.front(), /*holds=*/true);
  });
  for (const PassedNumber &each : passedNumbers(analysed, function)) {
    const GuardValue passed{.op = GuardValue::Op::Variable,
                            .isSigned = program[each.parameter].type.isSigned,
                            .object = each.parameter};
    facts->addNotNegative(sum(passed, constantOf(-each.least)));
    facts->addNotNegative(sum(product(passed, constantOf(-1)), constantOf(each.most)));
  }
  exact = exactBefore;
  return *facts;
}

/// It does not hold by itself, nor wherever one of the others does.
bool RangeMaker::isNeeded(const Guard &guard, const std::vector<Guard> &others) {
  LoopStart known = knownAtStart(/*leastLast=*/0);
  return !known.surelyHolds(guard) && std::ranges::none_of(others, [&](const Guard &other) {
    return known.surelyHoldsWith(guard, other);
  });
}

LoopStart RangeMaker::knownWhereDone(const std::vector<Access> &accesses) {
  LoopStart all = knownAtStart();
  besideGuard([&] {
    for (const Access &access : accesses)
      for (SymbolId counter : countersAround(access))
        for (const Linear &constraint : effects[counter].constraints)
          addFact(all, constraint, 0);
  });
  return all;
}

} // namespace kasuri
