// Quotients without a rest, and parts of a number by a power of two that only the run knows.
//
//     a[i * (i + 1) / 2]      q with 2 q = i i + i, which is even whatever i is
//     a[i % (1 << b)]         r with i = t q + r and 0 <= r < t, for one number t for 1 << b
//
// Whether a divisor divides a sum of products depends on the remainders of its symbols only: all of
// them are tried. Then the quotient is exact, and rounding has no say, whatever the sign is. The
// parts of one number by one power are the same wherever they are asked for, so that `i / t` and
// `i % t`, or `i & ~(t - 1)` and `i & (t - 1)`, are known to be parts of one number.
#include "analysis/access/values/Products.h"

#include "analysis/access/values/WalkValues.h"

namespace kasuri {

namespace {

using Residues = std::map<SymbolId, int64_t>;

int64_t residueOf(const Effects &effects, const Linear &value, const Residues &residues,
                  int64_t divisor) {
  int64_t sum = value.constant() % divisor;
  for (const auto &[symbol, coefficient] : value.terms()) {
    int64_t product = coefficient % divisor;
    const std::vector<SymbolId> &factors = effects[symbol].factors;
    for (SymbolId factor : factors.empty() ? std::vector{symbol} : factors)
      product = product * residues.at(factor) % divisor;
    sum = (sum + product) % divisor;
  }
  return sum;
}

/// The divisor divides the value for all residues of its symbols.
bool alwaysDivides(const Effects &effects, const Linear &value, int64_t divisor) {
  constexpr int64_t largest = 24;
  constexpr size_t maxSymbols = 2;
  Residues residues;
  bool hasProduct = false;
  for (const auto &[symbol, coefficient] : value.terms()) {
    const std::vector<SymbolId> &factors = effects[symbol].factors;
    hasProduct |= !factors.empty();
    for (SymbolId factor : factors.empty() ? std::vector{symbol} : factors)
      residues[factor] = 0;
  }
  if (!hasProduct || divisor > largest || residues.size() > maxSymbols)
    return false;
  auto last = std::prev(residues.end());
  for (int64_t first = 0; first < divisor; ++first)
    for (int64_t second = 0; second < (residues.size() == 1 ? 1 : divisor); ++second) {
      last->second = second;
      residues.begin()->second = first;
      if (residueOf(effects, value, residues, divisor) != 0)
        return false;
    }
  return true;
}

} // namespace

std::optional<SymbolId> wholeQuotient(WalkContext &walk, ValueId id, const Linear &value,
                                      int64_t divisor, RegionId variantLoop) {
  if (divisor < 2 || walk.open.opaque > 0 || !alwaysDivides(walk.effects, value, divisor))
    return std::nullopt;
  auto [known, isNew] = walk.memo.functions.try_emplace({Op::Div, 1, value, Linear(divisor)});
  if (!isNew)
    return known->second;
  const Range range = rangeOf(walk.effects, value);
  auto part = [&](int64_t end) {
    return end <= unboundedBelow || end >= unboundedAbove ? end : end / divisor;
  };
  known->second = newSymbol(walk, id, {part(range.low), part(range.high)}, variantLoop);
  auto left = Linear::add(value, Linear::symbol(known->second), -divisor);
  auto missing = left ? Linear::scale(*left, -1) : std::nullopt;
  Symbol &symbol = walk.effects.symbols[known->second.index()];
  symbol.isDerived = true;
  symbol.dividend = value;
  symbol.divisor = divisor;
  if (missing)
    symbol.constraints = {*left, *missing};
  return known->second;
}

std::optional<Parts> partsByPower(WalkContext &walk, const Linear &value, SymbolId power,
                                  RegionId variantLoop) {
  if (walk.open.opaque > 0)
    return std::nullopt;
  auto [whole, isNew] = walk.memo.functions.try_emplace({Op::Div, 2, value, Linear::symbol(power)});
  SymbolId &rest = walk.memo.functions[{Op::Rem, 2, value, Linear::symbol(power)}];
  if (!isNew)
    return rest.valid() ? std::optional(Parts{whole->second, rest}) : std::nullopt;
  const bool isPositive = rangeOf(walk.effects, value).low >= 0;
  whole->second =
      newSymbol(walk, ValueId(), {isPositive ? 0 : unboundedBelow, unboundedAbove}, variantLoop);
  auto multiple = multiply(walk, Linear::symbol(whole->second), Linear::symbol(power));
  auto part = multiple ? Linear::add(value, *multiple, -1) : std::nullopt;
  const SymbolId made =
      newSymbol(walk, ValueId(), {0, walk.effects[power].range.high - 1}, variantLoop);
  auto equal = part ? Linear::add(*part, Linear::symbol(made), -1) : std::nullopt;
  auto opposite = equal ? Linear::scale(*equal, -1) : std::nullopt;
  auto room = Linear::add(Linear::symbol(power), Linear(-1));
  room = room ? Linear::add(*room, Linear::symbol(made), -1) : room;
  if (!opposite || !room)
    return std::nullopt;
  for (SymbolId each : {whole->second, made})
    walk.effects.symbols[each.index()].isDerived = true;
  Symbol &symbol = walk.effects.symbols[made.index()];
  symbol.below = power;
  symbol.constraints = {*room, *equal, *opposite};
  walk.effects.symbols[whole->second.index()].constraints = {*equal, *opposite};
  rest = made;
  return Parts{whole->second, rest};
}

} // namespace kasuri
