// How far apart dependent iterations of two parallel loops are.
//
//     for (i = 0; i < n; i++) b[i] = f(a[i]);
//     for (i = 1; i <= n; i++) c[i] = b[i - 1] + b[i];      j needs j and j + 1 of the first loop
//
// Both loops take equally many iterations, so dealt out into equally many chunks, chunk p of both
// has the same ones. Iterations are numbered from 0 in the order in which the loops take them,
// which is how ks_chunk_begin cuts them, whatever their variables start at and step by. The halo is
// the largest distance of two iterations of which the later one may not start before the earlier
// one has ended: by every pair of accesses of which one writes, with the exact test where these are
// the only iterations it looks at. It tries constants; where more than a few iterations lie between
// the two, or half of all, or any question is too hard, there is no halo, and all of the later loop
// waits for all of the earlier one.
//
// The trip counts are equal if they are the same expression over values that are fixed in one
// execution of the sequence. Tasks that stand between do not matter: values are numbers, not
// variables. The plan sees to it that no head is evaluated before what it reads is there.
//
// Source: loop-aligned decomposition, A. Yoshida, K. Koshizuka, H. Kasahara (1996).
#include "analysis/statement/Alignment.h"

#include "analysis/statement/SiblingAccesses.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr int64_t largestHalo = 64; ///< iterations

/// distance = stride * quotient, rounded up, where it divides all but the constant.
TripCount simplified(const TripCount &count) {
  const auto &terms = count.distance.terms();
  const bool isDivisible = std::all_of(terms.begin(), terms.end(), [&](const auto &term) {
    return term.second % count.stride == 0;
  });
  if (!isDivisible)
    return count;
  const int64_t constant = count.distance.constant();
  const int64_t quotient = constant / count.stride + (constant % count.stride > 0 ? 1 : 0);
  Linear result(quotient);
  for (const auto &[symbol, coefficient] : terms)
    result = *Linear::add(result, Linear::symbol(symbol, coefficient / count.stride));
  return {result, 1};
}

class Aligner {
public:
  Aligner(const AnalysedProgram &analysed, const LoopTable &loops, const StatementFacts &statements,
          const SiblingDependence &dependence, TouchedByLoops &touched, Budget &budget)
      : analysed(analysed), effects(analysed.effects), loops(loops), statements(statements),
        from(dependence.from), to(dependence.to), function(analysed.program[from].function),
        known(effects.functions[function.index()]),
        view(withinSequence(analysed.program, effects, function, analysed.program[from].parent)),
        touched(touched), budget(budget),
        finder(analysed.program, analysed.pointsTo, effects, budget, function) {}

  std::optional<Halo> find() {
    if (!isDealtOut(from) || !isDealtOut(to))
      return std::nullopt;
    const std::optional<Range> trips = equalTrips();
    if (!trips)
      return std::nullopt;
    const std::vector<AccessGroup> &earlier = touchedBy(from), &later = touchedBy(to);
    const SymbolId first = known.counters.at(from), second = known.counters.at(to);
    const std::optional<int64_t> before = farthest(earlier, first, later, second);
    const std::optional<int64_t> after =
        before ? farthest(later, second, earlier, first) : std::nullopt;
    if (!after || budget.hasGivenUp())
      return std::nullopt;
    const Halo halo{*before, *after, trips->low};
    return 2 * halo.width() <= trips->high ? std::optional(halo) : std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Effects &effects;
  const LoopTable &loops;
  const StatementFacts &statements;
  RegionId from, to;
  FunctionId function;
  const FunctionAccesses &known;
  Viewpoint view;
  TouchedByLoops &touched;
  Budget &budget;
  DependenceFinder finder;

  const std::vector<AccessGroup> &touchedBy(RegionId loop) {
    const RegionId sequence = analysed.program[loop].parent;
    if (touched.sequence != sequence)
      touched = {sequence, {}};
    const auto [known, isNew] = touched.groups.try_emplace(loop);
    if (isNew)
      known->second = accessesOfParts(analysed, loops, statements, finder, loop, view);
    return known->second;
  }

  bool isDealtOut(RegionId child) const {
    const LoopFacts *loop = loops.factsOf(child);
    return loop && loop->isParallel && known.counters.contains(child);
  }

  /// How many they can be, if those of both loops are the same.
  std::optional<Range> equalTrips() const {
    auto first = known.tripCounts.find(from), second = known.tripCounts.find(to);
    if (first == known.tripCounts.end() || second == known.tripCounts.end())
      return std::nullopt;
    const TripCount a = simplified(first->second), b = simplified(second->second);
    const auto &terms = a.distance.terms();
    const bool isFixed = std::all_of(terms.begin(), terms.end(),
                                     [&](const auto &term) { return view.isShared(term.first); });
    if (!isFixed || a.stride != b.stride || a.distance != b.distance)
      return std::nullopt;
    auto trips = [&](int64_t distance) { return distance > 0 ? (distance - 1) / a.stride + 1 : 0; };
    const Range range = rangeOf(effects, a.distance);
    return Range{trips(range.low), trips(range.high)};
  }

  /// No access of `a` meets one of `b` in an iteration that is later by more than this.
  std::optional<int64_t> farthest(const std::vector<AccessGroup> &a, SymbolId counterOfA,
                                  const std::vector<AccessGroup> &b, SymbolId counterOfB) {
    auto meetsBeyond = [&](int64_t distance) {
      Viewpoint beyond = view;
      beyond.ofSiblings = Lead{counterOfA, counterOfB, distance + 1};
      return finder.between(a, b, beyond, {}).has_value();
    };
    if (!meetsBeyond(0))
      return 0;
    if (meetsBeyond(largestHalo))
      return std::nullopt;
    int64_t low = 0, high = largestHalo; // they meet beyond `low`, and not beyond `high`
    while (high - low > 1) {
      const int64_t middle = (low + high) / 2;
      (meetsBeyond(middle) ? low : high) = middle;
    }
    return high;
  }
};

} // namespace

std::optional<Halo> findHalo(const AnalysedProgram &analysed, const LoopTable &loops,
                             const StatementFacts &statements, const SiblingDependence &dependence,
                             TouchedByLoops &touched, Budget &budget) {
  if (dependence.meetsHead)
    return std::nullopt;
  return Aligner(analysed, loops, statements, dependence, touched, budget).find();
}

} // namespace kasuri
