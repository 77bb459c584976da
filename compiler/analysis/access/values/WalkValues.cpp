// The base of the walk: looking a value up, making a symbol for an unknown one, and telling in
// which loop a value may change.
//
//     x = f();  a[x] = 0; a[x + 1] = 0;      x = s, a fresh symbol: the two stores are 4 bytes
//     apart
//
// A symbol is right for any value, because it stands for just that value; all precision comes from
// using one symbol for one value. The innermost loop in which it may change is taken too far inside
// rather than too far outside: a loop whose writes are not known yet changes everything that is
// loaded.
#include "analysis/access/values/WalkValues.h"

#include "analysis/symbolic/EffectiveTypes.h"
#include "analysis/symbolic/Numbers.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

} // namespace

SymbolId newSymbol(WalkContext &walk, ValueId origin, Range range, RegionId variantLoop) {
  Symbol symbol;
  symbol.function = walk.function;
  symbol.variantLoop = variantLoop;
  symbol.range = range;
  symbol.origin = origin;
  walk.effects.symbols.push_back(symbol);
  return SymbolId(walk.effects.symbols.size() - 1);
}

SymbolicValue fresh(WalkContext &walk, ValueId origin, const ValueType &type,
                    RegionId variantLoop) {
  SymbolicValue value;
  if (type.kind == ValueType::Kind::Integer)
    return integer(Linear::symbol(newSymbol(walk, origin, rangeOfType(type), variantLoop)));
  if (type.kind != ValueType::Kind::Pointer)
    return value;
  value.kind = Kind::Pointer;
  value.base = {Base::Kind::Symbol, {}, newSymbol(walk, origin, {}, variantLoop)};
  return value;
}

SymbolicValue freshHere(WalkContext &walk, ValueId origin, const ValueType &type) {
  return fresh(walk, origin, type, walk.open.currentLoop());
}

SymbolicValue bounded(WalkContext &walk, ValueId origin, Range range, RegionId variantLoop) {
  return integer(Linear::symbol(newSymbol(walk, origin, range, variantLoop)));
}

SymbolicValue valueOf(const WalkContext &walk, ValueId id) {
  auto found = walk.seen.values.find(id);
  return found == walk.seen.values.end() ? SymbolicValue() : found->second;
}

SymbolicValue argumentOf(const WalkContext &walk, const Instruction &call, int position) {
  size_t first = call.callee.valid() || !call.calleeName.empty() ? 0 : 1;
  size_t index = first + static_cast<size_t>(position);
  return index < call.operands.size() ? valueOf(walk, call.operands[index]) : SymbolicValue();
}

bool isTrackedScalar(const WalkContext &walk, ObjectId id) {
  if (!id.valid() || walk.pointsTo.isSpecial(id))
    return false;
  const Object &object = walk.program[id];
  const bool isOfThisWalk =
      object.owner == walk.function || std::find(walk.leaves.open.begin(), walk.leaves.open.end(),
                                                 object.owner) != walk.leaves.open.end();
  return isOfThisWalk && object.isPlainScalar();
}

bool isOwn(const WalkContext &walk, ObjectId object) {
  return !walk.pointsTo.isSpecial(object) && walk.program[object].owner == walk.function &&
         walk.program[object].kind != Object::Kind::Heap;
}

bool isInvariant(const WalkContext &walk, const Linear &value, RegionId loop) {
  unsigned depth = loopDepth(walk.program, loop);
  return std::all_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
    const Symbol &symbol = walk.effects[term.first];
    return symbol.function == walk.function && loopDepth(walk.program, symbol.variantLoop) < depth;
  });
}

bool isInvariant(const WalkContext &walk, const Base &base, RegionId loop) {
  return base.kind == Base::Kind::Object ||
         (base.kind == Base::Kind::Symbol && isInvariant(walk, Linear::symbol(base.symbol), loop));
}

bool isNameable(const WalkContext &walk, SymbolId id) {
  const Symbol &symbol = walk.effects[id];
  auto isPartNameable = [&](const auto &part) { return isNameable(walk, part); };
  auto areNameable = [&](const auto &parts) {
    return !parts.empty() && std::all_of(parts.begin(), parts.end(), isPartNameable);
  };
  return symbol.function == walk.function &&
         (symbol.parameter >= 0 || symbol.entrySize != 0 || areNameable(symbol.factors) ||
          areNameable(symbol.multiplicands) ||
          (symbol.divisor > 1 && isNameable(walk, symbol.dividend)));
}

bool isNameable(const WalkContext &walk, const Linear &value) {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto &term) { return isNameable(walk, term.first); });
}

RegionId variance(const WalkContext &walk, const Access &access) {
  for (size_t i = walk.open.loops.size(); i-- > 0;) {
    const LoopFrame &frame = walk.open.loops[i];
    bool isStable = !frame.isTrial && walk.open.opaque == 0 &&
                    isInvariant(walk, access.offset, frame.loop) &&
                    isInvariant(walk, access.base, frame.loop);
    bool isWritten = std::ranges::any_of(frame.writes->distinct(), [&](const Access &write) {
      return mayChange(walk.effects, walk.pointsTo, write, access);
    });
    if (!isStable || isWritten)
      return frame.loop;
  }
  return RegionId();
}

RegionId varianceOf(const WalkContext &walk, std::initializer_list<SymbolicValue> operands) {
  for (size_t i = walk.open.loops.size(); i-- > 0;) {
    auto changes = [&](const SymbolicValue &value) {
      bool isFixedBase =
          value.kind == Kind::Integer || isInvariant(walk, value.base, walk.open.loops[i].loop);
      return value.kind == Kind::Unknown || !isFixedBase ||
             !isInvariant(walk, value.offset, walk.open.loops[i].loop);
    };
    if (walk.open.opaque > 0 || std::any_of(operands.begin(), operands.end(), changes))
      return walk.open.loops[i].loop;
  }
  return RegionId();
}

std::set<ObjectId> scalarsStoredIn(const Program &program, RegionId region) {
  std::set<ObjectId> stored;
  for (ValueId id : valuesWithin(program, region)) {
    ObjectId variable = variableOf(program, id);
    if (program[id].op == Op::Store && variable.valid())
      stored.insert(variable);
  }
  return stored;
}

} // namespace kasuri
