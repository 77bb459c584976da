// How often a loop runs, and whether the variable that it counts may pass the end of its type
// before the test fails.
//
//     for (unsigned i = 0; i < n; i += 2)      wraps around only if n is the greatest number
//
// A number narrower than int is computed as an int and cut off, so it wraps if it is signed, too.
//
// A loop has a trip count if only its test ends it and its bound stays: the distance from the start
// to the bound, by the stride. A variable of a modular type that may wrap gives none.
#include "analysis/access/flow/LoopCounts.h"

#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"

#include <cstdlib>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// An unsigned variable that wraps around by steps of a power of two comes to all its values again.
/// A loop that nothing but its test ends, with a bound that stays, would then run forever; loops
/// are taken to end (see soundness.md).
bool endsBeforeWrapping(const WalkContext &walk, RegionId id, int64_t step) {
  const CountedForm &counted = walk.program[id].counted;
  const ValueType &type = walk.program[counted.variable].type;
  const ValueType &other = walk.program[counted.bound].type;
  bool isPower = step > 0 && (step & (step - 1)) == 0 && step <= 1 << 15;
  bool isBelow = counted.relation == Relation::Less || counted.relation == Relation::LessEqual;
  bool isPlain = !type.isSigned && type.bits >= 32 && other.bits == type.bits && !other.isSigned;
  return isPower && isBelow && isPlain && walk.program[id].testsFirst &&
         counted.advance == CountedForm::Advance::AfterBody && !walk.open.loops.back().mayLeave &&
         !changesInLoop(walk, id, counted.bound);
}

/// A sum of the variable that is no less than it stays in the type as long as the sum does. `first`
/// becomes the first sum that is tested: is it a number of the type?
bool isTestedSumExact(WalkContext &walk, const CountedForm &counted, const ValueType &type,
                      const SymbolicValue &start, std::optional<Linear> &first) {
  first = first ? Linear::scale(*first, counted.factor) : first;
  first = first ? Linear::add(*first, Linear(counted.addend)) : first;
  SymbolicValue sum = start;
  sum.offset = first.value_or(Linear(0));
  return first && isTrueNumber(walk, sum, type) &&
         rangeOf(walk.effects, sum.offset).within(rangeOfType(type));
}

/// May a variable that goes on while it compares with a bound in the range pass its type's end?
/// Nothing for a test for equality.
std::optional<bool> mayPassBound(Relation relation, int64_t step, const Range &range,
                                 const Range &limits) {
  switch (relation) {
  case Relation::Less:
    return step != 1 && !(step > 0 && range.isBounded() && range.high - 1 + step <= limits.high);
  case Relation::LessEqual:
    return !(step > 0 && range.isBounded() && range.high + step <= limits.high);
  case Relation::Greater:
    return step != -1 && !(step < 0 && range.low + 1 + step >= limits.low);
  case Relation::GreaterEqual:
    return !(step < 0 && range.low + step >= limits.low);
  default:
    return std::nullopt;
  }
}

/// `!=` is met on the way if the variable starts on the right side of a bound that stays.
bool mayMissBound(WalkContext &walk, RegionId id, ObjectId object, int64_t step,
                  const std::optional<Linear> &first, bool isFirstExact) {
  const ValueId boundId = walk.program[id].counted.bound;
  if (std::abs(step) != 1 || changesInLoop(walk, id, boundId))
    return true;
  const SymbolicValue bound = valueOf(walk, boundId);
  const ValueType &type = walk.program[boundId].type;
  bool isUnsigned = !walk.program[object].type.isSigned && !type.isSigned;
  if (isUnsigned && (step > 0 ? first == Linear(0) : bound.offset == Linear(0)))
    return false;
  auto gap = first ? Linear::add(bound.offset, *first, -1) : std::nullopt;
  auto distance = gap ? Linear::scale(*gap, step) : std::nullopt;
  return !distance || !isFirstExact || !isTrueNumber(walk, bound, type) ||
         rangeOf(walk.effects, *distance).low < 0;
}

} // namespace

bool changesInLoop(const WalkContext &walk, RegionId loop, ValueId bound) {
  SymbolicValue value = valueOf(walk, bound);
  bool isKnown = value.kind != Kind::Unknown && isInvariant(walk, value.offset, loop);
  return !isKnown || (value.kind == Kind::Pointer && !isInvariant(walk, value.base, loop));
}

bool mayWrapAround(WalkContext &walk, RegionId id, ObjectId object, const Linear &advance,
                   const SymbolicValue &start) {
  const ValueType &type = walk.program[object].type;
  const bool mayNotPass = type.isSigned && type.bits >= 32 && !walk.program.wrapsSigned;
  if (type.kind != ValueType::Kind::Integer || mayNotPass)
    return false;
  const Region &loop = walk.program[id];
  const CountedForm &counted = loop.counted;
  if (counted.variable != object || !advance.isConstant() || counted.hasOtherAddends)
    return true;
  const int64_t step = advance.constant() * counted.factor;
  // A wider bound may lie beyond the type's end.
  SymbolicValue bound = valueOf(walk, counted.bound);
  const Range limits = rangeOfType(type);
  const Range range = bound.kind == Kind::Integer && !bound.mayWrap
                          ? rangeOf(walk.effects, bound.offset)
                          : rangeOfType(walk.program[counted.bound].type);
  bool isWide = walk.program[counted.bound].type.bits > type.bits && range.high > limits.high;
  if (isWide)
    return true;
  using Advance = CountedForm::Advance;
  bool isSteppedFirst = counted.advance == Advance::BeforeTest ||
                        (!loop.testsFirst && counted.advance == Advance::AfterBody);
  auto first = Linear::add(start.offset, Linear(isSteppedFirst ? advance.constant() : 0));
  bool isFirstExact =
      first && isTrueNumber(walk, start, type) && rangeOf(walk.effects, *first).within(limits);
  if (isSteppedFirst && !isFirstExact)
    return true;
  if (!counted.isPlain()) {
    isFirstExact &= isTestedSumExact(walk, counted, type, start, first);
    if (!isFirstExact || counted.addend < 0 || step <= 0)
      return true;
  }
  if (endsBeforeWrapping(walk, id, step))
    return false;
  if (auto isPassing = mayPassBound(counted.relation, step, range, limits))
    return *isPassing;
  return mayMissBound(walk, id, object, step, first, isFirstExact);
}

std::optional<TripCount> tripCountOf(WalkContext &walk, RegionId id, const WalkState &entry) {
  const Region &loop = walk.program[id];
  const CountedForm &counted = loop.counted;
  const Relation relation = counted.relation;
  auto start = entry.scalars.find(counted.variable);
  if (!counted.variable.valid() || start == entry.scalars.end() ||
      walk.open.loops.back().mayLeave || !loop.testsFirst ||
      counted.advance != CountedForm::Advance::AfterBody || counted.factor != 1 ||
      counted.step == 0 || changesInLoop(walk, id, counted.bound))
    return std::nullopt;
  SymbolicValue first = start->second, bound = valueOf(walk, counted.bound);
  const bool isUp = relation == Relation::Less || relation == Relation::LessEqual;
  const bool isNumber = first.kind == Kind::Integer;
  const bool isTowards =
      relation == Relation::NotEqual ? std::abs(counted.step) == 1 : isUp == (counted.step > 0);
  // A negative number is a large one where it is compared as an unsigned one.
  const bool isComparedAsIs = !isNumber || !walk.program[counted.variable].type.isSigned ||
                              walk.program[counted.bound].type.isSigned ||
                              rangeOf(walk.effects, first.offset).low >= 0;
  bool isKnown = first.kind != Kind::Unknown && first.kind == bound.kind &&
                 first.base == bound.base && (isNumber || (!first.mayWrap && !bound.mayWrap)) &&
                 isTrueNumber(walk, first, walk.program[counted.variable].type) &&
                 isTrueNumber(walk, bound, walk.program[counted.bound].type) &&
                 relation != Relation::Equal && isTowards && isComparedAsIs &&
                 walk.open.loops.back().isExact;
  auto gap = isKnown ? Linear::add(bound.offset, first.offset, -1) : std::nullopt;
  gap = gap ? Linear::add(*gap, Linear(-counted.addend * counted.unit)) : gap;
  gap = gap ? Linear::scale(*gap, counted.step > 0 ? 1 : -1) : gap;
  bool isClosed = relation == Relation::LessEqual || relation == Relation::GreaterEqual;
  gap = gap ? Linear::add(*gap, Linear(isClosed ? 1 : 0)) : gap;
  if (!gap)
    return std::nullopt;
  return TripCount{*gap, std::abs(counted.step) * counted.unit};
}

std::optional<Linear> tripsOf(WalkContext &walk, RegionId id, const TripCount &count) {
  const CountedForm &counted = walk.program[id].counted;
  const Linear &gap = count.distance;
  if (walk.program[counted.variable].type.kind != ValueType::Kind::Integer || count.stride != 1)
    return std::nullopt;
  if (counted.relation == Relation::NotEqual || rangeOf(walk.effects, gap).low >= 0)
    return gap;
  auto [known, isNew] = walk.memo.trips.try_emplace({id, gap});
  if (isNew) {
    known->second =
        newSymbol(walk, ValueId(), {0, unboundedAbove}, varianceOf(walk, {integer(gap)}));
    Symbol &symbol = walk.effects.symbols[known->second.index()];
    symbol.alternatives = {Linear(0), gap};
    symbol.isGreatest = true;
    if (auto beyond = Linear::add(Linear::symbol(known->second), gap, -1))
      symbol.constraints = {*beyond};
  }
  return Linear::symbol(known->second);
}

} // namespace kasuri
