#include "analysis/symbolic/Accesses.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

void Confinement::narrow(const Linear &innerStart, int64_t innerExtent) {
  // With the same symbols in both places the inner array says all that the outer one does.
  if (extent != 0 && start.terms() != innerStart.terms())
    outer.emplace_back(start, extent);
  start = innerStart;
  extent = innerExtent;
}

const std::vector<Access> &FunctionAccesses::accessesAt(ValueId value) const {
  static const std::vector<Access> none;
  if (auto found = at.find(value); found != at.end())
    return found->second;
  auto found = sharedAt.find(value);
  return found == sharedAt.end() ? none : *found->second;
}

std::vector<std::pair<ValueId, const std::vector<Access> *>> FunctionAccesses::lists() const {
  std::vector<std::pair<ValueId, const std::vector<Access> *>> all;
  for (const auto &[value, list] : at)
    all.emplace_back(value, &list);
  for (const auto &[value, list] : sharedAt)
    all.emplace_back(value, list.get());
  std::sort(all.begin(), all.end()); // each value is there once
  return all;
}

bool variesIn(const Program &program, const Symbol &symbol, RegionId loop) {
  return symbol.variantLoop.valid() && contains(program, loop, symbol.variantLoop);
}

bool isOnePlace(const Program &program, const Effects &effects, RegionId loop,
                const Access &access) {
  auto isFixed = [&](SymbolId symbol) { return !variesIn(program, effects[symbol], loop); };
  bool isOneBase = access.base.kind == Base::Kind::Object ||
                   (access.base.kind == Base::Kind::Symbol && isFixed(access.base.symbol));
  return isOneBase && std::all_of(access.offset.terms().begin(), access.offset.terms().end(),
                                  [&](const auto &term) { return isFixed(term.first); });
}

Range rangeOf(const Effects &effects, const Linear &value) {
  __int128 low = value.constant(), high = value.constant();
  for (const auto &[symbol, coefficient] : value.terms()) {
    const Range &range = effects[symbol].range;
    bool isUp = coefficient > 0;
    int64_t least = isUp ? range.low : range.high, most = isUp ? range.high : range.low;
    bool noLeast = least <= unboundedBelow || least >= unboundedAbove;
    bool noMost = most <= unboundedBelow || most >= unboundedAbove;
    low = noLeast ? unboundedBelow : low + static_cast<__int128>(least) * coefficient;
    high = noMost ? unboundedAbove : high + static_cast<__int128>(most) * coefficient;
    low = std::max<__int128>(std::min<__int128>(low, unboundedAbove), unboundedBelow);
    high = std::max<__int128>(std::min<__int128>(high, unboundedAbove), unboundedBelow);
    if (low <= unboundedBelow / 2)
      low = unboundedBelow;
    if (high >= unboundedAbove / 2)
      high = unboundedAbove;
  }
  return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
}

} // namespace kasuri
