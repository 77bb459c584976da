// Recognising reductions by the shape of their updates.
//
//     n += weight(i);                          s: sum, also -, *, &, |, ^
//     if (x[i] > best) { best = x[i]; at = i; }  best: maximum, `at` its companion
//     low = x[i] < low ? x[i] : low;           low: minimum
//
// All loads and stores of the variable in the loop must be parts of such updates of one kind, and
// nothing else may look at a value on its way from load to store. Integer arithmetic is exact
// modulo 2^n, so conversions that keep the low bits may stand in between. A minimum or maximum in
// floating point must be replaced only by what is truly smaller or greater: then neither NaN nor
// the sign of zero makes the order matter. What else the comparison decides must be a companion:
// set there alone, looked at nowhere; with a strict comparison the first of equal terms wins, in
// any cut.
//
// Floating-point sums and products keep the order of the source: their terms are collected and
// folded afterwards. That needs a single update that each iteration executes at most once.
#include "analysis/Reductions.h"
#include "analysis/Accesses.h"
#include "analysis/LibraryFunctions.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isIntegerConversion(const Program &program, const Instruction &value) {
  return value.op == Op::Convert && value.type.kind == ValueType::Kind::Integer &&
         program[value.operands[0]].type.kind == ValueType::Kind::Integer;
}

bool isPureFunction(const Instruction &call) {
  const LibraryFunction *known =
      call.callee.valid() ? nullptr : findLibraryFunction(call.calleeName);
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

Relation swapped(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return Relation::Greater;
  case Relation::LessEqual:
    return Relation::GreaterEqual;
  case Relation::Greater:
    return Relation::Less;
  case Relation::GreaterEqual:
    return Relation::LessEqual;
  default:
    return relation;
  }
}

Relation negated(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return Relation::GreaterEqual;
  case Relation::LessEqual:
    return Relation::Greater;
  case Relation::Greater:
    return Relation::LessEqual;
  case Relation::GreaterEqual:
    return Relation::Less;
  default:
    return relation;
  }
}

} // namespace

ReductionFinder::ReductionFinder(const Program &program, RegionId loop)
    : program(program), loop(loop), values(valuesWithin(program, loop)) {
  for (ValueId id : values) {
    const Instruction &value = program[id];
    for (ValueId operand : value.operands)
      ++uses[operand];
    bool isNamed = (value.op == Op::Load || value.op == Op::Store) &&
                   program[value.operands[0]].op == Op::Address;
    if (isNamed)
      (value.op == Op::Load ? loads : stores)[program[value.operands[0]].object].push_back(id);
  }
  for (RegionId inside : regionsWithin(program, loop)) {
    if (program[inside].conditionValue.valid())
      ++uses[program[inside].conditionValue];
    if (program[inside].returned.valid())
      ++uses[program[inside].returned];
  }
}

std::optional<Reduction> ReductionFinder::find(ObjectId object) const {
  const ValueType &type = program[object].type;
  bool isFloating = type.kind == ValueType::Kind::Floating;
  auto known = stores.find(object);
  bool isCandidate = known != stores.end() && !program[object].addressTaken &&
                     !program[object].isVolatile &&
                     (isFloating || type.kind == ValueType::Kind::Integer);
  if (!isCandidate)
    return std::nullopt;
  Reduction reduction{object, ReductionKind::Sum, isFloating, known->second.front()};
  std::vector<ValueId> matched;
  for (ValueId store : known->second) {
    std::optional<Update> update = updateBy(store, object);
    bool isFirst = store == known->second.front();
    if (!update || (!isFirst && update->kind != reduction.kind))
      return std::nullopt;
    reduction.kind = update->kind;
    reduction.companions = update->companions;
    bool isExtreme =
        update->kind == ReductionKind::Minimum || update->kind == ReductionKind::Maximum;
    bool isOrdered = isFloating && !isExtreme;
    bool isExact = isExtreme || !isFloating || known->second.size() == 1;
    bool isFirstOfEquals = update->isStrict || (!isFloating && update->companions.empty());
    if (!isExact || !isFirstOfEquals || (known->second.size() > 1 && !update->companions.empty()))
      return std::nullopt;
    if (isOrdered && innermostLoop(program, program[store].block) != loop)
      return std::nullopt;
    reduction.isConditional = isOrdered && !runsOnce(program[store].block);
    matched.insert(matched.end(), update->loads.begin(), update->loads.end());
  }
  auto loaded = loads.find(object);
  bool isAll = matched.size() == (loaded == loads.end() ? 0 : loaded->second.size());
  return isAll ? std::optional(reduction) : std::nullopt;
}

bool ReductionFinder::dependsOnOrder(ObjectId object) const {
  auto known = stores.find(object);
  return program[object].type.kind == ValueType::Kind::Floating && known != stores.end() &&
         std::all_of(known->second.begin(), known->second.end(), [&](ValueId store) {
           std::optional<Update> update = updateBy(store, object);
           return update &&
                  (update->kind == ReductionKind::Sum || update->kind == ReductionKind::Product);
         });
}

std::optional<ReductionFinder::Update> ReductionFinder::updateBy(ValueId store,
                                                                 ObjectId object) const {
  const Instruction &value = program[store];
  if (value.conditional || value.partial || value.isVolatile)
    return std::nullopt;
  if (auto update = asArithmetic(value, object))
    return update;
  if (auto update = asSelection(value, object))
    return update;
  return asGuarded(store, object);
}

/// object = object op term
std::optional<ReductionFinder::Update> ReductionFinder::asArithmetic(const Instruction &store,
                                                                     ObjectId object) const {
  const unsigned bits = unsigned(program[object].type.size) * 8;
  ValueId resultId = withoutTruncation(store.operands[1], bits);
  const Instruction &result = program[resultId];
  std::optional<ReductionKind> kind = kindOf(result.op);
  if (!kind || result.operands.size() != 2 || !isUsedOnce(resultId))
    return std::nullopt;
  bool isFloating = program[object].type.kind == ValueType::Kind::Floating;
  bool isSameKind = result.type.kind == program[object].type.kind;
  ValueId left = withoutTruncation(result.operands[0], bits);
  ValueId right = withoutTruncation(result.operands[1], bits);
  bool isLeft = isLoadOf(left, object) && isUsedOnce(left) && isUsedOnce(result.operands[0]);
  bool isRight = isLoadOf(right, object) && isUsedOnce(right) && isUsedOnce(result.operands[1]) &&
                 result.op != Op::Sub && !isFloating;
  if (!isSameKind || isLeft == isRight)
    return std::nullopt;
  return Update{*kind, true, {isLeft ? left : right}, {}};
}

/// object = compare ? term : object
std::optional<ReductionFinder::Update> ReductionFinder::asSelection(const Instruction &store,
                                                                    ObjectId object) const {
  ValueId chosenId = withoutTruncation(store.operands[1], unsigned(program[object].type.size) * 8);
  const Instruction &chosen = program[chosenId];
  if (chosen.op != Op::Select || !isUsedOnce(chosenId))
    return std::nullopt;
  const Instruction &compare = program[chosen.operands[0]];
  ValueId whenTrue = withoutWidening(chosen.operands[1]);
  ValueId whenFalse = withoutWidening(chosen.operands[2]);
  bool isKeptTrue = isLoadOf(whenTrue, object), isKeptFalse = isLoadOf(whenFalse, object);
  if (isKeptTrue == isKeptFalse || !isUsedOnce(chosen.operands[0]))
    return std::nullopt;
  ValueId kept = isKeptTrue ? whenTrue : whenFalse;
  bool fits = program[isKeptTrue ? whenFalse : whenTrue].type == program[object].type;
  auto update = asExtreme(compare, isKeptTrue ? whenFalse : whenTrue, isKeptFalse, object);
  if (!update || !isUsedOnce(kept) || !fits)
    return std::nullopt;
  update->loads.push_back(kept);
  return update;
}

/// if (compare) { object = term; companions }
std::optional<ReductionFinder::Update> ReductionFinder::asGuarded(ValueId store,
                                                                  ObjectId object) const {
  RegionId arm = program[program[store].block].parent;
  RegionId branchId = arm.valid() ? program[arm].parent : RegionId();
  if (!branchId.valid() || program[branchId].kind != Region::Kind::Branch ||
      program[branchId].children.size() != 1 || !program[branchId].conditionValue.valid())
    return std::nullopt;
  const Region &branch = program[branchId];
  if (!isUsedOnce(branch.conditionValue) || !isPure(branch.condition))
    return std::nullopt;
  std::vector<ValueId> conjuncts{branch.conditionValue};
  for (size_t i = 0; i < conjuncts.size(); ++i) {
    const Instruction &both = program[conjuncts[i]];
    bool isAnd = both.op == Op::Select && program[both.operands[2]].op == Op::Constant &&
                 program[both.operands[2]].number == 0;
    if (isAnd && isUsedOnce(both.operands[0]) && isUsedOnce(both.operands[1]))
      conjuncts.insert(conjuncts.end(), {both.operands[0], both.operands[1]});
  }
  for (ValueId conjunct : conjuncts) {
    auto update = asExtreme(program[conjunct], program[store].operands[1], true, object);
    if (update && findCompanions(arm, store, update->companions))
      return update;
  }
  return std::nullopt;
}

/// `compare` decides between the object and the replacement, which it must compare too.
std::optional<ReductionFinder::Update> ReductionFinder::asExtreme(const Instruction &compare,
                                                                  ValueId replacement,
                                                                  bool whenTrue,
                                                                  ObjectId object) const {
  if (compare.op != Op::Compare)
    return std::nullopt;
  ValueId left = withoutWidening(compare.operands[0]), right = withoutWidening(compare.operands[1]);
  bool isRight = isLoadOf(right, object);
  ValueId own = isRight ? right : left, term = isRight ? left : right;
  bool isPlain = isLoadOf(own, object) && isUsedOnce(own) &&
                 isUsedOnce(compare.operands[isRight ? 1 : 0]) &&
                 isSame(term, withoutWidening(replacement));
  Relation relation = isRight ? compare.relation : swapped(compare.relation);
  bool isOrder = relation != Relation::Equal && relation != Relation::NotEqual;
  if (!isPlain || !isOrder)
    return std::nullopt;
  // The negation of a comparison is no comparison for NaN: it counts as not strict.
  bool isStrict = whenTrue && (relation == Relation::Less || relation == Relation::Greater);
  if (!whenTrue)
    relation = negated(relation);
  bool isLess = relation == Relation::Less || relation == Relation::LessEqual;
  return Update{isLess ? ReductionKind::Minimum : ReductionKind::Maximum, isStrict, {own}, {}};
}

/// All other stores of the arm set variables that nothing in the loop looks at.
bool ReductionFinder::findCompanions(RegionId arm, ValueId store,
                                     std::vector<ObjectId> &companions) const {
  const std::vector<RegionId> &parts = program[arm].children;
  bool isStraight = std::all_of(parts.begin(), parts.end(), [&](RegionId part) {
    return program[part].kind == Region::Kind::Block;
  });
  if (!isStraight)
    return false;
  for (ValueId id : valuesWithin(program, arm)) {
    const Instruction &value = program[id];
    if ((value.op == Op::Call && !isPureFunction(value)) || value.op == Op::Clobber ||
        value.isVolatile)
      return false;
    if (value.op != Op::Store || id == store)
      continue;
    const Instruction &place = program[value.operands[0]];
    if (place.op != Op::Address || value.conditional)
      return false;
    const Object &object = program[place.object];
    bool isOwn = object.owner == program[loop].function && !object.addressTaken &&
                 !object.isVolatile && object.type.kind != ValueType::Kind::Aggregate &&
                 (object.kind == Object::Kind::Local || object.kind == Object::Kind::Parameter);
    if (!isOwn || stores.at(place.object).size() != 1 || loads.contains(place.object))
      return false;
    companions.push_back(place.object);
  }
  return true;
}

bool ReductionFinder::isLoadOf(ValueId id, ObjectId object) const {
  const Instruction &value = program[id];
  return value.op == Op::Load && program[value.operands[0]].op == Op::Address &&
         program[value.operands[0]].object == object;
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
    bool keepsAll = std::min(value.type.size, program[value.operands[0]].type.size) * 8 >= bits;
    return keepsAll ? value.operands[0] : id;
  }
  while (isIntegerConversion(program, program[id]) && isUsedOnce(id) &&
         program[id].type.bits >= bits)
    id = program[id].operands[0];
  return id;
}

/// The same computation from the same variables, with nothing in it that could differ.
bool ReductionFinder::isSame(ValueId a, ValueId b) const {
  const Instruction &x = program[a], &y = program[b];
  bool isKnown = x.op != Op::Clobber && (x.op != Op::Opaque || x.number != 0) &&
                 (x.op != Op::Call || isPureFunction(x)) && !x.isVolatile && !y.isVolatile;
  bool isEqual = x.op == y.op && x.type == y.type && x.number == y.number && x.extent == y.extent &&
                 x.object == y.object && x.callee == y.callee && x.calleeName == y.calleeName &&
                 x.relation == y.relation && x.partial == y.partial &&
                 x.operands.size() == y.operands.size();
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

/// Directly in the body, and no continue may skip it.
bool ReductionFinder::runsOnce(RegionId block) const {
  const std::vector<RegionId> inside = regionsWithin(program, loop);
  bool hasContinue = std::any_of(inside.begin(), inside.end(), [&](RegionId each) {
    return program[each].jump == Region::JumpKind::Continue;
  });
  return !hasContinue && program[block].parent == program[loop].children[0];
}

} // namespace kasuri
