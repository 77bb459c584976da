// A search for a proof that two offsets differ by enough.
//
//     c[i * n + j]     with 0 <= j < n, in iterations i and i + d, d >= 1:
//                      n d + j' - j >= n d - (n - 1) >= n - (n - 1) = 1 element
//
// The difference is a polynomial over the symbols of both sides and the distance d (for the search
// see PolynomialProof.h). Bounds come from ranges and from the domains of the loops around the
// accesses, which hold when these are executed. Where declared arrays are around the accesses,
// their rows are compared for themselves, and so are the places in a row.
//
// Source: the range test of W. Blume and R. Eigenmann (1994), with proofs in place of monotony.
#include "analysis/dependence/SymbolicStrides.h"

#include "analysis/symbolic/PolynomialProof.h"
#include "model/Regions.h"

#include <algorithm>
#include <map>
#include <set>

namespace kasuri {
namespace {

class StrideProof : private PolynomialProof {
public:
  StrideProof(const Program &program, const Effects &effects, const Viewpoint &view)
      : PolynomialProof(effects, view), program(program), lead(view.lead()) {}

  bool areApart(const Access &a, const Access &b) {
    learnTests(a, 0);
    learnTests(b, 1);
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
  const std::optional<Lead> lead;
  const Factor distance{SymbolId(), 2};

  std::optional<Polynomial> replacementOf(SymbolId symbol, int side) const override {
    if (!lead || symbol != (side == 0 ? lead->ofA : lead->ofB))
      return std::nullopt;
    Polynomial counter(Factor{lead->ofA, 0});
    return side == 0 ? counter : counter.add(Polynomial(distance)).add(Polynomial(lead->least - 1));
  }

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

  /// The tests of the loops around the access have been passed when it is executed.
  void learnTests(const Access &access, int side) {
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
};

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
