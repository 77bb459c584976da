// How far the parts of an array that iterations touch lie from each other.
//
//     for (y = 0; y < h; y++)
//       for (x = 1; x < w - 1; x++)       stride 8 w; rest of the write 8 x: [8, 8 w - 8)
//         a[y * w + x] += a[y * w + x - 1];           rest of the read:  [0, 8 w - 16)
//
//     p[(y * w + x) * c + k]            y: stride w c; rest x c + k: [0, (w - 1) c + c)
//
// Offsets are sums of products. All accesses must move with the loop alike: the factor of its
// counter must be one number for all that the loop leaves alone. Beside that motion an iteration
// touches no more than the hull of the rests. If that is no longer than the stride, iterations
// never meet: the program compares them in front of the loop. (A hull without bytes means that
// nothing is touched.) What all accesses share cancels out. What unsigned arithmetic computes is
// taken as if it never wrapped, and the program tests that too, from its ends. What can be proved
// without a test is SymbolicStrides.h's part. Rows that the entries of a table select are apart if
// the entries are distinct (TableRows.cpp).
#include "analysis/guard/Ranges.h"
#include "analysis/guard/TableRows.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Another number of the same strides, as the row of an inner loop: an iteration spans as many.
bool spansStrides(const Motion &motion, const Viewpoint &view) {
  auto spans = [&](const Products::Monomial &rest) {
    bool isShared = std::all_of(rest.begin(), rest.end(), view.isShared);
    return !isShared &&
           std::any_of(motion.stride.terms().begin(), motion.stride.terms().end(),
                       [&](const auto &stride) {
                         return !stride.first.empty() &&
                                std::includes(rest.begin(), rest.end(), stride.first.begin(),
                                              stride.first.end());
                       });
  };
  return std::any_of(motion.rest.terms().begin(), motion.rest.terms().end(),
                     [&](const auto &term) { return spans(term.first); });
}

} // namespace

/// A product as the sum that it stands for; what the loop leaves alone is one number.
std::optional<Products> RangeMaker::expand(SymbolId id, std::vector<SymbolId> &wholes) const {
  const Symbol &symbol = effects[id];
  Products result;
  const bool isAtom = view.isShared(id) ? symbol.factors.empty() : factorsOf(symbol).empty();
  if (isAtom)
    return result.add({id}, 1) ? std::optional(result) : std::nullopt;
  if (symbol.isModular)
    wholes.push_back(id);
  result.add(Products::Monomial{}, 1);
  for (const Linear &factor : factorsOf(symbol)) {
    auto sum = expand(factor, wholes);
    auto product = sum ? Products::multiply(result, *sum) : std::nullopt;
    if (!product)
      return std::nullopt;
    result = std::move(*product);
  }
  return result;
}

std::optional<Products> RangeMaker::expand(const Linear &value,
                                           std::vector<SymbolId> &wholes) const {
  Products result;
  bool fits = std::abs(value.constant()) < Products::maxCoefficient &&
              result.add(Products::Monomial{}, value.constant());
  for (const auto &[symbol, coefficient] : value.terms()) {
    auto part = fits ? expand(symbol, wholes) : std::nullopt;
    fits = part && result.add(*part, coefficient);
  }
  return fits ? std::optional(result) : std::nullopt;
}

std::optional<Motion> RangeMaker::motionOf(const Access &access) const {
  if (access.size == 0 || isBeyondTest(access))
    return std::nullopt;
  Motion motion{.size = static_cast<int64_t>(access.size)};
  auto offset = expand(access.offset, motion.wholes);
  if (!offset)
    return std::nullopt;
  for (const auto &[monomial, coefficient] : offset->terms()) {
    Products::Monomial factor = monomial;
    auto counter = std::find(factor.begin(), factor.end(), view.counter);
    bool moves = counter != factor.end();
    if (moves)
      factor.erase(counter);
    if (moves && std::all_of(factor.begin(), factor.end(), view.isShared))
      motion.stride.add(factor, coefficient);
    else
      motion.rest.add(monomial, coefficient);
  }
  return motion;
}

/// Of all accesses, if they move alike; without what they share.
std::optional<std::vector<Motion>>
RangeMaker::motionsOf(const std::vector<Access> &accesses) const {
  std::vector<Motion> motions;
  for (const Access &access : accesses) {
    auto motion = motionOf(access);
    if (!motion || (!motions.empty() && motion->stride != motions.front().stride))
      return std::nullopt;
    motions.push_back(std::move(*motion));
  }
  const Products first = motions.front().rest;
  for (const auto &[monomial, coefficient] : first.terms()) {
    bool isCommon = !monomial.empty() &&
                    std::all_of(monomial.begin(), monomial.end(), view.isShared) &&
                    std::all_of(motions.begin(), motions.end(), [&](const Motion &motion) {
                      return motion.rest.coefficientOf(monomial) == coefficient;
                    });
    for (Motion &motion : motions)
      if (isCommon)
        motion.rest.add(monomial, -coefficient);
  }
  return motions;
}

std::optional<int64_t> RangeMaker::distance(const Access &a, const Access &b) const {
  bool isOneBase = a.base == b.base && isFixed(a.base);
  auto motions = isOneBase ? motionsOf({a, b}) : std::nullopt;
  if (!motions)
    return std::nullopt;
  Products gap = (*motions)[0].rest, moved = gap;
  const Products &stride = motions->front().stride;
  if (!gap.add((*motions)[1].rest, -1) || gap.isZero() || stride.isZero())
    return std::nullopt;
  const auto &[monomial, coefficient] = *stride.terms().begin();
  const int64_t steps = gap.coefficientOf(monomial) / coefficient;
  moved = {};
  return moved.add(stride, steps) && moved == gap ? std::optional(steps) : std::nullopt;
}

/// As `d[i][j]` to `d[k][j]`, where k is one of the values of i.
bool RangeMaker::comesTo(const Access &moving, const Access &still) {
  const auto a = motionOf(moving), b = motionOf(still);
  if (!a || !b || a->stride.isZero() || !b->stride.isZero() || !a->wholes.empty() ||
      !b->wholes.empty())
    return false;
  Products gap = b->rest;
  if (!gap.add(a->rest, -1))
    return false;
  const auto &[stride, factor] = *a->stride.terms().begin();
  Products steps;
  Linear iteration;
  for (const auto &[monomial, coefficient] : gap.terms()) {
    Products::Monomial rest;
    std::set_difference(monomial.begin(), monomial.end(), stride.begin(), stride.end(),
                        std::back_inserter(rest));
    if (rest.size() + stride.size() != monomial.size() || rest.size() > 1 ||
        coefficient % factor != 0)
      continue;
    steps.add(rest, coefficient / factor);
    const Linear term = rest.empty() ? Linear(1) : Linear::symbol(rest.front());
    const auto sum = Linear::add(iteration, term, coefficient / factor);
    if (!sum)
      return false;
    iteration = *sum;
  }
  const auto product = Products::multiply(a->stride, steps);
  if (!product || *product != gap)
    return false;
  const auto &constraints = effects[view.counter].constraints;
  return isNeverNegative(effects, budget, iteration) &&
         std::all_of(constraints.begin(), constraints.end(), [&](const Linear &constraint) {
           const int64_t times = constraint.coefficientOf(view.counter);
           const auto without = Linear::add(constraint, Linear::symbol(view.counter), -times);
           const auto there = without ? Linear::add(*without, iteration, times) : std::nullopt;
           return there && isNeverNegative(effects, budget, *there);
         });
}

std::optional<GuardValue> RangeMaker::bound(const Products &value, bool isUpper) {
  GuardValue total;
  for (const auto &[monomial, coefficient] : value.terms()) {
    std::vector<Linear> factors;
    for (SymbolId symbol : monomial)
      factors.push_back(Linear::symbol(symbol));
    auto end = boundOfProduct(factors, isUpper == (coefficient > 0));
    if (!end)
      return std::nullopt;
    total = sum(total, product(*end, constantOf(coefficient)));
  }
  return total;
}

std::optional<Guard::Test> RangeMaker::strideTest(const std::vector<Access> &accesses) {
  auto motions = motionsOf(accesses);
  if (!motions || motions->front().stride.isZero() ||
      std::any_of(motions->begin(), motions->end(),
                  [&](const Motion &motion) { return spansStrides(motion, view); }))
    return std::nullopt;
  std::optional<GuardRange> hull;
  for (const Motion &motion : *motions) {
    auto low = bound(motion.rest, false), end = bound(motion.rest, true);
    if (!low || !end)
      return std::nullopt;
    end = sum(*end, constantOf(motion.size));
    hull = hull ? GuardRange{extreme(hull->low, *low, false), extreme(hull->end, *end, true)}
                : GuardRange{*low, *end};
    for (SymbolId whole : motion.wholes)
      if (!bound(whole, false) || !bound(whole, true))
        return std::nullopt;
  }
  const Products &stride = motions->front().stride;
  auto step = bound(stride, false), most = bound(stride, true);
  if (!step || step != most)
    return std::nullopt;
  auto length = forTwoIterations(hull->end), start = forTwoIterations(hull->low);
  auto moved = forTwoIterations(*step);
  bool neverHolds = length && start && moved && *length - *start > std::abs(*moved);
  if (neverHolds)
    return std::nullopt;
  return Guard::Test{Guard::Test::Kind::WithinStride, *hull, {}, *step};
}

std::optional<Guard::Test> RangeMaker::distinctTest(const std::vector<Access> &accesses) {
  const std::optional<Access> entry = entryThatSelects(analysed, view, accesses);
  const auto base = entry ? addressOf(entry->base) : std::nullopt;
  const auto span = base ? spanOf({*entry}) : std::nullopt;
  if (!span)
    return std::nullopt;
  if (isVariable(analysed, entry->base)) {
    const auto size = static_cast<int64_t>(program[entry->base.object].type.size);
    exact.emplace_back(span->low, size);
    exact.emplace_back(span->end, size);
  }
  return Guard::Test{Guard::Test::Kind::Distinct,
                     {sum(*base, span->low), sum(*base, span->end)},
                     {},
                     constantOf(static_cast<int64_t>(entry->size))};
}

} // namespace kasuri
