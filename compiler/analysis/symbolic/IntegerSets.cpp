// The exact overlap test: one integer set per pair of accesses, empty or not.
//
//     for (c...) for (i...) x[c * 1024 + i] = 0;     c < c', 1024 c + i = 1024 c' + i', 0 <= i, i'
//     < 1024
//
// Each access brings its symbols: those that both share appear once, all others once per side.
// Known are the ranges of the symbols, the loop domains attached to counters, what branches say
// where an access is made, and that no access leaves the array it is confined to. A question gets
// few operations at first, then more and more until its function's budget says that it is too hard:
// then they "may meet".
//
//     p = i ^ j; if (p > i) swap(a[i], a[p]);      j fixed: p = i' only if p' = i
//
// i ^ j gives i back if j is applied again, so two iterations have one p only if they have one i,
// and p is the other's i only if that one's p is this i. These are cases: the set is empty if it is
// in each of them.
//
// Source: the polyhedral dependence test as in P. Feautrier (1991); S. Verdoolaege, isl (2010).
#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/EmptySets.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace kasuri {
namespace {

constexpr uint64_t fewOperations = 100, growth = 8;
constexpr uint64_t coefficientsPerStep = 256;

class OverlapSet {
public:
  OverlapSet(const Effects &effects, const Viewpoint &view) : effects(effects), view(view) {}

  /// Where both touch the same byte.
  PointSet ofBoth(const Access &a, const Access &b) {
    collect(a, 0);
    collect(b, 1);
    byteColumn = static_cast<int>(columns.size());
    constrainSymbols();
    constrainAccess(a, 0);
    constrainAccess(b, 1);
    constrainCondition(a, 0);
    constrainCondition(b, 1);
    if (const std::optional<Lead> lead = view.lead())
      require(row(Linear::symbol(lead->ofB), 1), row(Linear::symbol(lead->ofA), 0), -lead->least);
    if (view.skew)
      constrainSkew(*view.skew);
    return pointSet(exclusiveCases());
  }

  /// Where the value is negative.
  PointSet ofNegative(const Linear &value, const Linear &known) {
    collectLinear(value, 0);
    collectLinear(known, 0);
    constrainSymbols();
    require({}, row(value, 0), -1);
    return pointSet({});
  }

private:
  using Key = std::pair<SymbolId, int>; ///< symbol and side; side 2: shared
  using Row = PointSet::Row;
  using Case = PointSet::Case;

  const Effects &effects;
  const Viewpoint &view;
  std::map<Key, int> columns;
  std::optional<int> byteColumn; ///< behind all others
  std::vector<Row> required;     ///< each is >= 0

  Key keyOf(SymbolId symbol, int side) const { return {symbol, view.isShared(symbol) ? 2 : side}; }

  void collectSymbol(SymbolId symbol, int side) {
    Key key = keyOf(symbol, side);
    if (!columns.emplace(key, static_cast<int>(columns.size())).second)
      return;
    for (const auto *known :
         {&effects[symbol].constraints, &effects[symbol].limits, &effects[symbol].exclusive})
      for (const Linear &each : *known)
        collectLinear(each, side);
  }

  void collectLinear(const Linear &value, int side) {
    for (const auto &[symbol, coefficient] : value.terms())
      collectSymbol(symbol, side);
  }

  /// It is about what is known here: a number that was only loaded for a test says nothing.
  bool isRelated(const Linear &fact, int side) const {
    auto isKnown = [&](const auto &term) {
      const Symbol &symbol = effects[term.first];
      return columns.contains(keyOf(term.first, side)) || !symbol.constraints.empty() ||
             !symbol.exclusive.empty();
    };
    const auto &terms = fact.terms();
    return std::any_of(terms.begin(), terms.end(), isKnown) &&
           std::all_of(terms.begin(), terms.end(), [&](const auto &term) {
             return view.isShared(term.first) || isKnown(term);
           });
  }

  void collect(const Access &access, int side) {
    collectLinear(access.offset, side);
    collectLinear(access.confined.start, side);
    for (const auto &[start, extent] : access.confined.outer)
      collectLinear(start, side);
    for (const Linear &fact : effects.conditionOf(access))
      if (isRelated(fact, side))
        collectLinear(fact, side);
    if (const std::optional<Lead> lead = view.lead())
      collectSymbol(side == 0 ? lead->ofA : lead->ofB, side);
    if (view.skew)
      collectLinear(side == 0 ? view.skew->ofA : view.skew->ofB, side);
  }

  bool hasColumns(const Linear &value, int side) const {
    return std::all_of(value.terms().begin(), value.terms().end(),
                       [&](const auto &term) { return columns.contains(keyOf(term.first, side)); });
  }

  Row row(const Linear &value, int side) const {
    Row result;
    result[PointSet::constant] = value.constant();
    for (const auto &[symbol, coefficient] : value.terms())
      result[columns.at(keyOf(symbol, side))] += coefficient;
    return result;
  }

  /// a - b + constant >= 0.
  static Row difference(const Row &a, const Row &b, int64_t constant) {
    Row sum = a;
    for (const auto &[column, coefficient] : b)
      sum[column] -= coefficient;
    sum[PointSet::constant] += constant;
    return sum;
  }

  void require(const Row &a, const Row &b, int64_t constant) {
    required.push_back(difference(a, b, constant));
  }

  /// What was required, and one case of each choice.
  PointSet pointSet(std::vector<std::vector<Case>> choices) {
    const auto dimensions = static_cast<unsigned>(columns.size() + (byteColumn ? 1 : 0));
    return {dimensions, std::move(required), std::move(choices)};
  }

  void constrainSymbols() {
    for (const auto &[key, column] : columns)
      constrainSymbol(key.first, key.second);
  }

  void constrainSymbol(SymbolId id, int side) {
    const Symbol &symbol = effects[id];
    Row self = row(Linear::symbol(id), side);
    if (symbol.range.low > unboundedBelow)
      require(self, row(Linear(symbol.range.low), side), 0);
    if (symbol.range.high < unboundedAbove)
      require(row(Linear(symbol.range.high), side), self, 0);
    // Of a shared symbol, a constraint over symbols that each side has for itself is left out,
    // which only makes the set larger.
    for (const auto *known : {&symbol.constraints, &symbol.limits})
      for (const Linear &constraint : *known)
        if (hasColumns(constraint, side))
          require(row(constraint, side), {}, 0);
  }

  /// The columns of `a` and `b` differ by more than the slope allows.
  void constrainSkew(const Skew &skew) {
    Row allowed = row(skew.ofB, 1);
    for (const auto &[symbol, side, sign] :
         {std::tuple(view.counter, 1, 1), std::tuple(view.counter, 0, -1)})
      for (const auto &[column, coefficient] : row(Linear::symbol(symbol), side))
        allowed[column] += sign * skew.slope * coefficient;
    require(row(skew.ofA, 0), allowed, -1);
  }

  bool isShared(const Linear &value) const {
    return std::all_of(value.terms().begin(), value.terms().end(),
                       [&](const auto &term) { return view.isShared(term.first); });
  }

  /// What branches say where the access is made.
  void constrainCondition(const Access &access, int side) {
    for (const Linear &fact : effects.conditionOf(access))
      if (hasColumns(fact, side))
        require(row(fact, side), {}, 0);
  }

  /// x = i ^ j on one side and y = k ^ j on the other, of one symbol: x = y only if i = k, x = k
  /// only if y = i and the other way round. One choice of cases each; none without such a symbol.
  std::vector<std::vector<Case>> exclusiveCases() const {
    for (const auto &[key, column] : columns) {
      const auto &[symbol, side] = key;
      const CompactList<Linear> &parts = effects[symbol].exclusive;
      if (side != 0 || parts.empty() || !columns.contains({symbol, 1}) ||
          isShared(parts[0]) == isShared(parts[1]))
        continue;
      const Linear &moving = parts[isShared(parts[0]) ? 1 : 0];
      const Row x = row(Linear::symbol(symbol), 0), y = row(Linear::symbol(symbol), 1);
      const Row i = row(moving, 0), k = row(moving, 1);
      const auto isZero = [](const Row &a, const Row &b) {
        return Case{difference(a, b, 0), difference(b, a, 0)};
      };
      const auto both = [](Case first, const Case &second) {
        first.insert(first.end(), second.begin(), second.end());
        return first;
      };
      const auto isMore = [](const Row &a, const Row &b) { return difference(a, b, -1); };
      return {{both(isZero(x, y), isZero(i, k)), {isMore(x, y)}, {isMore(y, x)}},
              {both(isZero(x, k), isZero(y, i)),
               {isMore(x, k), isMore(y, i)},
               {isMore(x, k), isMore(i, y)},
               {isMore(k, x), isMore(y, i)},
               {isMore(k, x), isMore(i, y)}}};
    }
    return {};
  }

  /// The byte that both touch lies in the access and in every array around it. (A summarised access
  /// is a range of which only some bytes are touched, so the range itself may reach past the
  /// array.)
  void constrainAccess(const Access &access, int side) {
    Row byte = {{*byteColumn, 1}};
    auto holdIn = [&](const Linear &start, int64_t size) {
      Row first = row(start, side);
      require(byte, first, 0);
      require(first, byte, size - 1);
    };
    holdIn(access.offset, static_cast<int64_t>(access.size));
    if (access.confined.extent != 0)
      holdIn(access.confined.start, access.confined.extent);
    for (const auto &[start, extent] : access.confined.outer)
      holdIn(start, extent);
  }
};

/// Of one operation: isl goes through all coefficients for it.
uint64_t stepsWith(const PointSet &set) {
  return 1 + set.columns * set.required.size() / coefficientsPerStep;
}

/// Is the set empty? Within the budget; false beyond it. isl does not tell how many operations it
/// took: each attempt is counted as all that it might have taken.
bool isEmpty(Budget &budget, PointSet set) {
  const uint64_t most = budget.share(), steps = stepsWith(set);
  const EmptySetQuestion question(std::move(set));
  uint64_t taken = 0;
  for (uint64_t operations = fewOperations; taken + steps <= most; operations *= growth) {
    const uint64_t granted = std::min(operations, (most - taken) / steps);
    const std::optional<bool> answer = question.isEmpty(granted);
    budget.spend(granted * steps);
    taken += granted * steps;
    if (answer)
      return *answer;
  }
  budget.spend(most - taken);
  budget.giveUp();
  return false;
}

struct ByteRange {
  __int128 low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();

  /// Keeps what lies in these bytes too; false when they have no fixed place.
  bool narrow(const Linear &start, int64_t size) {
    low = std::max<__int128>(low, start.constant());
    high = std::min(high, static_cast<__int128>(start.constant()) + size);
    return start.isConstant();
  }

  bool narrow(const Access &access) {
    const Confinement &around = access.confined;
    return narrow(access.offset, static_cast<int64_t>(access.size)) &&
           (around.extent == 0 || narrow(around.start, around.extent)) &&
           std::all_of(around.outer.begin(), around.outer.end(),
                       [&](const auto &array) { return narrow(array.first, array.second); });
  }
};

/// The answer without integer sets when both accesses have a fixed place.
std::optional<bool> meetAtFixedPlaces(const Viewpoint &view, const Access &a, const Access &b) {
  ByteRange both;
  bool isFixed = !view.loop.valid() && both.narrow(a) && both.narrow(b);
  return isFixed ? std::optional(both.low < both.high) : std::nullopt;
}

} // namespace

bool mayMeet(const Effects &effects, Budget &budget, const Viewpoint &view, const Access &a,
             const Access &b) {
  if (a.size == 0 || b.size == 0)
    return true;
  if (auto answer = meetAtFixedPlaces(view, a, b))
    return *answer;
  return !isEmpty(budget, OverlapSet(effects, view).ofBoth(a, b));
}

bool isNeverNegative(const Effects &effects, Budget &budget, const Linear &value,
                     const Linear &context) {
  const Viewpoint view{RegionId(), SymbolId(), [](SymbolId) { return true; }};
  return isEmpty(budget, OverlapSet(effects, view).ofNegative(value, context));
}

} // namespace kasuri
