// Reducing an access to the range it spans.
//
//     spec[c * S + 4 * i], i in [0, 1023], c kept:   S c + [0, 4096)
//
// A freed symbol contributes its range; where that has no end, the declared array around the access
// bounds it, because no access may leave it. The result covers every byte the access may touch.
#include "analysis/Windows.h"

#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Splits `value` into kept terms and the range of the rest.
std::pair<Linear, Range> split(const Effects &effects, const Linear &value,
                               const std::function<bool(SymbolId)> &keep) {
  Linear kept, rest(value.constant());
  for (const auto &[symbol, coefficient] : value.terms()) {
    Linear term = Linear::symbol(symbol, coefficient);
    Linear &side = keep(symbol) ? kept : rest;
    side = *Linear::add(side, term);
  }
  return {kept, rangeOf(effects, rest)};
}

std::optional<Window> spanning(const Effects &effects, const Linear &start, int64_t size,
                               const std::function<bool(SymbolId)> &keep) {
  auto [kept, range] = split(effects, start, keep);
  if (!range.isBounded())
    return std::nullopt;
  return Window{true, range.low == range.high, kept, range.low, range.high + size};
}

bool overlapsAsLocations(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                         const Access &b) {
  for (const Location &first : locationsOf(effects, pointsTo, a))
    for (const Location &second : locationsOf(effects, pointsTo, b))
      if (mayOverlap(pointsTo, first, reachOf(a), second, reachOf(b)))
        return true;
  return false;
}

} // namespace

Window windowOf(const Effects &effects, const Access &access,
                const std::function<bool(SymbolId)> &keep) {
  std::optional<Window> own, around;
  auto isTighter = [](const std::optional<Window> &a, const std::optional<Window> &b) {
    return a && (!b || a->high - a->low < b->high - b->low);
  };
  if (access.size != 0)
    own = spanning(effects, access.offset, static_cast<int64_t>(access.size), keep);
  if (access.confined.extent != 0)
    around = spanning(effects, access.confined.start, access.confined.extent, keep);
  for (const auto &[start, extent] : access.confined.outer)
    if (auto outer = spanning(effects, start, extent, keep); isTighter(outer, around))
      around = outer;
  if (around)
    around->isExact = false;
  return isTighter(around, own) ? *around : own ? *own : Window{};
}

bool isApartByRestrict(const Effects &effects, const Access &a, const Access &b) {
  auto isThrough = [&](const Base &base) {
    return base.kind == Base::Kind::Symbol && effects[base.symbol].isRestrict;
  };
  // Not based on it: a pointer from before the function was entered.
  auto isBeside = [&](const Base &base, const Base &restricted) {
    if (base.kind != Base::Kind::Symbol || base.symbol == restricted.symbol)
      return false;
    const Symbol &symbol = effects[base.symbol];
    return symbol.function == effects[restricted.symbol].function &&
           (symbol.parameter >= 0 || symbol.entrySize != 0);
  };
  return (isThrough(a.base) && isBeside(b.base, a.base)) ||
         (isThrough(b.base) && isBeside(a.base, b.base));
}

uint64_t reachOf(const Access &access) {
  bool isWindow = access.base.kind == Base::Kind::Object;
  return isWindow ? 1 : access.unit == 0 ? unknownEnd : access.unit;
}

/// The address may come from a function that other callers gave other objects to; the base is the
/// pointer that this one gave. Large sets have little in common with one pointer.
static LocationSet withinBase(const Effects &effects, const PointsTo &pointsTo,
                              const Access &access) {
  constexpr size_t mostBases = 4, mostLocations = 32;
  const LocationSet &all = pointsTo.of(access.address);
  bool isSymbol = access.base.kind == Base::Kind::Symbol;
  ValueId origin = isSymbol ? effects[access.base.symbol].origin : ValueId();
  if (!origin.valid() || all.size() == 1 || all.size() > mostLocations)
    return all;
  const LocationSet &bases = pointsTo.of(origin);
  if (bases.empty() || bases.size() > mostBases || &bases == &all)
    return all;
  LocationSet within;
  std::copy_if(all.begin(), all.end(), std::back_inserter(within), [&](const Location &location) {
    return std::any_of(bases.begin(), bases.end(), [&](const Location &base) {
      return location.object == base.object || pointsTo.sameMemory(location.object, base.object);
    });
  });
  return within.empty() ? all : within;
}

LocationSet locationsOf(const Effects &effects, const PointsTo &pointsTo, const Access &access) {
  if (access.base.kind == Base::Kind::Object) {
    Window window = windowOf(effects, access, [](SymbolId) { return false; });
    if (window.isKnown && window.low >= 0)
      return {{access.base.object, window.low, 1, window.low, window.high}};
    return {{access.base.object, 0, 1, 0, unknownEnd}};
  }
  if (access.address.valid() && !pointsTo.of(access.address).empty())
    return withinBase(effects, pointsTo, access);
  return {{pointsTo.special(SpecialObject::World), 0, 1, 0, unknownEnd}};
}

bool mayWrite(const Effects &effects, const PointsTo &pointsTo, const Access &access,
              ObjectId variable) {
  if (!access.isWrite)
    return false;
  if (access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object))
    return pointsTo.sameMemory(access.base.object, variable);
  const LocationSet locations = locationsOf(effects, pointsTo, access);
  return std::any_of(locations.begin(), locations.end(), [&](const Location &location) {
    return pointsTo.sameMemory(location.object, variable);
  });
}

bool mayTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                  const Access &b) {
  if (isApartByRestrict(effects, a, b))
    return false;
  if (a.base != b.base || a.base.kind == Base::Kind::Unknown)
    return overlapsAsLocations(effects, pointsTo, a, b);
  auto keep = [&](SymbolId symbol) {
    return a.offset.coefficientOf(symbol) == b.offset.coefficientOf(symbol) &&
           a.confined.start.coefficientOf(symbol) == a.offset.coefficientOf(symbol) &&
           b.confined.start.coefficientOf(symbol) == b.offset.coefficientOf(symbol);
  };
  auto keepOffsets = [&](SymbolId symbol) {
    return a.offset.coefficientOf(symbol) == b.offset.coefficientOf(symbol);
  };
  bool isConfined = a.confined.extent != 0 || b.confined.extent != 0;
  Window first = windowOf(effects, a, keepOffsets), second = windowOf(effects, b, keepOffsets);
  if ((!first.isKnown || !second.isKnown || first.fixed != second.fixed) && isConfined) {
    first = windowOf(effects, a, keep);
    second = windowOf(effects, b, keep);
  }
  if (!first.isKnown || !second.isKnown || first.fixed != second.fixed)
    return true;
  return first.low < second.high && second.low < first.high;
}

} // namespace kasuri
