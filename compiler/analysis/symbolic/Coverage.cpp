// Ranges of bytes between linear ends, collected along the order of execution.
//
//     for (i = 0; i < n; i++) t[i] = x[i];      after it: t + [0, 4 n)
//     t[n] = 0;                                 t + [0, 4 n + 4)
//     for (i = 0; i <= n; i++) s += t[i];       covered: 0 <= 4 i and 4 i + 4 <= 4 n + 4
//
// A loop adds what its body surely writes, for all of its iterations, when its trip count is known
// exactly and nothing leaves it early: ranges that move by no more than their length join into one.
// A range whose end is before its start is empty, and joining such ranges at a common end only
// loses bytes, so trip counts of zero or less need no case of their own. Rows are another matter:
//
//     for (y = 0; y < h; y++)
//       for (x = 0; x < w; x++) t[y * w + x] = 0;     t + [0, h w), if h >= 0
//
// since h w is positive for two negative numbers as well. Whoever reads a row is in a loop over
// rows, too, and so h > 0 is known there (PolynomialProof.h).
//
// What lies apart in each iteration, as a member of one element does, is kept once, with how often
// it repeats, and how far apart:
//
//     for (c = 0; c < n; c++) clear(ch[c].spec);    ch + spec + [0, 4096), n times, each S on
//
// A read is covered by it if it is in one of the places, whose number is not negative and below n.
//
// Inside the loop the earlier iterations' ranges count as written, which covers recurrences such as
// t[i] = t[i - 1] + x[i]. No access leaves a declared array, so one that is written as a whole
// covers subscripts of which nothing is known. What that array is, maybe only a caller knows:
//
//     hop(t) {
//       for (i = 0; i < 64; i++) t[i] = x[i];
//       s += t[j];                            for callers: any of t, when t + [0, 256) is written
//     }
//     float own[64]; hop(own);                  covered: it stays in own
//
// Source: the array kill analysis of P. Tu, D. Padua (1993), on ranges instead of regions.
#include "analysis/symbolic/Coverage.h"
#include "analysis/support/Extensions.h"
#include "analysis/support/Relations.h"
#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/PolynomialProof.h"
#include "model/Regions.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned maxQueries = 300, maxProofs = 60, deepestHistory = 6;
constexpr size_t maxRanges = 64, maxReturns = 16, deepestRepetition = 2;
/// Loops in loops are walked several times each. After so many steps each is walked once more, by
/// what is known without the other passes.
constexpr size_t maxSteps = 400'000;

bool mentions(const Linear &value, const std::function<bool(SymbolId)> &predicate) {
  return std::any_of(value.terms().begin(), value.terms().end(),
                     [&](const auto &term) { return predicate(term.first); });
}

/// Ranges of the other iterations: `count` of them, this one's being the one numbered `counter`.
class Iterations {
public:
  Iterations(const Effects &effects, const FunctionAccesses &known, SymbolId counter, Linear count)
      : effects(effects), known(known), counter(counter), count(std::move(count)) {}

  std::optional<WrittenBytes> of(const WrittenBytes &one) const {
    const auto length = Linear::add(one.high, one.low, -1);
    if (!length || std::ranges::any_of(one.repeated,
                                       [&](const Repetition &each) { return moves(each.count); }))
      return std::nullopt;
    if (!moves(one.low) && !moves(one.high))
      return ofSame(one);
    return length->isConstant() ? ofBytes(one, length->constant()) : ofRows(one, *length);
  }

  /// The first one's, if there is one.
  std::optional<WrittenBytes> ofFirst(WrittenBytes one) const {
    one.low = atStart(one.low);
    one.high = atStart(one.high);
    for (Linear &each : one.ifNotNegative)
      each = atStart(each);
    for (Repetition &each : one.repeated)
      each.count = atStart(each.count);
    return ofSame(one);
  }

private:
  const Effects &effects;
  const FunctionAccesses &known;
  const SymbolId counter;
  const Linear count;

  Linear atStart(const Linear &value) const {
    Linear rest = value;
    for (const auto &[symbol, coefficient] : value.terms())
      if (isMultiple(symbol))
        rest = *Linear::add(rest, Linear::symbol(symbol), -coefficient);
    return rest;
  }

  bool isMultiple(SymbolId symbol) const {
    const std::vector<SymbolId> &factors = effects[symbol].factors;
    return symbol == counter || std::ranges::find(factors, counter) != factors.end();
  }

  bool moves(const Linear &value) const {
    return mentions(value, [&](SymbolId symbol) { return isMultiple(symbol); });
  }

  std::optional<WrittenBytes> ofSame(const WrittenBytes &one) const {
    const bool isSure = rangeOf(effects, count).low >= 1;
    return isSure || one.base.kind == Base::Kind::Symbol ? onlyIf(1, one) : std::nullopt;
  }

  /// If there are so many iterations.
  std::optional<WrittenBytes> onlyIf(int64_t least, WrittenBytes bytes) const {
    const auto rest = Linear::add(count, Linear(-least));
    if (rest && rangeOf(effects, *rest).low < 0)
      bytes.ifNotNegative.push_back(*rest);
    return rest ? std::optional(std::move(bytes)) : std::nullopt;
  }

  std::optional<WrittenBytes> ofBytes(const WrittenBytes &one, int64_t length) const {
    int64_t stride = one.low.coefficientOf(counter);
    const bool isDense = stride != 0 && length >= std::abs(stride) && one.repeated.empty();
    if (stride > 0 && length > 0 && !isDense)
      return ofPlaces(one, stride);
    auto low = Linear::add(one.low, Linear::symbol(counter), -stride);
    auto moved = Linear::scale(count, stride);
    auto end = low && moved ? Linear::add(*low, *moved) : std::nullopt;
    if (!isDense || !end || moves(*low))
      return std::nullopt;
    if (stride > 0)
      return WrittenBytes{one.base, *low, *end, one.ifNotNegative};
    auto high = Linear::add(*low, Linear(-stride));
    auto first = Linear::add(*end, Linear(-stride));
    return high && first ? std::optional(WrittenBytes{one.base, *first, *high, one.ifNotNegative})
                         : std::nullopt;
  }

  /// Which lie apart.
  std::optional<WrittenBytes> ofPlaces(WrittenBytes one, int64_t stride) const {
    const auto low = Linear::add(one.low, Linear::symbol(counter), -stride),
               high = Linear::add(one.high, Linear::symbol(counter), -stride);
    if (!low || !high || moves(*low) || moves(*high) || one.repeated.size() == deepestRepetition)
      return std::nullopt;
    one.low = *low;
    one.high = *high;
    one.repeated.push_back({stride, count});
    return one;
  }

  /// Each begins where the one before ends.
  std::optional<WrittenBytes> ofRows(const WrittenBytes &one, const Linear &length) const {
    std::optional<Linear> low(one.low.constant()), stride(0);
    for (const auto &[symbol, coefficient] : one.low.terms())
      if (isMultiple(symbol))
        stride = sum(stride, perIteration(symbol), coefficient);
      else
        low = sum(low, Linear::symbol(symbol), coefficient);
    const bool areJoined =
        low && stride && *stride == length && !moves(*stride) && one.repeated.empty();
    const auto end = areJoined ? sum(low, times(*stride, count), 1) : std::nullopt;
    if (!end)
      return std::nullopt;
    return onlyIf(0, {one.base, *low, *end, one.ifNotNegative});
  }

  static std::optional<Linear> sum(const std::optional<Linear> &a, const std::optional<Linear> &b,
                                   int64_t factor) {
    return a && b ? Linear::add(*a, *b, factor) : std::nullopt;
  }

  /// By how much a multiple of the counter grows.
  std::optional<Linear> perIteration(SymbolId symbol) const {
    if (symbol == counter)
      return Linear(1);
    std::vector<SymbolId> rest = effects[symbol].factors;
    rest.erase(std::ranges::find(rest, counter));
    return productOf(std::move(rest));
  }

  /// None: nobody has a symbol for it.
  std::optional<Linear> productOf(std::vector<SymbolId> factors) const {
    if (factors.size() == 1)
      return Linear::symbol(factors.front());
    std::sort(factors.begin(), factors.end());
    const auto found = known.products.find(factors);
    return found == known.products.end() ? std::nullopt
                                         : std::optional(Linear::symbol(found->second));
  }

  std::vector<SymbolId> factorsOf(SymbolId symbol) const {
    return effects[symbol].factors.empty() ? std::vector{symbol} : effects[symbol].factors;
  }

  std::optional<Linear> times(const Linear &a, const Linear &b) const {
    std::optional<Linear> product = Linear::scale(b, a.constant());
    for (const auto &[x, scaleX] : a.terms()) {
      product = sum(product, Linear::symbol(x, scaleX), b.constant());
      for (const auto &[y, scaleY] : b.terms()) {
        std::vector<SymbolId> factors = factorsOf(x), others = factorsOf(y);
        factors.insert(factors.end(), others.begin(), others.end());
        const std::optional<Linear> both = productOf(std::move(factors));
        product = sum(product, both ? Linear::scale(*both, scaleX) : std::nullopt, scaleY);
      }
    }
    return product;
  }
};

bool mentions(const WrittenBytes &bytes, const std::function<bool(SymbolId)> &predicate) {
  return mentions(bytes.low, predicate) || mentions(bytes.high, predicate) ||
         (bytes.base.kind == Base::Kind::Symbol && predicate(bytes.base.symbol)) ||
         std::ranges::any_of(
             bytes.repeated,
             [&](const Repetition &each) { return mentions(each.count, predicate); }) ||
         std::ranges::any_of(bytes.ifNotNegative,
                             [&](const Linear &value) { return mentions(value, predicate); });
}

/// One of its symbols is known to keep it so.
bool isConstraint(const Effects &effects, const Linear &value) {
  return std::ranges::any_of(value.terms(), [&](const auto &term) {
    return std::ranges::any_of(effects[term.first].constraints, [&](const Linear &constraint) {
      const auto more = Linear::add(value, constraint, -1);
      return more && more->isConstant() && more->constant() >= 0;
    });
  });
}

/// The number of the repetition's place in which `start` lies, if it lies in one: all that grows by
/// the stride and its multiples.
std::optional<Linear> placeAmong(const Repetition &repetition, const Linear &low,
                                 const Linear &start) {
  const std::optional<Linear> distance = Linear::add(start, low, -1);
  if (!distance)
    return std::nullopt;
  std::optional<Linear> place(llvm::divideFloorSigned(distance->constant(), repetition.stride));
  for (const auto &[symbol, coefficient] : distance->terms())
    if (place && coefficient % repetition.stride == 0)
      place = Linear::add(*place, Linear::symbol(symbol), coefficient / repetition.stride);
  return place;
}

void keepCommon(std::vector<WrittenBytes> &written, const std::vector<WrittenBytes> &other) {
  std::erase_if(written, [&](const WrittenBytes &each) {
    return std::ranges::find(other, each) == other.end();
  });
}

/// Whatever its type, it is this number as an integer with a sign; null is 0.
bool isKnownNumber(const Instruction &value) {
  return value.op == Op::Constant &&
         (value.type.kind == ValueType::Kind::Pointer || value.type.isSigned || value.number >= 0);
}

/// One of the numbers that it stands for has the relation. Those from 0 to a number have one that
/// the lowest, the highest or the limit itself has, or none.
bool mayHold(const ReturnedWrites &returned, Relation relation, int64_t limit) {
  const int64_t most = *returned.number;
  auto hasIt = [&](int64_t number) {
    return number >= 0 && number <= most && holds(number, relation, limit);
  };
  return holds(most, relation, limit) || (returned.orLess && (hasIt(0) || hasIt(limit)));
}

bool areConditionsOn(const WrittenBytes &bytes, SymbolId counter) {
  return std::ranges::any_of(bytes.ifNotNegative, [&](const Linear &value) {
    return mentions(value, [&](SymbolId symbol) { return symbol == counter; });
  });
}

/// Some iterations go on early with the next one.
bool isContinued(const Program &program, RegionId loop) {
  return std::ranges::any_of(regionsWithin(program, program[loop].children[0]), [&](RegionId each) {
    return program[each].jump == Region::JumpKind::Continue && endedBy(program, each) == loop;
  });
}

/// Where the access surely stays, each as start and length: in its bytes, as far as these are
/// known, in the declared arrays around it, and in what was allocated.
std::vector<std::pair<Linear, Linear>> placesAround(const Effects &effects, const Access &access) {
  std::vector<std::pair<Linear, Linear>> places;
  auto add = [&](const Linear &start, int64_t size) {
    if (size != 0)
      places.emplace_back(start, Linear(size));
  };
  add(access.offset, static_cast<int64_t>(access.size));
  add(access.confined.start, access.confined.extent);
  for (const auto &[start, extent] : access.confined.outer)
    add(start, extent);
  const auto block = access.base.kind == Base::Kind::Symbol
                         ? effects.allocatedBytes.find(access.base.symbol)
                         : effects.allocatedBytes.end();
  if (block != effects.allocatedBytes.end())
    places.emplace_back(Linear(), block->second);
  return places;
}

} // namespace

bool isAlwaysWritten(const Program &program, const Effects &effects, Budget &budget, RegionId loop,
                     const Access &access, const std::vector<WrittenBytes> &written) {
  auto isFixed = [&](const Linear &value) {
    return !mentions(value,
                     [&](SymbolId symbol) { return variesIn(program, effects[symbol], loop); });
  };
  auto isAround = [&](const WrittenBytes &bytes, const Linear &start, const Linear &size) {
    auto below = Linear::add(start, bytes.low, -1);
    auto end = Linear::add(start, size);
    auto above = end ? Linear::add(bytes.high, *end, -1) : std::nullopt;
    return below && above && isNeverNegative(effects, budget, *below) &&
           isNeverNegative(effects, budget, *above);
  };
  const std::vector<std::pair<Linear, Linear>> places = placesAround(effects, access);
  return std::any_of(written.begin(), written.end(), [&](const WrittenBytes &bytes) {
    return bytes.base == access.base && isFixed(bytes.low) && isFixed(bytes.high) &&
           std::ranges::any_of(places, [&](const auto &place) {
             return isAround(bytes, place.first, place.second);
           });
  });
}

void addWritten(std::vector<WrittenBytes> &written, const WrittenBytes &bytes) {
  WrittenBytes joined = bytes;
  for (const WrittenBytes &each : written) {
    if (each == bytes)
      return;
    const bool areAlike = each.base == joined.base && each.repeated == joined.repeated;
    if (areAlike && each.high == joined.low)
      joined.low = each.low;
    else if (areAlike && each.low == joined.high)
      joined.high = each.high;
    else
      continue;
    for (const Linear &condition : each.ifNotNegative)
      joined.ifNotNegative.push_back(condition);
  }
  if (written.size() + 1 >= maxRanges)
    return;
  written.push_back(bytes);
  if (joined != bytes)
    written.push_back(joined);
}

/// The first constraint is the one that the loop's test says, and the others follow from it.
static bool isOnlyFirstSaid(const Effects &effects, const FunctionAccesses &known,
                            SymbolId counter) {
  const CompactList<Linear> &constraints = effects[counter].constraints;
  const auto said = known.saidByTest.find(effects[counter].counterOf);
  return said != known.saidByTest.end() && said->second.size() == 1 && !constraints.empty() &&
         constraints.front() == said->second.front();
}

std::optional<Linear> domainLength(const Effects &effects, const FunctionAccesses &known,
                                   SymbolId counter) {
  if (effects[counter].constraints.size() != 1 && !isOnlyFirstSaid(effects, known, counter))
    return std::nullopt;
  const Linear &constraint = effects[counter].constraints.front(); // rest - step * k >= 0
  const int64_t step = -constraint.coefficientOf(counter);
  const auto rest = Linear::add(constraint, Linear::symbol(counter), step);
  if (step <= 0 || !rest)
    return std::nullopt;
  std::optional<Linear> length(llvm::divideFloorSigned(rest->constant(), step) + 1);
  for (const auto &[symbol, coefficient] : rest->terms())
    length = length && coefficient % step == 0
                 ? Linear::add(*length, Linear::symbol(symbol), coefficient / step)
                 : std::nullopt;
  return length;
}

std::vector<WrittenBytes> CoverageWalk::run(RegionId region) {
  std::vector<WrittenBytes> written = runWithConditions(region);
  std::erase_if(written, [](const WrittenBytes &bytes) {
    return !bytes.ifNotNegative.empty() || !bytes.repeated.empty();
  });
  return written;
}

std::vector<WrittenBytes> CoverageWalk::runWithConditions(RegionId region) {
  State state;
  followsPrefixes = region.valid() && mayFillPrefixes(program, region);
  if (followsPrefixes)
    steady = steadyParameters(program, program[region].function);
  followsTexts = region.valid() && mayLeaveTexts(program, known, region, followsPrefixes);
  if (region.valid() && !known.writtenByResult.empty())
    findResults(program[region].function);
  atEnd.leave();
  walk(region, state);
  addFilled(state.contents.prefixes, state.written);
  atEnd.join(state.contents.texts);
  return state.beforeJump.value_or(state.written);
}

void CoverageWalk::walk(RegionId id, State &state) {
  if (!id.valid())
    return;
  const Region &region = program[id];
  switch (region.kind) {
  case Region::Kind::Block:
    return walkBlock(id, state);
  case Region::Kind::Sequence: {
    const auto beforeJump = state.beforeJump;
    std::set<ValueId> called;
    if (region.isStretch) {
      called = state.called;
      state.beforeJump.reset();
      gone[id].leave();
    }
    for (RegionId child : region.children) {
      std::optional<std::vector<WrittenBytes>> start;
      if (!state.beforeJump && isLeft(child))
        start = state.written;
      walk(child, state);
      if (!state.beforeJump)
        state.beforeJump = std::move(start);
    }
    if (region.isStretch) {
      if (state.beforeJump) {
        state.written = *state.beforeJump;
        state.called = std::move(called);
        state.isLeft = false;
      }
      state.beforeJump = beforeJump;
      state.contents.join(gone[id]);
    }
    return;
  }
  case Region::Kind::Branch: {
    const auto beforeJump = state.beforeJump;
    walk(region.condition, state);
    if (const std::optional<bool> known =
            first ? first->outcomeOf(region.conditionValue) : std::nullopt) {
      assume(region.conditionValue, *known, state);
      if (*known || region.children.size() > 1)
        walk(region.children[*known ? 0 : 1], state);
      state.beforeJump = beforeJump;
      return;
    }
    State other = state;
    assume(region.conditionValue, true, state);
    assume(region.conditionValue, false, other);
    walk(region.children[0], state);
    if (region.children.size() > 1)
      walk(region.children[1], other);
    join(state, other);
    state.beforeJump = beforeJump;
    return;
  }
  case Region::Kind::Loop:
    return walkLoop(id, state);
  case Region::Kind::Switch:
  case Region::Kind::Opaque:
    return walkArms(id, state);
  case Region::Kind::Jump:
    return walkJump(id, state);
  }
}

/// Of a switch, each of which may go on in the next one; or what may run in any order.
void CoverageWalk::walkArms(RegionId id, State &state) {
  const Region &region = program[id];
  const bool isInOrder = region.kind == Region::Kind::Switch;
  walk(region.condition, state);
  if (!isInOrder) {
    ++irregular;
    state.contents.forgetAll();
  }
  broken[id].leave();
  Contents above;
  above.leave();
  for (RegionId child : region.children) {
    State arm = state;
    if (isInOrder)
      arm.contents.join(above);
    walk(child, arm);
    above = arm.contents;
  }
  if (!isInOrder) {
    --irregular;
    return;
  }
  if (region.hasDefault)
    state.contents.leave();
  state.contents.join(above);
  state.contents.join(broken[id]);
}

/// Two ways that meet.
void CoverageWalk::join(State &state, State &other) {
  state.contents.join(other.contents);
  if (state.isLeft) {
    state.written = std::move(other.written);
    state.called = std::move(other.called);
  } else if (!other.isLeft) {
    keepCommon(state.written, other.written);
    std::erase_if(state.called, [&](ValueId each) { return !other.called.contains(each); });
  }
  state.isLeft = state.isLeft && other.isLeft;
}

/// The condition, which has just been evaluated.
void CoverageWalk::assume(ValueId condition, bool holds, State &state) {
  state.contents.prefixes.assume(program, condition, holds);
  assumeResults(condition, holds, state);
}

void CoverageWalk::assumeResults(ValueId condition, bool holds, State &state) {
  if (!condition.valid() || known.writtenByResult.empty() || irregular > 0)
    return;
  const ValueId value = withoutExtensions(program, condition);
  const Instruction &test = program[value];
  if (holds ? isConjunction(program, test) : isDisjunction(program, test)) {
    assumeResults(test.operands[0], holds, state);
    assumeResults(test.operands[holds ? 1 : 2], holds, state);
  } else if (test.op == Op::Compare) {
    const Relation relation = holds ? test.relation : opposite(test.relation);
    const Instruction &limit = program[withoutExtensions(program, test.operands[1])];
    if (isKnownNumber(limit))
      assumeResult(withoutExtensions(program, test.operands[0]), relation, limit.number, state);
  } else {
    assumeResult(value, holds ? Relation::NotEqual : Relation::Equal, 0, state);
  }
}

/// What a call has written with a result of which this holds.
void CoverageWalk::assumeResult(ValueId value, Relation relation, int64_t limit, State &state) {
  auto call = known.writtenByResult.find(callOf(value, state));
  if (call == known.writtenByResult.end())
    return;
  std::optional<std::vector<WrittenBytes>> written;
  std::vector<size_t> possible;
  for (size_t i = 0; i < call->second.size(); ++i) {
    const ReturnedWrites &each = call->second[i];
    if (each.number && !mayHold(each, relation, limit))
      continue;
    possible.push_back(i);
    if (written)
      keepCommon(*written, each.written);
    else
      written = each.written;
  }
  for (const WrittenBytes &bytes : written.value_or(std::vector<WrittenBytes>()))
    addWritten(state.written, bytes);
  if (followsTexts)
    state.contents.texts.assumeReturned(call->first, possible);
}

/// The call whose result it is, as it is: of the call that has been made last.
ValueId CoverageWalk::callOf(ValueId value, const State &state) const {
  if (program[value].op == Op::Call)
    return value;
  const ObjectId variable = program[value].op == Op::Load ? variableOf(program, value) : ObjectId();
  if (!variable.valid() || !program[variable].isPlainScalar() ||
      program[variable].kind != Object::Kind::Local)
    return ValueId();
  auto found = resultOf.find(variable);
  return found != resultOf.end() && state.called.contains(found->second) ? found->second
                                                                         : ValueId();
}

/// Variables that are set in one place of the function only, to what a call there returns.
void CoverageWalk::findResults(FunctionId function) {
  std::map<ObjectId, unsigned> stores;
  for (ValueId id : valuesWithin(program, program[function].body)) {
    const ObjectId variable = program[id].op == Op::Store ? variableOf(program, id) : ObjectId();
    if (!variable.valid())
      continue;
    const ValueId stored = program[id].operands[1];
    if (++stores[variable] == 1 && program[stored].op == Op::Call &&
        program[stored].type == program[id].type && !program[id].conditional)
      resultOf[variable] = stored;
    else
      resultOf.erase(variable);
  }
}

/// What parameters lead to, filled as far as another one says.
void CoverageWalk::addFilled(const Prefixes &prefixes, std::vector<WrittenBytes> &written) const {
  if (!parameters || !followsPrefixes || irregular > 0)
    return;
  for (const auto &[prefix, number] : prefixes.filledUpToParameters(program, steady)) {
    const auto memory = parameters->find(prefix.parameter), count = parameters->find(number);
    const bool areKnown = memory != parameters->end() && count != parameters->end() &&
                          memory->second.kind == SymbolicValue::Kind::Pointer &&
                          count->second.kind == SymbolicValue::Kind::Integer;
    const auto bytes =
        areKnown ? Linear::scale(count->second.offset, prefix.elementBytes) : std::nullopt;
    if (const auto end = bytes ? Linear::add(memory->second.offset, *bytes) : std::nullopt)
      addWritten(written, {memory->second.base, memory->second.offset, *end});
  }
}

/// All returns must say it.
void CoverageWalk::noteReturn(const Region &jump, const State &state) {
  noteWritten(jump, state);
  const auto filled = state.contents.prefixes.filledUpTo(jump.returned);
  if (silent > 0 || !filled)
    return;
  if (!upToResult)
    upToResult = filled;
  std::erase_if(*upToResult, [&](const FilledPrefix &each) { return !filled->contains(each); });
}

/// Of many returns, all but the first ones are one.
void CoverageWalk::noteWritten(const Region &jump, const State &state) {
  if (silent > 0)
    return;
  const Texts texts = irregular > 0 ? Texts() : state.contents.texts;
  atEnd.join(texts);
  if (!jump.returned.valid())
    return;
  const Instruction &value = program[withoutExtensions(program, jump.returned)];
  std::vector<WrittenBytes> written = state.written;
  addFilled(state.contents.prefixes, written);
  if (returns.size() < maxReturns) {
    returns.push_back({isKnownNumber(value) ? std::optional(value.number) : std::nullopt, false,
                       std::move(written), texts.all()});
  } else {
    ReturnedWrites &last = returns.back();
    last.number.reset();
    keepCommon(last.written, written);
    const std::vector<Access> others = texts.all();
    std::erase_if(last.texts, [&](const Access &each) {
      return std::ranges::find(others, each) == others.end();
    });
  }
}

void CoverageWalk::walkJump(RegionId id, State &state) {
  using Kind = Region::JumpKind;
  const Region &jump = program[id];
  if (jump.jump == Kind::Return)
    noteReturn(jump, state);
  auto &ends = jump.jump == Kind::Break ? broken : jump.jump == Kind::Continue ? continued : gone;
  const RegionId target = jump.jump == Kind::Return ? RegionId()
                          : jump.jump == Kind::Goto ? jump.target
                                                    : endedBy(program, id);
  if (auto end = ends.find(target); target.valid() && end != ends.end())
    end->second.join(state.contents);
  state.contents.leave();
  state.isLeft = true;
}

std::optional<WrittenBytes> surelyWritten(const Access &access) {
  if (!access.isWrite || !access.isMust || access.size == 0)
    return std::nullopt;
  const auto end = Linear::add(access.offset, Linear(static_cast<int64_t>(access.size)));
  return end ? std::optional(WrittenBytes{access.base, access.offset, *end}) : std::nullopt;
}

void CoverageWalk::walkBlock(RegionId block, State &state) {
  state.contents.prefixes.enterBlock();
  steps += (1 + program[block].values.size()) * (1 + state.contents.prefixes.factCount()) +
           state.written.size();
  for (ValueId value : program[block].values) {
    const std::vector<Access> &accesses = known.accessesAt(value);
    for (const Access &access : accesses)
      if (!access.isWrite && !access.isOpaque && silent == 0) {
        atRead = &state;
        onRead(access,
               access.isCoveredInCallee || isCovered(access, state) ||
                   isCoveredByTest(value, access, state) ||
                   state.contents.prefixes.covers(program, effects, value, access, steady) ||
                   state.contents.texts.covers(textContext(), value, access, accesses));
        atRead = nullptr;
      }
    if (followsTexts)
      followTexts(value, accesses, state);
    if (followsPrefixes)
      state.contents.prefixes.execute(program, effects, value, accesses, steady);
    for (const Access &access : accesses) {
      const auto sure = surelyWritten(access);
      if (sure && access.base.kind != Base::Kind::Unknown)
        addWritten(state.written, *sure);
    }
    if (auto call = known.writtenBy.find(value); call != known.writtenBy.end())
      for (const WrittenBytes &bytes : call->second)
        addWritten(state.written, bytes);
    if (known.writtenByResult.contains(value) && !program[value].conditional)
      state.called.insert(value);
  }
}

/// Before the value changes what is filled.
void CoverageWalk::followTexts(ValueId value, const std::vector<Access> &accesses,
                               State &state) const {
  Texts &texts = state.contents.texts;
  texts.execute(textContext(), value, accesses);
  if (followsPrefixes && accesses.size() == 1 && storesEnd(program, value))
    if (const auto text =
            state.contents.prefixes.textEndedBy(program, effects, value, accesses[0], steady))
      texts.add(textContext(), *text);
  if (auto call = known.textsBy.find(value); call != known.textsBy.end())
    for (const Access &text : call->second)
      texts.add(textContext(), text);
  if (auto call = known.writtenByResult.find(value); call != known.writtenByResult.end())
    for (size_t i = 0; i < call->second.size(); ++i)
      texts.addIfReturned(textContext(), value, i, call->second[i].texts);
}

/// From where an iteration starts to where the next one does.
void CoverageWalk::walkBody(RegionId loop, State &state) {
  const Region &region = program[loop];
  state.beforeJump.reset();
  broken[loop].leave();
  continued[loop].leave();
  auto test = [&] {
    walk(region.condition, state);
    Contents out = state.contents;
    out.prefixes.assume(program, region.conditionValue, false);
    broken[loop].join(out);
    assume(region.conditionValue, true, state);
  };
  if (region.testsFirst)
    test();
  std::optional<State> start; // of the body, if iterations go on early with the next one
  if (isContinued(program, loop))
    start = state;
  walk(region.children[0], state);
  state.contents.join(continued[loop]);
  if (start) {
    state.written = state.beforeJump.value_or(std::move(start->written));
    state.called = std::move(start->called);
    state.isLeft = false;
  }
  walk(region.step, state);
  if (!region.testsFirst)
    test();
}

/// What an iteration adds to what has been written in front of the loop.
std::vector<WrittenBytes> CoverageWalk::writtenInOne(RegionId loop, const State &state) {
  State once = state;
  ++silent;
  walkBody(loop, once);
  --silent;
  std::vector<WrittenBytes> added = std::move(once.beforeJump ? *once.beforeJump : once.written);
  std::erase_if(added, [&](const WrittenBytes &each) {
    return std::ranges::find(state.written, each) != state.written.end();
  });
  return added;
}

/// What holds in front of each iteration.
void CoverageWalk::findLoopContents(RegionId loop, State &state) {
  constexpr unsigned maxRounds = 4, deepest = 3;
  for (unsigned round = 0; silent < deepest && steps < maxSteps && round < maxRounds; ++round) {
    State body = state;
    ++silent;
    walkBody(loop, body);
    --silent;
    if (!state.contents.loopBack(body.contents))
      return;
  }
  state.contents.forgetAll();
}

void CoverageWalk::walkLoop(RegionId id, State &state) {
  walk(program[id].init, state);
  if (followsPrefixes || followsTexts)
    findLoopContents(id, state);
  std::optional<Linear> trips = tripCount(id);
  bool isTooDeep = loopDepth(program, id) > deepestHistory + silent || steps >= maxSteps;
  if (!trips || isTooDeep) {
    State body = state;
    walkBody(id, body);
    state.contents = broken[id];
    return;
  }
  const SymbolId counter = known.counters.at(id);
  auto isOther = [&](SymbolId symbol) {
    return symbol != counter && variesIn(program, effects[symbol], id);
  };
  auto variesInside = [&](SymbolId symbol) {
    const std::vector<SymbolId> &factors = effects[symbol].factors;
    return factors.empty() ? isOther(symbol) : std::ranges::any_of(factors, isOther);
  };
  State body = state;
  std::vector<WrittenBytes> atFirst;
  if (const FirstIteration &its = firsts.try_emplace(id, program, id).first->second;
      its.decidesBranch()) {
    const FirstIteration *around = std::exchange(first, &its);
    atFirst = writtenInOne(id, state);
    first = around;
  }
  for (const WrittenBytes &each : writtenInOne(id, state)) {
    if (mentions(each, variesInside) || areConditionsOn(each, counter))
      continue;
    if (auto earlier = Iterations(effects, known, counter, Linear::symbol(counter)).of(each))
      addWritten(body.written, *earlier);
    if (auto all = Iterations(effects, known, counter, *trips).of(each))
      addWritten(state.written, *all);
  }
  for (const WrittenBytes &each : atFirst)
    if (!mentions(each, variesInside))
      if (auto sure = Iterations(effects, known, counter, *trips).ofFirst(each))
        addWritten(state.written, *sure);
  walkBody(id, body);
  state.contents = broken[id];
}

bool CoverageWalk::isLeft(RegionId region) {
  if (!left.contains(region))
    left.merge(findLeft(program, region));
  return left.at(region);
}

/// When the loop runs exactly so many iterations.
std::optional<Linear> CoverageWalk::tripCount(RegionId id) {
  const Region &loop = program[id];
  auto found = known.counters.find(id);
  bool isPlain = found != known.counters.end() && loop.testsFirst &&
                 loop.counted.variable.valid() && known.invariantBounds.contains(id) && !isLeft(id);
  return isPlain ? domainLength(effects, known, found->second) : std::nullopt;
}

bool CoverageWalk::isAmongWritten(const Access &access, RegionId loop) {
  auto varies = [&](SymbolId symbol) { return variesIn(program, effects[symbol], loop); };
  std::vector<WrittenBytes> same = atRead->written;
  std::erase_if(same, [&](const WrittenBytes &bytes) { return mentions(bytes, varies); });
  return isCoveredBy(access, same);
}

bool CoverageWalk::isCoveredByCallee(const Access &access) {
  return access.isCoveredInCallee || isCoveredBy(access, access.writtenBefore);
}

CompactList<WrittenBytes>
CoverageWalk::writtenBefore(const Access &access,
                            const std::function<bool(const WrittenBytes &)> &isForCaller) const {
  constexpr size_t most = 8;
  CompactList<WrittenBytes> before;
  auto add = [&](const WrittenBytes &bytes) {
    if (bytes.base == access.base && before.size() < most && isForCaller(bytes))
      before.push_back(bytes);
  };
  if (access.base.kind == Base::Kind::Unknown)
    return before;
  std::ranges::for_each(atRead->written, add);
  std::ranges::for_each(access.writtenBefore, add);
  return before;
}

bool CoverageWalk::isCovered(const Access &access, const State &state) {
  return isCoveredBy(access, state.written) || isCoveredBy(access, access.writtenBefore);
}

/// What is written has all bytes of the access, or those of a declared array or of an allocation
/// that it cannot leave.
bool CoverageWalk::isCoveredBy(const Access &access, const auto &written) {
  auto isOfBase = [&](const WrittenBytes &bytes) { return bytes.base == access.base; };
  if (access.base.kind == Base::Kind::Unknown || std::ranges::none_of(written, isOfBase))
    return false;
  return std::ranges::any_of(placesAround(effects, access), [&](const auto &place) {
    return std::ranges::any_of(written, [&](const WrittenBytes &bytes) {
      return isOfBase(bytes) && contains(bytes, place.first, place.second, access) &&
             areMet(bytes, access);
    });
  });
}

/// The bytes from `start` on are among these, where the access is made.
bool CoverageWalk::contains(const WrittenBytes &bytes, Linear start, const Linear &size,
                            const Access &access) {
  std::vector<Linear> needed; ///< each >= 0
  for (size_t i = bytes.repeated.size(); i-- > 0;) {
    const Repetition &each = bytes.repeated[i];
    const std::optional<Linear> place = placeAmong(each, bytes.low, start);
    const auto behind = place ? Linear::add(each.count, *place, -1) : std::nullopt;
    const auto left = behind ? Linear::add(*behind, Linear(-1)) : std::nullopt;
    const auto first = left ? Linear::add(start, *place, -each.stride) : std::nullopt;
    if (!first)
      return false;
    needed.insert(needed.end(), {*place, *left});
    start = *first;
  }
  const auto end = Linear::add(start, size);
  const auto below = Linear::add(start, bytes.low, -1),
             above = end ? Linear::add(bytes.high, *end, -1) : std::nullopt;
  if (!below || !above)
    return false;
  needed.insert(needed.end(), {*below, *above});
  auto isNegative = [](const Linear &value) { return value.isConstant() && value.constant() < 0; };
  return std::ranges::none_of(needed, isNegative) &&
         std::ranges::all_of(needed,
                             [&](const Linear &value) { return isNonNegative(value, access); });
}

/// What stands in front of it in the same condition says so.
///
///     if (parse(line, &entry) && entry.count > 3)
bool CoverageWalk::isCoveredByTest(ValueId value, const Access &access, const State &state) {
  if (!program[value].conditional || known.writtenByResult.empty())
    return false;
  State there{state.written, {}, state.called, false, {}};
  for (ValueId each : program[program[value].block].values) {
    const Instruction &test = program[each];
    const bool isAnd = isConjunction(program, test), isOr = isDisjunction(program, test);
    if ((isAnd || isOr) && isOperandOf(program, value, test.operands[isAnd ? 1 : 2]))
      assumeResults(test.operands[0], isAnd, there);
  }
  return there.written.size() > state.written.size() && isCovered(access, there);
}

bool CoverageWalk::areMet(const WrittenBytes &bytes, const Access &access) {
  std::vector<Linear> open;
  std::ranges::copy_if(bytes.ifNotNegative, std::back_inserter(open),
                       [&](const Linear &value) { return !isNonNegative(value, access); });
  return open.empty() || (mayAssume && mayAssume(open));
}

/// Where the access is made.
bool CoverageWalk::isNonNegative(const Linear &value, const Access &access) {
  if (rangeOf(effects, value).low >= 0)
    return true;
  if (value.isConstant())
    return false;
  if (isConstraint(effects, value))
    return true;
  if (queries++ >= maxQueries)
    return false;
  return isNeverNegative(effects, budget, value, access.offset) ||
         isNeverNegativeProduct(value, access);
}

bool CoverageWalk::isNeverNegativeProduct(const Linear &value, const Access &access) {
  if (!hasProduct(effects, value) && !hasProduct(effects, access.offset))
    return false;
  if (proofs++ >= maxProofs)
    return false;
  const Viewpoint view{RegionId(), SymbolId(), [](SymbolId) { return true; }};
  PolynomialProof proof(effects, view);
  proof.learnFrom(access);
  return proof.isNeverNegative(value);
}

} // namespace kasuri
