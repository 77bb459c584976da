// Products, quotients and remainders, as sums over symbols.
//
//     a[i * w + j]            i w is one symbol with two factors: the same wherever i and w meet
//     a[i / 4], a[i % 4]      q and i - 4 q, with 0 <= i - 4 q <= 3
//     a[1 + (i + c) % 2]      1 + r with i + c = 2 q + r and -1 <= r <= 1, whatever c is
//
// A product of two sums is the sum of the products of their terms; each of these is a symbol that
// knows its factors. A quotient or remainder is a symbol with the equations that define it. The
// same operation on the same numbers gives the same symbol; one of a loop's counter is made anew,
// since its domain changes between the trial and the real pass. Too long products are given up on.
#include "analysis/access/values/Products.h"

#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// An end is unbounded when it may be anything near that of 64 bits.
Range productRange(const Range &a, const Range &b) {
  Range product{unboundedAbove, unboundedBelow};
  for (int64_t x : {a.low, a.high})
    for (int64_t y : {b.low, b.high}) {
      const auto corner = static_cast<int64_t>(
          std::clamp<__int128>(static_cast<__int128>(x) * y, unboundedBelow, unboundedAbove));
      product.low = std::min(product.low, corner);
      product.high = std::max(product.high, corner);
    }
  return product;
}

/// The symbol that stands for the product of two; invalid when it would have too many factors.
SymbolId productOf(WalkContext &walk, SymbolId a, SymbolId b) {
  constexpr size_t maxFactors = 4;
  std::vector<SymbolId> factors;
  RegionId variantLoop;
  for (SymbolId id : {a, b}) {
    const Symbol &symbol = walk.effects[id];
    std::vector<SymbolId> own = symbol.factors.empty() ? std::vector{id} : symbol.factors;
    factors.insert(factors.end(), own.begin(), own.end());
    if (loopDepth(walk.program, symbol.variantLoop) > loopDepth(walk.program, variantLoop))
      variantLoop = symbol.variantLoop;
    if (symbol.function != walk.function)
      return SymbolId();
  }
  if (factors.size() > maxFactors)
    return SymbolId();
  std::sort(factors.begin(), factors.end());
  auto [known, isNew] = walk.memo.products.try_emplace(factors);
  if (isNew) {
    known->second = newSymbol(
        walk, ValueId(), productRange(walk.effects[a].range, walk.effects[b].range), variantLoop);
    walk.effects.symbols[known->second.index()].factors = factors;
  }
  return known->second;
}

} // namespace

std::optional<Linear> multiply(WalkContext &walk, const Linear &a, const Linear &b) {
  constexpr size_t maxTerms = 4;
  auto fixed = Linear::scale(b, a.constant());
  auto result = fixed ? Linear::add(*fixed, a, b.constant()) : std::nullopt;
  auto twice = Linear::scale(Linear(a.constant()), b.constant());
  result = result && twice ? Linear::add(*result, *twice, -1) : std::nullopt;
  if (!result || a.terms().size() > maxTerms || b.terms().size() > maxTerms)
    return std::nullopt;
  for (const auto &[x, scaleX] : a.terms())
    for (const auto &[y, scaleY] : b.terms()) {
      SymbolId both = productOf(walk, x, y);
      auto scaled =
          both.valid() ? Linear::scale(Linear::symbol(both, scaleX), scaleY) : std::nullopt;
      result = scaled ? Linear::add(*result, *scaled) : std::nullopt;
      if (!result)
        return std::nullopt;
    }
  return result;
}

/// Of all counters among the factors.
static void multiplyTripCounts(WalkContext &walk, const std::vector<SymbolId> &factors) {
  for (size_t i = 0; i < factors.size(); ++i) {
    const bool isCounter = walk.effects[factors[i]].counterOf.valid();
    const auto trips =
        isCounter ? domainLength(walk.effects, walk.result, factors[i]) : std::nullopt;
    std::optional<Linear> product = trips;
    for (size_t k = 0; product && k < factors.size(); ++k)
      if (k != i)
        product = multiply(walk, *product, Linear::symbol(factors[k]));
  }
}

void multiplyTripCounts(WalkContext &walk) {
  constexpr size_t maxProducts = 64, maxRounds = 2;
  for (size_t round = 0, done = 0; round < maxRounds; ++round) {
    const std::map<std::vector<SymbolId>, SymbolId> products = walk.memo.products;
    if (products.size() > maxProducts || products.size() == done)
      break;
    for (const auto &[factors, symbol] : products)
      multiplyTripCounts(walk, factors);
    done = products.size();
  }
  walk.result.products = walk.memo.products;
}

SymbolId quotient(WalkContext &walk, ValueId id, const Linear &value, int64_t divisor,
                  RegionId variantLoop) {
  Range range = rangeOf(walk.effects, value);
  bool isLasting = walk.open.opaque == 0 &&
                   std::none_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
                     return walk.effects[term.first].counterOf.valid();
                   });
  auto known = walk.memo.functions.find({Op::Div, 0, value, Linear(divisor)});
  if (isLasting && known != walk.memo.functions.end())
    return known->second;
  bool isUpEnded = range.high < unboundedAbove;
  SymbolId result =
      newSymbol(walk, id, {range.low / divisor, isUpEnded ? range.high / divisor : unboundedAbove},
                variantLoop);
  walk.effects.symbols[result.index()].isDerived = true;
  walk.effects.symbols[result.index()].dividend = value;
  walk.effects.symbols[result.index()].divisor = divisor;
  auto left = Linear::add(value, Linear::symbol(result), -divisor);
  auto missing = left ? Linear::add(Linear(divisor - 1), *left, -1) : std::nullopt;
  if (missing && range.low >= 0 && divisor > 1)
    walk.effects.symbols[result.index()].constraints = {*left, *missing};
  if (isLasting)
    walk.memo.functions[{Op::Div, 0, value, Linear(divisor)}] = result;
  return result;
}

namespace {

SymbolId wholePart(WalkContext &walk, RegionId variantLoop) {
  SymbolId whole = newSymbol(walk, ValueId(), {}, variantLoop);
  walk.effects.symbols[whole.index()].isDerived = true;
  return whole;
}

/// value = whole * divisor + rest.
bool learnParts(WalkContext &walk, const Linear &value, int64_t divisor, SymbolId whole,
                SymbolId rest) {
  auto equal = Linear::add(value, Linear::symbol(whole), -divisor);
  equal = equal ? Linear::add(*equal, Linear::symbol(rest), -1) : equal;
  auto above = equal ? Linear::scale(*equal, 2) : std::nullopt;
  auto below = equal ? Linear::scale(*equal, -2) : std::nullopt;
  Symbol &symbol = walk.effects.symbols[rest.index()];
  symbol.isDerived = true;
  if (above && below && divisor > 1)
    symbol.constraints = {*above, *below};
  return !symbol.constraints.empty();
}

} // namespace

SymbolicValue remainder(WalkContext &walk, ValueId id, const Linear &value, int64_t divisor,
                        RegionId variantLoop) {
  SymbolId whole = quotient(walk, ValueId(), value, divisor, variantLoop);
  SymbolId rest = newSymbol(walk, id, {0, divisor - 1}, variantLoop);
  learnParts(walk, value, divisor, whole, rest);
  return integer(Linear::symbol(rest));
}

std::optional<Linear> modulo(WalkContext &walk, const Linear &value, int64_t divisor,
                             RegionId variantLoop) {
  SymbolId rest = newSymbol(walk, ValueId(), {0, divisor - 1}, variantLoop);
  return learnParts(walk, value, divisor, wholePart(walk, variantLoop), rest)
             ? std::optional(Linear::symbol(rest))
             : std::nullopt;
}

void learnSignedRemainder(WalkContext &walk, const SymbolicValue &rest, const Linear &value,
                          int64_t divisor) {
  const SymbolId id = symbolOf(rest);
  if (!id.valid() || divisor < 2 || !walk.effects[id].constraints.empty())
    return;
  Range &range = walk.effects.symbols[id.index()].range;
  range = {std::max(range.low, 1 - divisor), std::min(range.high, divisor - 1)};
  learnParts(walk, value, divisor, wholePart(walk, walk.effects[id].variantLoop), id);
}

void learnRemainder(WalkContext &walk, const SymbolicValue &rest, const Linear &value,
                    const Linear &divisor) {
  const auto most = Linear::add(divisor, Linear(-1));
  const SymbolId id = symbolOf(rest);
  if (!id.valid() || !areInDomains(walk) || !most ||
      !isNeverNegative(walk.effects, walk.budget, value) ||
      !isNeverNegative(walk.effects, walk.budget, *most, value))
    return;
  const auto below = Linear::add(*most, Linear::symbol(id), -1);
  Symbol &symbol = walk.effects.symbols[id.index()];
  if (!below || !symbol.constraints.empty())
    return;
  symbol.range.low = std::max<int64_t>(symbol.range.low, 0);
  symbol.isDerived = true;
  symbol.constraints.push_back(*below);
}

SymbolicValue functionOf(WalkContext &walk, ValueId id, const Instruction &value,
                         const SymbolicValue &a, const SymbolicValue &b) {
  const RegionId variantLoop = varianceOf(walk, {a, b});
  const bool isPure =
      (value.op == Op::Div || value.op == Op::Rem || value.op == Op::Shl || value.op == Op::Shr ||
       value.op == Op::And || value.op == Op::Or || value.op == Op::Xor) &&
      walk.open.opaque == 0 && !a.mayWrap && !b.mayWrap;
  if (!isPure)
    return fresh(walk, id, value.type, variantLoop);
  const unsigned type = value.type.bits * 2u + (value.type.isSigned ? 1 : 0);
  auto [known, isNew] = walk.memo.functions.try_emplace({value.op, type, a.offset, b.offset});
  if (!isNew)
    return integer(Linear::symbol(known->second));
  known->second = newSymbol(walk, id, rangeOfType(value.type), variantLoop);
  Symbol &symbol = walk.effects.symbols[known->second.index()];
  if (value.op == Op::Xor)
    symbol.exclusive = {a.offset, b.offset};
  if (value.op == Op::Shl && a.offset == Linear(1) && !walk.program.wrapsSigned) {
    symbol.isPower = true; // 1 << 31 has no value as an int
    symbol.range.low = 1;
  }
  return integer(Linear::symbol(known->second));
}

} // namespace kasuri
