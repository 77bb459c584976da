// The value half of the symbolic walk: what an instruction computes, as a base and a linear offset
// (arithmetic: Arithmetic.cpp, loads and stores: MemoryValues.cpp).
//
// An index that is not linear but has a declared bound becomes a symbol with that range, which
// keeps rows and members apart even where the element is unknown. A value chosen from two has the
// ends of both; one chosen by comparing them is the lesser or the greater.
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

/// With addresses of 32 bits, what lies as far from a pointer or farther comes round to its other
/// side.
constexpr int64_t farthestWord = int64_t(1) << 31;

/// Bytes by which a few iterations may come round all of memory.
bool leapsFar(const Linear &offset) {
  constexpr int64_t far = int64_t(1) << 31;
  return std::any_of(offset.terms().begin(), offset.terms().end(),
                     [](const auto &term) { return std::abs(term.second) >= far; });
}

} // namespace

Range rangeOfType(const ValueType &type) {
  if (type.kind != ValueType::Kind::Integer || type.bits == 0 || type.bits >= 63)
    return type.isSigned || type.kind != ValueType::Kind::Integer ? Range{}
                                                                  : Range{0, unboundedAbove};
  if (type.isSigned)
    return {-(int64_t(1) << (type.bits - 1)), (int64_t(1) << (type.bits - 1)) - 1};
  return {0, (int64_t(1) << type.bits) - 1};
}

SymbolicValue integer(Linear offset) {
  SymbolicValue value;
  value.kind = Kind::Integer;
  value.offset = std::move(offset);
  return value;
}

SymbolId AccessWalk::newSymbol(ValueId origin, Range range, RegionId variantLoop) {
  Symbol symbol;
  symbol.function = function;
  symbol.variantLoop = variantLoop;
  symbol.range = range;
  symbol.origin = origin;
  effects.symbols.push_back(symbol);
  return SymbolId(effects.symbols.size() - 1);
}

SymbolicValue AccessWalk::fresh(ValueId origin, const ValueType &type, RegionId variantLoop) {
  SymbolicValue value;
  if (type.kind == ValueType::Kind::Integer)
    return integer(Linear::symbol(newSymbol(origin, rangeOfType(type), variantLoop)));
  if (type.kind != ValueType::Kind::Pointer)
    return value;
  value.kind = Kind::Pointer;
  value.base = {Base::Kind::Symbol, {}, newSymbol(origin, {}, variantLoop)};
  return value;
}

SymbolicValue AccessWalk::freshHere(ValueId origin, const ValueType &type) {
  return fresh(origin, type, currentLoop());
}

SymbolicValue AccessWalk::bounded(ValueId origin, Range range, RegionId variantLoop) {
  return integer(Linear::symbol(newSymbol(origin, range, variantLoop)));
}

SymbolicValue AccessWalk::valueOf(ValueId id) const {
  auto found = values.find(id);
  return found == values.end() ? SymbolicValue() : found->second;
}

bool AccessWalk::isTrackedScalar(ObjectId id) const {
  if (!id.valid() || pointsTo.isSpecial(id))
    return false;
  const Object &object = program[id];
  const bool isOfThisWalk = object.owner == function || std::find(inlined.begin(), inlined.end(),
                                                                  object.owner) != inlined.end();
  return isOfThisWalk && object.isPlainScalar();
}

bool AccessWalk::isInvariant(const Linear &value, RegionId loop) const {
  unsigned depth = loopDepth(program, loop);
  return std::all_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
    const Symbol &symbol = effects[term.first];
    return symbol.function == function && loopDepth(program, symbol.variantLoop) < depth;
  });
}

bool AccessWalk::isInvariant(const Base &base, RegionId loop) const {
  return base.kind == Base::Kind::Object ||
         (base.kind == Base::Kind::Symbol && isInvariant(Linear::symbol(base.symbol), loop));
}

/// The innermost loop that may change what is loaded; the trial passes know what each loop writes.
RegionId AccessWalk::variance(const Access &access) const {
  for (size_t i = loops.size(); i-- > 0;) {
    const LoopFrame &frame = loops[i];
    bool isStable = !frame.isTrial && opaque == 0 && isInvariant(access.offset, frame.loop) &&
                    isInvariant(access.base, frame.loop);
    bool isWritten =
        std::any_of(frame.writes.begin(), frame.writes.end(), [&](const Access &write) {
          return mayTouchSame(effects, pointsTo, write, access);
        });
    if (!isStable || isWritten)
      return frame.loop;
  }
  return RegionId();
}

void AccessWalk::evaluate(ValueId id, WalkState &state) {
  const Instruction &value = program[id];
  SymbolicValue &slot = values[id];
  switch (value.op) {
  case Op::Constant:
    slot = integer(Linear(value.number));
    break;
  case Op::Address:
    if (!pointsTo.isSpecial(value.object) && program[value.object].isThreadLocal)
      recordOpaque(id, ObstacleKind::ThreadLocal, SpecialObject::HiddenState, state);
    slot = {Kind::Pointer, {Base::Kind::Object, value.object, {}}, Linear(0), {}, false};
    break;
  case Op::Field:
  case Op::Element:
    slot = evaluateElement(id, value);
    break;
  case Op::Load:
    slot = evaluateLoad(id, value, state);
    break;
  case Op::Store:
    evaluateStore(id, value, state);
    break;
  case Op::Convert:
    slot = evaluateConvert(id, value);
    break;
  case Op::Call:
    slot = evaluateCall(id, value, state);
    break;
  case Op::Clobber:
    recordUnknown(id, ObstacleKind::InlineAssembly, state);
    slot = freshHere(id, value.type);
    break;
  case Op::Select:
    slot = evaluateSelect(id, value);
    break;
  default:
    slot = evaluateArithmetic(id, value);
  }
}

SymbolicValue AccessWalk::evaluateSelect(ValueId id, const Instruction &value) {
  SymbolicValue a = valueOf(value.operands[1]), b = valueOf(value.operands[2]);
  RegionId variantLoop = varianceOf({valueOf(value.operands[0]), a, b});
  SymbolicValue either = merge(a, b, value.type, variantLoop);
  bool fits = either.kind == Kind::Unknown ||
              (either.kind == Kind::Pointer) == (value.type.kind == ValueType::Kind::Pointer);
  learnAlternatives(either, a, b);
  learnExtreme(value, either);
  return fits ? either : freshHere(id, value.type);
}

SymbolId AccessWalk::symbolOf(const SymbolicValue &value) {
  const auto &terms = value.offset.terms();
  const bool isIt = value.kind == Kind::Integer && terms.size() == 1 && terms[0].second == 1 &&
                    value.offset.constant() == 0;
  return isIt ? terms[0].first : SymbolId();
}

/// A number made for it is one of the two.
void AccessWalk::learnAlternatives(const SymbolicValue &result, const SymbolicValue &a,
                                   const SymbolicValue &b) {
  const SymbolId id = symbolOf(result);
  auto isPlain = [&](const SymbolicValue &value) {
    return value.kind == Kind::Integer && !value.mayWrap && value.offset.coefficientOf(id) == 0;
  };
  if (id.valid() && isPlain(a) && isPlain(b))
    effects.symbols[id.index()].alternatives = {a.offset, b.offset};
}

/// `x < y ? x : y` is neither more than x nor more than y.
void AccessWalk::learnExtreme(const Instruction &select, const SymbolicValue &result) {
  const Instruction &test = program[withoutConverts(program, select.operands[0])];
  bool isUp = test.relation == Relation::Less || test.relation == Relation::LessEqual;
  bool isDown = test.relation == Relation::Greater || test.relation == Relation::GreaterEqual;
  const SymbolId id = symbolOf(result);
  if (test.op != Op::Compare || (!isUp && !isDown) || !id.valid())
    return;
  SymbolicValue x = valueOf(test.operands[0]), y = valueOf(test.operands[1]);
  SymbolicValue a = valueOf(select.operands[1]), b = valueOf(select.operands[2]);
  auto isPlain = [&](const SymbolicValue &value) {
    return value.kind == Kind::Integer && !value.mayWrap && value.offset.coefficientOf(id) == 0;
  };
  bool isSame = (a == x && b == y) || (a == y && b == x);
  bool isFresh = effects[id].constraints.empty() && !effects[id].counterOf.valid();
  if (!isSame || !isFresh || !isPlain(x) || !isPlain(y) || a == b)
    return;
  bool isLeast = isUp == (a == x);
  for (const SymbolicValue *end : {&x, &y})
    if (auto gap = Linear::add(end->offset, Linear::symbol(id), -1))
      if (auto constraint = Linear::scale(*gap, isLeast ? 1 : -1))
        effects.symbols[id.index()].constraints.push_back(*constraint);
}

/// The innermost loop in which a function of the values may change.
RegionId AccessWalk::varianceOf(std::initializer_list<SymbolicValue> operands) const {
  for (size_t i = loops.size(); i-- > 0;) {
    auto changes = [&](const SymbolicValue &value) {
      bool isFixedBase = value.kind == Kind::Integer || isInvariant(value.base, loops[i].loop);
      return value.kind == Kind::Unknown || !isFixedBase ||
             !isInvariant(value.offset, loops[i].loop);
    };
    if (opaque > 0 || std::any_of(operands.begin(), operands.end(), changes))
      return loops[i].loop;
  }
  return RegionId();
}

/// An index that is taken modulo 2^32. One that has not wrapped is no negative one: nothing is so
/// large that it has so many elements.
SymbolicValue AccessWalk::signedIndex(ValueId id, SymbolicValue index) {
  const Range limits{-farthestWord, farthestWord - 1};
  if (index.offset.isConstant())
    return integer(Linear(static_cast<int32_t>(index.offset.constant())));
  if (!index.mayWrap)
    return index;
  if (!rangeOf(effects, index.offset).within(limits))
    return numberOf(id, index, limits);
  index.mayWrap = false;
  return index;
}

SymbolicValue AccessWalk::evaluateElement(ValueId id, const Instruction &value) {
  SymbolicValue address = valueOf(value.operands[0]);
  if (address.kind != Kind::Pointer)
    return freshHere(id, value.type);
  if (value.op == Op::Field) {
    auto offset = Linear::add(address.offset, Linear(value.number));
    if (!offset)
      return freshHere(id, value.type);
    address.offset = *offset;
    if (value.extent != 0)
      address.confined.narrow(*offset, int64_t(value.extent));
    else if (!value.isScalarMember)
      address.confined.drop();
    return address;
  }
  SymbolicValue index = valueOf(value.operands[1]);
  int64_t stride = value.number;
  if (value.extent != 0)
    address.confined.narrow(address.offset, int64_t(value.extent) * stride);
  const ValueType &type = program[value.operands[1]].type;
  bool isLinear = index.kind == Kind::Integer;
  bool isShort = isLinear && index.mayWrap && type.bits != 64;
  if (isLinear && isAddressWide(type) && value.extent == 0) {
    index = signedIndex(id, index);
  } else if (isShort && (isAddressWide(type) || (!type.isSigned && type.bits <= 32))) {
    const Range declared{0, value.extent != 0 ? int64_t(value.extent) - 1 : unboundedAbove};
    const Range limits = rangeOfType(type);
    index = numberOf(id, index, {0, std::min(declared.high, limits.high)});
  } else if (isShort) {
    isLinear = false;
  }
  if (!isLinear && value.extent != 0) {
    index = bounded(id, {0, int64_t(value.extent) - 1}, currentLoop());
  } else if (!isLinear) {
    address.offset = Linear::symbol(newSymbol(id, {}, currentLoop()));
    return address;
  }
  if (isLinear)
    index.offset = withoutOverflow(index.offset);
  auto scaled = Linear::scale(index.offset, stride);
  if (scaled && (index.mayWrap || !type.isSigned) && leapsFar(*scaled))
    scaled = Linear::symbol(newSymbol(id, {}, varianceOf({index})));
  auto offset = scaled ? Linear::add(address.offset, *scaled) : std::nullopt;
  if (!offset)
    return freshHere(id, value.type);
  address.offset = *offset;
  return address;
}

} // namespace kasuri
