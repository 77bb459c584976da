// Places: what a loop names by an expression that means the same in all of its iterations.
//
//     for (i = 0; i < n; i++) {
//       st->sum += a[i];            st->sum: st is left alone, so this is one place
//       st->seen[b[i]]++;           st->seen: an array at one place, subscripted
//     }
//
// The name of such a place can be replaced, where the loop uses it, by the name of something that
// each part of the loop has for itself; the loop's accesses by that name must then be all of its
// accesses to that memory. The name must be harmless wherever a part or the end of the loop
// evaluates it, so it may load nothing but variables. Its value is looked at only after an
// iteration has used it, since a loop of no iterations may have no such memory at all.
#include "analysis/memory/Places.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// Of the array at `root`, which the address is an element of; 0 when not declared.
uint64_t arrayBytes(const Program &program, ValueId address, ValueId root) {
  while (program[address].op == Op::Element && program[address].operands[0] != root)
    address = program[address].operands[0];
  const Instruction &element = program[address];
  return element.op == Op::Element && element.number > 0
             ? element.extent * static_cast<uint64_t>(element.number)
             : 0;
}

} // namespace

PlaceJudge::PlaceJudge(const AnalysedProgram &analysed, RegionId loop, Budget &budget)
    : analysed(analysed), program(analysed.program), loop(loop),
      known(analysed.effects.functions[analysed.program[loop].function.index()]), budget(budget) {}

bool PlaceJudge::isFixed(ValueId address) {
  const Instruction &value = program[address];
  auto areFixed = [&] {
    return std::all_of(value.operands.begin(), value.operands.end(),
                       [&](ValueId operand) { return isFixed(operand); });
  };
  if (value.conditional)
    return false;
  switch (value.op) {
  case Op::Constant:
    return true;
  case Op::Address: {
    const Object &object = program[value.object];
    bool isOutside = !object.scope.valid() || !contains(program, loop, object.scope);
    return isOutside && !object.isThreadLocal && object.kind != Object::Kind::Function &&
           object.kind != Object::Kind::String && object.kind != Object::Kind::Heap;
  }
  case Op::Load: {
    const Instruction &place = program[value.operands[0]];
    bool isPlain =
        value.type.kind == ValueType::Kind::Integer || value.type.kind == ValueType::Kind::Pointer;
    return place.op == Op::Address && isPlain && !value.isVolatile && !value.partial &&
           isFixed(value.operands[0]) && isLeftAlone(place.object);
  }
  case Op::Convert: {
    ValueType::Kind from = program[value.operands[0]].type.kind;
    return from == value.type.kind && areFixed();
  }
  case Op::Field:
  case Op::Element:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
    return areFixed();
  default:
    return false;
  }
}

bool PlaceJudge::isAlwaysThere(ValueId address) const {
  const Instruction &value = program[address];
  if (value.op == Op::Address)
    return true;
  if (value.op != Op::Field && value.op != Op::Element)
    return false;
  bool isInside =
      value.op == Op::Field ||
      (program[value.operands[1]].op == Op::Constant && program[value.operands[1]].number >= 0 &&
       static_cast<uint64_t>(program[value.operands[1]].number) < value.extent);
  return isInside && isAlwaysThere(value.operands[0]);
}

bool PlaceJudge::isLeftAlone(ObjectId variable) {
  auto [place, isNew] = leftAlone.emplace(variable, !program[variable].isVolatile);
  if (!isNew)
    return place->second;
  for (ValueId value : valuesWithin(program, loop))
    for (const Access &access : known.accessesAt(value))
      place->second =
          place->second && !mayWrite(analysed.effects, analysed.pointsTo, access, variable);
  return place->second;
}

std::optional<PrivateObject> PlaceJudge::findPrivate(ValueId access) {
  const Instruction &value = program[access];
  if (value.op != Op::Load && value.op != Op::Store)
    return std::nullopt;
  ValueId root = value.operands[0];
  for (unsigned subscripts = 0;; ++subscripts, root = program[root].operands[0]) {
    if (isFixed(root))
      if (auto found = privateAt(access, root, subscripts))
        return found;
    if (program[root].op != Op::Element)
      return std::nullopt;
  }
}

std::optional<PrivateObject> PlaceJudge::privateAt(ValueId access, ValueId root,
                                                   unsigned subscripts) {
  std::optional<Access> whole = wholeOf(access, root);
  if (!whole || whole->size > program.mostOnStack)
    return std::nullopt;
  PrivateObject made;
  Place &place = made.place.emplace();
  place.name = program[access].text;
  place.subscripts = subscripts;
  place.bytes = whole->size;
  for (ValueId id : valuesWithin(program, loop)) {
    const Instruction &value = program[id];
    if (value.op != Op::Load && value.op != Op::Store)
      continue;
    ValueId name = withoutSubscripts(program, value.operands[0], subscripts);
    if (!name.valid() || !isSameAddress(name, root))
      continue;
    bool isPlain = !value.isVolatile && !value.partial && value.type == program[access].type &&
                   contains(program, program[loop].children[0], value.block);
    if (!isPlain)
      return std::nullopt;
    place.accesses.push_back(id);
  }
  const auto written =
      isApart(*whole, place.accesses) ? writtenFirst(place.accesses) : std::nullopt;
  if (!written)
    return std::nullopt;
  made.copyOut = isMemoryLive(program, analysed.pointsTo, analysed.effects, budget,
                              analysed.liveness, loop, *whole);
  if (made.copyOut &&
      !isLeftAlike(place.accesses, isAlwaysThere(root) ? nullptr : &*whole, *written))
    return std::nullopt;
  place.seenBy = seenBy(*whole, root);
  return made;
}

/// What each iteration surely writes, if it reads only what it has written.
std::optional<std::vector<WrittenBytes>>
PlaceJudge::writtenFirst(const std::vector<ValueId> &accesses) {
  auto isOurs = [&](ValueId id) {
    return std::find(accesses.begin(), accesses.end(), id) != accesses.end();
  };
  bool isFilled = true;
  CoverageWalk walk(program, analysed.pointsTo, analysed.effects, budget, program[loop].function,
                    [&](const Access &access, bool isCovered) {
                      isFilled = isFilled && (isCovered || !isOurs(access.at));
                    });
  std::vector<WrittenBytes> written = walk.run(program[loop].children[0]);
  return isFilled ? std::optional(std::move(written)) : std::nullopt;
}

/// All iterations write the same bytes: all of `whole`, since what an array behind a pointer has
/// beyond that may not be there.
bool PlaceJudge::isLeftAlike(const std::vector<ValueId> &accesses, const Access *whole,
                             const std::vector<WrittenBytes> &written) {
  if (whole && !isAlwaysWritten(program, analysed.effects, budget, loop, *whole, written))
    return false;
  return std::all_of(accesses.begin(), accesses.end(), [&](ValueId id) {
    const std::vector<Access> &all = known.accessesAt(id);
    return std::all_of(all.begin(), all.end(), [&](const Access &access) {
      return !access.isWrite ||
             isAlwaysWritten(program, analysed.effects, budget, loop, access, written);
    });
  });
}

bool PlaceJudge::isSameAddress(ValueId a, ValueId b) const {
  const Instruction &x = program[a], &y = program[b];
  bool isAlike = x.op == y.op && x.type == y.type && x.number == y.number && x.extent == y.extent &&
                 x.object == y.object && !x.partial && !y.partial &&
                 x.operands.size() == y.operands.size() && x.op != Op::Call && x.op != Op::Opaque;
  for (size_t i = 0; isAlike && i < x.operands.size(); ++i)
    isAlike = isSameAddress(x.operands[i], y.operands[i]);
  return isAlike;
}

std::optional<Access> PlaceJudge::wholeOf(ValueId access, ValueId root) const {
  const std::vector<Access> &made = known.accessesAt(access);
  if (made.size() != 1)
    return std::nullopt;
  Access whole = made.front();
  if (program[access].operands[0] != root) {
    const uint64_t bytes = arrayBytes(program, program[access].operands[0], root);
    auto outer = std::find_if(
        whole.confined.outer.begin(), whole.confined.outer.end(),
        [&](const auto &array) { return static_cast<uint64_t>(array.second) == bytes; });
    bool isInner = static_cast<uint64_t>(whole.confined.extent) == bytes;
    if (bytes == 0 || (!isInner && outer == whole.confined.outer.end()))
      return std::nullopt;
    whole.offset = isInner ? whole.confined.start : outer->first;
    whole.size = bytes;
    whole.confined = {};
  }
  bool isKnown = whole.size != 0 && isOnePlace(program, analysed.effects, loop, whole);
  return isKnown ? std::optional(whole) : std::nullopt;
}

/// Of the loop's function, those that may access memory with this base, or write the variables.
std::set<ValueId> PlaceJudge::mayAccess(const Base &base,
                                        const std::set<ObjectId> &variables) const {
  const AccessPlaces &places = analysed.liveness.places[program[loop].function.index()];
  auto isSame = [&](ObjectId object) {
    return base.kind != Base::Kind::Object || analysed.pointsTo.sameMemory(object, base.object) ||
           std::ranges::any_of(variables, [&](ObjectId variable) {
             return analysed.pointsTo.isSpecial(object) ||
                    analysed.pointsTo.sameMemory(object, variable);
           });
  };
  std::set<ValueId> found(places.others.begin(), places.others.end());
  for (const auto &[object, values] : places.ofObject)
    if (isSame(object))
      found.insert(values.begin(), values.end());
  return found;
}

std::set<ValueId> PlaceJudge::touching(const Access &whole,
                                       const std::vector<ValueId> &accesses) const {
  std::set<ValueId> others;
  for (ValueId value : mayAccess(whole.base, {})) {
    if (!contains(program, loop, program[value].block) ||
        std::find(accesses.begin(), accesses.end(), value) != accesses.end())
      continue;
    for (const Access &access : known.accessesAt(value))
      if (mayTouchSame(analysed.effects, analysed.pointsTo, whole, access))
        others.insert(value);
  }
  return others;
}

bool PlaceJudge::isApart(const Access &whole, const std::vector<ValueId> &accesses) const {
  return touching(whole, accesses).empty();
}

void PlaceJudge::findVariables(ValueId address, std::set<ObjectId> &variables) const {
  const Instruction &value = program[address];
  if (ObjectId variable = variableOf(program, address); variable.valid())
    variables.insert(variable);
  for (ValueId operand : value.operands)
    findVariables(operand, variables);
}

std::vector<ValueId> PlaceJudge::seenBy(const Access &whole, ValueId root) const {
  std::set<ObjectId> variables;
  if (root.valid())
    findVariables(root, variables);
  std::vector<ValueId> seen;
  for (ValueId value : mayAccess(whole.base, variables)) {
    if (contains(program, loop, program[value].block))
      continue;
    const std::vector<Access> &accesses = known.accessesAt(value);
    bool isSeen = std::any_of(accesses.begin(), accesses.end(), [&](const Access &access) {
      return mayTouchSame(analysed.effects, analysed.pointsTo, whole, access) ||
             std::any_of(variables.begin(), variables.end(), [&](ObjectId variable) {
               return mayWrite(analysed.effects, analysed.pointsTo, access, variable);
             });
    });
    if (isSeen)
      seen.push_back(value);
  }
  return seen;
}

ValueId withoutSubscripts(const Program &program, ValueId address, unsigned subscripts) {
  for (; subscripts > 0 && program[address].op == Op::Element; --subscripts)
    address = program[address].operands[0];
  return subscripts == 0 ? address : ValueId();
}

} // namespace kasuri
