// What is known where a loop starts (LoopStart.h).
#include "analysis/guard/Ranges.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

using Test = ConditionTest::Kind;

namespace {

const GuardValue lastIteration{.op = GuardValue::Op::LastIteration};

} // namespace

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

/// Of the loop's second iteration and of its last.
void RangeMaker::addCounterFacts(LoopStart &facts) {
  const auto count = known.tripCounts.find(loop);
  if (count != known.tripCounts.end() && count->second.stride == 1 &&
      isShared(count->second.distance))
    if (const auto most = testedBound(count->second.distance, true);
        most && most == testedBound(count->second.distance, false))
      facts.setLastIteration(sum(*most, constantOf(-1)));
  for (const Linear &constraint : effects[view.counter].constraints) {
    const int64_t times = constraint.coefficientOf(view.counter);
    const auto without = Linear::add(constraint, Linear::symbol(view.counter), -times);
    const auto second = without ? Linear::add(*without, Linear(times)) : std::nullopt;
    if (!second || !isShared(*second))
      continue;
    addFact(facts, *second, 0);
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

LoopStart RangeMaker::knownAtStart() {
  if (start)
    return *start;
  start.emplace(program);
  const auto exactBefore = std::exchange(exact, {});
  besideGuard([&] {
    if (view.counter.valid())
      addCounterFacts(*start);
    for (const ConditionTest &test : refuted)
      addFacts(*start, test, /*holds=*/false);
    if (auto held = known.heldAt.find(loop); held != known.heldAt.end())
      for (const Clause &clause : effects.premises[held->second])
        if (clause.size() == 1)
          addFacts(*start, clause.front(), /*holds=*/true);
  });
  exact = exactBefore;
  return *start;
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
