// What memory holds, as far as the symbolic walk knows: from a store or an earlier load, or a
// symbol for it. What a function finds in memory that nothing has written yet is one symbol for all
// loads, and a caller can look it up.
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

} // namespace

SymbolicValue AccessWalk::evaluateLoad(ValueId id, const Instruction &value, WalkState &state) {
  Access access = accessAt(id, value.operands[0], value.type.size, false);
  record(access, state);
  if (value.isVolatile)
    recordOpaque(id, ObstacleKind::VolatileAccess, SpecialObject::HiddenState, state);
  bool isScalar = access.base.kind == Base::Kind::Object && access.offset == Linear(0) &&
                  isTrackedScalar(access.base.object);
  if (isScalar && opaque == 0) {
    auto found = state.scalars.find(access.base.object);
    if (found != state.scalars.end() && found->second.kind != Kind::Unknown)
      return found->second;
    SymbolicValue entry = freshHere(id, value.type);
    state.scalars[access.base.object] = entry;
    return entry;
  }
  const bool isConditional =
      value.conditional || (site.valid() && (program[site].conditional || isInLeafArm));
  if (value.isVolatile || value.partial)
    return freshHere(id, value.type);
  return loadFrom(access, value.type, state, isConditional);
}

/// What memory holds there: known from an earlier access, or a symbol for it. When nothing has been
/// written there since the function was entered, the symbol is the same for all loads, and a caller
/// can look it up.
SymbolicValue AccessWalk::loadFrom(const Access &access, const ValueType &type, WalkState &state,
                                   bool isConditional) {
  bool isKnownPlace = access.base.kind != Base::Kind::Unknown && type.size != 0 && opaque == 0;
  if (!isKnownPlace)
    return freshHere(access.origin, type);
  auto place = std::make_pair(access.base, access.offset);
  auto known = state.memory.find(place);
  if (known != state.memory.end())
    return known->second.type == type ? known->second.value : freshHere(access.origin, type);
  RegionId variant = variance(access);
  bool isUntouched = !variant.valid() && trials == 0 && written.size() <= mostWritesSearched &&
                     std::none_of(written.begin(), written.end(), [&](const Access &write) {
                       return mayTouchSame(effects, pointsTo, write, access);
                     });
  auto earlier = entries.find(place);
  bool isEntry = isUntouched && earlier != entries.end() && earlier->second.type == type;
  if (isConditional && !isUntouched)
    return freshHere(access.origin, type);
  SymbolicValue loaded = isEntry ? earlier->second.value : fresh(access.origin, type, variant);
  if (loaded.kind == Kind::Unknown)
    return loaded;
  if (!isEntry && trials == 0)
    noteLoaded(loaded, access, isUntouched ? type.size : 0);
  if (!isEntry && isUntouched)
    entries[place] = {loaded, type, access.address};
  if (!isConditional)
    state.remember(place, {loaded, type, access.address});
  return loaded;
}

/// `entrySize`: its bytes if it is what the function found there; else 0.
void AccessWalk::noteLoaded(const SymbolicValue &loaded, const Access &access, uint64_t entrySize) {
  SymbolId id = loaded.kind == Kind::Pointer ? loaded.base.symbol : loaded.offset.terms()[0].first;
  Symbol &symbol = effects.symbols[id.index()];
  symbol.cell = effects.cells.size();
  effects.cells.push_back(access);
  bool isGlobal = access.base.kind == Base::Kind::Object &&
                  !pointsTo.isSpecial(access.base.object) &&
                  program[access.base.object].kind == Object::Kind::Global;
  bool isNamed =
      isGlobal || (access.base.kind == Base::Kind::Symbol && isNameable(access.base.symbol));
  isNamed &= isNameable(access.offset);
  if (!isNamed || entrySize == 0)
    return;
  symbol.entryBase = access.base;
  symbol.entryOffset = access.offset;
  symbol.entrySize = entrySize;
}

bool AccessWalk::isNameable(SymbolId id) const {
  const Symbol &symbol = effects[id];
  auto isPartNameable = [&](const auto &part) { return isNameable(part); };
  auto areNameable = [&](const auto &parts) {
    return !parts.empty() && std::all_of(parts.begin(), parts.end(), isPartNameable);
  };
  return symbol.function == function &&
         (symbol.parameter >= 0 || symbol.entrySize != 0 || areNameable(symbol.factors) ||
          areNameable(symbol.multiplicands));
}

bool AccessWalk::isNameable(const Linear &value) const {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto &term) { return isNameable(term.first); });
}

void AccessWalk::noteFreshStore(ValueId id, const Instruction &value) {
  SymbolicValue stored = valueOf(value.operands[1]);
  if (trials > 0 || value.type.kind != ValueType::Kind::Pointer || value.conditional ||
      value.partial || value.isVolatile)
    return;
  bool isNull = stored.kind == Kind::Integer && !stored.mayWrap && stored.offset == Linear(0);
  bool isFresh = stored.kind == Kind::Pointer && stored.base.kind == Base::Kind::Symbol &&
                 effects[stored.base.symbol].isAllocation &&
                 effects[stored.base.symbol].function == function &&
                 effects[stored.base.symbol].variantLoop == currentLoop();
  if (isNull)
    result.freshStores.insert(id);
  if (!isFresh)
    return;
  auto [keeper, isFirst] = keepers.emplace(stored.base.symbol, id);
  if (isFirst)
    result.freshStores.insert(id);
  else
    result.freshStores.erase(keeper->second);
}

void AccessWalk::evaluateStore(ValueId id, const Instruction &value, WalkState &state) {
  Access access = accessAt(id, value.operands[0], value.type.size, true);
  access.isMust = !value.conditional && !value.partial && value.type.size != 0 && opaque == 0;
  record(access, state);
  if (value.isVolatile)
    recordOpaque(id, ObstacleKind::VolatileAccess, SpecialObject::HiddenState, state);
  if (access.base.kind == Base::Kind::Unknown || opaque > 0)
    return;
  SymbolicValue stored = valueOf(value.operands[1]);
  if (value.conditional || value.partial || value.isVolatile || stored.kind == Kind::Unknown)
    stored = freshHere(ValueId(), value.type);
  bool isScalar = access.base.kind == Base::Kind::Object && isTrackedScalar(access.base.object);
  if (isScalar) {
    state.scalars[access.base.object] = stored;
    return;
  }
  noteFreshStore(id, value);
  if (!value.conditional && !value.partial && !value.isVolatile && value.type.size != 0 &&
      stored.kind != Kind::Unknown)
    state.remember({access.base, access.offset}, {stored, value.type, value.operands[0]});
}

} // namespace kasuri
