// Recognising reductions by the shape of their updates.
//
//     n += weight(i);                          s: sum, also -, *, &, |, ^
//     if (x[i] > best) { best = x[i]; at = i; }  best: maximum, `at` its companion
//     low = x[i] < low ? x[i] : low;           low: minimum
//
//     count[x[i]]++;                           count: a histogram, a sum for each element
//
// The variable may be any memory whose address is one value all through the loop (Places.h tells).
// All loads and stores of the variable in the loop must be parts of such updates of one kind, and
// nothing else may look at a value on its way from load to store. Integer arithmetic is exact
// modulo 2^n, so conversions that keep the low bits may stand in between. Minimum and maximum:
// Extremes.cpp.
//
// Floating-point sums and products keep the order of the source: their terms are collected and
// folded afterwards, unless the user promises that the order does not matter: then they are like
// integers. Terms are collected by iteration where a single update is executed at most once in
// each, and listed otherwise. An array of integers is a histogram if each update loads and stores
// one element, whichever it is, and nothing else happens to the array.
#include "analysis/reduction/Reductions.h"
#include "analysis/memory/Places.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Accesses.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isIntegerConversion(const Program &program, const Instruction &value) {
  return value.op == Op::Convert && value.type.kind == ValueType::Kind::Integer &&
         program[value.operands[0]].type.kind == ValueType::Kind::Integer;
}

} // namespace

bool isPureFunction(const Instruction &call) {
  const LibraryFunction *known = libraryCalled(call);
  return known && known->effects.empty() && known->copies.empty() && known->returned < 0 &&
         !known->readsRest && !known->writesRest && !known->allocates && !known->frees &&
         !known->returnsLibraryMemory && !known->escapes && !known->isInputOutput &&
         !known->hasState && !known->exits && !known->callsBack;
}

std::optional<ReductionKind> kindOf(Op op) {
  switch (op) {
  case Op::Add:
  case Op::Sub:
    return ReductionKind::Sum;
  case Op::Mul:
    return ReductionKind::Product;
  case Op::And:
    return ReductionKind::And;
  case Op::Or:
    return ReductionKind::Or;
  case Op::Xor:
    return ReductionKind::Xor;
  default:
    return std::nullopt;
  }
}

/// The object that the computation of an address begins with, if it does: the same for addresses
/// that are computed alike.
static ObjectId startOf(const Program &program, ValueId address) {
  while (!program[address].operands.empty())
    address = program[address].operands[0];
  return program[address].object;
}

ReductionFinder::ReductionFinder(const Program &program, RegionId loop)
    : program(program), loop(loop), values(valuesWithin(program, loop)) {
  std::erase_if(values, [&](ValueId id) { return program[id].block == program[loop].init; });
  for (ValueId id : values) {
    const Instruction &value = program[id];
    for (ValueId operand : value.operands)
      ++uses[operand];
    if (ObjectId variable = variableOf(program, id); variable.valid())
      (value.op == Op::Load ? loads : stores)[variable].push_back(id);
    if (value.op == Op::Load || value.op == Op::Store)
      accessesFrom[startOf(program, value.operands[0])].push_back(id);
  }
  for (RegionId inside : regionsWithin(program, loop)) {
    if (program[inside].conditionValue.valid())
      ++uses[program[inside].conditionValue];
    if (program[inside].returned.valid())
      ++uses[program[inside].returned];
  }
}

ReductionFinder::ReductionFinder(const Program &program, RegionId body, ObjectId pointer)
    : ReductionFinder(program, body) {
  this->pointer = pointer;
}

std::optional<ReductionFinder::Target> ReductionFinder::variable(ObjectId object) const {
  auto stored = stores.find(object);
  if (stored == stores.end())
    return std::nullopt;
  auto loaded = loads.find(object);
  return Target{program[stored->second.front()].operands[0], program[object].type,
                loaded == loads.end() ? std::vector<ValueId>() : loaded->second, stored->second};
}

std::optional<Reduction> ReductionFinder::find(ObjectId object) const {
  std::optional<Target> target = variable(object);
  if (!target || program[object].addressTaken || program[object].isVolatile)
    return std::nullopt;
  std::optional<Reduction> reduction = judge(*target);
  if (reduction) {
    reduction->object = object;
    reduction->name = program[object].name;
  }
  return reduction;
}

/// That updates of the variable by this may be done in any order.
AnnotationId ReductionFinder::promiseFor(const Target &target, ReductionKind kind) const {
  if (program[loop].kind != Region::Kind::Loop || program[target.address].op != Op::Address)
    return {};
  for (AnnotationId id : annotationsOf(program, loop, Annotation::Kind::Reduction)) {
    const std::vector<ObjectId> &named = program[id].objects;
    if (program[id].operation == symbol(kind) &&
        std::find(named.begin(), named.end(), program[target.address].object) != named.end())
      return id;
  }
  return {};
}

ReductionFinder::Target ReductionFinder::placeOf(ValueId store) const {
  Target target{program[store].operands[0], program[store].type, {}, {}};
  const auto alike = accessesFrom.find(startOf(program, target.address));
  if (alike == accessesFrom.end())
    return target;
  for (ValueId id : alike->second)
    if (isSame(program[id].operands[0], target.address))
      (program[id].op == Op::Load ? target.loads : target.stores).push_back(id);
  return target;
}

std::optional<Reduction> ReductionFinder::findAt(ValueId store) const {
  if (!updateBy(store, {program[store].operands[0], program[store].type, {}, {}}))
    return std::nullopt;
  const Target target = placeOf(store);
  bool isUniform = std::all_of(target.stores.begin(), target.stores.end(),
                               [&](ValueId each) { return program[each].type == target.type; }) &&
                   std::all_of(target.loads.begin(), target.loads.end(), [&](ValueId each) {
                     return program[each].type == target.type && !program[each].partial;
                   });
  std::optional<Reduction> reduction = isUniform ? judge(target) : std::nullopt;
  if (!reduction || reduction->isLast)
    return std::nullopt;
  reduction->name = program[store].text;
  reduction->place.emplace().accesses = target.loads;
  reduction->place->accesses.insert(reduction->place->accesses.end(), target.stores.begin(),
                                    target.stores.end());
  return reduction;
}

std::optional<Reduction> ReductionFinder::findHistogram(ValueId store, unsigned subscripts) const {
  ValueId root = withoutSubscripts(program, program[store].operands[0], subscripts);
  const ValueType &type = program[store].type;
  const bool isFloating = type.kind == ValueType::Kind::Floating &&
                          program.floatingOrder == FloatingOrder::Any; // blocks: a copy for each
  bool isCandidate =
      root.valid() && (isFloating || (type.kind == ValueType::Kind::Integer && type.bits > 1));
  if (!isCandidate)
    return std::nullopt;
  Reduction reduction{ObjectId(), program[store].text, ReductionKind::Sum, isFloating, store};
  reduction.order = isFloating ? FloatingOrder::Any : FloatingOrder::Source;
  reduction.place.emplace().subscripts = subscripts;
  bool isFirst = true;
  for (ValueId id : values) {
    if (program[id].op != Op::Store || program[id].type != type)
      continue;
    ValueId array = withoutSubscripts(program, program[id].operands[0], subscripts);
    if (!array.valid() || !isSame(array, root))
      continue;
    const Instruction &value = program[id];
    bool isPlain = !value.conditional && !value.partial && !value.isVolatile;
    std::optional<Update> update =
        isPlain ? asArithmetic(value, {value.operands[0], type, {}, {}}) : std::nullopt;
    bool isAlike = update && (isFirst || update->kind == reduction.kind) &&
                   isQuietBetween(update->loads.front(), id);
    if (!isAlike)
      return std::nullopt;
    isFirst = false;
    reduction.kind = update->kind;
    reduction.bits = std::max(reduction.bits, update->bits);
    reduction.place->accesses.insert(reduction.place->accesses.end(), {update->loads.front(), id});
  }
  return reduction;
}

/// From the first part of the load's address to the store nothing happens that could make the two
/// addresses differ.
bool ReductionFinder::isQuietBetween(ValueId load, ValueId store) const {
  ValueId first = program[load].operands[0];
  if (first == program[store].operands[0])
    return true;
  while (!program[first].operands.empty())
    first = program[first].operands[0];
  return isQuiet(first, store);
}

/// Of the values that this one is computed from.
ValueId ReductionFinder::firstOf(ValueId value) const {
  ValueId first = value;
  for (ValueId operand : program[value].operands)
    first = std::min(first, firstOf(operand));
  return first;
}

/// From the one to the other, in one block, nothing happens that could change a variable.
bool ReductionFinder::isQuiet(ValueId first, ValueId last) const {
  const std::vector<ValueId> &block = program[program[last].block].values;
  auto begin = std::find(block.begin(), block.end(), first);
  auto end = std::find(block.begin(), block.end(), last);
  return begin < end && std::none_of(
                            begin, end,
                            [&](ValueId id) {
                              const Instruction &value = program[id];
                              return value.op == Op::Store || value.op == Op::Clobber ||
                                     value.isVolatile ||
                                     (value.op == Op::Call && !isPureFunction(value));
                            });
}

std::optional<Reduction> ReductionFinder::judge(const Target &target) const {
  bool isFloating = target.type.kind == ValueType::Kind::Floating;
  if (!isFloating && target.type.kind != ValueType::Kind::Integer)
    return std::nullopt;
  Reduction reduction{ObjectId(), "", ReductionKind::Sum, isFloating, target.stores.front()};
  std::vector<ValueId> matched;
  for (ValueId store : target.stores) {
    std::optional<Update> update = updateBy(store, target);
    bool isFirst = store == target.stores.front();
    bool isAlike =
        update &&
        (isFirst || (update->kind == reduction.kind && update->function == reduction.function));
    if (!isAlike)
      return std::nullopt;
    reduction.kind = update->kind;
    reduction.function = update->function;
    reduction.companions = update->companions;
    for (ValueId companion : update->placeStores)
      reduction.companionPlaces.push_back({program[companion].text, {companion}, 0, 0, {}});
    reduction.bits = std::max(reduction.bits, update->bits);
    reduction.speculated.insert(reduction.speculated.end(), update->speculated.begin(),
                                update->speculated.end());
    bool isExtreme =
        update->kind == ReductionKind::Minimum || update->kind == ReductionKind::Maximum;
    reduction.promise = isFloating ? promiseFor(target, update->kind) : AnnotationId();
    if (isFloating && !isExtreme)
      reduction.order = program.floatingOrder;
    bool isFree = !isFloating || reduction.promise.valid() ||
                  (!isExtreme && reduction.order != FloatingOrder::Source);
    bool isOrdered = !isFree && !isExtreme;
    bool isAlone = update->companions.empty() && update->companionStores.empty() &&
                   update->placeStores.empty();
    bool isFirstOfEquals = update->isStrict || (isFree && isAlone);
    reduction.isLast = !isFirstOfEquals && update->isLast && target.stores.size() == 1;
    const bool isOneOfEquals = isFirstOfEquals || reduction.isLast;
    if (!isOneOfEquals || (target.stores.size() > 1 && !isAlone))
      return std::nullopt;
    reduction.isConditional = isOrdered && !runsOnce(program[store].block);
    matched.insert(matched.end(), update->loads.begin(), update->loads.end());
  }
  if (isListed(reduction, target))
    reduction.listed = target.stores;
  return matched.size() == target.loads.size() ? std::optional(reduction) : std::nullopt;
}

/// Iterations may have several terms.
bool ReductionFinder::isListed(const Reduction &reduction, const Target &target) const {
  const RegionId around = innermostLoop(program, program[reduction.update].block);
  return reduction.isOrdered() && (target.stores.size() > 1 || (around.valid() && around != loop));
}

std::optional<ReductionFinder::TermUpdate> ReductionFinder::termUpdate(ValueId store) const {
  const Instruction &value = program[store];
  const bool isPlain = value.op == Op::Store && value.type.kind == ValueType::Kind::Floating &&
                       !value.conditional && !value.partial && !value.isVolatile;
  const std::optional<Update> update =
      isPlain ? asArithmetic(value, {value.operands[0], value.type, {}, {}}) : std::nullopt;
  const bool isTerm =
      update && (update->kind == ReductionKind::Sum || update->kind == ReductionKind::Product) &&
      isQuietBetween(update->loads.front(), store);
  return isTerm ? std::optional(TermUpdate{update->kind, update->loads.front()}) : std::nullopt;
}

bool ReductionFinder::isTermLoad(ValueId load) const {
  return program[load].op == Op::Load &&
         std::any_of(values.begin(), values.end(), [&](ValueId store) {
           const std::optional<TermUpdate> update = termUpdate(store);
           return update && update->load == load;
         });
}

bool ReductionFinder::dependsOnOrder(ObjectId object) const {
  std::optional<Target> target = variable(object);
  return target && dependsOnOrder(*target);
}

bool ReductionFinder::dependsOnOrder(ValueId store) const {
  return program[store].op == Op::Store && dependsOnOrder(placeOf(store));
}

bool ReductionFinder::dependsOnOrder(const Target &target) const {
  // Every value that is read goes into an update.
  return target.type.kind == ValueType::Kind::Floating && !target.stores.empty() &&
         target.loads.size() <= target.stores.size() &&
         std::all_of(target.stores.begin(), target.stores.end(), [&](ValueId store) {
           std::optional<Update> update = updateBy(store, target);
           return update &&
                  (update->kind == ReductionKind::Sum || update->kind == ReductionKind::Product);
         });
}

std::optional<ReductionFinder::Update> ReductionFinder::updateBy(ValueId store,
                                                                 const Target &target) const {
  const Instruction &value = program[store];
  if (value.conditional || value.partial || value.isVolatile)
    return std::nullopt;
  if (auto update = asArithmetic(value, target))
    return update;
  if (auto update = asLogical(value, target))
    return update;
  if (auto update = asSelection(value, target))
    return update;
  if (auto update = asLibraryExtreme(value, target))
    return update;
  return asGuarded(store, target);
}

/// The load of an integer in the operands of nested operations of one kind, as in (n + a) - b; each
/// keeps the low `bits` of it, and none subtracts it. Invalid: there is none, or more than one.
ValueId ReductionFinder::nestedLoad(ValueId id, ReductionKind kind, const Target &target) const {
  const unsigned bits = unsigned(target.type.size) * 8;
  if (!isUsedOnce(id))
    return {};
  id = withoutTruncation(id, bits);
  if (!isUsedOnce(id))
    return {};
  if (isLoadOf(id, target))
    return id;
  const Instruction &value = program[id];
  if (kindOf(value.op) != kind || value.operands.size() != 2 ||
      value.type.kind != target.type.kind || value.type.bits < bits)
    return {};
  const ValueId left = nestedLoad(value.operands[0], kind, target);
  const ValueId right =
      value.op == Op::Sub ? ValueId() : nestedLoad(value.operands[1], kind, target);
  return left.valid() == right.valid() ? ValueId() : left.valid() ? left : right;
}

/// object = object op term; of integers also object op term op term.
std::optional<ReductionFinder::Update> ReductionFinder::asArithmetic(const Instruction &store,
                                                                     const Target &target) const {
  const unsigned bits = unsigned(target.type.size) * 8;
  const ValueId stored = withoutTruth(store.operands[1], target.type);
  const bool isTruthValue = stored != store.operands[1];
  ValueId resultId = withoutTruncation(stored, bits);
  const Instruction &result = program[resultId];
  std::optional<ReductionKind> kind = kindOf(result.op);
  if (!kind || result.operands.size() != 2 || !isUsedOnce(resultId))
    return std::nullopt;
  if (isTruthValue && kind != ReductionKind::And && kind != ReductionKind::Or)
    return std::nullopt; // whether a sum is 0 depends on all its bits
  bool isFloating = target.type.kind == ValueType::Kind::Floating;
  bool isSameKind = result.type.kind == target.type.kind;
  ValueId left = withoutTruncation(result.operands[0], bits);
  ValueId right = withoutTruncation(result.operands[1], bits);
  bool isLeft = isLoadOf(left, target) && isUsedOnce(left) && isUsedOnce(result.operands[0]);
  bool isRight = isLoadOf(right, target) && isUsedOnce(right) && isUsedOnce(result.operands[1]) &&
                 result.op != Op::Sub && !isFloating;
  if (!isSameKind || (isLeft && isRight))
    return std::nullopt;
  const ValueId load = isLeft       ? left
                       : isRight    ? right
                       : isFloating ? ValueId()
                                    : nestedLoad(resultId, *kind, target);
  if (!load.valid())
    return std::nullopt;
  return Update{*kind, true, {load}, {}, {}, {}, result.type.bits};
}

std::vector<ValueId> ReductionFinder::companionStores(ValueId store) const {
  std::optional<Update> update =
      updateBy(store, {program[store].operands[0], program[store].type, {}, {}});
  return update ? update->companionStores : std::vector<ValueId>();
}

bool ReductionFinder::isLoadOf(ValueId id, const Target &target) const {
  const Instruction &value = program[id];
  return value.op == Op::Load && isSame(value.operands[0], target.address);
}

bool ReductionFinder::isUsedOnce(ValueId value) const {
  auto found = uses.find(value);
  return found != uses.end() && found->second == 1;
}

/// Past conversions that keep the value: to a wider type that holds all of the narrower one's.
ValueId ReductionFinder::withoutWidening(ValueId id) const {
  while (isIntegerConversion(program, program[id])) {
    const ValueType &to = program[id].type, &from = program[program[id].operands[0]].type;
    bool holdsAll =
        to.isSigned == from.isSigned ? to.bits >= from.bits : to.isSigned && to.bits > from.bits;
    if (!holdsAll)
      break;
    id = program[id].operands[0];
  }
  return id;
}

/// Past conversions between a variable's type and the one its update is computed in: they keep the
/// low `bits` that the variable has. In floating point the fold repeats
/// the source's own conversions.
ValueId ReductionFinder::withoutTruncation(ValueId id, unsigned bits) const {
  const Instruction &value = program[id];
  bool isFloatConversion = value.op == Op::Opaque && value.operands.size() == 1 &&
                           value.type.kind == ValueType::Kind::Floating &&
                           program[value.operands[0]].type.kind == ValueType::Kind::Floating;
  if (isFloatConversion) {
    uint64_t to = value.type.size, from = program[value.operands[0]].type.size;
    bool isOther = to == from; // as the conjugate of a complex number
    bool keepsAll = std::min(to, from) * 8 >= bits;
    return keepsAll && !isOther ? value.operands[0] : id;
  }
  while (isIntegerConversion(program, program[id]) && isUsedOnce(id) &&
         program[id].type.bits >= bits)
    id = program[id].operands[0];
  return id;
}

bool ReductionFinder::isSame(ValueId a, ValueId b) const {
  if (a == b)
    return true;
  const Instruction &x = program[a], &y = program[b];
  bool isKnown = x.op != Op::Clobber && (x.op != Op::Opaque || x.number != 0) &&
                 (x.op != Op::Call || isPureFunction(x)) && !x.isVolatile && !y.isVolatile &&
                 !x.partial; // two bit-fields may have one address
  bool isEqual = x.op == y.op && x.type == y.type && x.number == y.number && x.extent == y.extent &&
                 x.object == y.object && x.callee == y.callee && x.calleeName == y.calleeName &&
                 x.relation == y.relation && x.operands.size() == y.operands.size();
  if (!isKnown || !isEqual)
    return false;
  for (size_t i = 0; i < x.operands.size(); ++i)
    if (!isSame(x.operands[i], y.operands[i]))
      return false;
  return true;
}

bool ReductionFinder::isPure(RegionId block) const {
  const std::vector<ValueId> &all = program[block].values;
  return std::none_of(all.begin(), all.end(), [&](ValueId id) {
    const Instruction &value = program[id];
    return value.op == Op::Store || value.op == Op::Clobber || value.isVolatile ||
           (value.op == Op::Call && !isPureFunction(value));
  });
}

/// Directly in the body, and no continue or goto may skip it.
bool ReductionFinder::runsOnce(RegionId block) const {
  const std::vector<RegionId> inside = regionsWithin(program, loop);
  bool maySkip = std::any_of(inside.begin(), inside.end(), [&](RegionId each) {
    return program[each].jump == Region::JumpKind::Continue ||
           program[each].jump == Region::JumpKind::Goto;
  });
  return !maySkip && program[block].parent == program[loop].children[0];
}

} // namespace kasuri
