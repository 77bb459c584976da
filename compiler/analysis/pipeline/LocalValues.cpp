// Variables that only their names lead to change in stores by name alone. So the values that a load
// may find are those of the stores met on the way back from it, up to one that surely ran. The way
// goes along the tree of regions:
//
//     f = first;                       found as well: the loop may not have run
//     while (f && f->key != key)
//       f = f->next;                   may have run: this store is one of those found
//     if (!f) {
//       f = calloc(1, sizeof *f);      surely ran, if the load is behind it in this arm
//       if (!f)
//         return 0;                    below here f is not null: the arm that runs then never ends
//       f->key = key;
//     }
//
// Inside a loop every store of the loop may have run, in an earlier iteration. Jumps only take ways
// out: an arm that ends in one is never followed by what stands behind its branch. A goto leads
// right behind the stretch of statements that it leaves, all of which may have run. Irregular
// regions end the walk. A condition says something of a variable for as long as nothing has stored
// to it.
#include "analysis/pipeline/LocalValues.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

ObjectId LocalValues::plainVariableOf(ValueId load) const {
  const Instruction &value = program[load];
  const ObjectId variable = value.op == Op::Load && !value.isVolatile && !value.partial
                                ? variableOf(program, load)
                                : ObjectId();
  return variable.valid() && program[variable].isPlainScalar() ? variable : ObjectId();
}

const std::vector<ValueId> &LocalValues::storesTo(ObjectId variable) {
  const FunctionId function = program[variable].owner;
  const auto [known, isNew] = stores.try_emplace(function);
  if (isNew)
    for (ValueId value : valuesWithin(program, program[function].body)) {
      ++taken;
      if (program[value].op == Op::Store && variableOf(program, value).valid())
        known->second[variableOf(program, value)].push_back(value);
    }
  return known->second[variable];
}

bool LocalValues::isStoredBelow(RegionId region, ObjectId variable) {
  const std::vector<ValueId> &all = storesTo(variable);
  taken += all.size();
  return std::any_of(all.begin(), all.end(), [&](ValueId store) {
    return contains(program, region, program[store].block);
  });
}

// --- The way back.

static bool endsInJump(const Program &program, RegionId arm) {
  const Region &region = program[arm];
  if (region.kind == Region::Kind::Sequence)
    return !region.children.empty() && endsInJump(program, region.children.back());
  return region.kind == Region::Kind::Jump;
}

bool LocalValues::visitCondition(RegionId parent, std::optional<bool> outcome,
                                 const BackwardVisit &visit) {
  const Region &region = program[parent];
  if (!region.condition.valid())
    return true;
  if (outcome && region.conditionValue.valid() && !visit.fact(region.conditionValue, *outcome))
    return false;
  return visit.block(region.condition, program[region.condition].values.size());
}

/// It has run, and control came to its end.
bool LocalValues::visitBranch(RegionId branch, const BackwardVisit &visit) {
  const std::vector<RegionId> &arms = program[branch].children;
  std::vector<bool> stays; // by arm, the false one included if there is none
  for (size_t i = 0; i < 2; ++i) {
    stays.push_back(i >= arms.size() || !endsInJump(program, arms[i]));
    if (i < arms.size() && stays[i] && !visit.maybe(arms[i]))
      return false;
  }
  const bool isDecided = stays[0] != stays[1];
  return visitCondition(branch, isDecided ? std::optional<bool>(stays[0]) : std::nullopt, visit);
}

bool LocalValues::visitSiblings(RegionId region, const BackwardVisit &visit) {
  const std::vector<RegionId> &all = program[program[region].parent].children;
  auto self = std::find(all.begin(), all.end(), region);
  while (self != all.begin()) {
    const RegionId before = *--self;
    ++taken;
    bool goesOn = true;
    if (program[before].kind == Region::Kind::Block)
      goesOn = visit.block(before, program[before].values.size());
    else if (program[before].kind == Region::Kind::Branch)
      goesOn = visitBranch(before, visit);
    else if (program[before].kind != Region::Kind::Jump)
      goesOn = visit.maybe(before);
    if (!goesOn)
      return false;
  }
  return true;
}

bool LocalValues::visitLoop(RegionId from, RegionId loop, const BackwardVisit &visit) {
  const Region &region = program[loop];
  if (from == region.init)
    return true;
  const bool isBody = from != region.condition && from != region.step;
  if (isBody && region.testsFirst && !visitCondition(loop, true, visit))
    return false;
  return visit.maybe(loop) &&
         (!region.init.valid() || visit.block(region.init, program[region.init].values.size()));
}

bool LocalValues::visitParent(RegionId region, const BackwardVisit &visit) {
  const RegionId up = program[region].parent;
  const Region &parent = program[up];
  ++taken;
  switch (parent.kind) {
  case Region::Kind::Sequence:
    return visitSiblings(region, visit);
  case Region::Kind::Branch:
    return region == parent.condition || visitCondition(up, region == parent.children[0], visit);
  case Region::Kind::Loop:
    return visitLoop(region, up, visit);
  case Region::Kind::Switch:
    return region == parent.condition ||
           (visit.maybe(up) && visitCondition(up, std::nullopt, visit));
  default:
    return false;
  }
}

bool LocalValues::walkBack(RegionId region, RegionId limit, const BackwardVisit &visit) {
  for (; region != limit; region = program[region].parent)
    if (!program[region].parent.valid() || !visitParent(region, visit))
      return false;
  return true;
}

bool LocalValues::walkBack(ValueId value, RegionId limit, const BackwardVisit &visit) {
  const RegionId block = program[value].block;
  const std::vector<ValueId> &values = program[block].values;
  const auto at = std::find(values.begin(), values.end(), value);
  return contains(program, limit, block) &&
         visit.block(block, static_cast<size_t>(at - values.begin())) &&
         walkBack(block, limit, visit);
}

// --- Questions.

std::optional<std::vector<ValueId>> LocalValues::storedFor(ValueId load, RegionId limit) {
  const ObjectId variable = plainVariableOf(load);
  if (!variable.valid())
    return std::nullopt;
  std::vector<ValueId> found;
  bool isComplete = false;
  auto inBlock = [&](RegionId block, size_t count) {
    for (; count > 0 && !isComplete; --count) {
      const ValueId store = program[block].values[count - 1];
      ++taken;
      if (!isStoreTo(program, store, variable))
        continue;
      found.push_back(store);
      isComplete = !program[store].conditional;
    }
    return !isComplete;
  };
  auto below = [&](RegionId region) {
    for (ValueId store : storesTo(variable))
      if (contains(program, region, program[store].block))
        found.push_back(store);
    return true;
  };
  auto ignore = [](ValueId, bool) { return true; };
  walkBack(load, limit, {inBlock, below, ignore});
  return isComplete ? std::optional(std::move(found)) : std::nullopt;
}

/// Where the condition has that outcome, the variable has no such relation, unless it has been set
/// since it was loaded.
bool LocalValues::isSaid(ValueId condition, bool outcome, ObjectId variable, NumberTest test) {
  const Instruction &value = program[condition];
  ++taken;
  const bool isBoth = outcome ? isConjunction(program, value) : isDisjunction(program, value);
  if (isBoth)
    return isSaid(value.operands[0], outcome, variable, test) ||
           isSaid(value.operands[outcome ? 1 : 2], outcome, variable, test);
  if (value.op == Op::Load)
    return plainVariableOf(condition) == variable && truth(outcome).excludes(test);
  if (value.op != Op::Compare)
    return false;
  const Relation relation = outcome ? value.relation : opposite(value.relation);
  for (bool isSwapped : {false, true}) {
    const ValueId tested = value.operands[isSwapped ? 1 : 0];
    const std::optional<int64_t> number = numberOf(program, value.operands[isSwapped ? 0 : 1]);
    if (number && plainVariableOf(tested) == variable &&
        NumberTest{isSwapped ? swapped(relation) : relation, *number}.excludes(test))
      return true;
  }
  return false;
}

bool LocalValues::isExcluded(ValueId load, NumberTest test, RegionId limit) {
  const ObjectId variable = plainVariableOf(load);
  bool isFound = false;
  if (!variable.valid())
    return false;
  auto inBlock = [&](RegionId block, size_t count) {
    const std::vector<ValueId> &values = program[block].values;
    taken += count;
    return std::none_of(values.begin(), values.begin() + static_cast<ptrdiff_t>(count),
                        [&](ValueId each) { return isStoreTo(program, each, variable); });
  };
  auto below = [&](RegionId region) { return !isStoredBelow(region, variable); };
  auto says = [&](ValueId condition, bool outcome) {
    isFound = !isStoredBelow(program[condition].block, variable) &&
              isSaid(condition, outcome, variable, test);
    return !isFound;
  };
  walkBack(load, limit, {inBlock, below, says});
  return isFound;
}

bool LocalValues::isUnchanged(ObjectId variable, ValueId from, ValueId to, RegionId limit) {
  bool isReached = false;
  auto inBlock = [&](RegionId block, size_t count) {
    for (; count > 0; --count) {
      const ValueId value = program[block].values[count - 1];
      isReached |= value == from;
      ++taken;
      if (isReached || isStoreTo(program, value, variable))
        return false;
    }
    return true;
  };
  auto below = [&](RegionId region) {
    return !contains(program, region, program[from].block) && !isStoredBelow(region, variable);
  };
  auto ignore = [](ValueId, bool) { return true; };
  walkBack(to, limit, {inBlock, below, ignore});
  return isReached;
}

bool LocalValues::isSame(ValueId one, ValueId other, RegionId limit) {
  const Instruction &a = program[one], &b = program[other];
  if (a.op == Op::Constant && b.op == Op::Constant)
    return numberOf(program, one) && numberOf(program, one) == numberOf(program, other);
  if (a.op != b.op || a.type != b.type)
    return false;
  if (a.op == Op::Convert)
    return isSame(a.operands[0], b.operands[0], limit);
  const ObjectId variable = plainVariableOf(one);
  return variable.valid() && variable == plainVariableOf(other) &&
         (isUnchanged(variable, one, other, limit) || isUnchanged(variable, other, one, limit));
}

} // namespace kasuri
