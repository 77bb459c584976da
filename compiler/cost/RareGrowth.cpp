// A table that grows when it is full is seldom full.
//
//     if (t->count > t->size && !grow(t))        grow stores twice t->size in t->size
//       return NULL;
//     if (n == capacity) {
//       capacity = capacity ? 2 * capacity : 16;
//       all = realloc(all, capacity * sizeof *all);
//     }
//
// Where a bound becomes a multiple of itself, or of what it is compared with, whenever that is
// reached, this happens as often as the logarithm of the number says. The code that does it takes
// as long as there are elements. So on average each test costs what one element does, and the mean
// of "taken or not" would be far too much.
//
// The test is a comparison; behind it memory is allocated, and one of the compared variables or
// members is stored anew, here or in a function that is called, as a multiple of one of them. Both
// happen whenever that code runs: a table whose function for a new entry may grow it does not grow
// with each entry. Members are told apart by their names only: this is about costs. A bound that
// grows by a constant is none.
#include "cost/RareGrowth.h"

#include "cost/Trips.h"
#include "model/Regions.h"

#include <algorithm>
#include <string_view>

namespace kasuri {
namespace {

constexpr unsigned deepestValue = 12, deepestVariable = 3;
constexpr size_t mostCallees = 8; ///< that are looked into for one test

bool isAllocation(const Instruction &call) {
  static const std::set<std::string_view> all = {"malloc",       "calloc",        "realloc",
                                                 "reallocarray", "aligned_alloc", "posix_memalign"};
  return call.op == Op::Call && !call.callee.valid() && all.contains(call.calleeName);
}

} // namespace

RareGrowth::RareGrowth(const Program &program, const Parallelism &facts)
    : program(program), facts(facts) {
  for (size_t i = 0; i < program.values.size(); ++i)
    if (const ObjectId variable =
            program.values[i].op == Op::Store ? variableOf(program, ValueId(i)) : ObjectId();
        variable.valid() && program[variable].isAutomatic())
      stores[variable].push_back(ValueId(i));
  for (const Instruction &value : program.values)
    if (isConjunction(program, value) || isDisjunction(program, value))
      findCalls(value);
}

void RareGrowth::findCalls(const Instruction &condition) {
  const bool isAnd = isConjunction(program, condition);
  const ValueId second = condition.operands[isAnd ? 1 : 2];
  if (!program[second].block.valid())
    return;
  for (ValueId each : program[program[second].block].values)
    if (program[each].op == Op::Call && facts.callees.contains(each) &&
        isOperandOf(program, each, second) &&
        isFull(condition.operands[0], {.stores = {}, .calls = {each}, .allocates = false}, 0))
      calls.insert(each);
}

bool RareGrowth::isIn(RegionId arm) {
  const Region &branch = program[program[arm].parent];
  return branch.kind == Region::Kind::Branch && branch.conditionValue.valid() &&
         isFull(branch.conditionValue, codeOf(arm), 0);
}

const RareGrowth::Code &RareGrowth::codeOf(RegionId region) {
  const auto [known, isNew] = codes.try_emplace(region);
  if (isNew)
    add(region, known->second);
  return known->second;
}

void RareGrowth::add(RegionId id, Code &code) const {
  if (!id.valid())
    return;
  const Region &region = program[id];
  for (ValueId each : region.values)
    if (isAllocation(program[each]))
      code.allocates = true;
    else if (program[each].conditional)
      continue;
    else if (program[each].op == Op::Store && placeOf(each).isKnown())
      code.stores.push_back(each);
    else if (facts.callees.contains(each))
      code.calls.push_back(each);
  for (RegionId part : {region.init, region.condition, region.step})
    add(part, code);
  if (region.kind == Region::Kind::Sequence || region.kind == Region::Kind::Loop)
    for (RegionId child : region.children)
      add(child, code);
}

/// One of the comparisons in the condition is of what the code makes larger.
bool RareGrowth::isFull(ValueId condition, const Code &code, unsigned depth) {
  const Instruction &test = program[withoutConverts(program, condition)];
  if (depth > deepestValue)
    return false;
  if (test.op == Op::Select)
    return std::ranges::any_of(test.operands,
                               [&](ValueId each) { return isFull(each, code, depth + 1); });
  if (test.op != Op::Compare)
    return false;
  if (isZero(program, test.operands[1])) // !x
    return isFull(test.operands[0], code, depth + 1);
  std::set<Place> places = comparedIn(test.operands[0]);
  places.merge(comparedIn(test.operands[1]));
  Question asked{places};
  if (!places.empty())
    look(code, asked);
  return asked.grows && asked.allocates;
}

std::set<RareGrowth::Place> RareGrowth::comparedIn(ValueId value) const {
  std::set<Place> places;
  std::vector<ValueId> open{value};
  for (size_t i = 0; i < open.size() && i < 32; ++i) {
    const Instruction &its = program[open[i]];
    if (its.op == Op::Load) {
      if (const Place place = placeOf(open[i]); place.isKnown())
        places.insert(place);
    } else if (its.op != Op::Call) {
      open.insert(open.end(), its.operands.begin(), its.operands.end());
    }
  }
  return places;
}

RareGrowth::Place RareGrowth::placeOf(ValueId access) const {
  const ObjectId variable = variableOf(program, access);
  const std::string member = memberOf(program[access].text);
  return member.empty() ? Place{variable, ""} : Place{ObjectId(), member};
}

void RareGrowth::look(const Code &code, Question &asked) {
  asked.allocates |= code.allocates;
  asked.grows |= std::ranges::any_of(code.stores, [&](ValueId store) {
    return asked.places.contains(placeOf(store)) &&
           isMultiple(program[store].operands[1], 0, asked);
  });
  for (ValueId call : code.calls)
    for (FunctionId callee : facts.callees.at(call))
      if (asked.seen.size() < mostCallees && asked.seen.insert(callee).second)
        look(codeOf(program[callee].body), asked);
}

/// What it is computed from, except for what is loaded: see variableRead.
const std::vector<ValueId> &RareGrowth::operandsOf(ValueId value) const {
  static const std::vector<ValueId> none;
  const Instruction &its = program[value];
  return its.op == Op::Load || its.op == Op::Call ? none : its.operands;
}

/// The local variable that it loads, if anything is stored there: all of its loads are made of
/// that, so it is looked at once for all of them.
ObjectId RareGrowth::variableRead(ValueId value) const {
  const ObjectId variable = program[value].op == Op::Load ? variableOf(program, value) : ObjectId();
  return stores.contains(variable) ? variable : ObjectId();
}

bool RareGrowth::isMultiple(ValueId value, unsigned depth, Question &asked) const {
  if (depth > deepestValue)
    return false;
  const auto [known, isNew] = asked.multiples.try_emplace({value, depth}, false);
  if (isNew)
    known->second = isMultipleAnew(value, depth, asked);
  return known->second;
}

bool RareGrowth::isMultipleAnew(ValueId value, unsigned depth, Question &asked) const {
  const Instruction &its = program[value];
  auto isAtLeast = [&](size_t operand, int64_t least) {
    const Instruction &number = program[withoutConverts(program, its.operands[operand])];
    return number.op == Op::Constant && number.number >= least;
  };
  auto isOf = [&](size_t operand) { return mentionsAny(its.operands[operand], asked); };
  if (its.op == Op::Mul && ((isAtLeast(1, 2) && isOf(0)) || (isAtLeast(0, 2) && isOf(1))))
    return true;
  if (its.op == Op::Shl && isAtLeast(1, 1) && isOf(0))
    return true;
  if (its.op == Op::Add && std::ranges::any_of(asked.places, [&](const Place &place) {
        return mentions(its.operands[0], place, 0, asked) &&
               mentions(its.operands[1], place, 0, asked);
      }))
    return true;
  if (const ObjectId variable = variableRead(value); variable.valid())
    return storesMultiple(variable, depth + deepestVariable + 1, asked);
  return std::ranges::any_of(operandsOf(value),
                             [&](ValueId each) { return isMultiple(each, depth + 1, asked); });
}

bool RareGrowth::storesMultiple(ObjectId variable, unsigned depth, Question &asked) const {
  const auto [known, isNew] = asked.storedMultiples.try_emplace({variable, depth}, false);
  if (isNew)
    known->second = std::ranges::any_of(stores.at(variable), [&](ValueId store) {
      return isMultiple(program[store].operands[1], depth, asked);
    });
  return known->second;
}

bool RareGrowth::mentionsAny(ValueId value, Question &asked) const {
  return std::ranges::any_of(asked.places,
                             [&](const Place &place) { return mentions(value, place, 0, asked); });
}

bool RareGrowth::mentions(ValueId value, const Place &place, unsigned depth,
                          Question &asked) const {
  if (depth > deepestValue)
    return false;
  const auto [known, isNew] = asked.mentions.try_emplace({value, depth, place}, false);
  if (!isNew)
    return known->second;
  const ObjectId variable = variableRead(value);
  known->second =
      (program[value].op == Op::Load && placeOf(value) == place) ||
      (variable.valid() ? storesMentioning(variable, place, depth + deepestVariable + 1, asked)
                        : std::ranges::any_of(operandsOf(value), [&](ValueId each) {
                            return mentions(each, place, depth + 1, asked);
                          }));
  return known->second;
}

bool RareGrowth::storesMentioning(ObjectId variable, const Place &place, unsigned depth,
                                  Question &asked) const {
  const auto [known, isNew] = asked.storedMentions.try_emplace({variable, depth, place}, false);
  if (isNew)
    known->second = std::ranges::any_of(stores.at(variable), [&](ValueId store) {
      return mentions(program[store].operands[1], place, depth, asked);
    });
  return known->second;
}

} // namespace kasuri
