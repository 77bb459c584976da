// What memory holds, as far as the symbolic walk knows: from a store or an earlier load, or a
// symbol for it. What a function finds in memory that nothing has written yet is one symbol for all
// loads, and a caller can look it up.
//
//     o->n = k;  ... a[o->n] ...              the index is k unless a write between may touch o->n
//
// That is right because each write that may change a place takes it out of what is known. What a
// store of another type may have overwritten is still there for a read that finds it by its own
// type (EffectiveTypes.cpp).
#include "analysis/access/values/MemoryValues.h"

#include "analysis/access/values/Exchanges.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/EffectiveTypes.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// A function with more writes than these is not searched for memory that is as its caller left it.
constexpr size_t maxWritesSearched = 8000;

/// `entrySize`: its bytes if it is what the function found there; else 0.
void noteLoaded(WalkContext &walk, const SymbolicValue &loaded, const Access &access,
                uint64_t entrySize) {
  SymbolId id = loaded.kind == Kind::Pointer ? loaded.base.symbol : loaded.offset.terms()[0].first;
  Symbol &symbol = walk.effects.symbols[id.index()];
  symbol.cell = walk.effects.cells.size();
  walk.effects.cells.push_back(access);
  bool isGlobal = access.base.kind == Base::Kind::Object &&
                  !walk.pointsTo.isSpecial(access.base.object) &&
                  walk.program[access.base.object].kind == Object::Kind::Global;
  bool isNamed =
      isGlobal || (access.base.kind == Base::Kind::Symbol && isNameable(walk, access.base.symbol));
  isNamed &= isNameable(walk, access.offset);
  if (!isNamed || entrySize == 0)
    return;
  symbol.entryBase = access.base;
  symbol.entryOffset = access.offset;
  symbol.entrySize = entrySize;
}

void noteFreshStore(WalkContext &walk, ValueId id, const Instruction &value) {
  SymbolicValue stored = valueOf(walk, value.operands[1]);
  if (walk.open.trials > 0 || value.type.kind != ValueType::Kind::Pointer || value.partial ||
      value.isVolatile)
    return;
  bool isNull = stored.kind == Kind::Integer && !stored.mayWrap && stored.offset == Linear(0);
  bool isFresh = stored.kind == Kind::Pointer && stored.base.kind == Base::Kind::Symbol &&
                 walk.effects[stored.base.symbol].isAllocation &&
                 walk.effects[stored.base.symbol].function == walk.function &&
                 walk.effects[stored.base.symbol].variantLoop == walk.open.currentLoop();
  if (isNull)
    walk.result.freshStores.insert(id);
  if (!isFresh)
    return;
  auto [keeper, isFirst] = walk.seen.keepers.emplace(stored.base.symbol, id);
  if (isFirst)
    walk.result.freshStores.insert(id);
  else
    walk.result.freshStores.erase(keeper->second);
}

} // namespace

SymbolicValue loadFrom(WalkContext &walk, const Access &access, const ValueType &type,
                       WalkState &state, bool isConditional) {
  bool isKnownPlace =
      access.base.kind != Base::Kind::Unknown && type.size != 0 && walk.open.opaque == 0;
  if (!isKnownPlace)
    return freshHere(walk, access.origin, type);
  auto place = std::make_pair(access.base, access.offset);
  auto known = state.memory.find(place);
  if (known != state.memory.end()) {
    const bool isFound =
        known->second.type == type &&
        (!known->second.isForItsType || known->second.effective == access.effective);
    return isFound ? known->second.value : freshHere(walk, access.origin, type);
  }
  RegionId variant = variance(walk, access);
  bool isUntouched = !variant.valid() && walk.open.trials == 0 &&
                     walk.seen.written.count() <= maxWritesSearched &&
                     std::ranges::none_of(walk.seen.written.distinct(), [&](const Access &write) {
                       return mayChange(walk.effects, walk.pointsTo, write, access);
                     });
  auto earlier = walk.seen.entries.find(place);
  bool isEntry = isUntouched && earlier != walk.seen.entries.end() && earlier->second.type == type;
  if (isConditional && !isUntouched)
    return freshHere(walk, access.origin, type);
  SymbolicValue loaded =
      isEntry ? earlier->second.value : fresh(walk, access.origin, type, variant);
  if (loaded.kind == Kind::Unknown)
    return loaded;
  if (!isEntry && walk.open.trials == 0)
    noteLoaded(walk, loaded, access, isUntouched ? type.size : 0);
  if (!isEntry && isUntouched)
    walk.seen.entries[place] = {loaded, type, access.address};
  if (!isConditional)
    state.remember(place, {loaded, type, access.address, access.effective});
  return loaded;
}

SymbolicValue evaluateLoad(WalkContext &walk, ValueId id, const Instruction &value,
                           WalkState &state) {
  Access access = accessAt(walk, id, value.operands[0], value.type.size, false);
  record(walk, access, state);
  if (value.isVolatile)
    recordOpaque(walk, id, ObstacleKind::VolatileAccess, SpecialObject::HiddenState, state);
  bool isScalar = access.base.kind == Base::Kind::Object && access.offset == Linear(0) &&
                  isTrackedScalar(walk, access.base.object);
  if (isScalar && walk.open.opaque == 0) {
    auto found = state.scalars.find(access.base.object);
    if (found != state.scalars.end() && found->second.kind != Kind::Unknown)
      return found->second;
    SymbolicValue entry = freshHere(walk, id, value.type);
    state.scalars[access.base.object] = entry;
    return entry;
  }
  const bool isConditional =
      value.conditional || (walk.leaves.site.valid() &&
                            (walk.program[walk.leaves.site].conditional || walk.leaves.isInArm));
  if (value.isVolatile || value.partial)
    return freshHere(walk, id, value.type);
  return loadFrom(walk, access, value.type, state, isConditional);
}

void evaluateStore(WalkContext &walk, ValueId id, const Instruction &value, WalkState &state) {
  Access access = accessAt(walk, id, value.operands[0], value.type.size, true);
  access.isMust =
      !value.conditional && !value.partial && value.type.size != 0 && walk.open.opaque == 0;
  noteExchange(walk, id, access, state);
  record(walk, access, state);
  if (value.isVolatile)
    recordOpaque(walk, id, ObstacleKind::VolatileAccess, SpecialObject::HiddenState, state);
  if (mayStoreStream(walk.program, walk.pointsTo, value)) // all input and output may look at it
    recordOpaque(walk, id, ObstacleKind::InputOutput, SpecialObject::InputOutput, state);
  if (access.base.kind == Base::Kind::Unknown || walk.open.opaque > 0)
    return;
  SymbolicValue stored = valueOf(walk, value.operands[1]);
  if (value.conditional || value.partial || value.isVolatile || stored.kind == Kind::Unknown)
    stored = freshHere(walk, ValueId(), value.type);
  bool isScalar =
      access.base.kind == Base::Kind::Object && isTrackedScalar(walk, access.base.object);
  if (isScalar) {
    state.scalars[access.base.object] = stored;
    return;
  }
  noteFreshStore(walk, id, value);
  if (!value.conditional && !value.partial && !value.isVolatile && value.type.size != 0 &&
      stored.kind != Kind::Unknown)
    state.remember({access.base, access.offset},
                   {stored, value.type, value.operands[0], access.effective});
}

} // namespace kasuri
