// Recognising minimum and maximum.
//
//     if (x[i] > best) { best = x[i]; at = i; }  best: maximum, `at` its companion
//     low = x[i] < low ? x[i] : low;             low: minimum
//     most = fmax(most, fabs(x[i]));             most: maximum, by a library function
//
// In floating point it must be replaced only by what is truly smaller or greater: then neither NaN
// nor the sign of zero makes the order matter. What else the comparison decides must be a
// companion: a variable or a place that is set there alone, looked at nowhere; with a strict
// comparison the first of equal terms wins, in any cut. Otherwise the last one wins: each part
// notes whether it has set a variable, since it may have set it to the value before.
//
// fmax and fmin pass over a NaN. Which of two zeros of different signs they return is the
// library's choice: the first, the last or the greater one. Each is associative if the operands
// keep their order, and a NaN is neutral. So each part begins with a NaN, and the results of the
// parts are combined in their order, by the same function. Compilers may exchange the operands,
// in each call anew, so which zero is returned is not known of the source either
// (docs/soundness.md).
#include "analysis/pointers/CallEffects.h"
#include "analysis/reduction/Reductions.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isOneOf(const std::string &name, std::initializer_list<const char *> names) {
  return std::any_of(names.begin(), names.end(), [&](const char *each) { return name == each; });
}

} // namespace

/// object = compare ? term : object
std::optional<ReductionFinder::Update> ReductionFinder::asSelection(const Instruction &store,
                                                                    const Target &target) const {
  ValueId chosenId = withoutTruncation(store.operands[1], unsigned(target.type.size) * 8);
  const Instruction &chosen = program[chosenId];
  if (chosen.op != Op::Select || !isUsedOnce(chosenId))
    return std::nullopt;
  const Instruction &compare = program[chosen.operands[0]];
  ValueId whenTrue = withoutWidening(chosen.operands[1]);
  ValueId whenFalse = withoutWidening(chosen.operands[2]);
  bool isKeptTrue = isLoadOf(whenTrue, target), isKeptFalse = isLoadOf(whenFalse, target);
  if (isKeptTrue == isKeptFalse || !isUsedOnce(chosen.operands[0]))
    return std::nullopt;
  ValueId kept = isKeptTrue ? whenTrue : whenFalse;
  bool fits = program[isKeptTrue ? whenFalse : whenTrue].type == target.type;
  auto update = asExtreme(compare, isKeptTrue ? whenFalse : whenTrue, isKeptFalse, target);
  bool isOneTerm = isQuiet(firstOf(chosen.operands[0]), chosenId);
  if (!update || !isUsedOnce(kept) || !fits || !isOneTerm)
    return std::nullopt;
  update->loads.push_back(kept);
  update->isLast = false; // the store is made in any case
  return update;
}

/// object = fmax(object, term), or the other way round
std::optional<ReductionFinder::Update>
ReductionFinder::asLibraryExtreme(const Instruction &store, const Target &target) const {
  const Instruction &call = program[store.operands[1]];
  const bool isMinimum = isOneOf(call.calleeName, {"fmin", "fminf", "fminl"});
  const bool isMaximum = isOneOf(call.calleeName, {"fmax", "fmaxf", "fmaxl"});
  const bool isCall = call.op == Op::Call && (isMinimum || isMaximum) && isPureFunction(call) &&
                      call.operands.size() == 2 && call.type == target.type &&
                      isUsedOnce(store.operands[1]);
  if (!isCall)
    return std::nullopt;
  const ValueId left = call.operands[0], right = call.operands[1];
  const bool isLeft = isLoadOf(left, target), isRight = isLoadOf(right, target);
  const ValueId own = isLeft ? left : right;
  if (isLeft == isRight || !isUsedOnce(own) || program[own].type != target.type)
    return std::nullopt;
  Update update{isMinimum ? ReductionKind::Minimum : ReductionKind::Maximum};
  update.loads = {own};
  update.function = {call.calleeName, isRight};
  return update;
}

/// if (compare) { object = term; companions }
std::optional<ReductionFinder::Update> ReductionFinder::asGuarded(ValueId store,
                                                                  const Target &target) const {
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
    auto update = asExtreme(program[conjunct], program[store].operands[1], true, target);
    if (update && findCompanions(arm, store, *update))
      return update;
  }
  return std::nullopt;
}

/// Past `!`, each of which turns the outcome round.
const Instruction &ReductionFinder::withoutNegations(const Instruction &test, bool &outcome) const {
  const Instruction *inner = &test;
  while (inner->op == Op::Compare && inner->relation == Relation::Equal) {
    const Instruction &zero = program[inner->operands[1]];
    bool isNegation = program[inner->operands[0]].op == Op::Compare && zero.op == Op::Constant &&
                      zero.number == 0 && isUsedOnce(inner->operands[0]);
    if (!isNegation)
      break;
    outcome = !outcome;
    inner = &program[inner->operands[0]];
  }
  return *inner;
}

/// `test` decides between the object and the replacement, which it must compare too.
std::optional<ReductionFinder::Update> ReductionFinder::asExtreme(const Instruction &test,
                                                                  ValueId replacement,
                                                                  bool whenTrue,
                                                                  const Target &target) const {
  const Instruction &compare = withoutNegations(test, whenTrue);
  if (compare.op != Op::Compare)
    return std::nullopt;
  ValueId left = withoutWidening(compare.operands[0]), right = withoutWidening(compare.operands[1]);
  bool isRight = isLoadOf(right, target);
  ValueId own = isRight ? right : left, term = isRight ? left : right;
  bool isPlain = isLoadOf(own, target) && isUsedOnce(own) &&
                 isUsedOnce(compare.operands[isRight ? 1 : 0]) &&
                 isSame(term, withoutWidening(replacement));
  Relation relation = isRight ? compare.relation : swapped(compare.relation);
  bool isOrder = relation != Relation::Equal && relation != Relation::NotEqual;
  if (!isPlain || !isOrder)
    return std::nullopt;
  if (!whenTrue)
    relation = opposite(relation);
  // The negation of a comparison is no comparison for NaN: it counts as not strict.
  bool isExact = whenTrue || target.type.kind == ValueType::Kind::Integer;
  bool isStrict = isExact && (relation == Relation::Less || relation == Relation::Greater);
  bool isLess = relation == Relation::Less || relation == Relation::LessEqual;
  Update update{isLess ? ReductionKind::Minimum : ReductionKind::Maximum, isStrict};
  update.loads = {own};
  update.isLast = isExact && !isStrict;
  return update;
}

/// All other stores of the arm set variables that nothing in the loop looks at.
bool ReductionFinder::findCompanions(RegionId arm, ValueId store, Update &update) const {
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
    if (isLonelyStore(id)) {
      update.companionStores.push_back(id);
      continue;
    }
    ObjectId variable = variableOf(program, id);
    bool isOwn = variable.valid() && program[variable].owner == program[loop].function &&
                 program[variable].isPlainScalar();
    if (!isOwn && !pointer.valid() && isAlone(id)) {
      update.placeStores.push_back(id);
      continue;
    }
    if (!isOwn || value.conditional || stores.at(variable).size() != 1 || loads.contains(variable))
      return false;
    update.companions.push_back(variable);
  }
  return true;
}

/// To a member of what `pointer` leads to, which nothing else names in this way.
bool ReductionFinder::isLonelyStore(ValueId store) const {
  ValueId root = program[store].operands[0];
  while (program[root].op == Op::Field)
    root = program[root].operands[0];
  bool isThrough =
      pointer.valid() && program[root].op == Op::Load && variableOf(program, root) == pointer;
  return isThrough && isAlone(store);
}

/// The loop has no other access by that name.
bool ReductionFinder::isAlone(ValueId store) const {
  if (program[store].conditional || program[store].partial ||
      program[store].type.kind == ValueType::Kind::Aggregate)
    return false;
  const Target target = placeOf(store);
  return target.loads.empty() && target.stores.size() == 1;
}

} // namespace kasuri
