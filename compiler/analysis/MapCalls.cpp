// A callee's summary as its caller sees it.
//
//     analyse(&enc->ch[c]);      the callee writes (ch, spec + [0, 4096)); here: (enc, S c + spec +
//     ...)
//
// The callee's parameters are replaced by the arguments, what it found in memory by what the caller
// knows to be there; its own loop counters stay as symbols that may have any value of their range.
#include "analysis/AccessWalk.h"
#include "analysis/CallEffects.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

} // namespace

SymbolicValue AccessWalk::argumentOf(const Instruction &call, int position) const {
  size_t first = call.callee.valid() || !call.calleeName.empty() ? 0 : 1;
  size_t index = first + static_cast<size_t>(position);
  return index < call.operands.size() ? valueOf(call.operands[index]) : SymbolicValue();
}

/// The caller's value for a symbol of the callee; Unknown when it has none.
SymbolicValue AccessWalk::valueInCaller(SymbolId id, CallMapping &mapping) {
  const Symbol symbol = effects[id];
  if (symbol.function != mapping.callee)
    return {};
  if (symbol.parameter >= 0)
    return argumentOf(mapping.call, symbol.parameter);
  if (!symbol.factors.empty())
    return productInCaller(symbol.factors, mapping);
  if (!symbol.multiplicands.empty())
    return productInCaller(symbol, mapping);
  if (symbol.entrySize == 0)
    return {};
  if (auto found = mapping.known.find(id); found != mapping.known.end())
    return found->second;
  const Instruction &load = program[symbol.origin];
  Access access;
  access.base = symbol.entryBase;
  access.offset = symbol.entryOffset;
  access.size = access.unit = symbol.entrySize;
  access.origin = symbol.origin;
  access.address = load.op == Op::Load ? load.operands[0] : ValueId();
  access.mayBeSkipped = true;
  Access here = mapped(access, mapping, mapping.id);
  SymbolicValue value;
  if (here.size != 0)
    value = loadFrom(here, load.type, mapping.state);
  return mapping.known[id] = value;
}

SymbolicValue AccessWalk::productInCaller(const std::vector<SymbolId> &factors,
                                          CallMapping &mapping) {
  SymbolicValue result;
  std::optional<Linear> product = Linear(1);
  for (SymbolId factor : factors) {
    auto value = product ? substitute(Linear::symbol(factor), mapping) : std::nullopt;
    product = value ? multiply(*product, *value) : std::nullopt;
  }
  if (product) {
    result.kind = Kind::Integer;
    result.offset = *product;
  }
  return result;
}

/// A product that might have wrapped in general does not if it is in range in this call.
SymbolicValue AccessWalk::productInCaller(const Symbol &symbol, CallMapping &mapping) {
  auto a = substitute(symbol.multiplicands[0], mapping);
  auto b = a ? substitute(symbol.multiplicands[1], mapping) : std::nullopt;
  auto product = b ? multiply(*a, *b) : std::nullopt;
  SymbolicValue result;
  const bool isExact = product && rangeOf(effects, *product).within(symbol.range) &&
                       (!symbol.isModular || isBelowEnd(*product));
  if (isExact) {
    result.kind = Kind::Integer;
    result.offset = *product;
  }
  return result;
}

std::optional<Linear> AccessWalk::substitute(const Linear &value, CallMapping &mapping) {
  Linear mapped(value.constant());
  for (const auto &[id, coefficient] : value.terms()) {
    SymbolicValue argument = valueInCaller(id, mapping);
    // A value that may have wrapped is right as an index of 64 bits only.
    bool isKnown = argument.kind == Kind::Integer && !argument.mayWrap;
    Linear here = isKnown ? argument.offset : Linear::symbol(symbolInCaller(id, mapping));
    auto sum = Linear::add(mapped, here, coefficient);
    if (!sum)
      return std::nullopt;
    mapped = *sum;
  }
  return mapped;
}

/// Stands for a symbol of the callee in this call, of which no value is known.
SymbolId AccessWalk::symbolInCaller(SymbolId id, CallMapping &mapping) {
  if (effects[id].function != mapping.callee)
    return id;
  if (effects[id].isByte)
    return byteInCaller(id, mapping);
  auto [here, isNew] = mapping.unknown.try_emplace(id);
  if (isNew)
    here->second = newSymbol(ValueId(), effects[id].range, currentLoop());
  return here->second;
}

SymbolId AccessWalk::byteInCaller(SymbolId id, CallMapping &mapping) {
  if (auto found = mapping.bytes.find(id); found != mapping.bytes.end())
    return found->second;
  SymbolId here = newSymbol(ValueId(), {0, unboundedAbove}, currentLoop());
  effects.symbols[here.index()].isByte = true;
  mapping.bytes[id] = here;
  const std::vector<Linear> constraints = effects[id].constraints;
  for (const Linear &constraint : constraints)
    if (auto mapped = substitute(constraint, mapping))
      effects.symbols[here.index()].constraints.push_back(*mapped);
  tightenCounter(here);
  return here;
}

Access AccessWalk::mapped(const Access &access, CallMapping &mapping, ValueId id) {
  Access result = access;
  result.at = id;
  result.isCovered = false;
  result.isCoveredInCallee = access.isCovered;
  auto offset = substitute(access.offset, mapping);
  auto start = substitute(access.confined.start, mapping);
  SymbolicValue pointer = access.base.kind == Base::Kind::Symbol
                              ? valueInCaller(access.base.symbol, mapping)
                              : SymbolicValue();
  if (pointer.kind == Kind::Pointer) {
    result.base = pointer.base;
    if (offset && start) {
      offset = Linear::add(*offset, pointer.offset);
      start = Linear::add(*start, pointer.offset);
    }
    result.confined.outer.clear();
    if (access.confined.keepsCaller) {
      result.confined.outer = pointer.confined.outer;
      if (access.confined.extent == 0) {
        start = pointer.confined.start;
        result.confined.extent = pointer.confined.extent;
      } else if (pointer.confined.extent != 0) {
        result.confined.outer.emplace_back(pointer.confined.start, pointer.confined.extent);
      }
    }
    result.confined.keepsCaller = access.confined.keepsCaller && pointer.confined.keepsCaller;
    for (const auto &[outerStart, extent] : access.confined.outer) {
      auto here = substitute(outerStart, mapping);
      auto placed = here ? Linear::add(*here, pointer.offset) : std::nullopt;
      if (placed)
        result.confined.outer.emplace_back(*placed, extent);
    }
  } else if (access.base.kind == Base::Kind::Object) {
    for (auto &[outerStart, extent] : result.confined.outer)
      if (auto here = substitute(outerStart, mapping))
        outerStart = *here;
  }
  bool isLost = pointer.kind != Kind::Pointer && access.base.kind == Base::Kind::Symbol &&
                effects[access.base.symbol].function == mapping.callee &&
                effects[access.base.symbol].parameter >= 0;
  if (isLost) {
    result.base = Base();
    result.confined.drop();
  }
  if (!offset || !start) {
    result.offset = Linear();
    result.size = 0;
    result.confined.drop();
    result.isMust = false;
    return result;
  }
  result.offset = *offset;
  result.confined.start = result.confined.extent == 0 ? Linear() : *start;
  return result;
}

SymbolicValue AccessWalk::returnedBy(CallMapping &mapping) {
  const SymbolicValue &returned = effects.functions[mapping.callee.index()].returned;
  auto isNamed = [&](SymbolId id) {
    const Symbol &symbol = effects[id];
    return symbol.function == mapping.callee && (symbol.parameter >= 0 || symbol.entrySize != 0);
  };
  if (returned.kind != Kind::Pointer || returned.base.kind != Base::Kind::Symbol ||
      !isNamed(returned.base.symbol))
    return {};
  for (const auto &[symbol, coefficient] : returned.offset.terms())
    if (!isNamed(symbol) || valueInCaller(symbol, mapping).kind != Kind::Integer)
      return {};
  auto offset = substitute(returned.offset, mapping);
  SymbolicValue value = valueInCaller(returned.base.symbol, mapping);
  auto sum = offset ? Linear::add(value.offset, *offset) : std::nullopt;
  if (value.kind != Kind::Pointer || !sum)
    return {};
  value.offset = *sum;
  if (!returned.confined.keepsCaller)
    value.confined.drop();
  return value;
}

/// The callee's accesses in its own symbols.
const std::vector<Access> &AccessWalk::knownOf(FunctionId callee) const {
  return summaries.isReady[callee.index()] ? effects.functions[callee.index()].summary
                                           : *summaries.assumed.at(callee);
}

/// The callee's accesses as the caller sees them.
std::vector<Access> AccessWalk::accessesOf(CallMapping &mapping, ValueId id) {
  std::vector<Access> accesses;
  for (const Access &access : knownOf(mapping.callee)) {
    bool isNamed = access.base.kind == Base::Kind::Symbol;
    SymbolicValue pointer = isNamed ? valueInCaller(access.base.symbol, mapping) : SymbolicValue();
    const std::optional<PremiseId> premise = premiseInCaller(access.premise, mapping);
    if (!premise || (pointer.kind == Kind::Integer && pointer.offset == Linear(0)))
      continue; // behind a condition, or through a null pointer: this call does not get there
    accesses.push_back(mapped(access, mapping, id));
    accesses.back().premise = *premise;
  }
  return accesses;
}

/// `isNew`: no callee of the call had the same list of accesses before.
SymbolicValue AccessWalk::callDefined(ValueId id, const Instruction &call, FunctionId callee,
                                      bool isOnly, bool isNew, WalkState &state) {
  bool isSure = isOnly && !call.conditional && opaque == 0;
  for (unsigned i = 0; trials == 0 && call.callee.valid() && i < call.operands.size(); ++i)
    if (SymbolicValue value = valueOf(call.operands[i]); value.kind == Kind::Pointer)
      result.given[{id, i}] = value;
  // All of it is mapped before any of it is recorded: entry values are those before the call.
  CallMapping mapping{call, id, callee, state, {}, {}, {}, {}};
  std::vector<Access> accesses = isNew ? accessesOf(mapping, id) : std::vector<Access>();
  if (effects.functions[callee.index()].mayNotReturn)
    noteEnds(mapping);
  bool isReady = summaries.isReady[callee.index()];
  SymbolicValue returned = isReady && isOnly ? returnedBy(mapping) : SymbolicValue();
  for (Access &access : accesses) {
    access.isMust &= isSure;
    record(access, state);
  }
  if (isReady && isSure) {
    noteSurelyWritten(mapping, id);
    applyExit(mapping, id, state);
  }
  return returned;
}

void AccessWalk::noteSurelyWritten(CallMapping &mapping, ValueId id) {
  if (trials > 0)
    return;
  for (const WrittenBytes &bytes : effects.functions[mapping.callee.index()].surelyWritten) {
    Access first, end;
    first.base = end.base = bytes.base;
    first.offset = bytes.low;
    end.offset = bytes.high;
    first.size = end.size = 1;
    first = mapped(first, mapping, id);
    end = mapped(end, mapping, id);
    if (first.size != 0 && end.size != 0 && first.base.kind != Base::Kind::Unknown)
      result.writtenBy[id].push_back({first.base, first.offset, end.offset});
  }
}

/// What the callee left in memory, where it is known; the mapping's values are those before the
/// call.
void AccessWalk::applyExit(CallMapping &mapping, ValueId id, WalkState &state) {
  for (const ExitValue &leaf : effects.functions[mapping.callee.index()].exitValues) {
    SymbolicValue value = leaf.value;
    bool isKnown = true;
    auto check = [&](SymbolId symbol) {
      isKnown &= mapping.known.contains(symbol) || effects[symbol].parameter >= 0;
      isKnown &= valueInCaller(symbol, mapping).kind != Kind::Unknown;
    };
    for (const auto &[symbol, coefficient] : value.offset.terms())
      check(symbol);
    if (value.base.kind == Base::Kind::Symbol)
      check(value.base.symbol);
    auto offset = isKnown ? substitute(value.offset, mapping) : std::nullopt;
    if (!offset)
      continue;
    bool keepsCaller = value.confined.keepsCaller;
    value.confined.drop();
    if (value.base.kind == Base::Kind::Symbol) {
      SymbolicValue pointer = valueInCaller(value.base.symbol, mapping);
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
    Access place = mapped(leaf.place, mapping, id);
    if (place.size != 0 && place.base.kind != Base::Kind::Unknown)
      state.remember({place.base, place.offset}, {value, leaf.type, place.address});
  }
}

SymbolicValue AccessWalk::evaluateCall(ValueId id, const Instruction &call, WalkState &state) {
  if (const LibraryFunction *library = libraryCalled(call)) {
    const bool isEnd = effects.memoryExits.isAssumed(call);
    ending += isEnd;
    callLibrary(id, call, *library, state);
    ending -= isEnd;
    SymbolicValue value = freshHere(id, call.type);
    if (library->allocates && library->returned < 0 && value.kind == Kind::Pointer)
      effects.symbols[value.base.symbol.index()].isAllocation = true;
    return value;
  }
  if (isLeafCall(call))
    return evaluateLeaf(id, call, state);
  SymbolicValue returned;
  auto found = pointsTo.callees.find(id);
  bool isUnknown = pointsTo.unknownCalls.contains(id);
  if (found != pointsTo.callees.end()) {
    std::set<const std::vector<Access> *> known; // a list that callees share counts once
    for (FunctionId callee : found->second)
      returned = callDefined(id, call, callee, found->second.size() == 1 && !isUnknown,
                             known.insert(&knownOf(callee)).second, state);
  }
  if (isUnknown || found == pointsTo.callees.end()) {
    noteEnd(id, PremiseId());
    recordUnknown(id,
                  call.calleeName.empty() ? ObstacleKind::IndirectCall : ObstacleKind::UnknownCall,
                  state);
  }
  const LocationSet &targets = pointsTo.of(id);
  bool isFresh = call.object.valid() && targets.size() == 1 && targets[0].object == call.object;
  if (isFresh && call.type.kind == ValueType::Kind::Pointer) {
    SymbolicValue value = freshHere(id, call.type);
    effects.symbols[value.base.symbol.index()].isAllocation = true;
    return value;
  }
  return returned.kind ==
                     (call.type.kind == ValueType::Kind::Pointer ? Kind::Pointer : Kind::Unknown) &&
                 returned.kind != Kind::Unknown
             ? returned
             : freshHere(id, call.type);
}

} // namespace kasuri
