// How far the parts of an array that iterations touch lie from each other.
//
//     for (y = 0; y < h; y++)
//       for (x = 1; x < w - 1; x++)       stride 8 w; rest of the write 8 x: [8, 8 w - 8)
//         a[y * w + x] += a[y * w + x - 1];           rest of the read:  [0, 8 w - 16)
//
// All accesses must move with the loop alike: by a constant per iteration, or by a product of the
// counter with what the loop leaves alone. Beside that motion an iteration touches no more than
// the hull of the rests. If that is no longer than the stride, iterations never meet: the program
// compares them in front of the loop. (A hull without bytes means that nothing is touched.) What
// all accesses share cancels out. What can be proved without a test is SymbolicStrides.h's part.
#include "analysis/Ranges.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Adds scale * a * b where one of the two is constant.
bool addScaled(Linear &sum, const Linear &a, const Linear &b, int64_t scale) {
  const Linear &fixed = a.isConstant() ? a : b, &other = a.isConstant() ? b : a;
  auto factor = Linear::scale(Linear(scale), fixed.constant());
  auto scaled = factor ? Linear::scale(other, factor->constant()) : std::nullopt;
  auto added = scaled ? Linear::add(sum, *scaled) : std::nullopt;
  if (added)
    sum = *added;
  return added.has_value();
}

/// Another number of the same strides, as the row of an inner loop: an iteration spans as many.
bool spansStrides(const Motion &motion) {
  return std::any_of(motion.products.begin(), motion.products.end(), [&](const auto &product) {
    const auto &terms = std::get<1>(product).terms();
    return std::any_of(terms.begin(), terms.end(), [&](const auto &term) {
      return motion.stride.coefficientOf(term.first) != 0;
    });
  });
}

} // namespace

std::optional<Motion> RangeMaker::motionOf(const Access &access) const {
  if (access.size == 0 || isBeyondTest(access))
    return std::nullopt;
  Motion motion{.rest = Linear(access.offset.constant()),
                .size = static_cast<int64_t>(access.size)};
  for (const auto &[id, coefficient] : access.offset.terms()) {
    const Symbol &symbol = effects[id];
    if (id == view.counter) {
      motion.stride = *Linear::add(motion.stride, Linear(coefficient));
      continue;
    }
    const std::vector<Linear> factors = factorsOf(symbol);
    size_t fixed = factors.size() != 2 || view.isShared(id) ? 2
                   : isShared(factors[1])                   ? 1
                   : isShared(factors[0])                   ? 0
                                                            : 2;
    if (fixed == 2) {
      motion.rest = *Linear::add(motion.rest, Linear::symbol(id), coefficient);
      continue;
    }
    motion.isModular |= symbol.isModular;
    motion.wholes.push_back(id);
    const Linear &scale = factors[fixed], &moving = factors[1 - fixed];
    int64_t perIteration = moving.coefficientOf(view.counter);
    Linear rest = *Linear::add(moving, Linear::symbol(view.counter), -perIteration);
    if (!addScaled(motion.stride, scale, Linear(perIteration), coefficient))
      return std::nullopt;
    if (rest.isConstant() && !addScaled(motion.rest, scale, rest, coefficient))
      return std::nullopt;
    if (!rest.isConstant())
      motion.products.emplace_back(rest, scale, coefficient);
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
  const Linear first = motions.front().rest;
  for (const auto &[symbol, coefficient] : first.terms()) {
    bool isCommon = view.isShared(symbol) &&
                    std::all_of(motions.begin(), motions.end(), [&](const Motion &motion) {
                      return motion.rest.coefficientOf(symbol) == coefficient;
                    });
    for (Motion &motion : motions)
      if (isCommon)
        motion.rest = *Linear::add(motion.rest, Linear::symbol(symbol), -coefficient);
  }
  const auto products = motions.front().products;
  for (const auto &product : products) {
    bool isCommon = isShared(std::get<0>(product)) &&
                    std::all_of(motions.begin(), motions.end(), [&](const Motion &motion) {
                      return std::count(motion.products.begin(), motion.products.end(), product);
                    });
    for (Motion &motion : motions)
      if (isCommon)
        std::erase(motion.products, product);
  }
  return motions;
}

std::optional<int64_t> RangeMaker::distance(const Access &a, const Access &b) const {
  bool isOneBase = a.base == b.base && isFixed(a.base);
  auto motions = isOneBase ? motionsOf({a, b}) : std::nullopt;
  if (!motions || (*motions)[0].products != (*motions)[1].products)
    return std::nullopt;
  auto gap = Linear::add((*motions)[0].rest, (*motions)[1].rest, -1);
  const Linear &stride = motions->front().stride;
  if (!gap || *gap == Linear(0) || stride == Linear(0))
    return std::nullopt;
  auto ratio = [](int64_t whole, int64_t part) { return part == 0 ? 0 : whole / part; };
  int64_t steps = stride.terms().empty() ? ratio(gap->constant(), stride.constant())
                                         : ratio(gap->coefficientOf(stride.terms()[0].first),
                                                 stride.terms()[0].second);
  auto moved = Linear::scale(stride, steps);
  return moved && *moved == *gap ? std::optional(steps) : std::nullopt;
}

std::optional<Guard::Test> RangeMaker::spreadTest(const std::vector<Access> &accesses) {
  auto motions = motionsOf(accesses);
  if (!motions || motions->front().stride == Linear(0) ||
      std::any_of(motions->begin(), motions->end(), spansStrides))
    return std::nullopt;
  std::optional<GuardRange> hull;
  for (const Motion &motion : *motions) {
    auto low = bound(motion.rest, false), end = bound(motion.rest, true);
    if (!low || !end)
      return std::nullopt;
    end = sum(*end, constantOf(motion.size));
    for (const auto &[a, b, coefficient] : motion.products) {
      auto least = boundOfProduct({a, b}, coefficient < 0);
      auto most = boundOfProduct({a, b}, coefficient > 0);
      if (!least || !most)
        return std::nullopt;
      low = sum(*low, product(*least, constantOf(coefficient)));
      end = sum(*end, product(*most, constantOf(coefficient)));
    }
    hull = hull ? GuardRange{extreme(hull->low, *low, false), extreme(hull->end, *end, true)}
                : GuardRange{*low, *end};
    if (motion.isModular)
      for (SymbolId whole : motion.wholes)
        if (!bound(whole, false) || !bound(whole, true))
          return std::nullopt;
  }
  auto stride = valueOf(motions->front().stride);
  auto length = forTwoIterations(hull->end), start = forTwoIterations(hull->low);
  auto moved = stride ? forTwoIterations(*stride) : std::nullopt;
  bool neverHolds = length && start && moved && *length - *start > std::abs(*moved);
  if (!stride || neverHolds)
    return std::nullopt;
  return Guard::Test{Guard::Test::Kind::Spread, *hull, {}, *stride};
}

} // namespace kasuri
