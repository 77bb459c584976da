// Following a counter and what is filled below it.
//
//     n = 0;                                     [0, n) of each array is empty, so it is filled
//     for (i = 0; i < m; i++)
//       if (x[i] > 0)
//         kept[n++] = x[i];                      [0, n + 1), and behind n++: [0, n)
//     for (k = 0; k < n; k++) s += kept[k];      k <= n - 1: filled
//
//     stack[0] = root; n = 1;                    [0, 1), so [0, n)
//     while (n > 0) {
//       t = stack[--n];                          [0, n + 1): the element at n is filled
//       if (...) stack[n++] = t + 1;
//     }
//
//     while (n < size)                           n = 0 in front of it
//       if (...) {
//         if (d == 0 || d > n) return 0;         1 <= d <= n
//         for (i = 0; i < length; i++, n++)
//           data[n] = data[n - d];               0 <= n - d <= n - 1: filled
//       } else data[n++] = ...;
//     return 1;                                  size <= n: data is filled up to `size` with a 1
//
// A fact is a number c for an array and a counter: the elements below counter + c are filled. What
// adds to the counter takes from c. Numbers that are no more than counter + c, with a smaller c,
// are subscripts of what is filled. The constant 0 is a counter, too: below 0 + c are elements that
// are stored by their numbers, none at first. And a counter that is no more than a constant has no
// more below it than that.
//
// What a pointer parameter leads to is an array as well, if the function never sets the pointer:
// what it returns may then tell its caller how much is filled. So is an array that is declared in
// what a pointer leads to which the function has been given, or finds in memory.
//
// Where two ways meet, the lesser of two facts holds. In front of a loop's iterations a fact holds
// that an iteration does not make less; otherwise it is given up.
//
// Below 0 nothing is asked of a declared array, which no access leaves. For the same reason a
// subscript of it that has wrapped around is none. In front of what a parameter leads to may be
// more of its array, so a read there is covered only if its subscript is known not to be negative.
//
// An unsigned counter that may have wrapped is less than it would have been otherwise, so a fact
// about it says less than what is so; relations of others to it are given up. A number of 64 bits
// below which all elements of an array are filled does not wrap if it grows by one: no array is as
// long as that. A counter goes down only where a test has shown that it is large enough. Where the
// compiler flags say that signed numbers wrap around, no counter is followed.
//
// Each fact is only ever of use where it is there, so beyond a number of them no more are noted.
//
// Source: array privatization by P. Tu, D. Padua (1993), with bounds on differences (A. Mine, 2001)
// in place of monotonic variables.
#include "analysis/symbolic/Prefixes.h"

#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

constexpr int64_t farthest = int64_t(1) << 31;
constexpr size_t maxFilled = 200, maxCounters = 64;

bool isNear(int64_t number) { return number > -farthest && number < farthest; }

bool isWholeNumber(const ValueType &type) {
  return type.kind == ValueType::Kind::Integer && type.bits >= 32;
}

bool keepsValue(const ValueType &from, const ValueType &to) {
  if (!isWholeNumber(from) || !isWholeNumber(to))
    return false;
  return from.isSigned == to.isSigned ? to.bits >= from.bits
                                      : !from.isSigned && to.bits > from.bits;
}

/// What the pointer was made from by going to members.
const Instruction &elementOf(const Program &program, ValueId address, int64_t &field) {
  const Instruction *place = &program[address];
  for (; place->op == Op::Field; place = &program[place->operands[0]])
    field += place->number;
  return *place;
}

/// In one execution of the function the same memory.
bool isOneObject(const Program &program, const Effects &effects, const Base &base) {
  if (base.kind == Base::Kind::Object)
    return program[base.object].kind != Object::Kind::Heap;
  return base.kind == Base::Kind::Symbol &&
         (effects[base.symbol].parameter >= 0 || effects[base.symbol].entrySize != 0);
}

/// The value is that of a pointer parameter.
bool isParameter(const Program &program, ValueId pointer) {
  const ObjectId variable =
      program[pointer].op == Op::Load ? variableOf(program, pointer) : ObjectId();
  return variable.valid() && program[variable].kind == Object::Kind::Parameter &&
         program[variable].isPlainScalar();
}

} // namespace

std::set<ObjectId> steadyParameters(const Program &program, FunctionId function) {
  std::set<ObjectId> steady;
  for (ObjectId parameter : program[function].parameters)
    if (program[parameter].isPlainScalar())
      steady.insert(parameter);
  for (ValueId id : valuesWithin(program, program[function].body))
    if (program[id].op == Op::Store)
      steady.erase(variableOf(program, id));
  return steady;
}

bool mayFillPrefixes(const Program &program, RegionId region) {
  if (program.wrapsSigned)
    return false;
  std::map<RegionId, bool> isWhole; // no jump leaves the loop: how often it runs says what it fills
  auto counts = [&](RegionId block, ObjectId variable) {
    for (RegionId around = block; around.valid(); around = program[around].parent)
      if (variable.valid() && program[around].counted.variable == variable) {
        const auto [known, isNew] = isWhole.try_emplace(around);
        if (isNew)
          known->second = findLeavingJump(program, around).empty();
        return known->second;
      }
    return false;
  };
  return std::ranges::any_of(valuesWithin(program, region), [&](ValueId id) {
    int64_t field = 0;
    const Instruction &value = program[id];
    if (value.op != Op::Store)
      return false;
    const Instruction &element = elementOf(program, value.operands[0], field);
    if (element.op != Op::Element ||
        (element.extent == 0 && !isParameter(program, element.operands[0])))
      return false;
    ValueId index = withoutConverts(program, element.operands[1]);
    if (program[index].op == Op::Add || program[index].op == Op::Sub)
      index = withoutConverts(program, program[index].operands[0]);
    return program[index].op == Op::Load && !counts(value.block, variableOf(program, index));
  });
}

void Prefixes::execute(const Program &program, const Effects &effects, ValueId id,
                       const std::vector<Access> &accesses, const std::set<ObjectId> &steady) {
  const Instruction &value = program[id];
  if (value.op == Op::Clobber)
    return forgetAll();
  const std::optional<Counter> counter = counterOf(program, id, accesses);
  for (const Access &access : accesses)
    if (access.isWrite || access.isOpaque)
      forgetWritten(program, effects, access, value.op == Op::Store ? counter : std::nullopt);
  if (value.op == Op::Store)
    return store(program, effects, id, accesses, steady);
  Value result = evaluate(program, id);
  if (value.op == Op::Load && counter) {
    if (auto known = most.find(*counter); known != most.end())
      result.most = known->second;
    result.most[*counter] = 0;
    result.equal = {*counter, 0};
  }
  if (result.equal || !result.most.empty() || result.isNotNegative)
    values[id] = std::move(result);
}

void Prefixes::assume(const Program &program, ValueId condition, bool holds) {
  if (!condition.valid())
    return;
  const Instruction &test = program[condition];
  if (holds ? isConjunction(program, test) : isDisjunction(program, test)) {
    assume(program, test.operands[0], holds);
    assume(program, test.operands[holds ? 1 : 2], holds);
  }
  if (test.op != Op::Compare)
    return;
  const Relation relation = holds ? test.relation : opposite(test.relation);
  const Value a = valueOf(test.operands[0]), b = valueOf(test.operands[1]);
  const bool mayWrap = !program[test.operands[0]].type.isSigned;
  if (relation == Relation::NotEqual && mayWrap && isZero(program, test.operands[1]))
    return learnAtMost({std::pair(Counter(), 1)}, a, 0, mayWrap);
  const bool isEqual = relation == Relation::Equal;
  if (relation == Relation::Less || relation == Relation::LessEqual || isEqual)
    learnAtMost(a, b, relation == Relation::Less ? -1 : 0, mayWrap);
  if (relation == Relation::Greater || relation == Relation::GreaterEqual || isEqual)
    learnAtMost(b, a, relation == Relation::Greater ? -1 : 0, mayWrap);
}

std::optional<std::set<FilledPrefix>> Prefixes::filledUpTo(ValueId value) const {
  const Value count = valueOf(value);
  if (count.equal && !count.equal->first.object.valid() && count.equal->second <= 0)
    return std::nullopt;
  std::set<FilledPrefix> found;
  for (const auto &[key, end] : filled) {
    const auto &[part, counter] = key;
    if (isWholeOfPointer(part) && count.equal && counter == count.equal->first &&
        count.equal->second <= end)
      found.insert({part.object, part.stride});
  }
  return found;
}

bool Prefixes::isWholeOfPointer(const Part &part) {
  return part.isOfPointer && part.field == 0 && int64_t(part.size) == part.stride;
}

/// one <= other + number: the least such number that is known.
std::optional<int64_t> Prefixes::boundOf(const Counter &one, const Counter &other) const {
  if (one == other)
    return 0;
  const auto bounds = most.find(one);
  if (bounds == most.end())
    return std::nullopt;
  const auto bound = bounds->second.find(other);
  return bound == bounds->second.end() ? std::nullopt : std::optional(bound->second);
}

/// one <= other + number
bool Prefixes::isAtMost(const Counter &one, const Counter &other, int64_t number) const {
  const std::optional<int64_t> bound = boundOf(one, other);
  return bound && *bound <= number;
}

std::set<std::pair<FilledPrefix, ObjectId>>
Prefixes::filledUpToParameters(const Program &program, const std::set<ObjectId> &steady) const {
  std::set<std::pair<FilledPrefix, ObjectId>> found;
  for (const auto &[key, end] : filled)
    for (ObjectId number : steady)
      if (isWholeOfPointer(key.first) && isWholeNumber(program[number].type) &&
          isAtMost({number, 0, program[number].type.size}, key.second, end))
        found.insert({{key.first.object, key.first.stride}, number});
  return found;
}

bool Prefixes::covers(const Program &program, const Effects &effects, ValueId load,
                      const Access &access, const std::set<ObjectId> &steady) const {
  const auto place =
      program[load].op == Op::Load ? placeOf(program, effects, load, access, steady) : std::nullopt;
  if (!place || (place->part.isOfPointer && !isNotNegativeAt(program, load, place->index)))
    return false;
  const Value index = valueOf(place->index);
  auto isBelow = [&](const Counter &counter, int64_t number) {
    return std::ranges::any_of(filled, [&](const auto &fact) {
      const Part &part = fact.first.first;
      Part same = part;
      same.field = place->part.field;
      same.size = place->part.size;
      return fact.first.second == counter && same == place->part && number < fact.second &&
             part.field <= same.field &&
             same.field + int64_t(same.size) <= part.field + int64_t(part.size);
    });
  };
  return (index.equal && isBelow(index.equal->first, index.equal->second)) ||
         std::ranges::any_of(index.most,
                             [&](const auto &each) { return isBelow(each.first, each.second); });
}

std::optional<Access> Prefixes::textEndedBy(const Program &program, const Effects &effects,
                                            ValueId store, const Access &access,
                                            const std::set<ObjectId> &steady) const {
  const Instruction &value = program[store];
  const auto place = placeOf(program, effects, store, access, steady);
  if (!place || value.conditional || value.partial || !access.isMust)
    return std::nullopt;
  const Part &part = place->part;
  const Value index = valueOf(place->index);
  if (part.stride != 1 || part.size != 1 || !index.equal ||
      (part.isOfPointer && !isNotNegative(program, place->index)))
    return std::nullopt;
  const std::optional<int64_t> end = endOf(part, index.equal->first);
  if (!end || *end < index.equal->second)
    return std::nullopt;
  const Base &base = access.base;
  auto isParameterItself = [&] {
    const int number = base.kind == Base::Kind::Symbol ? effects[base.symbol].parameter : -1;
    return number >= 0 &&
           program[effects[base.symbol].function].parameters[size_t(number)] == part.object;
  };
  if (part.isOfPointer && !isParameterItself())
    return std::nullopt;
  Access text = access;
  int64_t field = 0;
  text.address = elementOf(program, value.operands[0], field).operands[0];
  text.offset = Linear(part.start);
  text.size = text.unit = 0;
  text.isMust = false;
  text.isText = true;
  return text;
}

bool Prefixes::isNotNegative(const Program &program, ValueId index) const {
  const Value known = valueOf(index);
  if (known.isNotNegative || !known.equal)
    return known.isNotNegative;
  const auto &[counter, number] = *known.equal;
  const bool isSigned = program[withoutConverts(program, index)].type.isSigned;
  return (number >= 0 && counter.object.valid() && !isSigned) ||
         isAtMost(Counter(), counter, number);
}

/// The same where the load is evaluated: `n > 0 ? data[n - 1] : 0`.
bool Prefixes::isNotNegativeAt(const Program &program, ValueId load, ValueId index) const {
  if (const bool isIt = isNotNegative(program, index); isIt || !program[load].conditional)
    return isIt;
  Prefixes chosen = *this;
  for (ValueId each : program[program[load].block].values) {
    const Instruction &choice = program[each];
    if (choice.op != Op::Select || isOperandOf(program, load, choice.operands[0]))
      continue;
    for (size_t arm : {1, 2})
      if (isOperandOf(program, load, choice.operands[arm]) &&
          !isOperandOf(program, load, choice.operands[3 - arm]))
        chosen.assume(program, choice.operands[0], arm == 1);
  }
  return chosen.isNotNegative(program, index);
}

void Prefixes::leave() {
  *this = {};
  isReached = false;
}

void Prefixes::join(const Prefixes &other) {
  if (!other.isReached)
    return;
  if (!isReached) {
    *this = other;
    return;
  }
  std::map<std::pair<Part, Counter>, int64_t> ends;
  for (const Prefixes *one : {static_cast<const Prefixes *>(this), &other})
    for (const auto &[key, end] : one->filled)
      if (const auto a = endOf(key.first, key.second), b = other.endOf(key.first, key.second);
          a && b)
        ends[key] = std::min(*a, *b);
  filled = std::move(ends);
  std::map<Counter, std::map<Counter, int64_t>> bounds;
  for (const auto &[counter, here] : most)
    if (auto there = other.most.find(counter); there != other.most.end())
      for (const auto &[above, number] : here)
        if (auto bound = there->second.find(above); bound != there->second.end())
          bounds[counter][above] = std::max(number, bound->second);
  most = std::move(bounds);
  values.clear();
}

bool Prefixes::loopBack(const Prefixes &behind) {
  values.clear();
  if (!isReached)
    return false;
  const Prefixes before = *this;
  join(behind);
  std::erase_if(filled, [&](const auto &fact) {
    auto had = before.filled.find(fact.first);
    return had != before.filled.end() && fact.second < had->second;
  });
  for (auto &[counter, bounds] : most)
    std::erase_if(bounds, [&](const auto &bound) {
      return bound.second > before.most.at(counter).at(bound.first);
    });
  return filled != before.filled || most != before.most;
}

std::optional<Prefixes::Place> Prefixes::placeOf(const Program &program, const Effects &effects,
                                                 ValueId id, const Access &access,
                                                 const std::set<ObjectId> &steady) {
  const Instruction &value = program[id];
  int64_t field = 0;
  const Instruction &element = elementOf(program, value.operands[0], field);
  if (element.op == Op::Element && element.extent == 0 &&
      isParameter(program, element.operands[0])) {
    const ObjectId pointer = variableOf(program, element.operands[0]);
    const Part part{pointer, 0, element.number, field, value.type.size, true};
    const bool isPlain = steady.contains(pointer) && !value.isVolatile && value.type.size > 0 &&
                         field >= 0 && element.number > 0 &&
                         field + static_cast<int64_t>(value.type.size) <= element.number;
    return isPlain ? std::optional(Place{part, element.operands[1]}) : std::nullopt;
  }
  const int64_t extent = element.number * static_cast<int64_t>(element.extent);
  if (element.op != Op::Element || extent <= 0 || extent >= farthest || value.isVolatile ||
      !isOneObject(program, effects, access.base) || access.size != value.type.size ||
      access.size == 0 || field + static_cast<int64_t>(access.size) > element.number || field < 0)
    return std::nullopt;
  const std::optional<int64_t> start = startOf(program, element.operands[0], access, extent);
  return start ? std::optional(Place{{.object = access.base.object,
                                      .start = *start,
                                      .stride = element.number,
                                      .field = field,
                                      .size = access.size,
                                      .symbol = access.base.symbol},
                                     element.operands[1]})
               : std::nullopt;
}

/// Of the declared array of so many bytes.
std::optional<int64_t> Prefixes::startOf(const Program &program, ValueId array,
                                         const Access &access, int64_t extent) {
  int64_t start = 0;
  const Instruction &whole = elementOf(program, array, start);
  if (whole.op == Op::Address && access.base.kind == Base::Kind::Object &&
      whole.object == access.base.object)
    return start;
  CompactList<std::pair<Linear, int64_t>> around = access.confined.outer;
  around.emplace_back(access.confined.start, access.confined.extent);
  for (const auto &[first, length] : around)
    if (length == extent && first.isConstant())
      return first.constant();
  return std::nullopt;
}

/// That the instruction loads or stores as a whole.
std::optional<Prefixes::Counter> Prefixes::counterOf(const Program &program, ValueId id,
                                                     const std::vector<Access> &accesses) {
  const Instruction &value = program[id];
  if ((value.op != Op::Load && value.op != Op::Store) || !isWholeNumber(value.type) ||
      value.isVolatile || value.partial)
    return std::nullopt;
  const ObjectId variable = variableOf(program, id);
  if (variable.valid() && program[variable].isPlainScalar())
    return Counter{variable, 0, value.type.size};
  if (accesses.size() != 1 || accesses[0].base.kind != Base::Kind::Object ||
      accesses[0].base.object.index() >= program.objects.size() || // errno
      !accesses[0].offset.isConstant() || accesses[0].size != value.type.size)
    return std::nullopt;
  const Object &object = program[accesses[0].base.object];
  const bool isVariable = object.isAutomatic() || object.kind == Object::Kind::Static ||
                          object.kind == Object::Kind::Global;
  if (!isVariable || !object.isDefined || object.isReachedUnseen || object.isVolatile ||
      object.isThreadLocal)
    return std::nullopt;
  return Counter{accesses[0].base.object, accesses[0].offset.constant(), value.type.size};
}

Prefixes::Value Prefixes::valueOf(ValueId id) const {
  auto found = values.find(id);
  return found == values.end() ? Value() : found->second;
}

std::optional<int64_t> Prefixes::endOf(const Part &part, const Counter &counter) const {
  auto known = [&](const Counter &of) -> std::optional<int64_t> {
    auto fact = filled.find({part, of});
    return fact == filled.end() ? std::nullopt : std::optional(fact->second);
  };
  std::optional<int64_t> end = known(counter);
  const int64_t first = std::max<int64_t>(known(Counter()).value_or(0), 0);
  if (!counter.object.valid())
    return first;
  if (const std::optional<int64_t> bound = boundOf(counter, Counter()))
    end = std::max(end.value_or(first - *bound), first - *bound);
  return end;
}

/// Of what is neither loaded nor stored.
Prefixes::Value Prefixes::evaluate(const Program &program, ValueId id) const {
  const Instruction &value = program[id];
  const bool isNumber = value.op == Op::Constant && isWholeNumber(value.type);
  if (isNumber && isNear(value.number) && (value.type.isSigned || value.number >= 0))
    return {std::pair(Counter(), value.number), {{Counter(), value.number}}};
  if (value.op == Op::Convert && keepsValue(program[value.operands[0]].type, value.type))
    return valueOf(value.operands[0]);
  if ((value.op != Op::Add && value.op != Op::Sub) || !isWholeNumber(value.type))
    return {};
  Value a = valueOf(value.operands[0]), b = valueOf(value.operands[1]);
  auto isFixed = [](const Value &each) { return each.equal && !each.equal->first.object.valid(); };
  if (value.op == Op::Add && isFixed(a))
    std::swap(a, b);
  if (!isFixed(b))
    return value.op == Op::Sub ? difference(a, b, value.type.isSigned) : Value();
  const int64_t number = value.op == Op::Add ? b.equal->second : -b.equal->second;
  if (a.equal)
    a.equal->second += number;
  for (auto &[counter, most] : a.most)
    most += number;
  if (a.equal && !isNear(a.equal->second))
    return {};
  if (!value.type.isSigned && number < 0) // may have wrapped to a large one, which is no subscript
    a.most.clear();
  a.isNotNegative = a.isNotNegative && number >= 0;
  return a;
}

/// a - b, where b has a least value. Unsigned, it is nothing that is known unless b <= a.
Prefixes::Value Prefixes::difference(const Value &a, const Value &b, bool isSigned) const {
  if (!a.equal || !b.equal)
    return {};
  const auto &[from, more] = *a.equal;
  const auto &[less, by] = *b.equal;
  Value result;
  result.isNotNegative = isAtMost(less, from, more - by);
  const std::optional<int64_t> bound = boundOf(Counter(), less); // 0 <= less + bound
  if (bound && (isSigned || result.isNotNegative))
    result.most[from] = more - by + *bound;
  return result;
}

void Prefixes::store(const Program &program, const Effects &effects, ValueId id,
                     const std::vector<Access> &accesses, const std::set<ObjectId> &steady) {
  const Instruction &value = program[id];
  const Value stored = valueOf(value.operands[1]);
  const bool mayWrap = !value.type.isSigned;
  if (const auto counter = counterOf(program, id, accesses)) {
    if (value.conditional)
      forget(*counter);
    else if (stored.equal && stored.equal->first == *counter)
      advance(*counter, stored.equal->second, mayWrap);
    else
      set(*counter, stored, mayWrap);
  }
  if (value.conditional || value.partial || accesses.size() != 1 || !accesses[0].isMust)
    return;
  if (const auto place = placeOf(program, effects, id, accesses[0], steady))
    fill(*place);
}

void Prefixes::fill(const Place &place) {
  const Value index = valueOf(place.index);
  if (!index.equal)
    return;
  const auto &[counter, number] = *index.equal;
  const bool hasRoom = filled.size() < maxFilled || filled.contains({place.part, counter});
  if (hasRoom && endOf(place.part, counter) == number)
    filled[{place.part, counter}] = number + 1;
}

void Prefixes::advance(const Counter &counter, int64_t by, bool mayWrap) {
  const std::map<Counter, int64_t> &above = most[Counter()];
  const auto least = above.find(counter);
  const bool isLarge = least != above.end() && -least->second >= -by;
  if (mayWrap && by < 0 && !isLarge)
    return forget(counter);
  const bool countsElements =
      counter.size == 8 && std::ranges::any_of(filled, [&](const auto &fact) {
        return fact.first.second == counter && fact.second >= 0;
      });
  mayWrap = mayWrap && by > 0 && !countsElements;
  for (auto &[key, end] : filled)
    if (key.second == counter)
      end -= by;
  for (auto &[id, value] : values) {
    if (value.equal && value.equal->first == counter)
      value.equal->second -= by;
    if (mayWrap)
      value.most.erase(counter);
    else if (auto bound = value.most.find(counter); bound != value.most.end())
      bound->second -= by;
  }
  for (auto &[other, bounds] : most) {
    if (mayWrap)
      bounds.erase(counter);
    else if (auto bound = bounds.find(counter); bound != bounds.end())
      bound->second -= by;
    if (other == counter)
      for (auto &[above, number] : bounds)
        number += by;
  }
}

void Prefixes::set(const Counter &counter, const Value &value, bool mayWrap) {
  forget(counter);
  if (filled.size() >= maxFilled || most.size() >= maxCounters)
    return;
  std::map<Counter, int64_t> bounds = value.most;
  bounds.erase(counter);
  const bool isEqual = value.equal && value.equal->first != counter &&
                       !(mayWrap && value.equal->second < 0 && value.equal->first.object.valid());
  if (isEqual) {
    const auto &[other, number] = *value.equal;
    std::vector<std::pair<Part, int64_t>> copied;
    for (const auto &[key, end] : filled)
      if (key.second == other)
        copied.emplace_back(key.first, end - number);
    for (const auto &[part, end] : copied)
      filled[{part, counter}] = end;
    if (!mayWrap || !other.object.valid())
      most[other][counter] = -number;
  }
  if (!bounds.empty())
    most[counter] = std::move(bounds);
}

void Prefixes::forget(const Counter &counter) {
  std::erase_if(filled, [&](const auto &fact) { return fact.first.second == counter; });
  most.erase(counter);
  for (auto &[other, bounds] : most)
    bounds.erase(counter);
  for (auto &[id, value] : values) {
    value.most.erase(counter);
    if (value.equal && value.equal->first == counter)
      value.equal.reset();
  }
}

/// A plain scalar is written under its name alone, which `store` sees.
void Prefixes::forgetWritten(const Program &program, const Effects &effects, const Access &access,
                             const std::optional<Counter> &known) {
  const Window window = windowOf(effects, access, [](SymbolId) { return false; });
  auto isWritten = [&](const Counter &counter) {
    if (!counter.object.valid() || counter == known || program[counter.object].isPlainScalar())
      return false;
    if (access.base.kind == Base::Kind::Object && access.base.object != counter.object)
      return false;
    return access.base.kind != Base::Kind::Object || !window.isKnown ||
           (window.low < counter.offset + int64_t(counter.size) && counter.offset < window.high);
  };
  std::set<Counter> written;
  for (const auto &[key, end] : filled)
    if (isWritten(key.second))
      written.insert(key.second);
  for (const auto &[counter, bounds] : most) {
    if (isWritten(counter))
      written.insert(counter);
    for (const auto &[above, number] : bounds)
      if (isWritten(above))
        written.insert(above);
  }
  for (const auto &[id, value] : values) {
    if (value.equal && isWritten(value.equal->first))
      written.insert(value.equal->first);
    for (const auto &[above, number] : value.most)
      if (isWritten(above))
        written.insert(above);
  }
  for (const Counter &counter : written)
    forget(counter);
}

/// a <= b + more
void Prefixes::learnAtMost(const Value &a, const Value &b, int64_t more, bool mayWrap) {
  if (!a.equal || most.size() >= maxCounters ||
      (mayWrap && a.equal->first.object.valid() && a.equal->second > 0))
    return;
  std::map<Counter, int64_t> &bounds = most[a.equal->first];
  for (const auto &[counter, number] : b.most) {
    if (counter == a.equal->first)
      continue;
    const int64_t limit = number + more - a.equal->second;
    auto [bound, isNew] = bounds.emplace(counter, limit);
    bound->second = std::min(bound->second, limit);
  }
}

} // namespace kasuri
