// What calls of known library functions touch.
//
//     memcpy(d, s, n)          reads (s, [0, n)) and writes (d, [0, n))
//
// The table of library functions says which arguments are read and written, over which lengths, and
// which hidden state the function uses. Reads are recorded before writes, as the function may read
// what it writes. A length that is not known leaves the access without an end.
#include "analysis/access/calls/LibraryCalls.h"

#include "analysis/access/calls/BranchPremises.h"
#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/pointers/CallEffects.h"

#include <algorithm>
#include <limits>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// A string that the effect is about is read, or left, in every call.
bool leavesNoGap(const WalkContext &walk, const Instruction &call, const ArgumentEffect &effect) {
  const SymbolicValue count = argumentOf(walk, call, effect.sizeArgument);
  const bool isAny = effect.sizeArgument < 0 || (count.kind == Kind::Integer && !count.mayWrap &&
                                                 rangeOf(walk.effects, count.offset).low > 0);
  return !effect.writes || (isAny && !call.conditional && walk.open.opaque == 0);
}

/// The function writes as many bytes as the argument says, whatever they are.
bool writesAll(const LibraryFunction &function, int sizeArgument) {
  return std::any_of(function.effects.begin(), function.effects.end(),
                     [&](const ArgumentEffect &effect) {
                       return effect.isSure && effect.sizeArgument == sizeArgument;
                     });
}

/// Where a number of bytes is only right modulo 2^64: at least as many as are touched, if it is not
/// negative. If it is, the function would write 2^63 bytes or more, which no object has.
///
///     memset(row, 0, w * sizeof *row)      an int w: it is not negative where the call is made
bool isEnoughBytes(const WalkContext &walk, const Instruction &call,
                   const LibraryFunction &function, int sizeArgument) {
  const auto argument = static_cast<size_t>(sizeArgument);
  if (sizeArgument < 0 || argument >= call.operands.size() || !writesAll(function, sizeArgument))
    return false;
  const SymbolicValue count = argumentOf(walk, call, sizeArgument);
  __int128 least = count.offset.constant();
  for (const auto &[symbol, coefficient] : count.offset.terms()) {
    const Range &range = walk.effects[symbol].range;
    const int64_t end = coefficient > 0 ? range.low : range.high;
    if (end <= unboundedBelow || end >= unboundedAbove)
      return false;
    least += static_cast<__int128>(end) * coefficient;
  }
  return count.kind == Kind::Integer && walk.program[call.operands[argument]].type.bits == 64 &&
         least >= std::numeric_limits<int64_t>::min();
}

/// As many bytes as one argument says, or the product of two of which one is constant.
SymbolicValue countOf(const WalkContext &walk, const Instruction &call,
                      const ArgumentEffect &effect) {
  if (effect.sizeArgument < 0)
    return {};
  SymbolicValue count = argumentOf(walk, call, effect.sizeArgument);
  if (effect.timesArgument < 0)
    return count;
  SymbolicValue times = argumentOf(walk, call, effect.timesArgument);
  if (count.kind != Kind::Integer || times.kind != Kind::Integer || times.mayWrap || count.mayWrap)
    return {};
  if (!times.offset.isConstant())
    std::swap(count, times);
  const auto product = times.offset.isConstant()
                           ? Linear::scale(count.offset, times.offset.constant())
                           : std::nullopt;
  if (!product)
    return {};
  count.offset = *product;
  return count;
}

void recordArgument(WalkContext &walk, ValueId id, const LibraryFunction &function,
                    const ArgumentEffect &effect, WalkState &state) {
  const Instruction &call = walk.program[id];
  const size_t argument = effect.argument;
  const bool isSure = effect.isSure && !call.conditional && walk.open.opaque == 0;
  if (argument >= call.operands.size() ||
      call.operands[argument].index() >= walk.program.values.size())
    return;
  SymbolicValue place = valueOf(walk, call.operands[argument]);
  bool isNull = place.kind == Kind::Integer && !place.mayWrap && place.offset == Linear(0);
  if (isNull)
    return; // an optional argument that is left out
  Access access = accessAt(walk, id, call.operands[argument], effect.size, effect.writes);
  access.isMust = isSure && effect.size != 0;
  access.isText = effect.isText && leavesNoGap(walk, call, effect);
  SymbolicValue count = countOf(walk, call, effect);
  const bool isExact = count.kind == Kind::Integer && !count.mayWrap;
  const bool isCounted = isExact || isEnoughBytes(walk, call, function, effect.sizeArgument);
  if (isCounted && count.offset.isConstant()) {
    if (count.offset.constant() <= 0)
      return;
    access.size = access.unit = static_cast<uint64_t>(count.offset.constant());
    access.isMust = isSure && isExact;
  } else if (isCounted) {
    SymbolId byte = newSymbol(walk, id, {0, unboundedAbove}, walk.open.currentLoop());
    auto last = Linear::add(count.offset, Linear(-1));
    auto left = last ? Linear::add(*last, Linear::symbol(byte), -1) : std::nullopt;
    auto offset = Linear::add(access.offset, Linear::symbol(byte));
    if (left && offset) {
      walk.effects.symbols[byte.index()].constraints.push_back(*left);
      tightenCounter(walk, byte);
      auto end = Linear::add(access.offset, count.offset);
      if (isSure && isExact && walk.open.trials == 0 && end)
        walk.result.writtenBy[id].push_back({access.base, access.offset, *end});
      access.offset = *offset;
      access.size = 1;
    }
  }
  record(walk, access, state);
}

/// The memory that the result points into is worked on, whichever call it was given in.
void recordReturned(WalkContext &walk, ValueId id, WalkState &state) {
  for (bool isWrite : {false, true}) {
    Access access;
    access.isWrite = isWrite;
    access.at = access.origin = access.address = id;
    record(walk, access, state);
  }
}

void recordErrno(WalkContext &walk, ValueId id, const LibraryFunction &function, WalkState &state) {
  if (function.usesErrno)
    recordOpaque(walk, id, ObstacleKind::HiddenState, SpecialObject::Errno, state);
  if (!function.setsErrno)
    return;
  Access access;
  access.base = {Base::Kind::Object, walk.pointsTo.special(SpecialObject::ErrnoSet), {}};
  access.isWrite = true;
  access.at = access.origin = id;
  record(walk, access, state);
}

void recordRead(WalkContext &walk, ValueId id, SpecialObject object, WalkState &state) {
  Access access;
  access.base = {Base::Kind::Object, walk.pointsTo.special(object), {}};
  access.at = access.origin = id;
  record(walk, access, state);
}

void recordVariables(WalkContext &walk, ValueId id, const std::vector<std::string_view> &names,
                     bool isWrite, WalkState &state) {
  for (std::string_view name : names)
    for (ObjectId variable : libraryVariable(walk.pointsTo, name)) {
      Access access;
      access.base = {Base::Kind::Object, variable, {}};
      access.isWrite = isWrite;
      access.at = access.origin = id;
      record(walk, access, state);
    }
}

/// What the library keeps for itself and for all who look at it: static results, the locale, its
/// variables.
void recordLibraryMemory(WalkContext &walk, ValueId id, const LibraryFunction &function,
                         WalkState &state) {
  const ObstacleKind reason =
      function.isInputOutput ? ObstacleKind::InputOutput : ObstacleKind::HiddenState;
  if (function.reusesResult)
    recordOpaque(walk, id, reason, SpecialObject::Library, state);
  if (function.writesLocale)
    recordOpaque(walk, id, reason, SpecialObject::Locale, state);
  else if (function.readsLocale && walk.pointsTo.localeChanges)
    recordRead(walk, id, SpecialObject::Locale, state);
  recordVariables(walk, id, function.variablesRead, false, state);
  recordVariables(walk, id, function.variablesSet, true, state);
  if (function.isInputOutput)
    recordOpaque(walk, id, ObstacleKind::InputOutput, SpecialObject::InputOutput, state);
  if (function.hasState)
    recordOpaque(walk, id, ObstacleKind::HiddenState, SpecialObject::HiddenState, state);
}

/// Where a function for output leaves its text.
bool isOnlyWritten(const LibraryFunction &function, uint32_t argument) {
  auto isAbout = [&](const ArgumentEffect &effect) {
    return effect.argument == argument && effect.writes;
  };
  return function.format > static_cast<int>(argument) &&
         std::any_of(function.effects.begin(), function.effects.end(), isAbout);
}

/// Reads come first: a call may write over what it has read.
void recordArguments(WalkContext &walk, ValueId id, const Instruction &call,
                     const LibraryFunction &function, bool writesRest, WalkState &state) {
  const bool isText =
      function.format < 0 || isNarrowFormat(walk.program, walk.pointsTo, call, function);
  for (const ArgumentEffect &effect : function.effects)
    if (!effect.writes)
      recordArgument(walk, id, function, effect, state);
  for (uint32_t i = 0; i < call.operands.size(); ++i) {
    bool isPointer = walk.program[call.operands[i]].type.kind == ValueType::Kind::Pointer;
    if (isPointer && function.readsRest && !isOnlyWritten(function, i))
      recordArgument(walk, id, function, {.argument = i, .isText = isText && function.format >= 0},
                     state);
    if (isPointer && writesRest && !function.onlyReads(i))
      recordArgument(walk, id, function, {i, true}, state);
  }
  for (ArgumentEffect effect : function.effects) {
    effect.isText = effect.isText && isText;
    if (effect.writes)
      recordArgument(walk, id, function, effect, state);
  }
  if (function.frees)
    recordArgument(walk, id, function, {0, true}, state);
}

} // namespace

void callLibrary(WalkContext &walk, ValueId id, const Instruction &call,
                 const LibraryFunction &function, WalkState &state) {
  const FormatWrites format = writesThroughFormat(walk.program, walk.pointsTo, call, function);
  recordArguments(walk, id, call, function, format.anyArgument, state);
  for (const ArgumentEffect &effect : format.effects)
    recordArgument(walk, id, function, effect, state);
  if (function.exits)
    noteEnd(walk, id, PremiseId());
  if (function.callsBack)
    recordUnknown(walk, id, ObstacleKind::UnknownCall, state);
  if (function.isInputOutput && walk.pointsTo.streamsUseMemory)
    recordOpaque(walk, id, ObstacleKind::InputOutput, SpecialObject::World, state);
  if (function.readsWorld && format.anyArgument)
    recordUnknown(walk, id, ObstacleKind::UnknownCall, state);
  else if (function.readsWorld)
    recordRead(walk, id, SpecialObject::World, state);
  if (function.keepsArgument || function.cursor >= 0 || function.growsArgument)
    recordReturned(walk, id, state);
  recordErrno(walk, id, function, state);
  recordLibraryMemory(walk, id, function, state);
}

} // namespace kasuri
