// Reducing an access to the range it spans.
//
//     spec[c * S + 4 * i], i in [0, 1023], c kept:   S c + [0, 4096)
//
// A freed symbol contributes its range; where that has no end, the declared array around the access
// bounds it, because no access may leave it. The result covers every byte the access may touch.
// With one symbol kept that moves it by more than its length, it is a part of one of several
// elements; how many there are, the array around them says.
#include "analysis/symbolic/Windows.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

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

std::optional<ElementPart> partOfElements(const Effects &effects, const Access &access,
                                          SymbolId number,
                                          const std::function<bool(SymbolId)> &keep) {
  const Window window =
      windowOf(effects, access, [&](SymbolId id) { return id == number || keep(id); });
  const int64_t distance = window.isKnown ? window.fixed.coefficientOf(number) : 0;
  const auto others = Linear::add(window.fixed, Linear::symbol(number), -distance);
  const auto first = others ? Linear::add(*others, Linear(window.low)) : std::nullopt;
  ElementPart part{first.value_or(Linear()), window.high - window.low, distance};
  if (!first || part.bytes >= distance)
    return std::nullopt;
  auto learnFrom = [&](const Linear &start, int64_t extent) {
    const auto inside = Linear::add(*first, start, -1);
    if (part.count != 0 || extent == 0 || !inside || !inside->isConstant())
      return;
    const int64_t moved = llvm::divideFloorSigned(inside->constant(), distance);
    const int64_t low = inside->constant() - moved * distance;
    const auto moveBy = Linear::add(*first, Linear(-moved * distance));
    if (!moveBy || low + part.bytes > std::min(distance, extent))
      return;
    part.first = *moveBy;
    part.count = (extent - low - 1) / distance + 1;
    part.moved = moved;
  };
  learnFrom(access.confined.start, access.confined.extent);
  for (const auto &[start, extent] : access.confined.outer)
    learnFrom(start, extent);
  const Range &range = effects[number].range;
  if (part.count == 0 && range.low >= 0 && range.high < std::numeric_limits<int>::max() - 1)
    part.count = range.high + 1;
  return part;
}

std::vector<SymbolId> elementNumbers(const Effects &effects, const Access &access) {
  const Linear &place = access.size != 0 ? access.offset : access.confined.start;
  std::vector<std::pair<int64_t, SymbolId>> found;
  for (const auto &[symbol, coefficient] : place.terms())
    if (coefficient > 1 && effects[symbol].factors.empty())
      found.emplace_back(-coefficient, symbol);
  std::ranges::sort(found);
  std::vector<SymbolId> numbers;
  for (const auto &[distance, symbol] : found)
    numbers.push_back(symbol);
  return numbers;
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
