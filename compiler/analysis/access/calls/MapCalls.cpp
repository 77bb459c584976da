// Calls of functions that the program defines, by their summaries.
//
//     fill(a, n); use(a[0]);       fill writes (a, [0, 4 n)); what it leaves there is looked up
//
// Each access of the callee's summary is recorded in the caller's terms (CallerValues.cpp), except
// those whose premise fails here. All of it is mapped before any of it is recorded: what the callee
// finds in memory is what was there in front of the call. What it leaves in memory is taken over
// only if it is the one callee and the call is surely made.
#include "analysis/access/calls/MapCalls.h"

#include "analysis/access/calls/CallerPremises.h"
#include "analysis/access/calls/CallerValues.h"
#include "analysis/access/values/RecordAccesses.h"
#include "analysis/access/values/WalkValues.h"

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

SymbolicValue returnedBy(WalkContext &walk, CallMapping &mapping) {
  const SymbolicValue &returned = walk.effects.functions[mapping.callee.index()].returned;
  auto isNamed = [&](SymbolId id) {
    const Symbol &symbol = walk.effects[id];
    return symbol.function == mapping.callee && (symbol.parameter >= 0 || symbol.entrySize != 0);
  };
  if (returned.kind != Kind::Pointer || returned.base.kind != Base::Kind::Symbol ||
      !isNamed(returned.base.symbol))
    return {};
  for (const auto &[symbol, coefficient] : returned.offset.terms())
    if (!isNamed(symbol) || valueInCaller(walk, symbol, mapping).kind != Kind::Integer)
      return {};
  auto offset = substitute(walk, returned.offset, mapping);
  SymbolicValue value = valueInCaller(walk, returned.base.symbol, mapping);
  auto sum = offset ? Linear::add(value.offset, *offset) : std::nullopt;
  if (value.kind != Kind::Pointer || !sum)
    return {};
  value.offset = *sum;
  value.mayWrap |= returned.mayWrap;
  if (!returned.confined.keepsCaller)
    value.confined.drop();
  return value;
}

/// What the callee writes, where the caller can name it.
std::optional<WrittenBytes> writtenInCaller(WalkContext &walk, CallMapping &mapping, ValueId id,
                                            const WrittenBytes &bytes) {
  Access first, end;
  first.base = end.base = bytes.base;
  first.offset = bytes.low;
  end.offset = bytes.high;
  first.size = end.size = 1;
  first = mapped(walk, first, mapping, id);
  end = mapped(walk, end, mapping, id);
  WrittenBytes written{first.base, first.offset, end.offset};
  for (const Linear &value : bytes.ifNotNegative) {
    const std::optional<Linear> there = substitute(walk, value, mapping);
    if (!there)
      return std::nullopt;
    written.ifNotNegative.push_back(*there);
  }
  for (const Repetition &each : bytes.repeated) {
    const std::optional<Linear> count = substitute(walk, each.count, mapping);
    if (!count)
      return std::nullopt;
    written.repeated.push_back({each.stride, *count});
  }
  const bool isKnown = first.size != 0 && end.size != 0 && first.base.kind != Base::Kind::Unknown;
  return isKnown ? std::optional(std::move(written)) : std::nullopt;
}

/// The callee's accesses as the caller sees them.
std::vector<Access> accessesOf(WalkContext &walk, CallMapping &mapping, ValueId id) {
  std::vector<Access> accesses;
  for (const Access &access : knownOf(walk, mapping.callee)) {
    bool isNamed = access.base.kind == Base::Kind::Symbol;
    SymbolicValue pointer =
        isNamed ? valueInCaller(walk, access.base.symbol, mapping) : SymbolicValue();
    const std::optional<PremiseId> premise = premiseInCaller(walk, access.premise, mapping);
    if (!premise || (pointer.kind == Kind::Integer && pointer.offset == Linear(0)))
      continue; // behind a condition, or through a null pointer: this call does not get there
    accesses.push_back(mapped(walk, access, mapping, id));
    accesses.back().premise = *premise;
    for (const WrittenBytes &bytes : access.writtenBefore)
      if (auto written = writtenInCaller(walk, mapping, id, bytes))
        accesses.back().writtenBefore.push_back(std::move(*written));
  }
  return accesses;
}

/// Strings of the callee, where the caller can name them.
std::vector<Access> textsInCaller(WalkContext &walk, CallMapping &mapping, ValueId id,
                                  const std::vector<Access> &texts) {
  std::vector<Access> here;
  for (const Access &text : texts)
    if (Access access = mapped(walk, text, mapping, id); access.isText)
      here.push_back(std::move(access));
  return here;
}

void noteSurelyWritten(WalkContext &walk, CallMapping &mapping, ValueId id) {
  const FunctionAccesses &callee = walk.effects.functions[mapping.callee.index()];
  for (const WrittenBytes &bytes : callee.surelyWritten)
    if (auto written = writtenInCaller(walk, mapping, id, bytes))
      walk.result.writtenBy[id].push_back(std::move(*written));
  if (auto texts = textsInCaller(walk, mapping, id, callee.texts); !texts.empty())
    walk.result.textsBy[id] = std::move(texts);
}

void noteWrittenByResult(WalkContext &walk, CallMapping &mapping, ValueId id) {
  for (const ReturnedWrites &each : walk.effects.functions[mapping.callee.index()].returns) {
    ReturnedWrites &noted = walk.result.writtenByResult[id].emplace_back();
    noted.number = each.number;
    noted.orLess = each.orLess;
    for (const WrittenBytes &bytes : each.written)
      if (auto written = writtenInCaller(walk, mapping, id, bytes))
        noted.written.push_back(std::move(*written));
    noted.texts = textsInCaller(walk, mapping, id, each.texts);
  }
}

/// What the callee left in memory, where it is known; the mapping's values are those before the
/// call.
void applyExit(WalkContext &walk, CallMapping &mapping, ValueId id, WalkState &state) {
  for (const ExitValue &leaf : walk.effects.functions[mapping.callee.index()].exitValues) {
    SymbolicValue value = leaf.value;
    bool isKnown = true;
    auto check = [&](SymbolId symbol) {
      isKnown &= mapping.known.contains(symbol) || walk.effects[symbol].parameter >= 0;
      isKnown &= valueInCaller(walk, symbol, mapping).kind != Kind::Unknown;
    };
    for (const auto &[symbol, coefficient] : value.offset.terms())
      check(symbol);
    if (value.base.kind == Base::Kind::Symbol)
      check(value.base.symbol);
    auto offset = isKnown ? substitute(walk, value.offset, mapping) : std::nullopt;
    if (!offset)
      continue;
    bool keepsCaller = value.confined.keepsCaller;
    value.confined.drop();
    if (value.base.kind == Base::Kind::Symbol) {
      SymbolicValue pointer = valueInCaller(walk, value.base.symbol, mapping);
      auto sum = Linear::add(pointer.offset, *offset);
      if (pointer.kind != Kind::Pointer || !sum)
        continue;
      pointer.offset = *sum;
      if (!keepsCaller)
        pointer.confined.drop();
      value = pointer;
    } else {
      value.offset = *offset;
    }
    Access place = mapped(walk, leaf.place, mapping, id);
    if (place.size != 0 && place.base.kind != Base::Kind::Unknown)
      state.remember({place.base, place.offset},
                     {value, leaf.type, place.address, place.effective});
  }
}

} // namespace

const std::vector<Access> &knownOf(const WalkContext &walk, FunctionId callee) {
  return walk.summaries.isReady[callee.index()] ? walk.effects.functions[callee.index()].summary
                                                : *walk.summaries.assumed.at(callee);
}

SymbolicValue callDefined(WalkContext &walk, ValueId id, const Instruction &call, FunctionId callee,
                          bool isOnly, bool isNew, WalkState &state) {
  bool isSure = isOnly && !call.conditional && walk.open.opaque == 0;
  for (unsigned i = 0; walk.open.trials == 0 && call.callee.valid() && i < call.operands.size();
       ++i)
    if (SymbolicValue value = valueOf(walk, call.operands[i]); value.kind == Kind::Pointer)
      walk.result.given[{id, i}] = value;
  // All of it is mapped before any of it is recorded: entry values are those before the call.
  CallMapping mapping{call, id, callee, state, {}, {}, {}, {}};
  std::vector<Access> accesses = isNew ? accessesOf(walk, mapping, id) : std::vector<Access>();
  if (walk.effects.functions[callee.index()].mayNotReturn)
    noteEnds(walk, mapping);
  bool isReady = walk.summaries.isReady[callee.index()];
  SymbolicValue returned = isReady && isOnly ? returnedBy(walk, mapping) : SymbolicValue();
  for (Access &access : accesses) {
    access.isMust &= isSure;
    record(walk, access, state);
  }
  // Who knows the result of a call knows that it was made.
  if (isReady && isOnly && walk.open.opaque == 0 && walk.open.trials == 0)
    noteWrittenByResult(walk, mapping, id);
  if (isReady && isSure) {
    if (walk.open.trials == 0)
      noteSurelyWritten(walk, mapping, id);
    applyExit(walk, mapping, id, state);
  }
  return returned;
}

} // namespace kasuri
