// The ends of a number that differs by the way to it.
//
//     static int clamp(int v, int n) { if (v < 0) return 0; if (v > n) return n; return v; }
//     m = x < y ? x : y;                      m <= x and m <= y
//     if (x < 0) x = 0;                       x lies between 0 and w - 1, in one order or the
//     other, if (x >= w) x = w - 1;                  whatever it was before
//
// What the branches on a way have found out (v >= 0 where v is returned) tells which of the values
// is an end for all of them: a number x is at most y if y - x, less something that is known not to
// be negative there, cannot be negative. And a value that lies between two of the others, on its
// own way, says nothing that these do not say. So what a clamped number was before is dropped, and
// its ends can be named where that cannot be.
//
// A value that is itself one of several stands for each of them in turn, with what its ways and
// this one have found out.
#include "analysis/access/values/Ways.h"

#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxWays = 6, maxFacts = 6;

/// The value, with another number in place of the symbol.
std::optional<Linear> replaced(const Linear &value, SymbolId symbol, const Linear &by) {
  const int64_t coefficient = value.coefficientOf(symbol);
  auto rest = Linear::add(value, Linear::symbol(symbol), -coefficient);
  return rest ? Linear::add(*rest, by, coefficient) : std::nullopt;
}

/// The same way, once for each value that its own may be.
std::vector<Way> split(const WalkContext &walk, const Way &way) {
  const auto &terms = way.value.terms();
  const auto inner = std::find_if(terms.begin(), terms.end(), [&](const auto &term) {
    return walk.memo.ways.contains(term.first);
  });
  if (inner == terms.end())
    return {way};
  std::vector<Way> all;
  for (const Way &each : walk.memo.ways.at(inner->first)) {
    auto value = replaced(way.value, inner->first, each.value);
    if (!value)
      return {way};
    Way &one = all.emplace_back(Way{*value, each.facts});
    for (const Linear &fact : way.facts)
      if (auto here = replaced(fact, inner->first, each.value))
        one.facts.push_back(*here);
    if (one.facts.size() > maxFacts)
      return {way};
  }
  return all;
}

std::vector<Way> splitAll(const WalkContext &walk, const std::vector<Way> &ways) {
  std::vector<Way> all;
  for (const Way &way : ways) {
    const std::vector<Way> parts = split(walk, way);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all.size() <= maxWays ? all : ways;
}

bool isNotNegative(const WalkContext &walk, const std::optional<Linear> &gap,
                   const std::vector<Linear> &facts) {
  return gap && (rangeOf(walk.effects, *gap).low >= 0 ||
                 std::any_of(facts.begin(), facts.end(), [&](const Linear &fact) {
                   auto rest = Linear::add(*gap, fact, -1);
                   return rest && rangeOf(walk.effects, *rest).low >= 0;
                 }));
}

/// On the way it is at most `end`, or at least.
bool isWithin(const WalkContext &walk, const Way &way, const Linear &end, bool isUpper) {
  auto gap = Linear::add(isUpper ? end : way.value, isUpper ? way.value : end, -1);
  return isNotNegative(walk, gap, way.facts);
}

/// How far from being nameable anywhere: a constant, what a loop leaves as it is, anything else.
int changeOf(const WalkContext &walk, const Way &way) {
  const RegionId loop = walk.open.currentLoop();
  return way.value.isConstant() ? 0 : !loop.valid() || isInvariant(walk, way.value, loop) ? 1 : 2;
}

/// Values between the least and the greatest of which that of each way lies. Of two ways that could
/// each stand for the other, what changes more goes.
std::vector<Linear> outermost(const WalkContext &walk, const std::vector<Way> &all) {
  std::vector<Way> ways;
  for (int change : {2, 1, 0})
    std::copy_if(all.begin(), all.end(), std::back_inserter(ways),
                 [&](const Way &way) { return changeOf(walk, way) == change; });
  auto isInside = [&](const Way &way) {
    auto isEnd = [&](bool isUpper) {
      return std::any_of(ways.begin(), ways.end(), [&](const Way &other) {
        return &other != &way && isWithin(walk, way, other.value, isUpper);
      });
    };
    return isEnd(false) && isEnd(true);
  };
  for (auto way = std::find_if(ways.begin(), ways.end(), isInside); way != ways.end();
       way = std::find_if(ways.begin(), ways.end(), isInside))
    ways.erase(way);
  std::vector<Linear> values;
  for (const Way &way : ways)
    if (std::find(values.begin(), values.end(), way.value) == values.end())
      values.push_back(way.value);
  return values;
}

/// What the symbol cannot go beyond, whichever way it came.
void learnEnd(WalkContext &walk, SymbolId id, const std::vector<Way> &ways, const Linear &end,
              bool isUpper) {
  if (!std::all_of(ways.begin(), ways.end(),
                   [&](const Way &way) { return isWithin(walk, way, end, isUpper); }))
    return;
  Symbol &symbol = walk.effects.symbols[id.index()];
  auto gap = Linear::add(end, Linear::symbol(id), -1);
  if (auto constraint = gap ? Linear::scale(*gap, isUpper ? 1 : -1) : std::nullopt)
    symbol.constraints.push_back(*constraint);
  if (end.isConstant() && isUpper)
    symbol.range.high = std::min(symbol.range.high, end.constant());
  else if (end.isConstant())
    symbol.range.low = std::max(symbol.range.low, end.constant());
}

/// A number of the program that is compared; no second one: 0.
std::optional<Linear> comparedNumber(WalkContext &walk, ValueId id) {
  if (!id.valid())
    return Linear(0);
  const SymbolicValue value = valueOf(walk, id);
  const bool isNumber = value.kind == SymbolicValue::Kind::Integer &&
                        isTrueNumber(walk, value, walk.program[id].type);
  return isNumber ? std::optional(value.offset) : std::nullopt;
}

/// Two numbers that differ are in one order if that is the only one possible.
void addFactsOf(WalkContext &walk, Relation relation, ValueId one, ValueId other,
                std::vector<Linear> &facts) {
  const auto a = comparedNumber(walk, one), b = comparedNumber(walk, other);
  const auto gap = a && b ? Linear::add(*b, *a, -1) : std::nullopt;
  if (!gap)
    return;
  const Range range = rangeOf(walk.effects, *gap);
  auto add = [&](int64_t factor, int64_t least) {
    auto scaled = Linear::scale(*gap, factor);
    if (auto fact = scaled ? Linear::add(*scaled, Linear(-least)) : std::nullopt)
      facts.push_back(*fact);
  };
  const bool isStrict =
      relation == Relation::Less || relation == Relation::Greater || relation == Relation::NotEqual;
  if (relation == Relation::Less || relation == Relation::LessEqual ||
      relation == Relation::Equal || (relation == Relation::NotEqual && range.low >= 0))
    add(1, isStrict);
  if (relation == Relation::Greater || relation == Relation::GreaterEqual ||
      relation == Relation::Equal || (relation == Relation::NotEqual && range.high <= 0))
    add(-1, isStrict);
}

} // namespace

void addFacts(WalkContext &walk, ValueId test, bool outcome, std::vector<Linear> &facts) {
  const Instruction &value = walk.program[test];
  auto isConstant = [&](ValueId id, bool isTrue) {
    return walk.program[id].op == Op::Constant && (walk.program[id].number != 0) == isTrue;
  };
  if (value.op == Op::Convert && walk.program[value.operands[0]].op == Op::Compare)
    return addFacts(walk, value.operands[0], outcome, facts);
  if (value.op == Op::Select && isConstant(value.operands[outcome ? 2 : 1], !outcome)) {
    addFacts(walk, value.operands[0], outcome, facts);
    return addFacts(walk, value.operands[outcome ? 1 : 2], outcome, facts);
  }
  if (value.op == Op::Select)
    return;
  if (value.op != Op::Compare)
    return addFactsOf(walk, outcome ? Relation::NotEqual : Relation::Equal, test, ValueId(), facts);
  const Relation relation = outcome ? value.relation : opposite(value.relation);
  if (value.relation == Relation::Equal && walk.program[value.operands[0]].op == Op::Compare &&
      isConstant(value.operands[1], false))
    return addFacts(walk, value.operands[0], !outcome, facts);
  addFactsOf(walk, relation, value.operands[0], value.operands[1], facts);
}

void learnWays(WalkContext &walk, SymbolId id, const std::vector<Way> &ways) {
  if (std::any_of(ways.begin(), ways.end(),
                  [&](const Way &way) { return way.value.coefficientOf(id) != 0; }))
    return;
  const std::vector<Way> parts = splitAll(walk, ways);
  const std::vector<Linear> ends = outermost(walk, parts);
  walk.effects.symbols[id.index()].isDerived = true;
  walk.effects.symbols[id.index()].alternatives = CompactList<Linear>(ends.begin(), ends.end());
  for (const std::vector<Way> *from : {&parts, &ways})
    for (const Way &way : *from)
      for (bool isUpper : {true, false})
        learnEnd(walk, id, parts, way.value, isUpper);
  walk.memo.ways[id] = parts;
}

} // namespace kasuri
