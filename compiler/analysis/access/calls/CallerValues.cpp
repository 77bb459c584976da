// A callee's symbols and accesses, in terms of its caller.
//
//     analyse(&enc->ch[c]);      the callee writes (ch, spec + [0, 4096)); here: (enc, S c + spec +
//     ...)
//
// The callee's parameters are replaced by the arguments, what it found in memory by what the caller
// knows to be there; its own loop counters stay as symbols that may have any value of their range.
// A symbol without a value here becomes one symbol of the caller for the whole call, so that two
// accesses of one call stay as far apart as they are in the callee. Values are those in front of
// the call.
#include "analysis/access/calls/CallerValues.h"

#include "analysis/access/values/Bounds.h"
#include "analysis/access/values/MemoryValues.h"
#include "analysis/access/values/Products.h"
#include "analysis/access/values/WalkValues.h"

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

SymbolicValue productInCaller(WalkContext &walk, const std::vector<SymbolId> &factors,
                              CallMapping &mapping) {
  SymbolicValue result;
  std::optional<Linear> product = Linear(1);
  for (SymbolId factor : factors) {
    auto value = product ? substitute(walk, Linear::symbol(factor), mapping) : std::nullopt;
    product = value ? multiply(walk, *product, *value) : std::nullopt;
  }
  if (product) {
    result.kind = Kind::Integer;
    result.offset = *product;
  }
  return result;
}

/// A product that might have wrapped in general does not if it is in range in this call.
SymbolicValue productInCaller(WalkContext &walk, const Symbol &symbol, CallMapping &mapping) {
  auto a = substitute(walk, symbol.multiplicands[0], mapping);
  auto b = a ? substitute(walk, symbol.multiplicands[1], mapping) : std::nullopt;
  auto product = b ? multiply(walk, *a, *b) : std::nullopt;
  SymbolicValue result;
  const bool isExact = product && rangeOf(walk.effects, *product).within(symbol.range) &&
                       (!symbol.isModular || isBelowEnd(walk, *product));
  if (isExact) {
    result.kind = Kind::Integer;
    result.offset = *product;
  }
  return result;
}

SymbolicValue quotientInCaller(WalkContext &walk, const Symbol &symbol, CallMapping &mapping) {
  SymbolicValue dividend, result;
  const auto value = substitute(walk, symbol.dividend, mapping);
  if (!value)
    return {};
  dividend.kind = result.kind = Kind::Integer;
  dividend.offset = *value;
  result.offset = value->isConstant()
                      ? Linear(value->constant() / symbol.divisor)
                      : Linear::symbol(quotient(walk, ValueId(), *value, symbol.divisor,
                                                varianceOf(walk, {dividend})));
  return result;
}

SymbolId byteInCaller(WalkContext &walk, SymbolId id, CallMapping &mapping) {
  if (auto found = mapping.bytes.find(id); found != mapping.bytes.end())
    return found->second;
  SymbolId here = newSymbol(walk, ValueId(), walk.effects[id].range, walk.open.currentLoop());
  walk.effects.symbols[here.index()].isByte = true;
  mapping.bytes[id] = here;
  const CompactList<Linear> constraints = walk.effects[id].constraints;
  for (const Linear &constraint : constraints)
    if (auto mapped = substitute(walk, constraint, mapping))
      walk.effects.symbols[here.index()].constraints.push_back(*mapped);
  tightenCounter(walk, here);
  return here;
}

/// Stands for a symbol of the callee in this call, of which no value is known.
SymbolId symbolInCaller(WalkContext &walk, SymbolId id, CallMapping &mapping) {
  if (walk.effects[id].function != mapping.callee)
    return id;
  if (walk.effects[id].isByte)
    return byteInCaller(walk, id, mapping);
  auto [here, isNew] = mapping.unknown.try_emplace(id);
  if (isNew)
    here->second = newSymbol(walk, ValueId(), walk.effects[id].range, walk.open.currentLoop());
  return here->second;
}

/// The arrays around an access through a pointer of the caller: those of the callee, and around
/// them those of the pointer. `start`: of the callee's own array, which becomes the innermost's.
void confineBy(WalkContext &walk, const SymbolicValue &pointer, const Confinement &inCallee,
               CallMapping &mapping, Confinement &confined, std::optional<Linear> &start) {
  confined.outer.clear();
  if (inCallee.keepsCaller) {
    confined.outer = pointer.confined.outer;
    if (inCallee.extent == 0) {
      start = pointer.confined.start;
      confined.extent = pointer.confined.extent;
    } else if (pointer.confined.extent != 0) {
      confined.outer.emplace_back(pointer.confined.start, pointer.confined.extent);
    }
  }
  confined.keepsCaller = inCallee.keepsCaller && pointer.confined.keepsCaller;
  for (const auto &[outerStart, extent] : inCallee.outer) {
    auto here = substitute(walk, outerStart, mapping);
    auto placed = here ? Linear::add(*here, pointer.offset) : std::nullopt;
    if (placed)
      confined.outer.emplace_back(*placed, extent);
  }
}

/// Somewhere in its base.
Access withoutPlace(Access access) {
  access.offset = Linear();
  access.size = 0;
  access.confined.drop();
  access.isMust = access.isText = false;
  return access;
}

} // namespace

SymbolicValue valueInCaller(WalkContext &walk, SymbolId id, CallMapping &mapping) {
  const Symbol symbol = walk.effects[id];
  if (symbol.function != mapping.callee)
    return {};
  if (symbol.parameter >= 0)
    return argumentOf(walk, mapping.call, symbol.parameter);
  if (!symbol.factors.empty())
    return productInCaller(walk, symbol.factors, mapping);
  if (!symbol.multiplicands.empty())
    return productInCaller(walk, symbol, mapping);
  if (auto found = mapping.known.find(id); found != mapping.known.end())
    return found->second;
  if (symbol.divisor > 1)
    return mapping.known[id] = quotientInCaller(walk, symbol, mapping);
  if (symbol.entrySize == 0)
    return {};
  const Instruction &load = walk.program[symbol.origin];
  Access access;
  access.base = symbol.entryBase;
  access.offset = symbol.entryOffset;
  access.size = access.unit = symbol.entrySize;
  access.origin = symbol.origin;
  access.address = load.op == Op::Load ? load.operands[0] : ValueId();
  access.effective = load.effective;
  access.mayBeSkipped = true;
  Access here = mapped(walk, access, mapping, mapping.id);
  SymbolicValue value;
  if (here.size != 0)
    value = loadFrom(walk, here, load.type, mapping.state);
  return mapping.known[id] = value;
}

std::optional<Linear> substitute(WalkContext &walk, const Linear &value, CallMapping &mapping) {
  Linear mapped(value.constant());
  for (const auto &[id, coefficient] : value.terms()) {
    SymbolicValue argument = valueInCaller(walk, id, mapping);
    // A value that may have wrapped is right as an index of 64 bits only.
    bool isKnown = argument.kind == Kind::Integer && !argument.mayWrap;
    Linear here = isKnown ? argument.offset : Linear::symbol(symbolInCaller(walk, id, mapping));
    auto sum = Linear::add(mapped, here, coefficient);
    if (!sum)
      return std::nullopt;
    mapped = *sum;
  }
  return mapped;
}

Access mapped(WalkContext &walk, const Access &access, CallMapping &mapping, ValueId id) {
  Access result = access;
  result.at = id;
  result.isCovered = false;
  result.isCoveredInCallee = access.isCovered;
  result.writtenBefore.clear();
  auto offset = substitute(walk, access.offset, mapping);
  auto start = substitute(walk, access.confined.start, mapping);
  SymbolicValue pointer = access.base.kind == Base::Kind::Symbol
                              ? valueInCaller(walk, access.base.symbol, mapping)
                              : SymbolicValue();
  if (pointer.kind == Kind::Pointer) {
    result.base = pointer.base;
    if (offset && start) {
      offset = Linear::add(*offset, pointer.offset);
      start = Linear::add(*start, pointer.offset);
    }
    confineBy(walk, pointer, access.confined, mapping, result.confined, start);
  } else if (access.base.kind == Base::Kind::Object) {
    for (auto &[outerStart, extent] : result.confined.outer)
      if (auto here = substitute(walk, outerStart, mapping))
        outerStart = *here;
  }
  bool isLost = pointer.kind != Kind::Pointer && access.base.kind == Base::Kind::Symbol &&
                walk.effects[access.base.symbol].function == mapping.callee &&
                walk.effects[access.base.symbol].parameter >= 0;
  if (isLost) {
    result.base = Base();
    result.confined.drop();
  }
  if (!offset || !start)
    return withoutPlace(std::move(result));
  result.offset = *offset;
  result.confined.start = result.confined.extent == 0 ? Linear() : *start;
  return result;
}

} // namespace kasuri
