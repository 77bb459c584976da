// Where two ways come together.
//
//     if (c) p = a + 8; else p = a;           p = a + k, 0 <= k <= 8
//     m = x < y ? x : y;                      m = s, with s <= x and s <= y
//
// A value that both ways agree on is kept. Otherwise it becomes a symbol with the ends of both, in
// their common object if there is one; what the test has found out tells more (Ways.h). Memory is
// known after the join where both ways know the same, and a scalar is surely written where both
// ways write it.
#include "analysis/access/values/Joins.h"

#include "analysis/access/values/WalkValues.h"
#include "analysis/access/values/Ways.h"
#include "analysis/symbolic/Numbers.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// A number made for it is one of the two, which tests have come to.
void learnEither(WalkContext &walk, const SymbolicValue &result, const SymbolicValue &a,
                 const SymbolicValue &b, const std::vector<Linear> facts[2]) {
  auto isPlain = [&](const SymbolicValue &value) {
    return value.kind == Kind::Integer && !value.mayWrap;
  };
  const SymbolId id = symbolOf(result);
  const bool isFresh =
      id.valid() && walk.effects[id].constraints.empty() && !walk.effects[id].counterOf.valid();
  if (isFresh && isPlain(a) && isPlain(b) && a != b)
    learnWays(walk, id, {{a.offset, facts[0]}, {b.offset, facts[1]}});
}

bool isNull(const SymbolicValue &value) {
  return value.kind == Kind::Integer && value.offset == Linear(0);
}

/// Of a pointer and null, or of one pointer that may be null on one way. What is accessed through
/// either is accessed through the pointer, but who holds it does not surely hold the pointer.
std::optional<SymbolicValue> orNull(const SymbolicValue &a, const SymbolicValue &b) {
  SymbolicValue either = isNull(a) ? b : a, other = isNull(a) || isNull(b) ? either : b;
  either.mayWrap = other.mayWrap = true;
  return either.kind == Kind::Pointer && either == other ? std::optional(either) : std::nullopt;
}

/// Of values that are a constant distance apart: the lesser, and a part of the distance.
std::optional<SymbolicValue> between(WalkContext &walk, const SymbolicValue &a,
                                     const SymbolicValue &b, RegionId variantLoop) {
  auto distance = Linear::add(b.offset, a.offset, -1);
  bool isNear = distance && distance->isConstant() && a.base == b.base && !a.mayWrap && !b.mayWrap;
  if (!isNear)
    return std::nullopt;
  SymbolicValue lesser = distance->constant() >= 0 ? a : b;
  SymbolId part = newSymbol(walk, ValueId(), {0, std::abs(distance->constant())}, variantLoop);
  auto offset = Linear::add(lesser.offset, Linear::symbol(part));
  if (!offset)
    return std::nullopt;
  lesser.offset = *offset;
  if (a.confined != b.confined)
    lesser.confined.drop();
  return lesser;
}

/// A number made for either of two others has the ends of both.
void learnRange(WalkContext &walk, const SymbolicValue &either, const SymbolicValue &a,
                const SymbolicValue &b) {
  const Range ra = rangeOf(walk.effects, a.offset), rb = rangeOf(walk.effects, b.offset);
  Symbol &symbol = walk.effects.symbols[either.offset.terms()[0].first.index()];
  symbol.isDerived = true;
  if (!a.mayWrap && !b.mayWrap)
    symbol.range = {std::min(ra.low, rb.low), std::max(ra.high, rb.high)};
}

} // namespace

SymbolicValue merge(WalkContext &walk, const SymbolicValue &a, const SymbolicValue &b,
                    const ValueType &type, RegionId variantLoop) {
  if (a == b)
    return a;
  if (auto pointer = orNull(a, b); pointer && type.kind == ValueType::Kind::Pointer)
    return *pointer;
  SymbolicValue merged = fresh(walk, ValueId(), type, variantLoop);
  if (a.kind != b.kind || a.kind == Kind::Unknown)
    return merged;
  if (auto near = between(walk, a, b, variantLoop))
    return *near;
  if (a.kind == Kind::Integer && type.kind == ValueType::Kind::Integer) {
    learnRange(walk, merged, a, b);
  } else if (a.kind == Kind::Pointer && a.base == b.base) {
    merged.base = a.base;
    merged.offset = Linear::symbol(newSymbol(walk, ValueId(), {}, variantLoop));
    merged.confined = a.confined;
    if (a.confined != b.confined)
      merged.confined.drop();
  }
  return merged;
}

/// The same value, from two ways to one place.
static WalkState::Known joinKnown(const WalkState::Known &a, const WalkState::Known &b) {
  WalkState::Known joined = a;
  joined.isForItsType |= b.isForItsType;
  if (a.effective != b.effective)
    joined.effective = {};
  return joined;
}

/// What has been stored over on one way is found there only by reads of one type.
static bool canBeJoined(const WalkState::Known &a, const WalkState::Known &b) {
  return a.value == b.value && (a.effective == b.effective || (!a.isForItsType && !b.isForItsType));
}

WalkState join(WalkContext &walk, const WalkState &a, const WalkState &b, ValueId test) {
  if (a.isDead)
    return b;
  if (b.isDead)
    return a;
  WalkState joined;
  std::vector<Linear> facts[2];
  if (test.valid()) {
    addFacts(walk, test, true, facts[0]);
    addFacts(walk, test, false, facts[1]);
  }
  for (const auto &[object, value] : a.scalars)
    if (auto other = b.scalars.find(object); other != b.scalars.end()) {
      SymbolicValue &either = joined.scalars[object];
      either =
          merge(walk, value, other->second, walk.program[object].type, walk.open.currentLoop());
      if (test.valid())
        learnEither(walk, either, value, other->second, facts);
    }
  for (const auto &[place, known] : a.memory)
    if (auto other = b.memory.find(place);
        other != b.memory.end() && canBeJoined(known, other->second))
      joined.memory.emplace(place, joinKnown(known, other->second));
  for (const auto &[object, when] : a.written)
    if (auto other = b.written.find(object); other != b.written.end())
      joined.written.emplace_hint(joined.written.end(), object, std::min(when, other->second));
  return joined;
}

SymbolicValue evaluateSelect(WalkContext &walk, ValueId id, const Instruction &value) {
  SymbolicValue a = valueOf(walk, value.operands[1]), b = valueOf(walk, value.operands[2]);
  RegionId variantLoop = varianceOf(walk, {valueOf(walk, value.operands[0]), a, b});
  SymbolicValue either = merge(walk, a, b, value.type, variantLoop);
  bool fits = either.kind == Kind::Unknown ||
              (either.kind == Kind::Pointer) == (value.type.kind == ValueType::Kind::Pointer);
  std::vector<Linear> facts[2];
  addFacts(walk, value.operands[0], true, facts[0]);
  addFacts(walk, value.operands[0], false, facts[1]);
  learnEither(walk, either, a, b, facts);
  return fits ? either : freshHere(walk, id, value.type);
}

} // namespace kasuri
