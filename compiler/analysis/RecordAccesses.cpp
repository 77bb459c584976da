// What a value does to memory: recording accesses, those of library functions too.
//
// A loop's test runs once more than its body, so what it touches has no upper end by the counter.
// Each write makes what was known of the bytes that it may touch unknown.
#include "analysis/AccessWalk.h"
#include "analysis/CallEffects.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

} // namespace

Access AccessWalk::accessAt(ValueId id, ValueId address, uint64_t size, bool isWrite) const {
  SymbolicValue place = valueOf(address);
  Access access;
  if (place.kind == Kind::Pointer) {
    access.base = place.base;
    access.offset = place.offset;
    access.confined = place.confined;
  }
  access.size = access.unit = size;
  access.isWrite = isWrite;
  access.at = site.valid() ? site : id;
  access.origin = id;
  access.address = address;
  access.mayBeSkipped = site.valid() && (isInLeafArm || program[id].conditional);
  return access;
}

/// A test runs once more than the body: for what it touches the counter has no upper end, and what
/// is known by way of the counter's is not known.
void AccessWalk::openEnd(Access &access) {
  RegionId block = program[access.at].block;
  RegionId loop = block.valid() ? program[block].parent : RegionId();
  auto counter = result.counters.find(loop);
  bool isTest = counter != result.counters.end() && program[loop].condition == block;
  if (!isTest)
    return;
  for (Linear *part : {&access.offset, &access.confined.start}) {
    const Linear whole = *part;
    for (const auto &[symbol, coefficient] : whole.terms())
      if ((effects[symbol].isDerived || !effects[symbol].factors.empty()) &&
          effects[symbol].variantLoop == loop) {
        auto opened = Linear::add(*part, Linear::symbol(symbol), -coefficient);
        *part = *Linear::add(*opened, Linear::symbol(newSymbol(access.at, {}, loop)), coefficient);
      }
  }
  Linear difference = Linear::symbol(newSymbol(access.at, {0, unboundedAbove}, loop));
  difference = *Linear::add(difference, Linear::symbol(counter->second), -1);
  for (Linear *part : {&access.offset, &access.confined.start}) {
    auto opened = Linear::add(*part, difference, part->coefficientOf(counter->second));
    if (opened)
      *part = *opened;
  }
}

const std::vector<Access> &FunctionAccesses::accessesAt(ValueId value) const {
  static const std::vector<Access> none;
  auto found = at.find(value);
  return found == at.end() ? none : found->second;
}

void AccessWalk::record(Access access, WalkState &state) {
  const bool isOfLeaf = access.base.kind == Base::Kind::Object &&
                        isTrackedScalar(access.base.object) &&
                        program[access.base.object].owner != function;
  if (isOfLeaf)
    return;
  access.isLast |= ending > 0;
  const LibraryFunction *library = libraryCalled(program[access.origin]);
  const bool isOfEnd = access.isLast && access.isOpaque && library && library->exits &&
                       access.base.object != pointsTo.special(SpecialObject::InputOutput);
  if (isOfEnd)
    return; // no code of the program runs there
  openEnd(access);
  if (!access.isLast || !access.isOpaque)
    noteScalars(access, state);
  if (access.isWrite && (!access.isLast || ending > 0)) {
    for (std::vector<Access> *collector : collectors)
      collector->push_back(access);
    written.push_back(access);
    kill(access, state);
  }
  if (trials > 0)
    return;
  access.premise = effects.premises.both(effects.premises.add(premise), access.premise);
  result.at[access.at].push_back(std::move(access));
}

void AccessWalk::recordOpaque(ValueId id, ObstacleKind reason, SpecialObject object,
                              WalkState &state) {
  for (bool isWrite : {false, true}) {
    Access access;
    access.base = {Base::Kind::Object, pointsTo.special(object), {}};
    access.isWrite = isWrite;
    access.isOpaque = true;
    access.reason = reason;
    access.at = access.origin = id;
    record(access, state);
  }
}

/// Unknown code: what it has seen, what the functions it may call touch, and errno.
void AccessWalk::recordUnknown(ValueId id, ObstacleKind reason, WalkState &state) {
  recordOpaque(id, reason, SpecialObject::World, state);
  recordOpaque(id, reason, SpecialObject::Errno, state);
  if (!pointsTo.ofCallbacks.empty())
    recordOpaque(id, reason, SpecialObject::Callbacks, state);
}

bool AccessWalk::isOwn(ObjectId object) const {
  return !pointsTo.isSpecial(object) && program[object].owner == function &&
         program[object].kind != Object::Kind::Heap;
}

/// Most pointers lead to nothing of the function's own: that is looked up once for each set.
bool AccessWalk::mayReadOwn(const Access &access) {
  const std::vector<ObjectId> &escaped = summaries.escapedOf[function.index()];
  if (!access.address.valid() || pointsTo.of(access.address).empty())
    return !escaped.empty();
  const LocationSet &targets = pointsTo.of(access.address);
  auto [known, isNew] = leadsToOwn.try_emplace(&targets);
  if (isNew)
    known->second = std::any_of(targets.begin(), targets.end(), [&](const Location &location) {
      bool isWorld = location.object == pointsTo.special(SpecialObject::World);
      return isWorld ? !escaped.empty() : isOwn(location.object);
    });
  return known->second;
}

/// Which of the function's variables are read before they are written.
void AccessWalk::noteScalars(const Access &access, WalkState &state) {
  auto noteRead = [&](ObjectId object) {
    for (size_t i = 0; i < scopes.size() && i < state.assigned.size(); ++i)
      if (trials == 0 && !state.assigned[i].contains(object))
        scopes[i].exposed.insert(object);
  };
  if (access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object)) {
    ObjectId object = access.base.object;
    bool coversAll =
        access.offset == Linear(0) && access.size != 0 && access.size == program[object].type.size;
    if (!isOwn(object))
      return;
    if (!access.isWrite)
      return noteRead(object);
    if (access.isMust && coversAll && opaque == 0)
      for (auto &assigned : state.assigned)
        assigned.insert(object);
    return;
  }
  const bool isSpecial = access.base.kind == Base::Kind::Object;
  if (access.isWrite || trials > 0 || (!isSpecial && !mayReadOwn(access)))
    return;
  for (const Location &location : locationsOf(effects, pointsTo, access)) {
    if (location.object == pointsTo.special(SpecialObject::World))
      for (ObjectId object : summaries.escapedOf[function.index()])
        noteRead(object);
    else if (isOwn(location.object))
      noteRead(location.object);
  }
}

void AccessWalk::kill(const Access &write, WalkState &state) const {
  std::erase_if(state.memory, [&](const auto &entry) {
    Access known;
    known.base = entry.first.first;
    known.offset = entry.first.second;
    known.size = known.unit = entry.second.type.size;
    known.address = entry.second.address;
    return mayTouchSame(effects, pointsTo, write, known);
  });
}

void AccessWalk::recordArgument(ValueId id, size_t argument, bool isWrite, uint64_t size,
                                int sizeArgument, WalkState &state) {
  const Instruction &call = program[id];
  if (argument >= call.operands.size() || call.operands[argument].index() >= program.values.size())
    return;
  SymbolicValue place = valueOf(call.operands[argument]);
  bool isNull = place.kind == Kind::Integer && !place.mayWrap && place.offset == Linear(0);
  if (isNull)
    return; // an optional argument that is left out
  Access access = accessAt(id, call.operands[argument], size, isWrite);
  SymbolicValue count = sizeArgument >= 0 ? argumentOf(call, sizeArgument) : SymbolicValue();
  bool isCounted = count.kind == Kind::Integer && !count.mayWrap;
  if (isCounted && count.offset.isConstant()) {
    if (count.offset.constant() <= 0)
      return;
    access.size = access.unit = static_cast<uint64_t>(count.offset.constant());
    access.isMust = isWrite && !call.conditional && opaque == 0;
  } else if (isCounted) {
    SymbolId byte = newSymbol(id, {0, unboundedAbove}, currentLoop());
    auto last = Linear::add(count.offset, Linear(-1));
    auto left = last ? Linear::add(*last, Linear::symbol(byte), -1) : std::nullopt;
    auto offset = Linear::add(access.offset, Linear::symbol(byte));
    if (left && offset) {
      effects.symbols[byte.index()].constraints.push_back(*left);
      tightenCounter(byte);
      auto end = Linear::add(access.offset, count.offset);
      if (isWrite && !call.conditional && opaque == 0 && trials == 0 && end)
        result.writtenBy[id].push_back({access.base, access.offset, *end});
      access.offset = *offset;
      access.size = 1;
    }
  }
  record(access, state);
}

/// The string that the result points into is worked on, whichever call it was given in.
void AccessWalk::recordReturned(ValueId id, WalkState &state) {
  for (bool isWrite : {false, true}) {
    Access access;
    access.isWrite = isWrite;
    access.at = access.origin = access.address = id;
    record(access, state);
  }
}

void AccessWalk::recordErrno(ValueId id, const LibraryFunction &function, WalkState &state) {
  if (function.usesErrno)
    recordOpaque(id, ObstacleKind::HiddenState, SpecialObject::Errno, state);
  if (!function.setsErrno)
    return;
  Access access;
  access.base = {Base::Kind::Object, pointsTo.special(SpecialObject::ErrnoSet), {}};
  access.isWrite = true;
  access.at = access.origin = id;
  record(access, state);
}

/// Strings and objects that a va_list leads to.
void AccessWalk::recordWorldRead(ValueId id, WalkState &state) {
  Access access;
  access.base = {Base::Kind::Object, pointsTo.special(SpecialObject::World), {}};
  access.at = access.origin = id;
  record(access, state);
}

void AccessWalk::callLibrary(ValueId id, const Instruction &call, const LibraryFunction &function,
                             WalkState &state) {
  for (const ArgumentEffect &effect : function.effects)
    if (!effect.writes)
      recordArgument(id, effect.argument, false, effect.size, effect.sizeArgument, state);
  bool writesRest = function.writesRest || writesThroughFormat(program, pointsTo, call, function);
  for (size_t i = 0; i < call.operands.size(); ++i) {
    bool isPointer = program[call.operands[i]].type.kind == ValueType::Kind::Pointer;
    if (isPointer && function.readsRest)
      recordArgument(id, i, false, 0, -1, state);
    if (isPointer && writesRest)
      recordArgument(id, i, true, 0, -1, state);
  }
  for (const ArgumentEffect &effect : function.effects)
    if (effect.writes)
      recordArgument(id, effect.argument, true, effect.size, effect.sizeArgument, state);
  if (function.frees)
    recordArgument(id, 0, true, 0, -1, state);
  if (function.exits)
    noteEnd(id, PremiseId());
  if (function.callsBack)
    recordUnknown(id, ObstacleKind::UnknownCall, state);
  if (function.isInputOutput && pointsTo.streamsUseMemory)
    recordOpaque(id, ObstacleKind::InputOutput, SpecialObject::World, state);
  if (function.readsWorld && writesRest)
    recordUnknown(id, ObstacleKind::UnknownCall, state);
  else if (function.readsWorld)
    recordWorldRead(id, state);
  if (function.keepsArgument || function.cursor >= 0)
    recordReturned(id, state);
  recordErrno(id, function, state);
  if (function.isInputOutput)
    recordOpaque(id, ObstacleKind::InputOutput, SpecialObject::InputOutput, state);
  if (function.hasState)
    recordOpaque(id, ObstacleKind::HiddenState, SpecialObject::HiddenState, state);
}

} // namespace kasuri
