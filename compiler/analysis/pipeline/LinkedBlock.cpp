// A block whose elements lead to others of its own, as in lists that lie in arrays.
//
//     memset(p->head, -1, heads);
//     ... p->next[i] = p->head[h]; p->head[h] = i; ...
//     for (j = p->head[h]; j >= 0; j = p->next[j])
//
// A number that is stored in a head is one whose element has just been stored, and elements hold
// what heads have held. So each number but -1 that is found in either leads to an element of the
// iteration's own, if the heads are. That is an invariant of all stores to heads and elements,
// wherever they are, as for FilledBlock.cpp.
//
// An element that is stored lies in its block. So a number that is not negative and leads out of
// the block is none that was stored, unless it lost bits on its way into the list.
#include "analysis/pipeline/OwnContents.h"

#include "analysis/memory/FixedSizes.h"
#include "analysis/support/Extensions.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

bool isInteger(const ValueType &type) { return type.kind == ValueType::Kind::Integer; }

/// A block whose elements lead to others of its own, and that is entered by heads.
class LinkedBlock {
public:
  LinkedBlock(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn)
      : code(code), program(code.program), block(block), isOwn(isOwn) {}

  bool coversAllReads() {
    return findType() && findHeads() && areOwnHeads() &&
           std::ranges::all_of(code.values, [&](ValueId each) { return isFine(each); });
  }

private:
  const LoopCode &code;
  const Program &program;
  const std::set<ObjectId> &block;
  const IsOwn &isOwn;
  std::set<ObjectId> heads;
  ValueType link; ///< of elements and heads

  bool findType() {
    for (ValueId each : code.values)
      if (code.subscriptOf(each, block))
        link = program[each].type;
    return isInteger(link) && link.isSigned;
  }

  /// What the elements are stored from.
  bool findHeads() {
    for (ValueId each : code.values)
      if (program[each].op == Op::Store && code.subscriptOf(each, block))
        addHeads(program[each].operands[1]);
    return !heads.empty();
  }

  void addHeads(ValueId value) {
    const Instruction &load = program[value];
    const Instruction *element = load.op == Op::Load ? &program[load.operands[0]] : nullptr;
    if (!element || element->op != Op::Element)
      return;
    for (const Location &each : code.analysed.pointsTo.of(element->operands[0]))
      if (!block.contains(each.object))
        heads.insert(each.object);
  }

  bool areOwnHeads() const {
    return std::ranges::all_of(heads, [&](ObjectId each) {
      return !code.analysed.pointsTo.isSpecial(each) && isOwn(each, {});
    });
  }

  bool isFine(ValueId value) const {
    if (code.touches(value, block, {}, false) && !isReadOfOwn(value))
      return false;
    return (!code.touches(value, block, {}, true) || isFill(value) || isElementStored(value)) &&
           (!code.touches(value, heads, {}, true) || isFill(value) || isHeadStored(value));
  }

  bool isLinkType(ValueId access) const { return program[access].type == link; }

  // --- What is stored.

  /// Each link in it becomes -1.
  bool isFill(ValueId call) const {
    const Instruction &its = program[call];
    if (its.op != Op::Call || its.calleeName != "memset" || its.callee.valid() ||
        its.operands.size() != 3)
      return false;
    const Instruction &byte = program[withoutConverts(program, its.operands[1])];
    const bool isWhole =
        code.isStart(its.operands[0], block) || code.isStart(its.operands[0], heads);
    return byte.op == Op::Constant && (byte.number & 0xff) == 0xff && isWhole &&
           areWholeLinks(its.operands[2]);
  }

  bool areWholeLinks(ValueId bytes) const {
    auto isMultiple = [&](ValueId value) {
      const Instruction &its = program[withoutConverts(program, value)];
      return its.op == Op::Constant && its.number % static_cast<int64_t>(link.size) == 0;
    };
    const Instruction &its = program[bytes];
    return isMultiple(bytes) ||
           (its.op == Op::Mul && (isMultiple(its.operands[0]) || isMultiple(its.operands[1])));
  }

  bool isMinusOne(ValueId value) const {
    const Instruction &its = program[withoutExtensions(program, value)];
    return its.op == Op::Constant && its.number == -1;
  }

  bool isElementStored(ValueId store) const {
    return program[store].op == Op::Store && code.subscriptOf(store, block) && isLinkType(store) &&
           (isMinusOne(program[store].operands[1]) || isLink(program[store].operands[1]));
  }

  /// The number of an element that has just been stored.
  bool isHeadStored(ValueId store) const {
    if (program[store].op != Op::Store || !code.subscriptOf(store, heads) || !isLinkType(store))
      return false;
    return isMinusOne(program[store].operands[1]) ||
           std::ranges::any_of(code.values, [&](ValueId each) { return isElementOf(each, store); });
  }

  bool isElementOf(ValueId element, ValueId head) const {
    if (program[element].op != Op::Store || !(element < head))
      return false;
    const std::optional<ValueId> subscript = code.subscriptOf(element, block);
    const std::optional<ValueId> number = numberOf(program[head].operands[1]);
    const ValueId index = subscript ? code.withoutWidening(*subscript) : ValueId();
    if (!number || !index.valid() || program[index].op != Op::Load)
      return false;
    const ObjectId variable = variableOf(program, index);
    if (!variable.valid() || variable != variableOf(program, *number) ||
        !program[variable].isPlainScalar())
      return false;
    const auto all = code.between(index, head);
    auto isInside = [&](ValueId each) { return std::ranges::find(*all, each) != all->end(); };
    return all && isInside(element) && (*number == index || isInside(*number)) &&
           code.areInEachRun({index, element, *number, head}) &&
           std::ranges::none_of(*all,
                                [&](ValueId each) { return isStoreTo(program, each, variable); });
  }

  /// The variable's load from which a link is made, if that loses nothing of a subscript.
  std::optional<ValueId> numberOf(ValueId value) const {
    unsigned narrowest = link.bits;
    for (; program[value].op == Op::Convert; value = program[value].operands[0]) {
      if (!isInteger(program[value].type))
        return std::nullopt;
      narrowest = std::min<unsigned>(narrowest, program[value].type.bits);
    }
    const Instruction &load = program[value];
    if (load.op != Op::Load || !isInteger(load.type))
      return std::nullopt;
    const bool isKept = load.type.bits <= narrowest || hasFewElements(narrowest);
    return isKept ? std::optional(value) : std::nullopt;
  }

  /// Their numbers are not negative in a signed type of so many bits.
  bool hasFewElements(unsigned bits) const {
    const uint64_t most = link.size << (bits - 1);
    return bits <= 32 && std::ranges::all_of(block, [&](ObjectId each) {
             const uint64_t bytes = fixedSizeOf(code.analysed, each);
             return bytes > 0 && bytes <= most;
           });
  }

  // --- What is read.

  bool isReadOfOwn(ValueId load) const {
    const std::optional<ValueId> subscript =
        program[load].op == Op::Load ? code.subscriptOf(load, block) : std::nullopt;
    if (!subscript || !isLinkType(load))
      return false;
    const ValueId index = code.withoutWidening(*subscript);
    const ObjectId variable =
        program[index].op == Op::Load ? variableOf(program, index) : ObjectId();
    return variable.valid() && areLinks(variable) && isNotNegative(load, variable);
  }

  /// What was in a head or an element, and nothing else.
  bool areLinks(ObjectId variable) const {
    const ValueType &type = program[variable].type;
    const std::vector<ValueId> stores = code.storesTo(variable);
    return code.isFresh(variable) && type.isSigned && type.bits >= link.bits && !stores.empty() &&
           std::ranges::all_of(stores, [&](ValueId each) {
             const ValueId stored = program[each].operands[1];
             return LoopCode::isWhole(program[each]) && (isMinusOne(stored) || isLink(stored));
           });
  }

  /// The loaded link, as it is.
  bool isLink(ValueId value) const {
    value = withoutExtensions(program, value);
    return program[value].op == Op::Load && isLinkType(value) &&
           (code.subscriptOf(value, heads) || code.subscriptOf(value, block));
  }

  /// A test around the load says so, and the variable is not set between the two.
  bool isNotNegative(ValueId load, ObjectId variable) const {
    RegionId inner = program[load].block;
    for (RegionId around = program[inner].parent; around.valid();
         inner = around, around = program[around].parent) {
      const Region &region = program[around];
      if (region.kind == Region::Kind::Opaque || !region.obstacle.empty())
        return false;
      const bool isStep = region.kind == Region::Kind::Loop && inner == region.step;
      const bool isTested =
          (region.kind == Region::Kind::Branch ||
           (region.kind == Region::Kind::Loop && region.testsFirst)) &&
          (region.children[0] == inner || (isStep && !setsIn(region.children[0], variable)));
      if (isTested && !setsIn(region.condition, variable) &&
          saysNotNegative(region.conditionValue, variable))
        return !setsBefore(inner, load, variable);
      if (region.kind == Region::Kind::Loop && setsIn(around, variable))
        return false;
    }
    return false;
  }

  bool setsIn(RegionId region, ObjectId variable) const {
    return std::ranges::any_of(valuesWithin(program, region),
                               [&](ValueId each) { return isStoreTo(program, each, variable); });
  }

  bool setsBefore(RegionId region, ValueId load, ObjectId variable) const {
    for (ValueId each : valuesWithin(program, region)) {
      if (each == load)
        return false;
      if (isStoreTo(program, each, variable))
        return true;
    }
    return true;
  }

  bool saysNotNegative(ValueId condition, ObjectId variable) const {
    return condition.valid() &&
           std::ranges::any_of(conjunctsOf(program, condition),
                               [&](ValueId each) { return isTestOf(program[each], variable); });
  }

  bool isTestOf(const Instruction &test, ObjectId variable) const {
    if (test.op != Op::Compare)
      return false;
    const ValueId left = test.operands[0], right = test.operands[1];
    return says(left, test.relation, right, variable) ||
           says(right, swapped(test.relation), left, variable);
  }

  bool says(ValueId value, Relation relation, ValueId limit, ObjectId variable) const {
    const Instruction &number = program[withoutExtensions(program, limit)];
    if (variableOf(program, withoutExtensions(program, value)) != variable ||
        number.op != Op::Constant || !program[value].type.isSigned)
      return false;
    return (relation == Relation::GreaterEqual && number.number >= 0) ||
           (relation == Relation::Greater && number.number >= -1) ||
           (relation == Relation::NotEqual && number.number == -1);
  }
};

} // namespace

bool isLinkedByHeads(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn) {
  return LinkedBlock(code, block, isOwn).coversAllReads();
}

} // namespace kasuri
