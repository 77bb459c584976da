// Unsigned arithmetic that may wrap around.
//
//     a[n - 1 - i]            unsigned: the number n - 1 - i modulo 2^32, and that number itself
//                             where the loop's test i < n says that it is none below 0
//     p[(y * w + x) * c + k]  unsigned: one number S, which is (y w + x) c + k if that fits
//
// Sums and products are computed modulo 2^n in any order alike, so only the last result counts:
// what the terms come to as whole numbers is the value if it lies in the range of the type. Where
// the domains of the open loops prove that, the value is linear. Elsewhere it becomes a symbol of
// the type's range that knows the whole number which it may be, so that a guard can test at run
// time, from the ends of its parts, that it never wraps (see Ranges.cpp). Without the test nothing
// but the range is taken from such a symbol.
#include "analysis/access/values/Modular.h"

#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/Numbers.h"

namespace kasuri {
namespace {

/// With addresses of 32 bits, what lies as far from a pointer or farther comes round to its other
/// side.
constexpr int64_t farthestWord = int64_t(1) << 31;

/// The same number modulo 2^64.
SymbolId twinOf(WalkContext &walk, SymbolId symbol) {
  const Symbol known = walk.effects[symbol];
  SymbolId twin = newSymbol(walk, known.origin, {}, known.variantLoop);
  walk.effects.symbols[twin.index()].multiplicands = known.multiplicands;
  walk.effects.symbols[twin.index()].isModular = known.isModular;
  walk.effects.symbols[twin.index()].isDerived = known.isDerived;
  return twin;
}

} // namespace

SymbolicValue numberOf(WalkContext &walk, ValueId id, const SymbolicValue &value,
                       const Range &range) {
  if (isProvenWithin(walk, value.offset, range))
    return integer(value.offset);
  return integer(Linear::symbol(modularProduct(walk, id, value.offset, Linear(1), range)));
}

SymbolId modularProduct(WalkContext &walk, ValueId id, const Linear &a, const Linear &b,
                        const Range &range) {
  SymbolId made = newSymbol(walk, id, range, varianceOf(walk, {integer(a), integer(b)}));
  Symbol &symbol = walk.effects.symbols[made.index()];
  symbol.multiplicands = {a, b};
  symbol.isModular = true;
  symbol.isDerived = true;
  return made;
}

bool isAddressWide(const WalkContext &walk, const ValueType &type) {
  return walk.program.pointerBytes == 4 && type.kind == ValueType::Kind::Integer && type.bits == 32;
}

SymbolicValue signedIndex(WalkContext &walk, ValueId id, SymbolicValue index) {
  const Range limits{-farthestWord, farthestWord - 1};
  if (index.offset.isConstant())
    return integer(Linear(static_cast<int32_t>(index.offset.constant())));
  if (!index.mayWrap)
    return index;
  if (!rangeOf(walk.effects, index.offset).within(limits))
    return numberOf(walk, id, index, limits);
  index.mayWrap = false;
  return index;
}

Linear withoutOverflow(WalkContext &walk, const Linear &index) {
  if (isBelowEnd(walk, index))
    return index;
  Linear rest(index.constant()), large;
  for (const auto &[id, coefficient] : index.terms()) {
    Linear &part = coefficient > 0 && isLarge(walk, id) ? large : rest;
    part = *Linear::add(part, Linear::symbol(id, coefficient));
  }
  for (const auto &[symbol, coefficient] : large.terms()) {
    auto [twin, isNew] = walk.memo.signedTwins.try_emplace(symbol);
    if (isNew)
      twin->second = twinOf(walk, symbol);
    rest = Linear::add(rest, Linear::symbol(twin->second), coefficient).value_or(index);
  }
  return rest;
}

} // namespace kasuri
