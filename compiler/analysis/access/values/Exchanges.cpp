// Stores that exchange the pointers of two cells, and what loops find in cells.
//
//     double *t = a[p];                    a[p] holds t, a[k] holds u
//     a[p] = a[k]; a[k] = t;               now a[p] holds u, a[k] holds t
//
// Two stores are an exchange if, in front of the first, each cell holds what the other one gets,
// and nothing is written or called between them. Then no pointer is in more cells than before, also
// if both cells are one. What a cell holds is known from an earlier load or store, since every
// write that may touch the cell makes it unknown (see MemoryValues.cpp).
//
// A pointer that was loaded in front of a loop is what its cell holds when the loop starts, if the
// walk still knows that there. Exchanges make this a question: the pointer may have moved on.
#include "analysis/access/values/Exchanges.h"

#include "analysis/access/values/WalkValues.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

bool changesNothing(const Program &program, ValueId value) {
  const Op op = program[value].op;
  return op != Op::Store && op != Op::Call && op != Op::Clobber;
}

/// The block of the one statement stands directly in front of that of the other one.
bool areInSequence(const Program &program, RegionId first, RegionId second) {
  const RegionId parent = program[first].parent;
  if (!parent.valid() || parent != program[second].parent ||
      program[parent].kind != Region::Kind::Sequence)
    return false;
  const std::vector<RegionId> &statements = program[parent].children;
  auto found = std::ranges::find(statements, first);
  return found != statements.end() && found + 1 != statements.end() && found[1] == second;
}

/// The program does nothing to memory from the one store to the other.
bool areNeighbors(const Program &program, ValueId first, ValueId second) {
  const RegionId from = program[first].block, to = program[second].block;
  std::vector<ValueId> between = program[from].values;
  if (from != to && !areInSequence(program, from, to))
    return false;
  if (from != to)
    between.insert(between.end(), program[to].values.begin(), program[to].values.end());
  auto begin = std::ranges::find(between, first);
  auto end = std::find(begin, between.end(), second);
  return begin != between.end() && end != between.end() &&
         std::all_of(begin + 1, end, [&](ValueId value) { return changesNothing(program, value); });
}

bool isPlainStore(const WalkContext &walk, const Instruction &value) {
  return value.type.kind == ValueType::Kind::Pointer && !value.conditional && !value.partial &&
         !value.isVolatile && walk.open.trials == 0 && walk.open.opaque == 0 &&
         !walk.leaves.site.valid();
}

bool stillHolds(const WalkState &state, const std::pair<Base, Linear> &cell,
                const SymbolicValue &value) {
  auto held = state.memory.find(cell);
  return held != state.memory.end() && held->second.value == value && !held->second.isForItsType;
}

/// The store may be the first of two; nothing if it is not known what its cell has held.
std::optional<HalfExchange> halfOf(ValueId id, const WalkState &state,
                                   const std::pair<Base, Linear> &cell, const SymbolicValue &stored,
                                   const ValueType &type) {
  auto held = state.memory.find(cell);
  if (held == state.memory.end() || held->second.type != type || held->second.isForItsType ||
      held->second.value.kind != Kind::Pointer || held->second.value.mayWrap)
    return std::nullopt;
  HalfExchange half{id, cell, stored, held->second.value, {}};
  for (const auto &[place, known] : state.memory)
    if (known.type == type && known.value == stored && !known.isForItsType)
      half.sources.insert(place);
  return half;
}

} // namespace

void noteExchange(WalkContext &walk, ValueId id, const Access &access, const WalkState &state) {
  const std::optional<HalfExchange> half = std::exchange(walk.seen.halfExchange, std::nullopt);
  const Instruction &value = walk.program[id];
  const SymbolicValue stored = valueOf(walk, value.operands[1]);
  if (!isPlainStore(walk, value) || access.base.kind == Base::Kind::Unknown ||
      stored.kind != Kind::Pointer || stored.mayWrap)
    return;
  const std::pair<Base, Linear> cell{access.base, access.offset};
  const bool isSecond = half && half->sources.contains(cell) && half->held == stored &&
                        stillHolds(state, half->cell, half->stored) &&
                        areNeighbors(walk.program, half->store, id);
  if (isSecond)
    walk.result.exchanges.emplace_back(half->store, id);
  else
    walk.seen.halfExchange = halfOf(id, state, cell, stored, value.type);
}

void noteHeldCells(WalkContext &walk, RegionId loop, const WalkState &state) {
  std::map<SymbolId, size_t> &held = walk.result.heldCells[loop];
  for (const auto &[place, known] : state.memory) {
    const Base &base = known.value.base;
    const bool isLoaded = known.value.kind == Kind::Pointer && base.kind == Base::Kind::Symbol &&
                          known.value.offset == Linear(0) && known.address.valid() &&
                          !known.value.mayWrap && !known.isForItsType &&
                          walk.effects[base.symbol].cell != noCell;
    if (!isLoaded || held.contains(base.symbol))
      continue;
    const size_t source = walk.effects[base.symbol].cell;
    const Access &cell = walk.effects.cells[source];
    held[base.symbol] = source;
    if (cell.base == place.first && cell.offset == place.second)
      continue;
    Access here = cell;
    here.base = place.first;
    here.offset = place.second;
    here.size = here.unit = known.type.size;
    here.confined = {};
    here.confined.drop();
    here.address = known.address;
    held[base.symbol] = walk.effects.cells.size();
    walk.effects.cells.push_back(std::move(here));
  }
}

} // namespace kasuri
