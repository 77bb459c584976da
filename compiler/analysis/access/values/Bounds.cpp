// Is a linear expression the number that the program computes, and between which ends is it?
//
//     for (i = 0; i < n; i++) a[n - 1 - i]     unsigned: not below 0, as the loop's test says
//
// Two things answer: the ranges of the symbols, and the constraints that loop heads have given to
// their counters, by integer sets. The latter hold in the body and not in the test itself, nor
// where parts run in any order. "No" also means that the budget for such questions is exhausted.
#include "analysis/access/values/Bounds.h"

#include "analysis/symbolic/Conflicts.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// Do the domains of the open loops keep both from being negative?
bool isProven(WalkContext &walk, const std::array<Linear, 2> &values) {
  const auto &terms = values[0].terms();
  bool hasDomain = std::any_of(terms.begin(), terms.end(), [&](const auto &term) {
    return walk.effects[term.first].counterOf.valid() &&
           !walk.effects[term.first].constraints.empty();
  });
  return hasDomain && areInDomains(walk) && !walk.budget.refuses() &&
         isNeverNegative(walk.effects, walk.budget, values[0]) &&
         isNeverNegative(walk.effects, walk.budget, values[1]);
}

} // namespace

bool isExactNumber(const WalkContext &walk, const SymbolicValue &value) {
  const auto &terms = value.offset.terms();
  auto isLarge = [&](const auto &term) {
    const Symbol &symbol = walk.effects[term.first];
    return !symbol.counterOf.valid() && symbol.factors.empty() &&
           symbol.range.high >= unboundedAbove;
  };
  bool isPlain = terms.size() == 1 && terms[0].second == 1 && value.offset.constant() == 0;
  bool isWhole = isPlain || std::none_of(terms.begin(), terms.end(), isLarge);
  return !value.mayWrap && isWhole && rangeOf(walk.effects, value.offset).low >= 0;
}

bool areInDomains(const WalkContext &walk) {
  return walk.open.opaque == 0 &&
         std::none_of(walk.open.loops.begin(), walk.open.loops.end(),
                      [](const LoopFrame &frame) { return frame.isInTest; });
}

bool isProvenWithin(WalkContext &walk, const Linear &value, const Range &range) {
  auto above = Linear::add(value, Linear(range.low), -1);
  auto below = Linear::add(Linear(range.high), value, -1);
  return range.isBounded() && above && below && isProven(walk, {*above, *below});
}

bool isProvenIndex(WalkContext &walk, const Linear &index) {
  constexpr size_t maxCandidates = 4;
  std::vector<SymbolId> candidates;
  for (const auto &[id, coefficient] : index.terms())
    for (const Linear &constraint : walk.effects[id].constraints)
      for (const auto &[other, factor] : constraint.terms()) {
        const Symbol &symbol = walk.effects[other];
        bool isPlain = factor > 0 && !symbol.counterOf.valid() && symbol.factors.empty() &&
                       !symbol.isByte && symbol.divisor == 0 && symbol.range.low >= 0;
        if (isPlain && candidates.size() < maxCandidates &&
            std::find(candidates.begin(), candidates.end(), other) == candidates.end())
          candidates.push_back(other);
      }
  return std::any_of(candidates.begin(), candidates.end(), [&](SymbolId most) {
    auto below = Linear::add(Linear::symbol(most), index, -1);
    return below && isProven(walk, {index, *below});
  });
}

bool isLarge(const WalkContext &walk, SymbolId id) {
  const Symbol &symbol = walk.effects[id];
  const auto &parts = symbol.dividend.terms();
  if (symbol.divisor > 1 && std::none_of(parts.begin(), parts.end(), [&](const auto &term) {
        return isLarge(walk, term.first);
      }))
    return false;
  if (symbol.isPower && symbol.origin.valid() && walk.program[symbol.origin].type.isSigned)
    return false;
  return !symbol.counterOf.valid() && !symbol.isByte && symbol.factors.empty() &&
         symbol.range.low >= 0 && symbol.range.high >= unboundedAbove;
}

bool isBelowEnd(WalkContext &walk, const Linear &sum) {
  Linear rest(sum.constant());
  int64_t copies = 0;
  for (const auto &[id, coefficient] : sum.terms())
    if (coefficient > 0 && isLarge(walk, id))
      copies += std::min<int64_t>(coefficient, 2);
    else
      rest = *Linear::add(rest, Linear::symbol(id, coefficient));
  return copies == 0 || (copies == 1 && rangeOf(walk.effects, rest).high <= 0) ||
         isProvenIndex(walk, sum);
}

bool isTrueNumber(WalkContext &walk, const SymbolicValue &value, const ValueType &type) {
  return value.kind != Kind::Integer ||
         (!value.mayWrap && (type.isSigned || type.bits < 64 || isBelowEnd(walk, value.offset)));
}

void tightenCounter(WalkContext &walk, SymbolId counter) {
  Symbol &symbol = walk.effects.symbols[counter.index()];
  for (const Linear &constraint : symbol.constraints) {
    int64_t coefficient = constraint.coefficientOf(counter);
    if (coefficient >= 0)
      continue;
    auto rest = Linear::add(constraint, Linear::symbol(counter), -coefficient);
    Range range = rest ? rangeOf(walk.effects, *rest) : Range{};
    if (range.high < unboundedAbove && range.high >= 0)
      symbol.range.high = std::min(symbol.range.high, range.high / -coefficient);
  }
}

} // namespace kasuri
