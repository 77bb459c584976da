// Recognising what holds for all iterations, or for any.
//
//     same = same && a[i] == b[i];        same: all
//     found = found || p[i].key == key;   found: any
//     clean = p[i].x >= 0 && clean;       clean: all, too
//
// Of the operands one is the variable, alone or compared with 0, and all others do without it. The
// update leaves 0 or 1, unless the variable is the last operand: `c ? clean : 0` keeps it as it is.
// So each part begins with the value in front of the loop. It ends with that value, or with 0 or 1,
// and 0 and 1 are combined by the same operator. A part that has kept a value other than 0 and 1
// has made no update that would change it.
//
// What stands behind the variable the source computes only as long as the variable has not decided.
// A part does not know what the parts before it have found, so it may compute more: these values
// are listed, for Speculation.h to judge.
//
// A variable of type _Bool that is combined by & or | is a reduction of bits: e & t, converted to
// 0 or 1, loses nothing that a further & would need, and | asks only whether any bit is set.
#include "analysis/reduction/Reductions.h"

#include <algorithm>

namespace kasuri {

/// Past the conversion to _Bool: `flag &= x` is computed in a wider type. No other comparison has a
/// type as small as that.
ValueId ReductionFinder::withoutTruth(ValueId id, const ValueType &type) const {
  const Instruction &value = program[id];
  bool isConverted = value.op == Op::Compare && value.relation == Relation::NotEqual &&
                     value.type == type && type.size == 1 && isZero(program, value.operands[1]) &&
                     isUsedOnce(id);
  return isConverted ? value.operands[0] : id;
}

/// 0 or 1.
bool ReductionFinder::isTruth(ValueId id) const {
  const Instruction &value = program[id];
  auto areTruths = [&](size_t first) {
    return std::all_of(value.operands.begin() + static_cast<std::ptrdiff_t>(first),
                       value.operands.end(), [&](ValueId each) { return isTruth(each); });
  };
  switch (value.op) {
  case Op::Constant:
    return value.number == 0 || value.number == 1;
  case Op::Compare:
    return true;
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return areTruths(0);
  case Op::Select:
    return areTruths(1);
  case Op::Convert:
    return value.type.kind == ValueType::Kind::Integer && value.type.bits > 1 && areTruths(0);
  default:
    return false;
  }
}

/// Of `a && b && c`, in the order of the source.
void ReductionFinder::addOperands(ValueId id, bool isAll, std::vector<ValueId> &operands) const {
  const Instruction &value = program[id];
  const bool isSame =
      isConjunction(program, value) == isAll && isDisjunction(program, value) != isAll;
  if (!isSame || value.op != Op::Select || !isUsedOnce(id)) {
    operands.push_back(id);
    return;
  }
  addOperands(value.operands[0], isAll, operands);
  addOperands(value.operands[isAll ? 1 : 2], isAll, operands);
}

/// What is compared with 0, as long as nothing else looks at it.
ValueId ReductionFinder::testedIn(ValueId operand) const {
  for (ValueId id = operand;;) {
    const Instruction &value = program[id];
    const bool isTest = value.op == Op::Compare && value.relation == Relation::NotEqual &&
                        isZero(program, value.operands[1]);
    const ValueId inner = isTest ? value.operands[0] : withoutWidening(id);
    if (inner == id || !isUsedOnce(id))
      return id;
    id = inner;
  }
}

/// object = object && term, or the like
std::optional<ReductionFinder::Update> ReductionFinder::asLogical(const Instruction &store,
                                                                  const Target &target) const {
  const unsigned bits = unsigned(target.type.size) * 8;
  const ValueId id = withoutTruncation(withoutTruth(store.operands[1], target.type), bits);
  const Instruction &result = program[id];
  const bool isAll = isConjunction(program, result), isAny = isDisjunction(program, result);
  if (target.type.kind != ValueType::Kind::Integer || isAll == isAny || !isUsedOnce(id))
    return std::nullopt;
  std::vector<ValueId> operands;
  addOperands(id, isAll, operands);
  auto isOwn = [&](ValueId operand) { return isLoadOf(testedIn(operand), target); };
  const auto own = std::find_if(operands.begin(), operands.end(), isOwn);
  const bool isOne = own != operands.end() && std::none_of(own + 1, operands.end(), isOwn);
  if (!isOne || !isUsedOnce(*own) || !isUsedOnce(testedIn(*own)) || !isQuiet(firstOf(id), id))
    return std::nullopt;
  const bool isOwnLast = own + 1 == operands.end();
  if (!isOwnLast && !isTruth(operands.back()))
    return std::nullopt;
  Update update{isAll ? ReductionKind::All : ReductionKind::Any};
  update.loads = {testedIn(*own)};
  const std::vector<ValueId> &block = program[result.block].values;
  const auto load = std::find(block.begin(), block.end(), update.loads[0]);
  if (!isOwnLast)
    std::copy_if(load, std::find(load, block.end(), id), std::back_inserter(update.speculated),
                 [&](ValueId each) { return program[each].conditional; });
  return update;
}

} // namespace kasuri
