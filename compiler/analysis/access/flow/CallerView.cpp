// An access as callers of its function see it.
//
//     for (k = 0; k < o->n; k++) o->a[k] = 0;      4 bytes anywhere in [0, 4 n) of what o->a led to
//     for (y = 0; y < h; y++)
//       for (x = 0; x < w; x++) t[y * w + x] = 0;  one byte in [0, h w); made only if h > 0, w > 0
//     for (y = 0; y < 3; y++) s += p[y * w];       one in [0, 8 w + 4), made only if w >= 0;
//                                                  another in [8 w, 4), made only if w < 0
//     for (c = 0; c < n; c++) k->ch[c].level = 0;  4 bytes at level + S e, if e is below n
//     add(table, name, strlen(name));              what add reads of name: the string there
//
// Everything that a caller cannot name is reduced to the range it spans: by the symbols' ranges, of
// parts of elements by the number of the element, else by bytes between ends that a caller can
// name, else by the declared array around it, else the whole object. Each of these covers every
// byte that the access may touch.
#include "analysis/access/flow/CallerView.h"

#include "analysis/access/calls/BranchPremises.h"
#include "analysis/access/values/Products.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/symbolic/PolynomialProof.h"
#include "analysis/symbolic/Texts.h"
#include "analysis/symbolic/Windows.h"

#include <algorithm>
#include <limits>

namespace kasuri {
namespace {

/// The least or greatest value of a symbol, over what a caller can name or other symbols.
std::optional<Linear> bound(const WalkContext &walk, SymbolId id, bool isUpper) {
  const Symbol &symbol = walk.effects[id];
  if (isUpper)
    for (const Linear &constraint : symbol.constraints) { // rest - scale * symbol >= 0
      int64_t scale = -constraint.coefficientOf(id);
      auto rest = Linear::add(constraint, Linear::symbol(id), scale);
      if (scale == 1 && rest)
        return rest;
    }
  int64_t end = isUpper ? symbol.range.high : symbol.range.low;
  bool isBounded = isUpper ? end < unboundedAbove : end > unboundedBelow;
  return isBounded ? std::optional(Linear(end)) : std::nullopt;
}

/// Of a factor whose sign is not known: what is assumed of it.
struct AssumedSign {
  SymbolId factor; ///< invalid: nothing is assumed
  bool isNegative = false;
  SymbolId asked = {}; ///< for such a factor the end of a product was not found
};

/// The same of a product, if one factor is a counter and the signs of the others are known where
/// the access is made.
std::optional<Linear> boundOfProduct(WalkContext &walk, const Access &access, SymbolId id,
                                     bool isUpper, AssumedSign &sign) {
  const std::vector<SymbolId> factors = walk.effects[id].factors;
  const auto counter = std::ranges::find_if(
      factors, [&](SymbolId each) { return walk.effects[each].counterOf.valid(); });
  if (counter == factors.end())
    return std::nullopt;
  const Viewpoint view{RegionId(), SymbolId(), [](SymbolId) { return true; }};
  PolynomialProof proof(walk.effects, view);
  proof.learnFrom(access);
  for (auto each = factors.begin(); each != factors.end(); ++each)
    if (each != counter && *each == sign.factor)
      isUpper ^= sign.isNegative;
    else if (each != counter && !proof.isNeverNegative(Linear::symbol(*each))) {
      sign.asked = *each;
      return std::nullopt;
    }
  std::optional<Linear> product = bound(walk, *counter, isUpper);
  for (auto each = factors.begin(); product && each != factors.end(); ++each)
    if (each != counter)
      product = multiply(walk, *product, Linear::symbol(*each));
  return product;
}

std::optional<Linear> endOver(WalkContext &walk, const Access &access, bool isUpper,
                              AssumedSign &sign) {
  constexpr int maxSteps = 8;
  Linear value = access.offset;
  for (int i = 0; i < maxSteps; ++i) {
    auto inner = std::find_if(value.terms().begin(), value.terms().end(),
                              [&](const auto &term) { return !isNameable(walk, term.first); });
    if (inner == value.terms().end())
      return value;
    const auto [symbol, coefficient] = *inner;
    const bool isUpperOfSymbol = isUpper == (coefficient > 0);
    auto end = boundOfProduct(walk, access, symbol, isUpperOfSymbol, sign);
    if (!end)
      end = bound(walk, symbol, isUpperOfSymbol);
    auto rest = Linear::add(value, Linear::symbol(symbol), -coefficient);
    auto next = end && rest ? Linear::add(*rest, *end, coefficient) : std::nullopt;
    if (!next)
      return std::nullopt;
    value = *next;
  }
  return std::nullopt;
}

/// What a caller can name of this: the loops around the access have an iteration.
void addDomains(const WalkContext &walk, const Access &access, std::vector<Linear> &facts) {
  std::vector<SymbolId> counters;
  for (const auto &[symbol, coefficient] : access.offset.terms()) {
    const std::vector<SymbolId> &factors = walk.effects[symbol].factors;
    counters.insert(counters.end(), factors.begin(), factors.end());
    counters.push_back(symbol);
  }
  for (SymbolId counter : counters) {
    const bool isCounter =
        walk.effects[counter].counterOf.valid() && walk.effects[counter].range.low >= 0;
    const auto last = isCounter ? bound(walk, counter, true) : std::nullopt;
    if (last && !last->isConstant() && isNameable(walk, *last) &&
        std::ranges::find(facts, *last) == facts.end())
      facts.push_back(*last);
  }
}

/// One byte, anywhere between ends that a caller can name, where the sign is as assumed; nothing if
/// there are no such ends.
std::optional<Access> spanByBytes(WalkContext &walk, Access access, AssumedSign &sign) {
  if (access.size == 0)
    return std::nullopt;
  auto low = endOver(walk, access, false, sign), last = endOver(walk, access, true, sign);
  auto end = last ? Linear::add(*last, Linear(static_cast<int64_t>(access.size))) : std::nullopt;
  if (!low || !end)
    return std::nullopt;
  std::vector<Linear> facts{*low, *end};
  if (hasProduct(walk.effects, *end))
    addDomains(walk, access, facts);
  if (sign.factor.valid()) {
    const Linear factor = Linear::symbol(sign.factor);
    facts.push_back(sign.isNegative ? *Linear::add(Linear(-1), factor, -1) : factor);
  }
  auto [known, isNew] = walk.memo.spans.try_emplace(facts);
  if (isNew) {
    known->second = newSymbol(walk, ValueId(), {0, unboundedAbove}, RegionId());
    auto left = Linear::add(*end, *low, -1);
    left = left ? Linear::add(*left, Linear(-1)) : left;
    left = left ? Linear::add(*left, Linear::symbol(known->second), -1) : left;
    Symbol &symbol = walk.effects.symbols[known->second.index()];
    symbol.isByte = true;
    if (left)
      symbol.constraints.push_back(*left);
    for (size_t i = 2; i < facts.size(); ++i)
      symbol.constraints.push_back(facts[i]);
  }
  auto offset = Linear::add(*low, Linear::symbol(known->second));
  if (!offset)
    return std::nullopt;
  access.offset = *offset;
  access.size = 1;
  return access;
}

/// The same for both signs of the first factor whose sign is not known: of the two accesses, the
/// one is made whose sign it has. Empty: there are no ends.
std::vector<Access> spansByBytes(WalkContext &walk, const Access &access) {
  AssumedSign none;
  const std::optional<Access> whole = spanByBytes(walk, access, none);
  if (none.asked.valid() && isNameable(walk, none.asked)) {
    AssumedSign upward{none.asked, false}, downward{none.asked, true};
    const auto up = spanByBytes(walk, access, upward), down = spanByBytes(walk, access, downward);
    if (up && down)
      return {*up, *down};
  }
  return whole ? std::vector{*whole} : std::vector<Access>();
}

/// Structs and rows. Of what is smaller, as the parts of complex numbers, the range that all of
/// them span says more.
constexpr int64_t smallestElement = 32;

/// The same part of some elements: of which one, counts a symbol. Nothing if callers do not know
/// how many there may be.
std::optional<Access> spanOfElements(WalkContext &walk, Access access, SymbolId number) {
  const std::optional<ElementPart> part = partOfElements(
      walk.effects, access, number, [&](SymbolId id) { return isNameable(walk, id); });
  if (!part || part->distance < smallestElement)
    return std::nullopt;
  const Symbol &symbol = walk.effects[number];
  const bool isCounted = (symbol.counterOf.valid() || symbol.isByte) && symbol.range.low >= 0;
  const bool isFromFirst = part->count > 0 || symbol.range.low >= 0;
  std::optional<Linear> last = isCounted ? bound(walk, number, true) : std::nullopt;
  last = last ? Linear::add(*last, Linear(part->moved)) : last;
  if (last && (last->isConstant() || !isNameable(walk, *last)))
    last.reset();
  int64_t highest = part->count > 0 ? part->count - 1 : unboundedAbove;
  if (symbol.range.high < unboundedAbove)
    highest = std::min(highest, symbol.range.high + part->moved);
  if (!isFromFirst || (!last && highest == unboundedAbove))
    return std::nullopt;
  auto [known, isNew] =
      walk.memo.elements.try_emplace({part->first, part->distance, highest, last});
  if (isNew) {
    known->second = newSymbol(walk, ValueId(), {0, highest}, RegionId());
    Symbol &element = walk.effects.symbols[known->second.index()];
    element.isByte = true;
    if (const auto left = last ? Linear::add(*last, Linear::symbol(known->second), -1) : last)
      element.constraints.push_back(*left);
  }
  const auto offset = Linear::add(part->first, Linear::symbol(known->second), part->distance);
  if (!offset)
    return std::nullopt;
  access.offset = *offset;
  access.size = static_cast<uint64_t>(part->bytes);
  access.isMust = false;
  Confinement &confined = access.confined;
  if (confined.extent != 0)
    confined.outer.emplace_back(confined.start, confined.extent);
  confined.extent = 0;
  confined.outer.eraseIf([&](const auto &array) { return !isNameable(walk, array.first); });
  return access;
}

/// By the number of the largest elements that it may be told by.
std::optional<Access> spanOfElements(WalkContext &walk, const Access &access) {
  for (SymbolId number : elementNumbers(walk.effects, access))
    if (!isNameable(walk, number))
      if (std::optional<Access> span = spanOfElements(walk, access, number))
        return span;
  return std::nullopt;
}

/// Where the string begins that the access reads, or of which it reads as many bytes as strlen has
/// counted: a caller can name it. What it says of the access holds where nothing of the call writes
/// into the string. None: it reads something else.
std::optional<Linear> textReadBy(const WalkContext &walk, const Access &access) {
  auto hasName = [&](const Linear &place) {
    return (access.base.kind == Base::Kind::Object ||
            (access.base.kind == Base::Kind::Symbol && isNameable(walk, access.base.symbol))) &&
           isNameable(walk, place);
  };
  if (access.isWrite)
    return std::nullopt;
  if (access.isText)
    return hasName(access.offset) ? std::optional(access.offset) : std::nullopt;
  const std::optional<CountedBytes> counted = countedBytes(walk.program, walk.effects, access);
  if (!counted || !hasName(counted->place))
    return std::nullopt;
  const std::vector<Access> &ofLength = walk.result.accessesAt(counted->length);
  return std::ranges::any_of(ofLength,
                             [&](const Access &each) {
                               return !each.isWrite && each.isText && each.base == access.base &&
                                      each.offset == counted->place;
                             })
             ? std::optional(counted->place)
             : std::nullopt;
}

} // namespace

std::vector<Access> seenFromOutside(WalkContext &walk, const Access &access, bool isUnconditional) {
  Access seen = access;
  seen.premise = seenFromOutside(walk, access.premise);
  seen.condition = {}; // it is about the function's own symbols
  seen.isMust = access.isMust && isUnconditional;
  seen.isText = false;
  bool isOwn = access.base.kind == Base::Kind::Object &&
               !walk.pointsTo.isSpecial(access.base.object) &&
               walk.program[access.base.object].owner == walk.function &&
               walk.program[access.base.object].isAutomatic();
  if (isOwn)
    return {};
  if (access.isOpaque)
    return {seen};
  if (const std::optional<Linear> text = textReadBy(walk, access)) {
    seen.offset = *text;
    seen.size = seen.unit = 0;
    seen.isText = true;
    seen.isMust = false;
    if (!isNameable(walk, seen.confined.start))
      seen.confined.extent = 0;
    seen.confined.outer.eraseIf([&](const auto &array) { return !isNameable(walk, array.first); });
    return {seen};
  }
  Window window = windowOf(walk.effects, access, [&](SymbolId id) { return isNameable(walk, id); });
  if (std::optional<Access> span = window.isExact ? std::nullopt : spanOfElements(walk, seen))
    return {*span};
  // A length of nearly all integers comes from a type's range: ends that a caller knows say more.
  bool isVast = window.isKnown && window.high - window.low >= std::numeric_limits<int>::max();
  std::vector<Access> spans;
  if (!window.isKnown || isVast)
    spans = spansByBytes(walk, seen);
  if (!window.isKnown && spans.empty()) {
    seen.offset = Linear();
    seen.size = 0;
    spans.push_back(seen);
  }
  for (Access &span : spans) {
    span.confined = {};
    span.confined.keepsCaller = access.confined.keepsCaller;
    span.isMust = false;
  }
  if (!spans.empty())
    return spans;
  seen.isMust = seen.isMust && window.isExact;
  seen.offset = *Linear::add(window.fixed, Linear(window.low));
  seen.size = static_cast<uint64_t>(window.high - window.low);
  if (!window.isExact)
    seen.confined.extent = 0;
  seen.confined.outer.eraseIf([&](const auto &array) { return !isNameable(walk, array.first); });
  return {seen};
}

} // namespace kasuri
