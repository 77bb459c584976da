// A search for a proof that two offsets differ by enough.
//
//     c[i * n + j]     with 0 <= j < n, in iterations i and i + d, d >= 1:
//                      n d + j' - j >= n d - (n - 1) >= n - (n - 1) = 1 element
//
// The difference is a polynomial over the symbols of both sides and the distance d. Each step
// replaces a symbol by one of its bounds, in the direction that makes the polynomial smaller: the
// factor of the symbol must have a known sign, which is a question of the same kind. Bounds come
// from ranges and from the domains of the loops around the accesses, which hold when these are
// executed. The search gives up after some steps; then the accesses may meet. Short proofs are
// looked for first, since a symbol that is replaced by the wrong bound costs many steps. Where
// declared arrays are around the accesses, their rows are compared for themselves, and so are the
// places in a row.
//
// Source: the range test of W. Blume and R. Eigenmann (1994), with proofs in place of monotony.
#include "analysis/dependence/SymbolicStrides.h"

#include "analysis/dependence/Polynomial.h"
#include "model/Regions.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

constexpr int maxSteps = 12000; ///< for one pair of accesses

/// Of the search for one proof: short ones are looked for first, and there with other symbols, too,
/// than the first one that can be replaced.
struct Round {
  int deepest, symbols, steps;
};
constexpr Round rounds[] = {{2, 3, 50}, {3, 3, 150}, {4, 3, 400}, {6, 2, 600}, {12, 1, 1500}};

class StrideProof {
public:
  StrideProof(const Program &program, const Effects &effects, const Viewpoint &view)
      : program(program), effects(effects), view(view), lead(view.lead()) {}

  bool areApart(const Access &a, const Access &b) {
    learn(a, 0);
    learn(b, 1);
    learnAmount();
    learnCondition(a, 0);
    learnCondition(b, 1);
    learnSkew();
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
  int left = maxSteps; ///< steps for all that is to come
  int steps = 0;       ///< of the round
  Round round = {};

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

  /// What a loop's variable advances by, where that is no constant: a guard tests that it is
  /// positive. A loop that something else may leave could run with another amount.
  void learnAmount() {
    const CountedForm *counted = view.loop.valid() ? &program[view.loop].counted : nullptr;
    if (!counted || !counted->hasAmount() || !findLeavingJump(program, view.loop).empty())
      return;
    const auto &steps = effects.functions[program[view.loop].function.index()].inductions;
    auto loop = steps.find(view.loop);
    if (loop == steps.end() || !loop->second.contains(counted->variable))
      return;
    if (auto above = Linear::add(loop->second.at(counted->variable), Linear(-1)))
      learn(*above, 2);
  }

  /// Nothing else is asked for than accesses whose columns lie further apart.
  void learnSkew() {
    if (!view.skew || !lead)
      return;
    Polynomial ahead = expand(view.skew->ofA, 0);
    ahead.add(expand(view.skew->ofB, 1), -1);
    ahead.add(Polynomial(distance), -view.skew->slope);
    facts.push_back(ahead.add(Polynomial(-1 - view.skew->slope * (lead->least - 1))));
  }

  /// What branches say where the access is made.
  void learnCondition(const Access &access, int side) {
    for (const Linear &fact : effects.conditionOf(access))
      learn(fact, side);
  }

  /// Each once: parts of one number have one equation.
  void learn(const Linear &fact, int side) {
    const Polynomial known = expand(fact, side);
    if (std::none_of(facts.begin(), facts.end(),
                     [&](const Polynomial &each) { return each.terms() == known.terms(); }))
      facts.push_back(known);
  }

  void learn(SymbolId symbol, int side) {
    if (!learned.insert({symbol, side}).second)
      return;
    for (const Linear &constraint : effects[symbol].constraints)
      learn(constraint, side);
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

  bool isPart(Factor factor) const {
    const Symbol &symbol = effects[factor.symbol];
    return symbol.divisor > 1 || symbol.below.valid();
  }

  Range rangeOf(Factor factor) const {
    if (!factor.symbol.valid())
      return {1, unboundedAbove};
    return effects[factor.symbol].range;
  }

  bool isAtLeast(const Polynomial &value, uint64_t least) {
    Polynomial rest = value;
    rest.add(Polynomial(-static_cast<int64_t>(least)));
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
    if (!value.isExact() || --steps < 0 || depth > round.deepest)
      return false;
    if (isPlainlyNotNegative(value) || isNeverNegativeAsWhole(value, depth))
      return true;
    std::set<Factor> factors;
    for (const auto &[monomial, coefficient] : value.terms())
      factors.insert(monomial.begin(), monomial.end());
    // Distances and what both sides share come last: bounds of others are made of them. Parts of
    // others come first, since equations tell what they are.
    auto rank = [&](Factor factor) {
      return !factor.symbol.valid() ? 2 : factor.side == 2 ? 3 : isPart(factor) ? 0 : 1;
    };
    std::vector<Factor> order(factors.begin(), factors.end());
    std::sort(order.begin(), order.end(),
              [&](Factor x, Factor y) { return std::pair(rank(x), x) < std::pair(rank(y), y); });
    int tried = 0;
    for (Factor factor : order) {
      Polynomial quotient, rest, opposite;
      if (tried == round.symbols || !value.divide(factor, quotient, rest))
        continue;
      opposite.add(quotient, -1);
      bool grows = isNeverNegative(quotient, depth + 1);
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

/// It has products of symbols, or quotients of such.
bool hasProduct(const Effects &effects, const Linear &value) {
  return std::any_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
    const Symbol &symbol = effects[term.first];
    return !symbol.factors.empty() || (symbol.divisor > 1 && hasProduct(effects, symbol.dividend));
  });
}

using Array = std::pair<Linear, int64_t>; ///< its first byte and its size

std::vector<Array> arraysAround(const Access &access) {
  std::vector<Array> arrays(access.confined.outer.begin(), access.confined.outer.end());
  if (access.confined.extent != 0)
    arrays.emplace_back(access.confined.start, access.confined.extent);
  return arrays;
}

/// They are one array or have no byte in common: they lie apart by a multiple of their size.
bool areRowsOfOne(const Viewpoint &view, const Array &a, const Array &b) {
  auto gap = Linear::add(b.first, a.first, -1);
  auto isMultiple = [&](const Linear &start, const auto &term) {
    return (view.isShared(term.first) ? gap->coefficientOf(term.first)
                                      : start.coefficientOf(term.first)) %
               a.second ==
           0;
  };
  auto isAligned = [&](const Linear &start) {
    return std::all_of(start.terms().begin(), start.terms().end(),
                       [&](const auto &term) { return isMultiple(start, term); });
  };
  return a.second == b.second && gap && gap->constant() % a.second == 0 && isAligned(a.first) &&
         isAligned(b.first);
}

/// The same access, at another place and of another size.
Access accessAt(const Access &access, const Linear &offset, uint64_t size) {
  Access there = access;
  there.offset = offset;
  there.size = size;
  return there;
}

class ArrayProof {
public:
  ArrayProof(const Program &program, const Effects &effects, const Viewpoint &view)
      : program(program), effects(effects), view(view) {}

  bool areApart(const Access &a, const Access &b) const {
    return areApartByOffsets(a, b) || areApartByArrays(a, b);
  }

private:
  const Program &program;
  const Effects &effects;
  const Viewpoint &view;

  bool areApartByOffsets(const Access &a, const Access &b) const {
    return (hasProduct(effects, a.offset) || hasProduct(effects, b.offset)) &&
           StrideProof(program, effects, view).areApart(a, b);
  }

  /// They lie in different rows of an array, or in different parts of a row:
  ///
  ///     t[i][j]   rows differ if i does; else the places in a row decide, which j alone tells
  bool areApartByArrays(const Access &a, const Access &b) const {
    for (const Array &one : arraysAround(a))
      for (const Array &other : arraysAround(b)) {
        if (!areRowsOfOne(view, one, other))
          continue;
        const auto size = static_cast<uint64_t>(one.second);
        auto inOne = Linear::add(a.offset, one.first, -1),
             inOther = Linear::add(b.offset, other.first, -1);
        if (areApartByOffsets(accessAt(a, one.first, size), accessAt(b, other.first, size)) ||
            (inOne && inOther &&
             areApartByOffsets(accessAt(a, *inOne, a.size), accessAt(b, *inOther, b.size))))
          return true;
      }
    return false;
  }
};

} // namespace

bool areApartByStride(const Program &program, const Effects &effects, const Viewpoint &view,
                      const Access &a, const Access &b) {
  return a.size != 0 && b.size != 0 && ArrayProof(program, effects, view).areApart(a, b);
}

} // namespace kasuri
