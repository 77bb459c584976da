// A search for a proof that two offsets differ by enough.
//
//     c[i * n + j]     with 0 <= j < n, in iterations i and i + d, d >= 1:
//                      n d + j' - j >= n d - (n - 1) >= n - (n - 1) = 1 element
//
// The difference is a polynomial over the symbols of both sides and the distance d. Each step
// replaces a symbol by one of its bounds, in the direction that makes the polynomial smaller: the
// factor of the symbol must have a known sign, which is a question of the same kind. Bounds come
// from ranges and from the domains of the loops around the accesses, which hold when these are
// executed. The search gives up after some steps; then the accesses may meet.
//
// Source: the range test of W. Blume and R. Eigenmann (1994), with proofs in place of monotony.
#include "analysis/dependence/SymbolicStrides.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

constexpr int maxSteps = 4000; ///< for one pair of accesses

/// A symbol as one side sees it; side 2: both see the same. Without a symbol, a number of at least
/// 1 that tells how far apart the sides are in some counter.
struct Factor {
  SymbolId symbol;
  int side = 0;
  auto operator<=>(const Factor &) const = default;
};

class Polynomial {
public:
  using Monomial = std::vector<Factor>; ///< sorted; empty: the constant

  Polynomial() = default;
  explicit Polynomial(int64_t constant) { add(Monomial{}, constant); }
  explicit Polynomial(Factor factor) { add(Monomial{factor}, 1); }

  const std::map<Monomial, int64_t> &terms() const { return terms_; }
  bool isExact() const { return !hasOverflow; }

  Polynomial &add(const Polynomial &other, int64_t factor = 1) {
    hasOverflow |= other.hasOverflow;
    for (const auto &[monomial, coefficient] : other.terms_)
      add(monomial, product(coefficient, factor));
    return *this;
  }

  Polynomial times(const Polynomial &other) const {
    Polynomial result;
    result.hasOverflow = hasOverflow || other.hasOverflow;
    for (const auto &[a, x] : terms_)
      for (const auto &[b, y] : other.terms_) {
        Monomial both = a;
        both.insert(both.end(), b.begin(), b.end());
        std::sort(both.begin(), both.end());
        result.add(both, result.product(x, y));
      }
    return result;
  }

  /// this = quotient * factor + rest; false when the factor occurs in higher powers.
  bool divide(Factor factor, Polynomial &quotient, Polynomial &rest) const {
    quotient.hasOverflow = rest.hasOverflow = hasOverflow;
    for (const auto &[monomial, coefficient] : terms_) {
      auto count = std::count(monomial.begin(), monomial.end(), factor);
      if (count > 1)
        return false;
      Monomial left = monomial;
      std::erase(left, factor);
      (count == 1 ? quotient : rest).add(left, coefficient);
    }
    return true;
  }

  /// Only where the factor occurs in its first power.
  Polynomial with(Factor factor, const Polynomial &value) const {
    Polynomial quotient, rest;
    if (!divide(factor, quotient, rest))
      rest.hasOverflow = true;
    return rest.add(quotient.times(value));
  }

  bool mentions(Factor factor) const {
    return std::any_of(terms_.begin(), terms_.end(), [&](const auto &term) {
      return std::find(term.first.begin(), term.first.end(), factor) != term.first.end();
    });
  }

private:
  std::map<Monomial, int64_t> terms_; ///< no zero coefficient
  bool hasOverflow = false;

  int64_t product(int64_t x, int64_t y) {
    int64_t result = 0;
    hasOverflow |= __builtin_mul_overflow(x, y, &result);
    return result;
  }

  void add(const Monomial &monomial, int64_t coefficient) {
    int64_t &sum = terms_[monomial];
    hasOverflow |= __builtin_add_overflow(sum, coefficient, &sum);
    if (sum == 0)
      terms_.erase(monomial);
  }
};

class StrideProof {
public:
  StrideProof(const Program &program, const Effects &effects, const Viewpoint &view)
      : program(program), effects(effects), view(view), lead(view.lead()) {}

  bool areApart(const Access &a, const Access &b) {
    learn(a, 0);
    learn(b, 1);
    Polynomial gap = expand(b.offset, 1);
    gap.add(expand(a.offset, 0), -1);
    return areApart(gap, a, b, 0);
  }

private:
  const Program &program;
  const Effects &effects;
  const Viewpoint &view;
  const std::optional<Lead> lead;
  std::vector<Polynomial> facts; ///< each >= 0
  std::set<Factor> learned;
  int steps = maxSteps;

  const Factor distance{SymbolId(), 2};

  /// One lies wholly above the other, always or in each order of a counter that both sides have:
  ///
  ///     c[j * n + i] in iterations i and i + d: above for j' >= j, below for j' < j
  bool areApart(const Polynomial &gap, const Access &a, const Access &b, int splits) {
    constexpr int maxSplits = 3;
    Polynomial opposite;
    opposite.add(gap, -1);
    if (isAtLeast(gap, a.size) || isAtLeast(opposite, b.size))
      return true;
    Factor first, second;
    if (splits == maxSplits || !findSplit(gap, first, second))
      return false;
    const Factor step{SymbolId(), 3 + splits};
    const std::vector<Polynomial> before = facts;
    auto holdsWith = [&](Factor factor, const Polynomial &value) {
      for (Polynomial &fact : facts)
        fact = fact.with(factor, value);
      bool holds = areApart(gap.with(factor, value), a, b, splits + 1);
      facts = before;
      return holds;
    };
    bool isDistance = !first.symbol.valid();
    if (isDistance)
      return holdsWith(first, Polynomial(1)) &&
             holdsWith(first, Polynomial(1).add(Polynomial(step)));
    return holdsWith(second, Polynomial(first)) &&
           holdsWith(second, Polynomial(first).add(Polynomial(step))) &&
           holdsWith(first, Polynomial(second).add(Polynomial(step)));
  }

  /// A symbol of both sides times a symbolic stride, or how far they are apart in one.
  bool findSplit(const Polynomial &gap, Factor &first, Factor &second) const {
    for (const auto &[monomial, coefficient] : gap.terms())
      for (Factor factor : monomial) {
        bool isOfBoth = factor.side == 0 && (!lead || factor.symbol != lead->ofA) &&
                        gap.mentions({factor.symbol, 1});
        if (monomial.size() == 1 || (!isOfBoth && factor.symbol.valid()))
          continue;
        first = factor;
        second = {factor.symbol, 1};
        return true;
      }
    return false;
  }

  Polynomial expand(SymbolId symbol, int side) {
    if (lead && symbol == (side == 0 ? lead->ofA : lead->ofB)) {
      Polynomial counter(Factor{lead->ofA, 0});
      return side == 0 ? counter
                       : counter.add(Polynomial(distance)).add(Polynomial(lead->least - 1));
    }
    if (effects[symbol].factors.empty()) {
      learn(symbol, side);
      return Polynomial(Factor{symbol, view.isShared(symbol) ? 2 : side});
    }
    Polynomial result(1);
    for (SymbolId factor : effects[symbol].factors)
      result = result.times(expand(factor, side));
    return result;
  }

  Polynomial expand(const Linear &value, int side) {
    Polynomial result(value.constant());
    for (const auto &[symbol, coefficient] : value.terms())
      result.add(expand(symbol, side), coefficient);
    return result;
  }

  void learn(SymbolId symbol, int side) {
    if (!learned.insert({symbol, side}).second)
      return;
    for (const Linear &constraint : effects[symbol].constraints)
      facts.push_back(expand(constraint, side));
  }

  /// The tests of the loops around the access have been passed when it is executed.
  void learn(const Access &access, int side) {
    RegionId inner = program[access.at].block;
    FunctionId function = program[inner].function;
    const auto &counters = effects.functions[function.index()].counters;
    for (RegionId loop = program[inner].parent; loop.valid();
         inner = loop, loop = program[loop].parent) {
      bool isInBody = program[loop].kind == Region::Kind::Loop && !program[loop].children.empty() &&
                      program[loop].children[0] == inner;
      auto counter = counters.find(loop);
      if (!isInBody || counter == counters.end())
        continue;
      learn(counter->second, side);
    }
  }

  Range rangeOf(Factor factor) const {
    if (!factor.symbol.valid())
      return {1, unboundedAbove};
    return effects[factor.symbol].range;
  }

  bool isAtLeast(const Polynomial &value, uint64_t least) {
    Polynomial rest = value;
    rest.add(Polynomial(-static_cast<int64_t>(least)));
    return isNeverNegative(rest, 0);
  }

  /// By the symbols' ranges alone.
  bool isPlainlyNotNegative(const Polynomial &value) const {
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
  bool isNeverNegativeAsWhole(const Polynomial &value, int depth) {
    if (value.terms().size() != 1 || value.terms().begin()->first.size() < 2)
      return false;
    const auto &[monomial, coefficient] = *value.terms().begin();
    for (const Polynomial &fact : facts) {
      auto same = fact.terms().find(monomial);
      if (coefficient < 0 || same == fact.terms().end() || same->second <= 0)
        continue;
      Polynomial rest;
      rest.add(value, same->second);
      rest.add(fact, -coefficient);
      if (isNeverNegative(rest, depth + 1))
        return true;
    }
    return false;
  }

  bool isNeverNegative(const Polynomial &value, int depth) {
    constexpr int deepest = 12;
    if (!value.isExact() || --steps < 0 || depth > deepest)
      return false;
    if (isPlainlyNotNegative(value) || isNeverNegativeAsWhole(value, depth))
      return true;
    std::set<Factor> factors;
    for (const auto &[monomial, coefficient] : value.terms())
      factors.insert(monomial.begin(), monomial.end());
    // Distances and what both sides share come last: bounds of others are made of them.
    auto rank = [](Factor factor) { return factor.side < 2 ? 0 : factor.symbol.valid() ? 2 : 1; };
    std::vector<Factor> order(factors.begin(), factors.end());
    std::sort(order.begin(), order.end(),
              [&](Factor x, Factor y) { return std::pair(rank(x), x) < std::pair(rank(y), y); });
    for (Factor factor : order) {
      Polynomial quotient, rest, opposite;
      if (!value.divide(factor, quotient, rest))
        continue;
      opposite.add(quotient, -1);
      bool grows = isNeverNegative(quotient, depth + 1);
      if (grows || isNeverNegative(opposite, depth + 1))
        return isNeverNegativeAtEnd(factor, grows ? quotient : opposite, rest, grows, depth);
    }
    return false;
  }

  /// rest + quotient * factor if that grows, else rest - quotient * factor, at one of the factor's
  /// bounds.
  bool isNeverNegativeAtEnd(Factor factor, const Polynomial &quotient, const Polynomial &rest,
                            bool grows, int depth) {
    Range range = rangeOf(factor);
    int64_t end = grows ? range.low : range.high;
    auto holdsInRange = [&] {
      if (end <= unboundedBelow || end >= unboundedAbove)
        return false;
      Polynomial replaced = rest;
      replaced.add(quotient, grows ? end : -end);
      return isNeverNegative(replaced, depth + 1);
    };
    bool isCounted = grows && end >= 0; // a domain will hardly say more
    auto holdsBy = [&](const Polynomial &fact) {
      return isNeverNegativeBy(fact, factor, quotient, rest, grows, depth);
    };
    return (isCounted && holdsInRange()) || std::any_of(facts.begin(), facts.end(), holdsBy) ||
           (!isCounted && holdsInRange());
  }

  /// fact = scale * factor + other >= 0 bounds the factor from below if the scale is positive, else
  /// from above; |scale| * value >= |scale| * rest - |quotient| * other.
  bool isNeverNegativeBy(const Polynomial &fact, Factor factor, const Polynomial &quotient,
                         const Polynomial &rest, bool needsLower, int depth) {
    Polynomial scale, other;
    if (!fact.mentions(factor) || !fact.divide(factor, scale, other))
      return false;
    bool isNumber = scale.terms().size() == 1 && scale.terms().begin()->first.empty();
    int64_t number = isNumber ? scale.terms().begin()->second : 0;
    if (number == 0 || (number > 0) != needsLower)
      return false;
    Polynomial replaced;
    replaced.add(rest, number > 0 ? number : -number);
    replaced.add(quotient.times(other), -1);
    return isNeverNegative(replaced, depth + 1);
  }
};

} // namespace

bool areApartByStride(const Program &program, const Effects &effects, const Viewpoint &view,
                      const Access &a, const Access &b) {
  auto hasProduct = [&](const Access &access) {
    return std::any_of(access.offset.terms().begin(), access.offset.terms().end(),
                       [&](const auto &term) { return !effects[term.first].factors.empty(); });
  };
  if (a.size == 0 || b.size == 0 || (!hasProduct(a) && !hasProduct(b)))
    return false;
  return StrideProof(program, effects, view).areApart(a, b);
}

} // namespace kasuri
