#include "analysis/symbolic/PolynomialProof.h"

#include <algorithm>

namespace kasuri {

using Factors = llvm::SmallVector<Factor, 8>;

void PolynomialProof::learnFrom(const Access &access) {
  expand(access.offset, 0);
  for (const Linear &fact : effects.conditionOf(access))
    learn(fact, 0);
}

bool PolynomialProof::isNeverNegative(const Linear &value) {
  return isAtLeast(expand(value, 0), 0);
}

/// Each once: parts of one number have one equation.
void PolynomialProof::learn(const Linear &fact, int side) {
  const Polynomial known = expand(fact, side);
  if (std::none_of(facts.begin(), facts.end(),
                   [&](const Polynomial &each) { return each.terms() == known.terms(); }))
    facts.push_back(known);
}

void PolynomialProof::learn(SymbolId symbol, int side) {
  if (!learned.insert({symbol, side}).second)
    return;
  for (const Linear &constraint : effects[symbol].constraints)
    learn(constraint, side);
}

Polynomial PolynomialProof::expand(SymbolId symbol, int side) {
  if (const std::optional<Polynomial> replacement = replacementOf(symbol, side))
    return *replacement;
  if (effects[symbol].factors.empty()) {
    learn(symbol, side);
    return Polynomial(Factor{symbol, view.isShared(symbol) ? 2 : side});
  }
  Polynomial result(1);
  for (SymbolId factor : effects[symbol].factors)
    result = result.times(expand(factor, side));
  return result;
}

Polynomial PolynomialProof::expand(const Linear &value, int side) {
  Polynomial result(value.constant());
  for (const auto &[symbol, coefficient] : value.terms())
    result.add(expand(symbol, side), coefficient);
  return result;
}

bool PolynomialProof::isPart(Factor factor) const {
  const Symbol &symbol = effects[factor.symbol];
  return symbol.divisor > 1 || symbol.below.valid();
}

Range PolynomialProof::rangeOf(Factor factor) const {
  if (!factor.symbol.valid())
    return {1, unboundedAbove};
  return effects[factor.symbol].range;
}

bool PolynomialProof::isAtLeast(const Polynomial &value, uint64_t least) {
  Polynomial rest = value;
  rest.add(Polynomial(-static_cast<int64_t>(least)));
  static constexpr Round rounds[] = {
      {2, 3, 50}, {3, 3, 150}, {4, 3, 400}, {6, 2, 600}, {12, 1, 1500}};
  return std::any_of(std::begin(rounds), std::end(rounds), [&](const Round &each) {
    const int granted = std::min(left, each.steps);
    steps = granted;
    round = each;
    const bool holds = isNeverNegative(rest, 0);
    left -= granted - std::max(steps, 0);
    return holds;
  });
}

/// By the symbols' ranges alone.
bool PolynomialProof::isPlainlyNotNegative(const Polynomial &value) const {
  __int128 least = 0;
  for (const auto &[monomial, coefficient] : value.terms()) {
    __int128 extreme = coefficient;
    for (Factor factor : monomial) {
      Range range = rangeOf(factor);
      bool isOnlyOne = monomial.size() == 1;
      int64_t end = coefficient > 0 ? range.low : range.high;
      bool isBounded = end > unboundedBelow && end < unboundedAbove;
      if (!isBounded || (range.low < 0 && !isOnlyOne))
        return false;
      extreme *= end;
      if (extreme > unboundedAbove || extreme < unboundedBelow)
        return false;
    }
    least += extreme;
  }
  return least >= 0;
}

/// A product of which a fact speaks as a whole, whatever the signs of its factors:
/// w * h >= 0 by x <= w * h - 1.
bool PolynomialProof::isNeverNegativeAsWhole(const Polynomial &value, int depth) {
  if (value.terms().size() != 1 || value.terms().begin()->first.size() < 2)
    return false;
  const auto &[monomial, coefficient] = *value.terms().begin();
  for (const Polynomial &fact : facts) {
    const int64_t same = fact.coefficientOf(monomial);
    if (coefficient < 0 || same <= 0)
      continue;
    Polynomial rest;
    rest.add(value, same);
    rest.add(fact, -coefficient);
    if (isNeverNegative(rest, depth + 1))
      return true;
  }
  return false;
}

/// In ascending order, each once.
static Factors factorsOf(const Polynomial &value) {
  Factors factors;
  for (const auto &[monomial, coefficient] : value.terms())
    factors.append(monomial.begin(), monomial.end());
  llvm::sort(factors);
  factors.erase(llvm::unique(factors), factors.end());
  return factors;
}

/// What the search would take, and all in vain, one level below the deepest: a step for each fact
/// that speaks of the product as a whole, and two for each factor that may grow or shrink.
int PolynomialProof::stepsBeyond(const Polynomial &value) const {
  ptrdiff_t beyond = 0;
  if (const auto &[monomial, coefficient] = *value.terms().begin();
      value.terms().size() == 1 && monomial.size() > 1 && coefficient > 0)
    beyond += llvm::count_if(
        facts, [&](const Polynomial &fact) { return fact.coefficientOf(monomial) > 0; });
  for (Factor factor : factorsOf(value))
    if (llvm::none_of(value.terms(),
                      [&](const auto &term) { return llvm::count(term.first, factor) > 1; }))
      beyond += 2;
  return static_cast<int>(beyond);
}

bool PolynomialProof::isNeverNegative(const Polynomial &value, int depth) {
  if (!value.isExact() || --steps < 0 || depth > round.deepest)
    return false;
  if (isPlainlyNotNegative(value))
    return true;
  if (depth == round.deepest) {
    steps -= stepsBeyond(value);
    return false;
  }
  if (isNeverNegativeAsWhole(value, depth))
    return true;
  // Distances and what both sides share come last: bounds of others are made of them. Parts of
  // others come first, since equations tell what they are.
  auto rank = [&](Factor factor) {
    return !factor.symbol.valid() ? 2 : factor.side == 2 ? 3 : isPart(factor) ? 0 : 1;
  };
  Factors order = factorsOf(value);
  std::sort(order.begin(), order.end(),
            [&](Factor x, Factor y) { return std::pair(rank(x), x) < std::pair(rank(y), y); });
  int tried = 0;
  for (Factor factor : order) {
    Polynomial quotient, rest, opposite;
    if (tried == round.symbols || isExhausted())
      break;
    if (!value.divide(factor, quotient, rest))
      continue;
    bool grows = isNeverNegative(quotient, depth + 1);
    if (!grows)
      opposite.add(quotient, -1);
    if (!grows && !isNeverNegative(opposite, depth + 1))
      continue;
    ++tried;
    if (isNeverNegativeAtEnd(factor, grows ? quotient : opposite, rest, grows, depth))
      return true;
  }
  return false;
}

/// rest + quotient * factor if that grows, else rest - quotient * factor, at one of the factor's
/// bounds.
bool PolynomialProof::isNeverNegativeAtEnd(Factor factor, const Polynomial &quotient,
                                           const Polynomial &rest, bool grows, int depth) {
  Range range = rangeOf(factor);
  int64_t end = grows ? range.low : range.high;
  auto holdsInRange = [&] {
    if (end <= unboundedBelow || end >= unboundedAbove)
      return false;
    Polynomial replaced = rest;
    replaced.add(quotient, grows ? end : -end);
    return isNeverNegative(replaced, depth + 1);
  };
  // Of a counter a domain will hardly say more, but an equation does of a quotient.
  bool isCounted =
      grows && end >= 0 && !(factor.symbol.valid() && effects[factor.symbol].divisor > 1);
  auto holdsBy = [&](const Polynomial &fact) {
    return isNeverNegativeBy(fact, factor, quotient, rest, grows, depth);
  };
  return (isCounted && holdsInRange()) || std::any_of(facts.begin(), facts.end(), holdsBy) ||
         (!isCounted && holdsInRange());
}

/// fact = scale * factor + other >= 0 bounds the factor from below if the scale is positive, else
/// from above; |scale| * value >= |scale| * rest - |quotient| * other.
bool PolynomialProof::isNeverNegativeBy(const Polynomial &fact, Factor factor,
                                        const Polynomial &quotient, const Polynomial &rest,
                                        bool needsLower, int depth) {
  const int64_t number = fact.numberOf(factor);
  if (isExhausted() || number == 0 || (number > 0) != needsLower)
    return false;
  Polynomial scale, other, replaced;
  fact.divide(factor, scale, other);
  replaced.add(rest, number > 0 ? number : -number);
  replaced.add(quotient.times(other), -1);
  return isNeverNegative(replaced, depth + 1);
}

/// It has products of symbols, or quotients of such.
bool hasProduct(const Effects &effects, const Linear &value) {
  return std::any_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
    const Symbol &symbol = effects[term.first];
    return !symbol.factors.empty() || (symbol.divisor > 1 && hasProduct(effects, symbol.dividend));
  });
}

} // namespace kasuri
