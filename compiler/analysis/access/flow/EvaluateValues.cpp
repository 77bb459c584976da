// What an instruction computes, as a base and a linear offset, and what it touches. Each kind of
// instruction has its file in values/ or calls/; this one says which is asked.
//
// A call is tried in this order: a known library function, a leaf that is evaluated in place,
// functions of the program, unknown code. A call that may run several of these gets the accesses of
// each, or joined (JoinedAccesses.h). The result is a fresh symbol unless the one callee returns
// what the caller can name.
#include "analysis/access/flow/EvaluateValues.h"

#include "analysis/access/calls/BranchPremises.h"
#include "analysis/access/calls/JoinedAccesses.h"
#include "analysis/access/calls/LeafCalls.h"
#include "analysis/access/calls/LibraryCalls.h"
#include "analysis/access/calls/MapCalls.h"
#include "analysis/access/values/Arithmetic.h"
#include "analysis/access/values/Elements.h"
#include "analysis/access/values/Joins.h"
#include "analysis/access/values/MemoryValues.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/access/values/WalkValues.h"
#include "analysis/pointers/Allocators.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Numbers.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// The value is what its linear form says, or that in unsigned arithmetic of 64 bits.
bool wrapsAt64Bits(const WalkContext &walk, ValueId id) {
  const Instruction &value = walk.program[id];
  const bool isSum = value.op == Op::Convert || value.op == Op::Add || value.op == Op::Sub ||
                     value.op == Op::Mul || value.op == Op::Shl;
  return !valueOf(walk, id).mayWrap ||
         (isSum && value.type.kind == ValueType::Kind::Integer && value.type.bits == 64 &&
          std::ranges::all_of(value.operands,
                              [&](ValueId operand) { return wrapsAt64Bits(walk, operand); }));
}

/// How many bytes a call of malloc or calloc has allocated, if it did. A negative number of
/// moderate size becomes more as an unsigned one than there is memory.
std::optional<Linear> bytesAllocated(const WalkContext &walk, const Instruction &call) {
  const Range moderate{-(int64_t(1) << 60), int64_t(1) << 60};
  std::optional<Linear> bytes(1);
  if (!allocatesProduct(call))
    return std::nullopt;
  for (unsigned i = 0; i < call.operands.size(); ++i) {
    const SymbolicValue factor = argumentOf(walk, call, i);
    const bool isScale = bytes && (bytes->isConstant() || factor.offset.isConstant());
    if (factor.kind != Kind::Integer || !isScale || !wrapsAt64Bits(walk, call.operands[i]))
      return std::nullopt;
    bytes = bytes->isConstant() ? Linear::scale(factor.offset, bytes->constant())
                                : Linear::scale(*bytes, factor.offset.constant());
  }
  const bool isModerate = bytes && rangeOf(walk.effects, *bytes).within(moderate);
  return isModerate ? bytes : std::nullopt;
}

/// Memory that no other value leads to.
SymbolicValue allocated(WalkContext &walk, ValueId id, const Instruction &call) {
  SymbolicValue value = freshHere(walk, id, call.type);
  if (value.kind != Kind::Pointer)
    return value;
  walk.effects.symbols[value.base.symbol.index()].isAllocation = true;
  if (const std::optional<Linear> bytes = bytesAllocated(walk, call))
    walk.effects.allocatedBytes[value.base.symbol] = *bytes;
  return value;
}

/// What the argument leads to is written from its start, so many bytes for each one of the result.
void noteFilled(WalkContext &walk, ValueId id, const SymbolicValue &place,
                const SymbolicValue &result, int64_t bytes) {
  const auto length = Linear::scale(result.offset, bytes);
  const auto end = length ? Linear::add(place.offset, *length) : std::nullopt;
  if (end && walk.open.trials == 0 && place.kind == Kind::Pointer && result.kind == Kind::Integer &&
      !result.mayWrap && !walk.program[id].conditional && walk.open.opaque == 0)
    walk.result.writtenBy[id].push_back({place.base, place.offset, *end});
}

/// If it returns the constant number of items that it was to write, all of them; fewer: nothing
/// that is known.
void noteFilledIfWhole(WalkContext &walk, ValueId id, const LibraryFunction &function) {
  const Instruction &call = walk.program[id];
  const SymbolicValue place = argumentOf(walk, call, function.fills);
  for (const ArgumentEffect &effect : function.effects) {
    if (effect.argument != static_cast<uint32_t>(function.fills) || effect.timesArgument < 0)
      continue;
    const SymbolicValue unit = argumentOf(walk, call, effect.sizeArgument),
                        count = argumentOf(walk, call, effect.timesArgument);
    const bool areKnown = place.kind == Kind::Pointer && unit.kind == Kind::Integer &&
                          count.kind == Kind::Integer && unit.offset.isConstant() &&
                          count.offset.isConstant() && count.offset.constant() > 0;
    const auto bytes =
        areKnown ? Linear::scale(unit.offset, count.offset.constant()) : std::nullopt;
    const auto end = bytes ? Linear::add(place.offset, *bytes) : std::nullopt;
    if (end && walk.open.trials == 0 && walk.open.opaque == 0)
      walk.result.writtenByResult[id] = {
          {count.offset.constant(), false, {{place.base, place.offset, *end}}, {}},
          {count.offset.constant() - 1, true, {}, {}}};
  }
}

void noteFilledByLibrary(WalkContext &walk, ValueId id, const LibraryFunction &function,
                         const SymbolicValue &result) {
  const Instruction &call = walk.program[id];
  if (function.fills < 0 || static_cast<size_t>(function.fills) >= call.operands.size())
    return;
  noteFilledIfWhole(walk, id, function);
  const SymbolicValue unit =
      function.filledUnit < 0 ? integer(Linear(1)) : argumentOf(walk, call, function.filledUnit);
  if (unit.kind == Kind::Integer && !unit.mayWrap && unit.offset.isConstant())
    noteFilled(walk, id, argumentOf(walk, call, function.fills), result, unit.offset.constant());
}

/// By the one function that is called.
void noteFilledByCallee(WalkContext &walk, ValueId id, const SymbolicValue &result) {
  const Instruction &call = walk.program[id];
  const FunctionId callee = onlyCallee(walk.program, walk.pointsTo, id);
  if (!callee.valid() || !walk.summaries.isReady[callee.index()])
    return;
  const std::vector<ObjectId> &parameters = walk.program[callee].parameters;
  for (const FilledPrefix &each : walk.effects.functions[callee.index()].filledUpToResult)
    for (size_t i = 0; i < std::min(parameters.size(), call.operands.size()); ++i)
      if (parameters[i] == each.parameter)
        noteFilled(walk, id, valueOf(walk, call.operands[i]), result, each.elementBytes);
}

SymbolicValue evaluateLibraryCall(WalkContext &walk, ValueId id, const Instruction &call,
                                  const LibraryFunction &function, WalkState &state) {
  if (walk.pointsTo.errnoPlaces.contains(id)) {
    const Base place{Base::Kind::Object, walk.pointsTo.special(SpecialObject::Errno), {}};
    return {Kind::Pointer, place, Linear(0), {}, false};
  }
  const bool isEnd = walk.effects.memoryExits.isAssumed(call);
  walk.open.ending += isEnd;
  callLibrary(walk, id, call, function, state);
  walk.open.ending -= isEnd;
  if (function.allocates && function.returned < 0)
    return allocated(walk, id, call);
  SymbolicValue result = freshHere(walk, id, call.type);
  noteFilledByLibrary(walk, id, function, result);
  return result;
}

/// What the call does, and what its one callee is known to return.
SymbolicValue callAll(WalkContext &walk, ValueId id, const Instruction &call, WalkState &state) {
  SymbolicValue returned;
  auto found = walk.pointsTo.callees.find(id);
  bool isUnknown = walk.pointsTo.unknownCalls.contains(id);
  if (found != walk.pointsTo.callees.end()) {
    std::set<const std::vector<Access> *> known; // a list that callees share counts once
    const bool isJoined = recordJoined(walk, id, found->second, state);
    for (FunctionId callee : found->second)
      returned = callDefined(walk, id, call, callee, found->second.size() == 1 && !isUnknown,
                             !isJoined && known.insert(&knownOf(walk, callee)).second, state);
  }
  if (isUnknown || found == walk.pointsTo.callees.end()) {
    noteEnd(walk, id, PremiseId());
    recordUnknown(walk, id,
                  call.calleeName.empty() ? ObstacleKind::IndirectCall : ObstacleKind::UnknownCall,
                  state);
  }
  return returned;
}

SymbolicValue evaluateCall(WalkContext &walk, ValueId id, const Instruction &call,
                           WalkState &state) {
  if (const LibraryFunction *library = libraryCalled(call))
    return evaluateLibraryCall(walk, id, call, *library, state);
  if (isLeafCall(walk, call))
    return evaluateLeaf(walk, id, call, state, evaluate);
  SymbolicValue returned = callAll(walk, id, call, state);
  const bool isPointer = call.type.kind == ValueType::Kind::Pointer;
  const LocationSet &targets = walk.pointsTo.of(id);
  bool isFresh = call.object.valid() && targets.size() == 1 && targets[0].object == call.object;
  if (isFresh && isPointer)
    return allocated(walk, id, call);
  if (isPointer && returned.kind == Kind::Pointer)
    return returned;
  SymbolicValue result = freshHere(walk, id, call.type);
  noteFilledByCallee(walk, id, result);
  return result;
}

} // namespace

void evaluate(WalkContext &walk, ValueId id, WalkState &state) {
  const Instruction &value = walk.program[id];
  SymbolicValue &slot = walk.seen.values[id];
  switch (value.op) {
  case Op::Constant:
    slot = integer(Linear(value.number));
    break;
  case Op::Address:
    if (!walk.pointsTo.isSpecial(value.object) && walk.program[value.object].isThreadLocal)
      recordOpaque(walk, id, ObstacleKind::ThreadLocal, SpecialObject::HiddenState, state);
    slot = {Kind::Pointer, {Base::Kind::Object, value.object, {}}, Linear(0), {}, false};
    break;
  case Op::Field:
  case Op::Element:
    slot = evaluateElement(walk, id, value);
    break;
  case Op::Load:
    slot = evaluateLoad(walk, id, value, state);
    break;
  case Op::Store:
    evaluateStore(walk, id, value, state);
    break;
  case Op::Convert:
    slot = evaluateConvert(walk, id, value);
    break;
  case Op::Call:
    slot = evaluateCall(walk, id, value, state);
    break;
  case Op::Clobber:
    recordUnknown(walk, id,
                  value.text.empty() || value.text == "asm" ? ObstacleKind::InlineAssembly
                                                            : ObstacleKind::UnknownCall,
                  state);
    slot = freshHere(walk, id, value.type);
    break;
  case Op::Select:
    slot = evaluateSelect(walk, id, value);
    break;
  default:
    slot = evaluateArithmetic(walk, id, value);
  }
}

} // namespace kasuri
