// The value half of the symbolic walk: what an instruction computes, as a base and a linear offset.
//
// Signed arithmetic is linear because overflow is undefined. Unsigned arithmetic is linear modulo
// its width; a value that may have wrapped is marked, gives no bounds, and becomes a fresh symbol
// when it is widened (a 64-bit one may still be an index: addresses wrap alike). A conversion that
// may change the value makes a fresh symbol. An index that is not linear but has a declared bound
// becomes a symbol with that range, which keeps rows and members apart even where the element is
// unknown.
#include "analysis/AccessWalk.h"

#include <algorithm>

namespace kasuri {
namespace {

using Kind = SymbolicValue::Kind;

Range rangeOfType(const ValueType &type) {
  if (type.kind != ValueType::Kind::Integer || type.bits == 0 || type.bits >= 63)
    return type.isSigned || type.kind != ValueType::Kind::Integer ? Range{}
                                                                  : Range{0, unboundedAbove};
  if (type.isSigned)
    return {-(int64_t(1) << (type.bits - 1)), (int64_t(1) << (type.bits - 1)) - 1};
  return {0, (int64_t(1) << type.bits) - 1};
}

/// Unbounded when it may be anything near the ends of 64 bits.
Range productRange(const Range &a, const Range &b) {
  Range product{unboundedAbove, unboundedBelow};
  for (int64_t x : {a.low, a.high})
    for (int64_t y : {b.low, b.high}) {
      __int128 corner = static_cast<__int128>(x) * y;
      if (corner >= unboundedAbove || corner <= unboundedBelow)
        return {};
      product.low = std::min(product.low, static_cast<int64_t>(corner));
      product.high = std::max(product.high, static_cast<int64_t>(corner));
    }
  return product;
}

SymbolicValue integer(Linear offset) {
  SymbolicValue value;
  value.kind = Kind::Integer;
  value.offset = std::move(offset);
  return value;
}

} // namespace

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
  return object.isAutomatic() && isOfThisWalk && !object.addressTaken && !object.isVolatile &&
         object.type.kind != ValueType::Kind::Aggregate;
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

/// A number made for it is one of the two.
void AccessWalk::learnAlternatives(const SymbolicValue &result, const SymbolicValue &a,
                                   const SymbolicValue &b) {
  const bool isSymbol = result.kind == Kind::Integer && result.offset.terms().size() == 1 &&
                        result.offset.constant() == 0 && result.offset.terms()[0].second == 1;
  auto isPlain = [&](const SymbolicValue &value) {
    return value.kind == Kind::Integer && !value.mayWrap &&
           value.offset.coefficientOf(result.offset.terms()[0].first) == 0;
  };
  if (isSymbol && isPlain(a) && isPlain(b))
    effects.symbols[result.offset.terms()[0].first.index()].alternatives = {a.offset, b.offset};
}

/// `x < y ? x : y` is neither more than x nor more than y.
void AccessWalk::learnExtreme(const Instruction &select, const SymbolicValue &result) {
  const Instruction *test = &program[select.operands[0]];
  while (test->op == Op::Convert)
    test = &program[test->operands[0]];
  bool isUp = test->relation == Relation::Less || test->relation == Relation::LessEqual;
  bool isDown = test->relation == Relation::Greater || test->relation == Relation::GreaterEqual;
  if (test->op != Op::Compare || (!isUp && !isDown) || result.kind != Kind::Integer ||
      result.offset.terms().size() != 1)
    return;
  SymbolicValue x = valueOf(test->operands[0]), y = valueOf(test->operands[1]);
  SymbolicValue a = valueOf(select.operands[1]), b = valueOf(select.operands[2]);
  const auto [id, coefficient] = result.offset.terms()[0];
  auto isPlain = [&](const SymbolicValue &value) {
    return value.kind == Kind::Integer && !value.mayWrap && value.offset.coefficientOf(id) == 0;
  };
  bool isSame = (a == x && b == y) || (a == y && b == x);
  bool isFresh = coefficient == 1 && result.offset.constant() == 0 &&
                 effects[id].constraints.empty() && !effects[id].counterOf.valid();
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

/// The symbol that stands for the product of two; invalid when it would have too many factors.
SymbolId AccessWalk::productOf(SymbolId a, SymbolId b) {
  constexpr size_t mostFactors = 4;
  std::vector<SymbolId> factors;
  RegionId variantLoop;
  for (SymbolId id : {a, b}) {
    const Symbol &symbol = effects[id];
    std::vector<SymbolId> own = symbol.factors.empty() ? std::vector{id} : symbol.factors;
    factors.insert(factors.end(), own.begin(), own.end());
    if (loopDepth(program, symbol.variantLoop) > loopDepth(program, variantLoop))
      variantLoop = symbol.variantLoop;
    if (symbol.function != function)
      return SymbolId();
  }
  if (factors.size() > mostFactors)
    return SymbolId();
  std::sort(factors.begin(), factors.end());
  auto [known, isNew] = products.try_emplace(factors);
  if (isNew) {
    known->second =
        newSymbol(ValueId(), productRange(effects[a].range, effects[b].range), variantLoop);
    effects.symbols[known->second.index()].factors = factors;
  }
  return known->second;
}

/// As a sum over products of symbols; nothing when that is too long.
std::optional<Linear> AccessWalk::multiply(const Linear &a, const Linear &b) {
  constexpr size_t mostTerms = 4;
  auto fixed = Linear::scale(b, a.constant());
  auto result = fixed ? Linear::add(*fixed, a, b.constant()) : std::nullopt;
  auto twice = Linear::scale(Linear(a.constant()), b.constant());
  result = result && twice ? Linear::add(*result, *twice, -1) : std::nullopt;
  if (!result || a.terms().size() > mostTerms || b.terms().size() > mostTerms)
    return std::nullopt;
  for (const auto &[x, scaleX] : a.terms())
    for (const auto &[y, scaleY] : b.terms()) {
      SymbolId both = productOf(x, y);
      auto scaled =
          both.valid() ? Linear::scale(Linear::symbol(both, scaleX), scaleY) : std::nullopt;
      result = scaled ? Linear::add(*result, *scaled) : std::nullopt;
      if (!result)
        return std::nullopt;
    }
  return result;
}

/// Signed products do not overflow. One modulo 2^64 is right as an index if, as a number, it stays
/// within 64 bits.
std::optional<Linear> AccessWalk::evaluateProduct(const Instruction &value, const SymbolicValue &a,
                                                  const SymbolicValue &b) {
  auto product = multiply(a.offset, b.offset);
  bool isExact = value.type.isSigned && !program.wrapsSigned && !a.mayWrap && !b.mayWrap;
  const Range half{-(int64_t(1) << 31), int64_t(1) << 31};
  bool fits = value.type.bits == 64 && rangeOf(effects, a.offset).within(half) &&
              rangeOf(effects, b.offset).within(half);
  return isExact || fits ? product : std::nullopt;
}

/// value / divisor, with the ends of what is rounded off where that is not negative.
SymbolId AccessWalk::quotient(ValueId id, const Linear &value, int64_t divisor,
                              RegionId variantLoop) {
  Range range = rangeOf(effects, value);
  bool isUpEnded = range.high < unboundedAbove;
  SymbolId result = newSymbol(
      id, {range.low / divisor, isUpEnded ? range.high / divisor : unboundedAbove}, variantLoop);
  effects.symbols[result.index()].isDerived = true;
  auto left = Linear::add(value, Linear::symbol(result), -divisor);
  auto missing = left ? Linear::add(Linear(divisor - 1), *left, -1) : std::nullopt;
  if (missing && range.low >= 0 && divisor > 1)
    effects.symbols[result.index()].constraints = {*left, *missing};
  return result;
}

/// value % divisor for what is not negative. (Its equation is doubled: for its ends the range says
/// more.)
SymbolicValue AccessWalk::remainder(ValueId id, const Linear &value, int64_t divisor,
                                    RegionId variantLoop) {
  SymbolId whole = quotient(ValueId(), value, divisor, variantLoop);
  SymbolId rest = newSymbol(id, {0, divisor - 1}, variantLoop);
  auto equal = Linear::add(value, Linear::symbol(whole), -divisor);
  equal = equal ? Linear::add(*equal, Linear::symbol(rest), -1) : equal;
  auto above = equal ? Linear::scale(*equal, 2) : std::nullopt;
  auto below = equal ? Linear::scale(*equal, -2) : std::nullopt;
  Symbol &symbol = effects.symbols[rest.index()];
  symbol.isDerived = true;
  if (above && below && divisor > 1)
    symbol.constraints = {*above, *below};
  return integer(Linear::symbol(rest));
}

SymbolicValue AccessWalk::evaluateArithmetic(ValueId id, const Instruction &value) {
  if (value.type.kind != ValueType::Kind::Integer || value.operands.empty() ||
      value.operands.size() > 2)
    return freshHere(id, value.type);
  SymbolicValue a = valueOf(value.operands[0]);
  SymbolicValue b = value.operands.size() > 1 ? valueOf(value.operands[1]) : SymbolicValue();
  bool isUnary = value.op == Op::Negate;
  if (a.kind != Kind::Integer || (!isUnary && b.kind != Kind::Integer))
    return freshHere(id, value.type);
  std::optional<Linear> result;
  if (value.op == Op::Add || value.op == Op::Sub)
    result = Linear::add(a.offset, b.offset, value.op == Op::Add ? 1 : -1);
  else if (isUnary)
    result = Linear::scale(a.offset, -1);
  else if (value.op == Op::Mul && b.offset.isConstant())
    result = Linear::scale(a.offset, b.offset.constant());
  else if (value.op == Op::Mul && a.offset.isConstant())
    result = Linear::scale(b.offset, a.offset.constant());
  else if (value.op == Op::Shl && b.offset.isConstant() && b.offset.constant() >= 0 &&
           b.offset.constant() < 31)
    result = Linear::scale(a.offset, int64_t(1) << b.offset.constant());
  else if (value.op == Op::Mul)
    result = evaluateProduct(value, a, b);
  if (!result) {
    RegionId variantLoop = varianceOf({a, b});
    SymbolicValue unknown = fresh(id, value.type, variantLoop);
    bool isMask = value.op == Op::And && b.offset.isConstant() && b.offset.constant() >= 0;
    Range ra = rangeOf(effects, a.offset);
    bool isRemainder = value.op == Op::Rem && b.offset.isConstant() && b.offset.constant() > 0 &&
                       !a.mayWrap && ra.low >= 0;
    if (b.mayWrap)
      return unknown;
    if (isMask)
      return bounded(id, {0, b.offset.constant()}, variantLoop);
    if (isRemainder)
      return remainder(id, a.offset, b.offset.constant(), variantLoop);
    bool isDivision = value.op == Op::Div && b.offset.isConstant() && b.offset.constant() > 0 &&
                      !a.mayWrap && ra.isBounded();
    if (isDivision)
      return integer(Linear::symbol(quotient(id, a.offset, b.offset.constant(), variantLoop)));
    if (value.op == Op::Mul && !a.mayWrap && !program.wrapsSigned) {
      Symbol &product = effects.symbols[unknown.offset.terms()[0].first.index()];
      product.multiplicands = {a.offset, b.offset};
      product.isModular = !value.type.isSigned;
      product.isDerived = true;
    }
    return unknown;
  }
  SymbolicValue linear = integer(*result);
  bool isModular = !value.type.isSigned || program.wrapsSigned;
  linear.mayWrap = a.mayWrap || b.mayWrap ||
                   (isModular && !rangeOf(effects, linear.offset).within(rangeOfType(value.type)));
  return linear;
}

SymbolicValue AccessWalk::evaluateConvert(ValueId id, const Instruction &value) {
  SymbolicValue from = valueOf(value.operands[0]);
  if (value.type.kind == ValueType::Kind::Pointer && from.kind == Kind::Pointer) {
    from.confined.drop(); // a cast pointer may reach all of the object
    return from;
  }
  if (value.type.kind != ValueType::Kind::Integer || from.kind != Kind::Integer)
    return freshHere(id, value.type);
  const ValueType &source = program[value.operands[0]].type;
  Range range = rangeOf(effects, from.offset);
  // A large one of 64 bits is negative as a signed one.
  bool mayTurn =
      !source.isSigned && source.bits == 64 && value.type.isSigned && range.high >= unboundedAbove;
  if (!from.mayWrap && !mayTurn && range.within(rangeOfType(value.type)))
    return from;
  // To 64 bits unsigned: as an index the value modulo 2^64 is right, as a bound it is not.
  bool keepsAddress = value.type.bits == 64 && (source.isSigned || source.bits == 64);
  if (keepsAddress && (!from.mayWrap || source.bits == 64)) {
    from.mayWrap = from.mayWrap || mayTurn || !value.type.isSigned;
    return from;
  }
  return fresh(id, value.type, varianceOf({from}));
}

/// The same number modulo 2^64.
SymbolId AccessWalk::twinOf(SymbolId symbol) {
  const Symbol known = effects[symbol];
  SymbolId twin = newSymbol(known.origin, {}, known.variantLoop);
  effects.symbols[twin.index()].multiplicands = known.multiplicands;
  effects.symbols[twin.index()].isModular = known.isModular;
  effects.symbols[twin.index()].isDerived = known.isDerived;
  return twin;
}

/// An index is taken modulo 2^64 as a signed number. A sum that may pass 2^64 (n + 1 + i with n the
/// greatest of its type) comes out small: its large parts are then numbers of any sign.
Linear AccessWalk::withoutOverflow(const Linear &index) {
  auto isLarge = [&](const auto &term) {
    const Symbol &symbol = effects[term.first];
    return term.second > 0 && !symbol.counterOf.valid() && !symbol.isByte &&
           symbol.range.low >= 0 && symbol.range.high >= unboundedAbove;
  };
  Linear rest(index.constant()), large;
  int64_t copies = 0;
  for (const auto &term : index.terms()) {
    Linear &part = isLarge(term) ? large : rest;
    part = *Linear::add(part, Linear::symbol(term.first, term.second));
    copies += isLarge(term) ? term.second : 0;
  }
  if (copies == 0 || (copies == 1 && rangeOf(effects, rest).high <= 0))
    return index;
  for (const auto &[symbol, coefficient] : large.terms()) {
    auto [twin, isNew] = signedTwins.try_emplace(symbol);
    if (isNew)
      twin->second = twinOf(symbol);
    rest = Linear::add(rest, Linear::symbol(twin->second), coefficient).value_or(index);
  }
  return rest;
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
  bool isLinear = index.kind == Kind::Integer;
  if (isLinear && index.mayWrap && program[value.operands[1]].type.bits != 64)
    isLinear = false;
  if (!isLinear && value.extent != 0) {
    index = bounded(id, {0, int64_t(value.extent) - 1}, currentLoop());
  } else if (!isLinear) {
    address.offset = Linear::symbol(newSymbol(id, {}, currentLoop()));
    return address;
  }
  if (isLinear)
    index.offset = withoutOverflow(index.offset);
  auto scaled = Linear::scale(index.offset, stride);
  auto offset = scaled ? Linear::add(address.offset, *scaled) : std::nullopt;
  if (!offset)
    return freshHere(id, value.type);
  address.offset = *offset;
  return address;
}

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
  const bool isConditional = value.conditional || (site.valid() && program[site].conditional);
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
  bool isNamed = access.base.kind == Base::Kind::Symbol && isNameable(access.base.symbol) &&
                 isNameable(access.offset);
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

void AccessWalk::addConstraint(SymbolId counter, ValueId condition) {
  if (!condition.valid())
    return;
  const Instruction &value = program[condition];
  if (value.op == Op::Convert)
    return addConstraint(counter, value.operands[0]);
  bool isBoth = value.op == Op::Select && program[value.operands[2]].op == Op::Constant &&
                program[value.operands[2]].number == 0;
  if (isBoth) {
    addConstraint(counter, value.operands[0]);
    return addConstraint(counter, value.operands[1]);
  }
  if (value.op != Op::Compare)
    return;
  SymbolicValue a = valueOf(value.operands[0]), b = valueOf(value.operands[1]);
  if (a.kind == Kind::Unknown || a.kind != b.kind || a.base != b.base || a.mayWrap || b.mayWrap)
    return;
  bool isUp = value.relation == Relation::Less || value.relation == Relation::LessEqual;
  bool isDown = value.relation == Relation::Greater || value.relation == Relation::GreaterEqual;
  bool isStrict = value.relation == Relation::Less || value.relation == Relation::Greater;
  if (!isUp && !isDown)
    return;
  auto gap = isUp ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto constraint = gap ? Linear::add(*gap, Linear(isStrict ? -1 : 0)) : std::nullopt;
  if (constraint)
    effects.symbols[counter.index()].constraints.push_back(*constraint);
}

/// The loop's test holds throughout an iteration's body for the values at its start.
void AccessWalk::learnDomain(RegionId loop) {
  SymbolId counter = result.counters[loop];
  effects.symbols[counter.index()].constraints.clear();
  effects.symbols[counter.index()].range = {0, unboundedAbove};
  addConstraint(counter, program[loop].conditionValue);
  const CountedForm &counted = program[loop].counted;
  if (counted.variable.valid() && counted.relation == Relation::NotEqual)
    addNotPassed(loop, program[program[loop].conditionValue]);
  tightenCounter(counter);
}

/// A variable that goes towards a bound until it meets it is still in front of it. A signed number
/// or a pointer that started behind it would leave its type or its object; unless the loop ends by
/// other means, that is undefined.
void AccessWalk::addNotPassed(RegionId loop, const Instruction &test) {
  const CountedForm &counted = program[loop].counted;
  SymbolId counter = result.counters[loop];
  bool isSwapped = test.operands[0] == counted.bound;
  SymbolicValue a = valueOf(test.operands[isSwapped ? 1 : 0]), b = valueOf(counted.bound);
  bool isComparable = a.kind != Kind::Unknown && a.kind == b.kind && a.base == b.base &&
                      !a.mayWrap && !b.mayWrap && !changesInLoop(loop, counted.bound);
  if (!isComparable)
    return;
  int64_t step = counted.step * counted.unit;
  auto gap = step > 0 ? Linear::add(b.offset, a.offset, -1) : Linear::add(a.offset, b.offset, -1);
  auto first = gap ? Linear::add(*gap, Linear::symbol(counter), std::abs(step)) : std::nullopt;
  if (!first || first->coefficientOf(counter) != 0 || !isInvariant(*first, loop))
    return;
  const ValueType &type = program[counted.variable].type;
  bool isModular = type.kind == ValueType::Kind::Integer && (!type.isSigned || program.wrapsSigned);
  bool startsBefore = std::abs(step) == 1 && rangeOf(effects, *first).low >= 0;
  auto constraint = Linear::add(*gap, Linear(-1));
  // A modular variable that does not wrap, as `a` says, has been shown to start before the bound.
  if (constraint && (isModular || startsBefore || !loops.back().mayLeave))
    effects.symbols[counter.index()].constraints.push_back(*constraint);
}

void AccessWalk::tightenCounter(SymbolId counter) {
  Symbol &symbol = effects.symbols[counter.index()];
  for (const Linear &constraint : symbol.constraints) {
    int64_t coefficient = constraint.coefficientOf(counter);
    if (coefficient >= 0)
      continue;
    auto rest = Linear::add(constraint, Linear::symbol(counter), -coefficient);
    Range range = rest ? rangeOf(effects, *rest) : Range{};
    if (range.high < unboundedAbove && range.high >= 0)
      symbol.range.high = std::min(symbol.range.high, range.high / -coefficient);
  }
}

/// May an unsigned scalar that advances by `step` pass its type's end while the loop runs?
bool AccessWalk::mayWrapAround(RegionId id, ObjectId object, int64_t step,
                               const SymbolicValue &start) const {
  const ValueType &type = program[object].type;
  if (type.kind != ValueType::Kind::Integer || (type.isSigned && !program.wrapsSigned))
    return false;
  const Region &loop = program[id];
  const CountedForm &counted = loop.counted;
  if (counted.variable != object)
    return true;
  // A wider bound may lie beyond the type's end.
  SymbolicValue bound = valueOf(counted.bound);
  const Range limits = rangeOfType(type);
  const Range range = bound.kind == Kind::Integer && !bound.mayWrap
                          ? rangeOf(effects, bound.offset)
                          : rangeOfType(program[counted.bound].type);
  bool isWide = program[counted.bound].type.bits > type.bits && range.high > limits.high;
  if (isWide)
    return true;
  using Advance = CountedForm::Advance;
  bool isSteppedFirst = counted.advance == Advance::BeforeTest ||
                        (!loop.testsFirst && counted.advance == Advance::AfterBody);
  auto first = Linear::add(start.offset, Linear(isSteppedFirst ? step : 0));
  bool isFirstExact = first && !start.mayWrap && rangeOf(effects, *first).within(limits);
  if (isSteppedFirst && !isFirstExact)
    return true;
  switch (counted.relation) {
  case Relation::Less:
    return step != 1 && !(step > 0 && range.isBounded() && range.high - 1 + step <= limits.high);
  case Relation::LessEqual:
    return !(step > 0 && range.isBounded() && range.high + step <= limits.high);
  case Relation::Greater:
    return step != -1 && !(step < 0 && range.low + 1 + step >= limits.low);
  case Relation::GreaterEqual:
    return !(step < 0 && range.low + step >= limits.low);
  default:
    break;
  }
  // `!=` is met on the way if the variable starts on the right side of a bound that stays.
  if (std::abs(step) != 1 || changesInLoop(id, counted.bound))
    return true;
  bool isUnsigned = !type.isSigned && !program[counted.bound].type.isSigned;
  if (isUnsigned && (step > 0 ? first == Linear(0) : bound.offset == Linear(0)))
    return false;
  auto gap = first ? Linear::add(bound.offset, *first, -1) : std::nullopt;
  auto distance = gap ? Linear::scale(*gap, step) : std::nullopt;
  return !distance || !isFirstExact || bound.mayWrap || rangeOf(effects, *distance).low < 0;
}

bool AccessWalk::changesInLoop(RegionId loop, ValueId bound) const {
  SymbolicValue value = valueOf(bound);
  bool isKnown = value.kind != Kind::Unknown && isInvariant(value.offset, loop);
  return !isKnown || (value.kind == Kind::Pointer && !isInvariant(value.base, loop));
}

} // namespace kasuri
