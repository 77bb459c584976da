// Ranges that a program can compute in front of a loop.
//
//     void add(double *a, const double *b, int n) {
//       for (int i = 0; i < n; i++)         a: [a, a + 8 n)   b: [b + 8, b + 8 n + 8)
//         a[i] += b[i + 1];                 guarded: they do not overlap
//     }
//     for (y = 0; y < h; y++)
//       for (x = 0; x < w; x++)             an iteration of y: [8 w y, 8 w y + 8 w), the next is
//         a[y * w + x] = 0;                 moved by 8 w: rows never overlap
//
// The offset of an access is linear in symbols. One that is fixed in front of the loop must be
// found there: in a scalar of the function that is not addressed, or in memory that the loop
// surely reads and nothing in it writes. All others are replaced by their ends: the loop's counter
// by 0 and the trip count, inner counters by what their tests say, products by the products of
// ends. So the range holds every byte that is touched, and where nothing is touched at all, any
// range is right. The program computes it with an answer for overflow (see kasuri.h), and where the
// source computes modulo 2^n, only values that did not wrap pass.
//
// Guards are about ranges only: that a base or a bound stays the same in the loop has been shown
// before, without them. What it gives up on: places in a loop's own test beside products (it runs
// once more than the body), values that a called function alone knows, more than a few tests.
#include "analysis/guard/Ranges.h"

#include "analysis/guard/RowGuards.h"
#include "analysis/symbolic/EffectiveTypes.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>
#include <tuple>

namespace kasuri {
namespace {

constexpr unsigned maxSteps = 400;
constexpr size_t maxGuards = 4;
constexpr int64_t maxNumber = int64_t(1) << 31;

/// Ranges without variables only grow with the number of iterations.
bool alwaysOverlap(const GuardRange &a, const GuardRange &b) {
  auto lowA = forTwoIterations(a.low), endA = forTwoIterations(a.end);
  auto lowB = forTwoIterations(b.low), endB = forTwoIterations(b.end);
  return lowA && endA && lowB && endB && *lowA < *endB && *lowB < *endA;
}

} // namespace

RangeMaker::RangeMaker(const AnalysedProgram &analysed, RegionId loop, const Viewpoint &view,
                       Budget &budget, RefutedTests refuted)
    : analysed(analysed), program(analysed.program), effects(analysed.effects), loop(loop),
      view(view), budget(budget), function(program[loop].function),
      known(effects.functions[function.index()]), refuted(std::move(refuted)) {}

bool RangeMaker::isShared(const Linear &value) const {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto &term) { return view.isShared(term.first); });
}

/// The same place throughout the loop.
bool RangeMaker::isFixed(const Base &base) const {
  return base.kind == Base::Kind::Object ||
         (base.kind == Base::Kind::Symbol && view.isShared(base.symbol));
}

/// The object's name means it where the loop stands.
bool RangeMaker::isNamedHere(ObjectId id) const {
  const Object &object = program[id];
  for (ObjectId other : analysed.automatic[function.index()]) {
    const RegionId scope = program[other].scope;
    const bool isSeen = !scope.valid() || contains(program, scope, loop);
    if (other != id && program[other].name == object.name && isSeen)
      return false;
  }
  if (object.isVolatile || object.isThreadLocal || object.name.empty())
    return false;
  if (object.kind == Object::Kind::Parameter)
    return object.owner == function;
  if (object.kind == Object::Kind::Global)
    return true;
  const SourceLocation &place = object.location, &here = program[loop].location;
  return object.kind == Object::Kind::Local && object.owner == function && object.scope.valid() &&
         contains(program, object.scope, loop) && place.file == here.file &&
         std::pair(place.line, place.column) < std::pair(here.line, here.column);
}

/// Pointers of the function that the program can name in front of the loop, with what they hold.
std::vector<std::pair<ObjectId, SymbolicValue>> RangeMaker::pointersBefore() const {
  std::vector<std::pair<ObjectId, SymbolicValue>> found;
  if (auto before = known.before.find(loop); before != known.before.end())
    for (const auto &[object, value] : before->second)
      if (value.kind == SymbolicValue::Kind::Pointer && !value.mayWrap && isNamedHere(object) &&
          program[object].kind != Object::Kind::Global)
        found.emplace_back(object, value);
  return found;
}

std::optional<GuardValue> RangeMaker::ofVariable(SymbolId symbol, bool isPointer) {
  auto before = known.before.find(loop);
  if (before == known.before.end())
    return std::nullopt;
  for (const auto &[object, value] : before->second) {
    if (value.mayWrap || program[object].kind == Object::Kind::Global)
      continue;
    Linear others;
    if (isPointer) {
      if (value.kind != SymbolicValue::Kind::Pointer || value.base.symbol != symbol)
        continue;
      others = value.offset;
    } else {
      if (value.kind != SymbolicValue::Kind::Integer || value.offset.coefficientOf(symbol) != 1)
        continue;
      others = *Linear::add(value.offset, Linear::symbol(symbol), -1);
    }
    if (!others.isConstant() || !isNamedHere(object) || (front && !front->isSet(object)))
      continue;
    GuardValue variable{.op = GuardValue::Op::Variable,
                        .isSigned = program[object].type.isSigned,
                        .object = object};
    return sum(variable, constantOf(-others.constant()));
  }
  return std::nullopt;
}

/// An earlier part of the sequence may leave it, as `continue` does.
bool RangeMaker::mayPass(const Region &sequence, RegionId child) const {
  auto end = std::find(sequence.children.begin(), sequence.children.end(), child);
  return std::any_of(sequence.children.begin(), end,
                     [&](RegionId each) { return leavingJump(program, each).valid(); });
}

/// Every iteration runs the block: it stands in the body and under no branch or further loop.
bool RangeMaker::isSurelyExecuted(RegionId block) const {
  RegionId below = block;
  for (RegionId up = program[block].parent; up.valid(); up = program[up].parent) {
    if (up == loop)
      return !program[loop].children.empty() && program[loop].children[0] == below;
    if (program[up].kind != Region::Kind::Sequence || mayPass(program[up], below))
      return false;
    below = up;
  }
  return false;
}

/// The first iteration may end the program before it gets to the value. An assertion says so too:
/// what it checks may be what makes the value readable.
bool RangeMaker::mayEndBefore(ValueId value) {
  const std::vector<ValueId> values = valuesWithin(program, loop);
  if (!firstEnd) {
    firstEnd = findExit(analysed, loop, refuted);
    for (ValueId each : values)
      if (each == *firstEnd || effects.memoryExits.isAssumed(program[each])) {
        firstEnd = each;
        break;
      }
  }
  return firstEnd->valid() && *firstEnd != value &&
         std::find(values.begin(), values.end(), *firstEnd) <
             std::find(values.begin(), values.end(), value);
}

/// Two addresses that are written alike, so that they are of one type.
bool RangeMaker::isWrittenAlike(ValueId a, ValueId b) const {
  const Instruction &x = program[a], &y = program[b];
  bool isAlike = x.op == y.op && x.op != Op::Convert && x.op != Op::Call && x.number == y.number &&
                 x.object == y.object && x.text == y.text && x.operands.size() == y.operands.size();
  for (size_t i = 0; isAlike && i < x.operands.size(); ++i)
    isAlike = isWrittenAlike(x.operands[i], y.operands[i]);
  return isAlike;
}

/// Is it a member of a structure of which the loop's head or every iteration reads another?
/// Then the structure is there, unless a cast makes one of it that is larger.
bool RangeMaker::isOfReadStruct(const Instruction &load, const Access &access) {
  auto startOf = [&](ValueId address, const Access &member) {
    bool isMember = address.valid() && program[address].op == Op::Field;
    return isMember ? Linear::add(member.offset, Linear(-program[address].number)) : std::nullopt;
  };
  auto start = startOf(load.operands[0], access);
  for (ValueId value : valuesWithin(program, loop)) {
    RegionId block = program[value].block;
    bool isSure = (block == program[loop].init || block == program[loop].condition ||
                   isSurelyExecuted(block)) &&
                  !mayEndBefore(value);
    if (!start || !isSure || !isEvaluated(value))
      continue;
    for (const Access &other : known.accessesAt(value)) {
      const Instruction &read = program[other.origin];
      bool isRead = read.op == Op::Load && !other.mayBeSkipped &&
                    (other.origin == value || !read.conditional);
      if (isRead && other.base == access.base && startOf(read.operands[0], other) == start &&
          isWrittenAlike(program[read.operands[0]].operands[0],
                         program[load.operands[0]].operands[0]))
        return true;
    }
  }
  return false;
}

/// It is a part of a structure of which the first iteration reads a member through a pointer to it,
/// also in a called function. Then the structure is there, unless a cast makes one of it that is
/// larger.
bool RangeMaker::isPartOfReadStruct(const Access &access) {
  return isSurelyRead([&](const Access &member) {
    int64_t inside = 0; // the structure, in bytes
    ValueId address = program[member.origin].operands[0];
    for (; program[address].op == Op::Field; address = program[address].operands[0])
      inside += program[address].number;
    const ObjectId pointer = variableOf(program, address);
    const auto distance = Linear::add(access.offset, member.offset, -1);
    if (!pointer.valid() || member.base != access.base || !distance || !distance->isConstant())
      return false;
    const int64_t size = program[pointer].pointeeSize, start = distance->constant() + inside;
    return inside < size && start >= 0 && start + static_cast<int64_t>(access.size) <= size;
  });
}

/// The bytes lie in a variable, all of which is there as long as any part of it.
bool RangeMaker::isInVariable(ObjectId id, int64_t start, uint64_t size) const {
  if (analysed.pointsTo.isSpecial(id))
    return false;
  const Object &object = program[id];
  return object.kind != Object::Kind::Heap && object.isDefined && start >= 0 &&
         static_cast<uint64_t>(start) + size <= object.type.size;
}

/// Such a place can always be read.
bool RangeMaker::isPartOfVariable(const Access &access) const {
  return access.base.kind == Base::Kind::Object && access.offset.isConstant() &&
         isInVariable(access.base.object, access.offset.constant(), access.size);
}

/// It is a part of one of some variables, of which the first iteration reads some part.
bool RangeMaker::isPartOfReadVariable(const Access &access) {
  if (access.base.kind != Base::Kind::Symbol)
    return false;
  const Locations places = locationsOf(effects, analysed.pointsTo, access);
  return std::all_of(places.begin(), places.end(),
                     [&](const Location &each) {
                       return each.stride == 0 &&
                              isInVariable(each.object, each.offset, access.size);
                     }) &&
         isSurelyRead([&](const Access &other) { return other.base == access.base; });
}

/// The inner loops around the block run their bodies at least once in the loop's first iteration,
/// or in each; where that is not certain, it becomes a part of the guard, in front of all that
/// rests on it.
bool RangeMaker::isReached(RegionId block, bool inEachIteration) {
  RegionId below = block;
  for (RegionId up = program[block].parent; up.valid(); below = up, up = program[up].parent) {
    const Region &around = program[up];
    const bool isTest = below == around.condition;
    const bool isStart = around.kind == Region::Kind::Loop && around.init == below;
    const bool isBody = around.kind == Region::Kind::Loop && around.children[0] == below;
    if (up == loop)
      return isBody || isTest || (isStart && !inEachIteration);
    const bool isTestBehind = isTest && around.kind == Region::Kind::Loop && !around.testsFirst;
    if (isTestBehind && leavingJump(program, around.children[0]).valid())
      return false; // a `break` may pass it
    if (isBody && around.testsFirst)
      return around.condition.valid() && isReached(around.condition, inEachIteration) &&
             passesTests(up, SIZE_MAX, inEachIteration);
    if (!isBody && !isTest && !isStart &&
        (around.kind != Region::Kind::Sequence || mayPass(around, below)))
      return false;
  }
  return false;
}

/// So many comparisons in the test of an inner loop hold at first, as far as it has so many.
bool RangeMaker::passesTests(RegionId inner, size_t most, bool inEachIteration) {
  auto said = known.saidByTest.find(inner);
  if (said == known.saidByTest.end())
    return false;
  const std::vector<Linear> &numbers = said->second;
  return std::all_of(numbers.begin(),
                     numbers.begin() + static_cast<ptrdiff_t>(std::min(most, numbers.size())),
                     [&](const Linear &number) { return passesTest(number, inEachIteration); });
}

/// It is not negative in the first iteration of the inner loops; if that is not certain, it becomes
/// a part of the guard.
bool RangeMaker::passesTest(const Linear &number, bool inEachIteration) {
  Linear first(number.constant());
  for (const auto &[symbol, coefficient] : number.terms()) {
    const RegionId counted = effects[symbol].counterOf;
    if (inEachIteration && symbol == view.counter)
      return false;
    const bool isZero = counted.valid() && contains(program, loop, counted);
    auto sum = Linear::add(first, Linear::symbol(symbol), isZero ? 0 : coefficient);
    if (!sum)
      return false;
    first = *sum;
  }
  if (first.isConstant())
    return first.constant() >= 0;
  auto value = isShared(first) ? valueOf(first) : std::nullopt;
  if (value)
    exact.emplace_back(*value, unboundedAbove);
  return value.has_value();
}

/// Where its block is run, so is the value itself; in the test of a loop, that may need that what
/// is in front of it in a conjunction holds.
bool RangeMaker::isEvaluated(ValueId value) {
  const RegionId block = program[value].block, owner = program[block].parent;
  if (!program[value].conditional)
    return true;
  if (program[owner].kind != Region::Kind::Loop || program[owner].condition != block)
    return false;
  const std::vector<ValueId> all = conjunctsOf(program, program[owner].conditionValue);
  auto found = std::find_if(all.begin(), all.end(), [&](ValueId conjunct) {
    return isOperandOf(program, value, conjunct);
  });
  // The loop's own test has held: guards are tested only if it has iterations.
  return found != all.end() &&
         (owner == loop || passesTests(owner, static_cast<size_t>(found - all.begin()), false));
}

/// What a failed attempt has made a part of the guard, with what has been found by means of it.
void RangeMaker::giveBack(size_t settled) {
  if (exact.size() == settled)
    return;
  exact.resize(settled);
  ends.clear();
}

/// The function makes both, and this one in front of the other one only: nothing repeats them
/// together. False where that is not known.
bool RangeMaker::isOnlyBefore(ValueId early, ValueId late) const {
  for (RegionId up = program[early].block; up.valid(); up = program[up].parent) {
    const bool isRepeated =
        program[up].kind == Region::Kind::Loop || program[up].kind == Region::Kind::Opaque;
    if (isRepeated && contains(program, up, program[late].block))
      return false;
  }
  const RegionId block = program[early].block, other = program[late].block;
  const RegionId body = program[function].body;
  if (!block.valid() || !other.valid() || !contains(program, body, block) ||
      !contains(program, body, other))
    return false;
  const Subtrees &below = analysed.places.below;
  if (block != other)
    return below.valuesOf(block).begin < below.valuesOf(other).begin;
  const std::vector<ValueId> &values = program[block].values;
  return std::find(values.begin(), values.end(), early) <
         std::find(values.begin(), values.end(), late);
}

/// A load in the loop of what the symbol stands for: the one it was made for, or one that reads the
/// same place, if nothing in the function writes there in between.
const Access *RangeMaker::loadInLoop(SymbolId symbol) const {
  if (effects[symbol].cell == noCell)
    return nullptr;
  const Access &first = effects.cells[effects[symbol].cell];
  if (contains(program, loop, program[first.at].block))
    return &first;
  const Access *found = nullptr;
  ValueId place;
  std::vector<ValueId> writes;
  for (const auto &[value, accesses] : known.lists()) // a list that calls share has no `at`
    for (const Access &access : *accesses) {
      if (access.isWrite && mayChange(effects, analysed.pointsTo, access, first) &&
          !isOnlyBefore(value, first.at))
        writes.push_back(value);
      bool isSame = !access.isWrite && access.base == first.base && access.offset == first.offset &&
                    access.size == first.size && access.effective == first.effective &&
                    program[access.origin].op == Op::Load &&
                    program[access.origin].type == program[first.origin].type;
      bool isBetter = !found || (found->mayBeSkipped && !access.mayBeSkipped);
      if (isBetter && isSame && contains(program, loop, program[value].block)) {
        found = &access;
        place = value;
      }
    }
  const bool isSteady =
      found && std::ranges::all_of(writes, [&](ValueId each) { return isOnlyBefore(place, each); });
  return isSteady ? found : nullptr;
}

/// The first iteration reads such a place, wherever that is done.
bool RangeMaker::isSurelyRead(const std::function<bool(const Access &)> &isWanted) {
  for (ValueId value : valuesWithin(program, loop)) {
    auto reads = [&](const Access &other) {
      const Instruction &read = program[other.origin];
      const bool isSure = other.origin == value || !read.conditional;
      return !other.isWrite && read.op == Op::Load && isSure && !other.mayBeSkipped &&
             isWanted(other);
    };
    const std::vector<Access> &accesses = known.accessesAt(value);
    if (std::none_of(accesses.begin(), accesses.end(), reads) || mayEndBefore(value))
      continue;
    const size_t settled = exact.size();
    if (isReached(program[value].block) && isEvaluated(value))
      return true;
    giveBack(settled);
  }
  return false;
}

bool RangeMaker::isSurelyRead(const Access &place) {
  return isSurelyRead([&](const Access &other) {
    return other.base == place.base && other.offset == place.offset && other.size >= place.size;
  });
}

/// What the loop loads from a place that it does not write is there in front of it too, and may be
/// read there because the first iteration reads it, or a neighbour of it. Where there may be no
/// iteration, it is peeked.
std::optional<GuardValue> RangeMaker::ofLoad(SymbolId symbol, bool isPointer) {
  const Access *found = loadInLoop(symbol);
  if (!found)
    return std::nullopt;
  const Access &access = *found;
  const Instruction &load = program[access.origin];
  bool isPlain = load.op == Op::Load && !load.isVolatile && !load.partial;
  bool isWord =
      load.type.size == 1 || load.type.size == 2 || load.type.size == 4 || load.type.size == 8;
  bool isRight = (load.type.kind == ValueType::Kind::Pointer) == isPointer &&
                 (isPointer || load.type.kind == ValueType::Kind::Integer);
  if (!isPlain || !isWord || !isRight)
    return std::nullopt;
  if (!isShared(access.offset))
    return std::nullopt;
  if (front && !isPointer)
    if (auto loaded = front->loadedBefore(symbol))
      return loaded;
  // An automatic variable may have no value yet, on which compilers must not see a branch.
  const bool isReadable =
      isPartOfVariable(access) && !(front && program[access.base.object].isAutomatic());
  if (front ? !front->isSteady(access)
            : !isReadable && !isOfReadStruct(load, access) && !isSurelyRead(access) &&
                  !isPartOfReadStruct(access) && !isPartOfReadVariable(access))
    return std::nullopt;
  auto base = addressOf(access.base), offset = valueOf(access.offset);
  if (!base || !offset)
    return std::nullopt;
  return GuardValue{.op = front && !isReadable ? GuardValue::Op::Peeked : GuardValue::Op::Loaded,
                    .number = static_cast<int64_t>(load.type.size),
                    .isSigned = load.type.isSigned,
                    .isPointer = isPointer,
                    .operands = {sum(*base, *offset)}};
}

/// A number that is fixed in front of the loop.
std::optional<GuardValue> RangeMaker::leaf(SymbolId symbol) {
  if (auto variable = ofVariable(symbol, false))
    return variable;
  return ofLoad(symbol, false);
}

/// What a member of a variable holds in front of the loop.
std::optional<GuardValue> RangeMaker::ofMember(SymbolId symbol) const {
  const auto members = known.membersBefore.find(loop);
  if (front || members == known.membersBefore.end() || !members->second.contains(symbol))
    return std::nullopt;
  const auto &[object, offset] = members->second.at(symbol);
  const auto size = static_cast<int64_t>(program.pointerBytes);
  if (!isInVariable(object, offset, program.pointerBytes) || !isNamedHere(object))
    return std::nullopt;
  return GuardValue{.op = GuardValue::Op::Loaded,
                    .number = size,
                    .isPointer = true,
                    .operands = {sum(GuardValue{.op = GuardValue::Op::Address, .object = object},
                                     constantOf(offset))}};
}

std::optional<GuardValue> RangeMaker::addressOf(const Base &base) {
  if (base.kind == Base::Kind::Object) {
    bool isNamed = !analysed.pointsTo.isSpecial(base.object) && isNamedHere(base.object);
    return isNamed ? std::optional(GuardValue{.op = GuardValue::Op::Address, .object = base.object})
                   : std::nullopt;
  }
  if (base.kind != Base::Kind::Symbol || !view.isShared(base.symbol))
    return std::nullopt;
  if (auto variable = ofVariable(base.symbol, true))
    return variable;
  if (auto loaded = ofLoad(base.symbol, true))
    return loaded;
  return ofMember(base.symbol);
}

std::vector<Linear> factorsOf(const Symbol &symbol) {
  std::vector<Linear> factors(symbol.multiplicands.begin(), symbol.multiplicands.end());
  for (SymbolId factor : symbol.factors)
    factors.push_back(Linear::symbol(factor));
  return factors;
}

std::optional<GuardValue> RangeMaker::boundOfProduct(const std::vector<Linear> &factors,
                                                     bool isUpper) {
  std::vector<GuardValue> corners = {constantOf(1)};
  bool isNeverNegative = std::all_of(factors.begin(), factors.end(), [&](const Linear &factor) {
    return rangeOf(effects, factor).low >= 0;
  });
  for (const Linear &factor : factors) {
    auto low = bound(factor, isNeverNegative && isUpper);
    auto high = isNeverNegative ? low : bound(factor, true);
    if (!low || !high)
      return std::nullopt;
    std::vector<GuardValue> next;
    for (const GuardValue &x : corners)
      for (const GuardValue &y : {*low, *high})
        if (GuardValue corner = product(x, y);
            std::find(next.begin(), next.end(), corner) == next.end())
          next.push_back(std::move(corner));
    corners = std::move(next);
  }
  GuardValue result = corners.front();
  for (size_t i = 1; i < corners.size(); ++i)
    result = extreme(result, corners[i], isUpper);
  return result;
}

void RangeMaker::startGuard(bool perIteration) {
  ends.clear();
  steps = 0;
  isPerIteration = perIteration;
}

/// What `find` gives; the conditions under which that holds become a part of the guard.
template <typename Find> auto RangeMaker::withConditions(Guard &guard, Find find) {
  exact.clear();
  startGuard(false);
  auto found = find();
  if (found)
    guard.exact.insert(guard.exact.end(), exact.begin(), exact.end());
  return found;
}

std::optional<GuardValue> RangeMaker::bound(SymbolId id, bool isUpper) {
  auto known = ends.find({id, isUpper});
  if (known != ends.end())
    return known->second;
  auto found = findBound(id, isUpper);
  ends[{id, isUpper}] = found;
  return found;
}

std::optional<GuardValue> RangeMaker::findBound(SymbolId id, bool isUpper) {
  const Symbol &symbol = effects[id];
  if (++steps > maxSteps || symbol.function != function)
    return std::nullopt;
  if (id == view.counter)
    return isUpper ? GuardValue{.op = GuardValue::Op::LastIteration} : constantOf(0);
  if (view.isShared(id))
    if (auto value = leaf(id))
      return value;
  if (const std::vector<Linear> factors = factorsOf(symbol); !factors.empty()) {
    auto low = boundOfProduct(factors, false), high = boundOfProduct(factors, true);
    if (!low || !high)
      return std::nullopt;
    if (symbol.isModular)
      for (const GuardValue &each : {*low, *high})
        exact.emplace_back(each, symbol.range.high);
    return isUpper ? high : low;
  }
  if (!isUpper && (symbol.counterOf.valid() || symbol.isByte))
    return constantOf(0);
  if (symbol.isGreatest)
    return boundOfAlternatives(symbol, isUpper);
  if (symbol.divisor > 1)
    if (auto end = bound(symbol.dividend, isUpper))
      return quotient(*end, symbol.divisor);
  int64_t end = isUpper ? symbol.range.high : symbol.range.low;
  bool isSmall = std::abs(end) < maxNumber / 1024;
  if (isSmall && !symbol.counterOf.valid())
    return constantOf(end);
  if (auto byTests = boundByConstraints(id, isUpper))
    return byTests;
  return isSmall ? std::optional(constantOf(end)) : boundOfAlternatives(symbol, isUpper);
}

/// A counter ends where the first of its loop's tests fails: x < to->w && x < from->w.
std::optional<GuardValue> RangeMaker::boundByConstraints(SymbolId id, bool isUpper) {
  const Symbol &symbol = effects[id];
  std::optional<GuardValue> found;
  for (const Linear &constraint : symbol.constraints) {
    int64_t scale = constraint.coefficientOf(id) * (isUpper ? -1 : 1);
    auto rest = Linear::add(constraint, Linear::symbol(id), -constraint.coefficientOf(id));
    if (scale <= 0 || !rest || (!isUpper && scale != 1))
      continue; // upper: scale * symbol <= rest; lower: symbol >= -rest
    const size_t settled = exact.size();
    auto opposite = isUpper ? rest : Linear::scale(*rest, -1);
    auto end = opposite ? bound(*opposite, isUpper) : std::nullopt;
    if (found && (!end || exact.size() != settled)) {
      giveBack(settled);
      continue; // one end is enough
    }
    if (end)
      found = found ? extreme(*found, quotient(*end, scale), !isUpper) : quotient(*end, scale);
    if (found && !symbol.counterOf.valid())
      break;
  }
  return found;
}

std::optional<GuardValue> RangeMaker::boundOfAlternatives(const Symbol &symbol, bool isUpper) {
  std::optional<GuardValue> end;
  for (const Linear &each : symbol.alternatives) {
    const bool movesAlong = isPerIteration && each.coefficientOf(view.counter) != 0;
    auto value = movesAlong ? std::nullopt : bound(each, isUpper);
    if (!value)
      return std::nullopt; // beside the motion it may be as long as all iterations
    end = end ? extreme(*end, *value, isUpper || symbol.isGreatest) : *value;
  }
  return end;
}

std::optional<GuardValue> RangeMaker::bound(const Linear &value, bool isUpper) {
  if (std::abs(value.constant()) >= maxNumber)
    return std::nullopt;
  GuardValue total = constantOf(value.constant());
  for (const auto &[symbol, coefficient] : value.terms()) {
    bool isLarge = std::abs(coefficient) >= maxNumber;
    auto end = isLarge ? std::nullopt : bound(symbol, isUpper == (coefficient > 0));
    if (!end)
      return std::nullopt;
    total = sum(total, product(*end, constantOf(coefficient)));
  }
  return total;
}

/// Of what is fixed in front of the loop.
std::optional<GuardValue> RangeMaker::valueOf(const Linear &value) {
  auto low = bound(value, false), high = bound(value, true);
  return low && high && *low == *high ? low : std::nullopt;
}

std::optional<GuardValue> RangeMaker::valueInFront(const Linear &value) {
  Guard guard;
  auto found = valueInFront(value, guard);
  return guard.exact.empty() ? found : std::nullopt;
}

std::optional<GuardValue> RangeMaker::valueInFront(const Linear &value, Guard &guard) {
  return withConditions(guard, [&] { return valueOf(value); });
}

/// The bytes of all iterations, from the base, of an access that moves by a sum of what is fixed in
/// front of the loop: its terms taken one by one would leave their signs open.
std::optional<GuardRange> RangeMaker::spanOfMotion(const Access &access) {
  const std::optional<Motion> motion = motionOf(access);
  if (!motion || motion->stride.terms().size() < 2)
    return std::nullopt;
  auto step = bound(motion->stride, false), same = bound(motion->stride, true);
  auto low = bound(motion->rest, false), last = bound(motion->rest, true);
  if (!step || step != same || !low || !last)
    return std::nullopt;
  for (SymbolId whole : motion->wholes)
    if (!bound(whole, false) || !bound(whole, true))
      return std::nullopt;
  const GuardValue moved = product(*step, GuardValue{.op = GuardValue::Op::LastIteration});
  return GuardRange{sum(*low, extreme(constantOf(0), moved, false)),
                    sum(sum(*last, extreme(constantOf(0), moved, true)), constantOf(motion->size))};
}

/// The bytes of all iterations, from the base.
std::optional<GuardRange> RangeMaker::spanOf(const std::vector<Access> &accesses) {
  std::optional<GuardRange> all;
  for (const Access &access : accesses) {
    bool isKnown = access.size != 0 && access.size < uint64_t(maxNumber);
    auto low = isKnown ? bound(access.offset, false) : std::nullopt;
    auto last = low ? bound(access.offset, true) : std::nullopt;
    if (!last || isBeyondTest(access))
      return std::nullopt;
    GuardRange span{*low, sum(*last, constantOf(static_cast<int64_t>(access.size)))};
    if (auto moving = spanOfMotion(access))
      span = *moving;
    all = all ? GuardRange{extreme(all->low, span.low, false), extreme(all->end, span.end, true)}
              : span;
  }
  return all;
}

/// A test runs once more than the body, with values for which bounds derived in it do not hold.
bool RangeMaker::isBeyondTest(const Access &access) const {
  RegionId below = program[access.at].block;
  bool isInTest = false;
  for (RegionId up = below; up.valid(); below = up, up = program[up].parent)
    isInTest |= program[up].kind == Region::Kind::Loop && program[up].condition == below;
  return isInTest && !std::all_of(access.offset.terms().begin(), access.offset.terms().end(),
                                  [&](const auto &term) {
                                    return view.isShared(term.first) ||
                                           effects[term.first].counterOf.valid();
                                  });
}

/// Where the bytes of all iterations are: from the base on, or where that has no name in front of
/// the loop, from variables that point into it.
std::optional<GuardRange> RangeMaker::placeOf(const std::vector<Access> &accesses) {
  const size_t settled = exact.size();
  auto base = addressOf(accesses.front().base);
  if (auto span = base ? spanOf(accesses) : std::nullopt)
    return GuardRange{sum(*base, span->low), sum(*base, span->end)};
  giveBack(settled);
  std::optional<GuardRange> all;
  for (const Access &access : accesses) {
    auto place = placeFromVariable(access);
    if (!place)
      return std::nullopt;
    all =
        all ? GuardRange{extreme(all->low, place->low, false), extreme(all->end, place->end, true)}
            : place;
  }
  return all;
}

std::optional<GuardRange> RangeMaker::placeFromVariable(Access access) {
  const Linear offset = access.offset;
  for (const auto &[object, value] : pointersBefore()) {
    auto rest = value.base == access.base ? Linear::add(offset, value.offset, -1) : std::nullopt;
    if (!rest)
      continue;
    access.offset = *rest;
    if (auto span = spanOf({access})) {
      const GuardValue start{.op = GuardValue::Op::Variable, .object = object};
      return GuardRange{sum(start, span->low), sum(start, span->end)};
    }
  }
  return std::nullopt;
}

std::optional<Guard::Test> RangeMaker::apartTest(const std::vector<Access> &a,
                                                 const std::vector<Access> &b) {
  if (a.front().base == b.front().base) {
    auto first = spanOf(a), second = spanOf(b);
    if (!first || !second || alwaysOverlap(*first, *second))
      return std::nullopt;
  }
  auto first = placeOf(a), second = first ? placeOf(b) : std::nullopt;
  if (!second)
    return std::nullopt;
  return Guard::Test{Guard::Test::Kind::Apart, *first, *second, {}};
}

bool RangeMaker::surelyMeet(const Access &a, const Access &b) {
  exact.clear();
  startGuard(false);
  const auto test = apartTest({a}, {b});
  return test && knownWhereDone({a, b}).surelyFails(*test);
}

std::optional<GuardValue> RangeMaker::addressInFront(const Base &base, Guard &guard) {
  return withConditions(guard, [&] { return addressOf(base); });
}

std::optional<GuardRange> RangeMaker::placeOf(const WrittenBytes &bytes, Guard &guard) {
  return withConditions(guard, [&] {
    auto base = addressOf(bytes.base);
    auto low = base && isShared(bytes.low) ? valueOf(bytes.low) : std::nullopt;
    auto end = low && isShared(bytes.high) ? valueOf(bytes.high) : std::nullopt;
    return end ? std::optional(GuardRange{sum(*base, *low), sum(*base, *end)}) : std::nullopt;
  });
}

std::optional<GuardRange> RangeMaker::placeOf(const std::vector<Access> &accesses, Guard &guard) {
  return withConditions(guard, [&] { return placeOf(accesses); });
}

std::optional<GuardRange> RangeMaker::bytesBehindBase(const std::vector<Access> &accesses,
                                                      Guard &guard) {
  return withConditions(guard, [&] { return spanOf(accesses); });
}

bool RangeMaker::isDoneInEachIteration(const Access &access, Guard &guard) {
  const Instruction &at = program[access.at];
  const bool isPlain = access.at == access.origin && !access.mayBeSkipped && !at.conditional &&
                       !at.isVolatile && findLeavingJump(program, loop).empty();
  return withConditions(
      guard, [&] { return isPlain && !mayEndBefore(access.at) && isReached(at.block, true); });
}

std::vector<Access> RangeMaker::doneBy(const std::vector<GroupPair> &pairs) {
  std::vector<Access> accesses;
  for (const auto &[a, b] : pairs)
    for (const AccessGroup *group : {a, b})
      accesses.insert(accesses.end(), group->members.begin(), group->members.end());
  return accesses;
}

std::optional<Guard> RangeMaker::guardOf(const std::vector<GroupPair> &pairs, bool isSameBase) {
  std::vector<const AccessGroup *> sides[2];
  for (const auto &[a, b] : pairs)
    for (auto [group, side] : {std::pair(a, 0), std::pair(b, 1)})
      if (std::find(sides[side].begin(), sides[side].end(), group) == sides[side].end())
        sides[side].push_back(group);
  std::vector<Access> accesses[2], all;
  for (int side : {0, 1})
    for (const AccessGroup *group : sides[side]) {
      if (group->members.empty())
        return std::nullopt;
      accesses[side].insert(accesses[side].end(), group->members.begin(), group->members.end());
    }
  all = accesses[0];
  all.insert(all.end(), accesses[1].begin(), accesses[1].end());
  for (const Access &a : accesses[0])
    for (const Access &b : accesses[1])
      if (isSameBase && (distance(a, b) || comesTo(a, b) || comesTo(b, a)))
        return std::nullopt; // no test of variables keeps them apart
  Guard guard;
  exact.clear();
  startGuard(isSameBase);
  const std::string first = "'" + subjectOf(program, sides[0].front()->sample) + "'";
  const std::string second = "'" + subjectOf(program, sides[1].front()->sample) + "'";
  if (isSameBase)
    if (auto test = strideTest(all); test && !knownWhereDone(all).surelyFails(*test)) {
      guard.alternatives.push_back(*test);
      guard.text = "iterations access different parts of " + first;
    }
  if (isSameBase && guard.alternatives.empty()) {
    startGuard(false);
    if (auto test = distinctTest(all)) {
      guard.alternatives.push_back(*test);
      guard.text = "the entries that select " + first + " are distinct";
    }
  }
  bool areDistinct = std::none_of(sides[0].begin(), sides[0].end(), [&](const AccessGroup *each) {
    return std::find(sides[1].begin(), sides[1].end(), each) != sides[1].end();
  });
  startGuard(false);
  if (areDistinct)
    if (auto test = apartTest(accesses[0], accesses[1]);
        test && !knownWhereDone(all).surelyFails(*test)) {
      guard.alternatives.push_back(*test);
      guard.text = first == second ? "two parts of " + first + " do not overlap"
                                   : first + " and " + second + " do not overlap";
    }
  guard.exact = exact;
  const bool isOpen = !guard.alternatives.empty() && !knownWhereDone(all).surelyFails(guard);
  return isOpen ? std::optional(guard) : std::nullopt;
}

/// Each once, whichever side is earlier.
std::vector<GroupPair> RangeMaker::distinctPairs(const std::vector<GroupPair> &pairs) {
  std::vector<GroupPair> distinct;
  for (const GroupPair &pair : pairs) {
    auto isKnown = [&](const GroupPair &other) {
      return other == pair || other == GroupPair(pair.second, pair.first);
    };
    if (std::none_of(distinct.begin(), distinct.end(), isKnown))
      distinct.push_back(pair);
  }
  return distinct;
}

bool RangeMaker::mayBeMapped(const Access &access) const {
  const PointsTo &pointsTo = analysed.pointsTo;
  const Locations places =
      pointsTo.mapsFiles ? locationsOf(analysed.effects, pointsTo, access) : Locations();
  return std::any_of(places.begin(), places.end(), [&](const Location &place) {
    return place.object == pointsTo.special(SpecialObject::World);
  });
}

/// What two mappings of one file hold is the same, though their addresses differ.
bool RangeMaker::mayBeMappedTwice(const Access &a, const Access &b) const {
  return a.base != b.base && mayBeMapped(a) && mayBeMapped(b);
}

std::optional<std::vector<Guard>>
RangeMaker::guardsAgainst(const std::vector<GroupPair> &dependences) {
  // One guard for each pair of bases, whichever side is earlier.
  std::map<std::pair<Base, Base>, std::vector<GroupPair>> byBases;
  // Not by where the groups lie in memory, so that each run names the same one.
  auto keyOf = [](const AccessGroup *group) {
    return std::tuple(group->sample.base, group->sample.at, group->sample.origin, group);
  };
  for (auto [a, b] : dependences) {
    if (keyOf(b) < keyOf(a))
      std::swap(a, b);
    byBases[{a->sample.base, b->sample.base}].emplace_back(a, b);
  }
  std::vector<Guard> guards;
  auto add = [&](Guard guard) {
    if (isNeeded(guard, guards))
      guards.push_back(std::move(guard));
  };
  for (const auto &[bases, pairs] : byBases) {
    if (mayBeMappedTwice(pairs.front().first->sample, pairs.front().second->sample))
      return std::nullopt;
    if (!isFixed(bases.first) || !isFixed(bases.second)) {
      auto guard = rowsGuardOf(analysed, view, *this, pairs);
      if (!guard)
        return std::nullopt;
      add(std::move(*guard));
      continue;
    }
    const bool isSameBase = bases.first == bases.second;
    if (auto guard = guardOf(pairs, isSameBase)) {
      add(std::move(*guard));
      continue;
    }
    for (const GroupPair &pair : distinctPairs(pairs)) {
      auto guard = guards.size() <= maxGuards ? guardOf({pair}, isSameBase) : std::nullopt;
      if (!guard)
        return std::nullopt;
      add(std::move(*guard));
    }
  }
  if (guards.size() > maxGuards)
    return std::nullopt;
  const bool isOpen = guards.size() < 2 || !knownWhereDone(doneBy(dependences)).surelyFail(guards);
  return isOpen ? std::optional(guards) : std::nullopt;
}

} // namespace kasuri
