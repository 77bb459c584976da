// Reducing an access to the range it spans.
//
//     spec[c * S + 4 * i], i in [0, 1023], c kept:   S c + [0, 4096)
//
// A freed symbol contributes its range; where that has no end, the declared array around the access
// bounds it, because no access may leave it. The result covers every byte the access may touch.
#include "analysis/symbolic/Windows.h"

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

} // namespace kasuri
