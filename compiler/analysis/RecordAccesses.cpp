// What a value does to memory: recording accesses, and mapping a callee's summary into its caller.
//
//     analyse(&enc->ch[c]);      the callee writes (ch, spec + [0, 4096)); here: (enc, S c + spec +
//     ...)
//
// A callee's parameters are replaced by the arguments; its own loop counters stay as symbols that
// may have any value of their range. In a summary everything that a caller cannot name is reduced
// to the range it spans: by the symbols' ranges, else by the declared array around it, else the
// whole object.
#include "analysis/AccessWalk.h"
#include "analysis/CallEffects.h"
#include "analysis/Coverage.h"

#include "analysis/Windows.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// A summary longer than this keeps only which bases it touches.
constexpr size_t longestSummary = 800;

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

void AccessWalk::record(Access access, WalkState &state) {
  const bool isOfLeaf = access.base.kind == Base::Kind::Object &&
                        isTrackedScalar(access.base.object) &&
                        program[access.base.object].owner != function;
  if (isOfLeaf)
    return;
  openEnd(access);
  noteScalars(access, state);
  if (access.isWrite) {
    for (std::vector<Access> *collector : collectors)
      collector->push_back(access);
    written.push_back(access);
    kill(access, state);
  }
  if (trials == 0)
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

void AccessWalk::noteScalars(const Access &access, WalkState &state) {
  auto noteRead = [&](ObjectId object) {
    for (size_t i = 0; i < scopes.size() && i < state.assigned.size(); ++i)
      if (trials == 0 && !state.assigned[i].contains(object))
        scopes[i].exposed.insert(object);
  };
  auto isOwn = [&](ObjectId object) {
    return !pointsTo.isSpecial(object) && program[object].owner == function &&
           program[object].kind != Object::Kind::Heap;
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
  if (access.isWrite)
    return;
  for (const Location &location : locationsOf(effects, pointsTo, access)) {
    if (location.object == pointsTo.special(SpecialObject::World)) {
      for (ObjectId object : pointsTo.escaped)
        if (isOwn(object))
          noteRead(object);
    } else if (isOwn(location.object)) {
      noteRead(location.object);
    }
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
  Access here = mapped(access, mapping, symbol.origin);
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
  if (product && rangeOf(effects, *product).within(symbol.range)) {
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

/// The callee's accesses as the caller sees them.
std::vector<Access> AccessWalk::accessesOf(CallMapping &mapping, ValueId id) {
  bool isReady = summaries.isReady[mapping.callee.index()];
  std::vector<Access> accesses;
  for (const Access &access : isReady ? effects.functions[mapping.callee.index()].summary
                                      : summaries.assumed.at(mapping.callee)) {
    bool isNamed = access.base.kind == Base::Kind::Symbol;
    SymbolicValue pointer = isNamed ? valueInCaller(access.base.symbol, mapping) : SymbolicValue();
    if (pointer.kind == Kind::Integer && pointer.offset == Linear(0))
      continue; // through a null pointer: this call does not get there
    accesses.push_back(mapped(access, mapping, id));
  }
  return accesses;
}

SymbolicValue AccessWalk::callDefined(ValueId id, const Instruction &call, FunctionId callee,
                                      bool isOnly, WalkState &state) {
  bool isSure = isOnly && !call.conditional && opaque == 0;
  for (unsigned i = 0; trials == 0 && call.callee.valid() && i < call.operands.size(); ++i)
    if (SymbolicValue value = valueOf(call.operands[i]); value.kind == Kind::Pointer)
      result.given[{id, i}] = value;
  // All of it is mapped before any of it is recorded: entry values are those before the call.
  CallMapping mapping{call, callee, state, {}, {}, {}};
  std::vector<Access> accesses = accessesOf(mapping, id);
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

/// What the function surely writes, and which of its reads see only that.
void AccessWalk::findCoverage() {
  auto isForCaller = [&](const WrittenBytes &bytes) {
    const Base &base = bytes.base;
    bool isOwn = base.kind == Base::Kind::Object && !pointsTo.isSpecial(base.object) &&
                 program[base.object].owner == function &&
                 program[base.object].kind != Object::Kind::Static;
    bool hasName = base.kind == Base::Kind::Object || isNameable(base.symbol);
    return hasName && !isOwn && isNameable(bytes.low) && isNameable(bytes.high);
  };
  std::set<const Access *> covered;
  CoverageWalk walk(program, effects, function, [&](const Access &access, bool isCovered) {
    if (isCovered)
      covered.insert(&access);
  });
  for (const WrittenBytes &bytes : walk.run(program[function].body))
    if (isForCaller(bytes))
      result.surelyWritten.push_back(bytes);
  for (auto &[value, accesses] : result.at)
    for (Access &access : accesses)
      access.isCovered = covered.contains(&access);
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
    callLibrary(id, call, *library, state);
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
  if (found != pointsTo.callees.end())
    for (FunctionId callee : found->second)
      returned = callDefined(id, call, callee, found->second.size() == 1 && !isUnknown, state);
  if (isUnknown || found == pointsTo.callees.end())
    recordUnknown(id,
                  call.calleeName.empty() ? ObstacleKind::IndirectCall : ObstacleKind::UnknownCall,
                  state);
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

/// The least or greatest value of a symbol, over what a caller can name or other symbols.
std::optional<Linear> AccessWalk::bound(SymbolId id, bool isUpper) const {
  const Symbol &symbol = effects[id];
  if (isUpper)
    for (const Linear &constraint : symbol.constraints) { // rest - scale * symbol >= 0
      int64_t scale = -constraint.coefficientOf(id);
      auto rest = Linear::add(constraint, Linear::symbol(id), scale);
      if (scale == 1 && rest)
        return rest;
    }
  int64_t end = isUpper ? symbol.range.high : symbol.range.low;
  bool isBounded = isUpper ? end < unboundedAbove : end > unboundedBelow;
  return isBounded ? std::optional(Linear(end)) : std::nullopt;
}

std::optional<Linear> AccessWalk::endOver(Linear value, bool isUpper) const {
  constexpr int mostSteps = 8;
  for (int i = 0; i < mostSteps; ++i) {
    auto inner = std::find_if(value.terms().begin(), value.terms().end(),
                              [&](const auto &term) { return !isNameable(term.first); });
    if (inner == value.terms().end())
      return value;
    const auto [symbol, coefficient] = *inner;
    auto end = bound(symbol, isUpper == (coefficient > 0));
    auto rest = Linear::add(value, Linear::symbol(symbol), -coefficient);
    auto next = end && rest ? Linear::add(*rest, *end, coefficient) : std::nullopt;
    if (!next)
      return std::nullopt;
    value = *next;
  }
  return std::nullopt;
}

/// One byte, anywhere between ends that a caller can name.
bool AccessWalk::spanByBytes(Access &access) {
  if (access.size == 0)
    return false;
  auto low = endOver(access.offset, false), last = endOver(access.offset, true);
  auto end = last ? Linear::add(*last, Linear(static_cast<int64_t>(access.size))) : std::nullopt;
  if (!low || !end)
    return false;
  auto [known, isNew] = spans.try_emplace({*low, *end});
  if (isNew) {
    known->second = newSymbol(ValueId(), {0, unboundedAbove}, RegionId());
    auto left = Linear::add(*end, *low, -1);
    left = left ? Linear::add(*left, Linear(-1)) : left;
    left = left ? Linear::add(*left, Linear::symbol(known->second), -1) : left;
    Symbol &symbol = effects.symbols[known->second.index()];
    symbol.isByte = true;
    if (left)
      symbol.constraints.push_back(*left);
  }
  auto offset = Linear::add(*low, Linear::symbol(known->second));
  if (!offset)
    return false;
  access.offset = *offset;
  access.size = 1;
  return true;
}

std::optional<Access> AccessWalk::seenFromOutside(const Access &access, bool isUnconditional) {
  Access seen = access;
  seen.isMust = access.isMust && isUnconditional;
  bool isOwn = access.base.kind == Base::Kind::Object && !pointsTo.isSpecial(access.base.object) &&
               program[access.base.object].owner == function &&
               program[access.base.object].isAutomatic();
  if (isOwn)
    return std::nullopt;
  if (access.isOpaque)
    return seen;
  Window window = windowOf(effects, access, [&](SymbolId id) { return isNameable(id); });
  // A length of nearly all integers comes from a type's range: ends that a caller knows say more.
  bool isVast = window.isKnown && window.high - window.low >= std::numeric_limits<int>::max();
  bool isSpan = (!window.isKnown || isVast) && spanByBytes(seen);
  if (!window.isKnown || isSpan) {
    if (!isSpan) {
      seen.offset = Linear();
      seen.size = 0;
    }
    seen.confined = {};
    seen.confined.keepsCaller = access.confined.keepsCaller;
    seen.isMust = false;
    return seen;
  }
  seen.isMust = seen.isMust && window.isExact;
  seen.offset = *Linear::add(window.fixed, Linear(window.low));
  seen.size = static_cast<uint64_t>(window.high - window.low);
  if (!window.isExact)
    seen.confined.extent = 0;
  std::erase_if(seen.confined.outer, [&](const auto &array) { return !isNameable(array.first); });
  return seen;
}

void AccessWalk::rememberExit() {
  auto hasName = [&](const Base &base) {
    return base.kind == Base::Kind::Object
               ? program[base.object].kind == Object::Kind::Global
               : base.kind == Base::Kind::Symbol && isNameable(base.symbol);
  };
  if (!exit)
    return;
  for (const auto &[place, known] : exit->memory) {
    bool isWritten = std::any_of(written.begin(), written.end(), [&](const Access &write) {
      return write.base == place.first && write.offset == place.second;
    });
    bool isPointer = known.value.kind == Kind::Pointer;
    bool isUsable = isWritten && hasName(place.first) && isNameable(place.second) &&
                    isNameable(known.value.offset) && !known.value.mayWrap &&
                    (!isPointer || hasName(known.value.base));
    if (!isUsable)
      continue;
    Access access;
    access.base = place.first;
    access.offset = place.second;
    access.size = access.unit = known.type.size;
    access.address = known.address;
    result.exitValues.push_back({access, known.value, known.type});
  }
}

void AccessWalk::summarise() {
  using Arrays = std::vector<std::pair<Linear, int64_t>>;
  using Key = std::tuple<Base, Linear, uint64_t, bool, bool, ObstacleKind, ValueId, bool, Linear,
                         int64_t, Arrays>;
  std::map<Key, size_t> known;
  bool mayReturnEarly = false;
  auto add = [&](const Access &access, bool isUnconditional) {
    auto seen = seenFromOutside(access, isUnconditional);
    if (!seen)
      return;
    bool needsAddress = seen->base.kind != Base::Kind::Object &&
                        !(seen->base.kind == Base::Kind::Symbol && isNameable(seen->base.symbol));
    Key key{seen->base,
            seen->offset,
            seen->size,
            seen->isWrite,
            seen->isOpaque,
            seen->reason,
            needsAddress ? seen->address : ValueId(),
            seen->confined.keepsCaller,
            seen->confined.start,
            seen->confined.extent,
            seen->confined.outer};
    auto [place, isNew] = known.emplace(key, result.summary.size());
    if (isNew)
      result.summary.push_back(*seen);
    else
      result.summary[place->second].isMust |= seen->isMust;
    result.summary[place->second].isCovered &= seen->isCovered;
  };
  for (RegionId id : regionsWithin(program, program[function].body)) {
    const Region &region = program[id];
    mayReturnEarly |= region.kind == Region::Kind::Jump || region.kind == Region::Kind::Opaque;
    bool isUnconditional = !mayReturnEarly && !result.mayNotReturn;
    for (RegionId up = region.parent; up.valid(); up = program[up].parent)
      isUnconditional &= program[up].kind == Region::Kind::Sequence;
    for (ValueId value : region.values)
      if (auto found = result.at.find(value); found != result.at.end())
        for (const Access &access : found->second)
          add(access, isUnconditional);
  }
  if (result.summary.size() > longestSummary)
    shortenSummary();
}

/// Each base and each set of targets once, in its whole length.
void AccessWalk::shortenSummary() {
  using Key = std::tuple<Base, bool, bool, ObstacleKind, const LocationSet *>;
  std::map<Key, size_t> known;
  std::vector<Access> shorter;
  for (Access &access : result.summary) {
    access.offset = Linear();
    access.size = access.unit = 0;
    access.confined.drop();
    access.isMust = false;
    const LocationSet *targets = access.address.valid() ? &pointsTo.of(access.address) : nullptr;
    Key key{access.base, access.isWrite, access.isOpaque, access.reason, targets};
    auto [place, isNew] = known.emplace(key, shorter.size());
    if (isNew)
      shorter.push_back(std::move(access));
    else
      shorter[place->second].isCovered &= access.isCovered;
  }
  result.summary = std::move(shorter);
}

} // namespace kasuri
