// A block that is filled up to where a counter stands, though no walk over the iteration can say
// how far that is, because the counter lies in memory, and functions far down change it.
//
//     p->length = 0;
//     ... p->out[p->length++] = byte; ...
//     fwrite(p->out, 1, p->length, f);
//
// The iteration sets the counter to 0, and it only advances with the element at its old value:
// below any value that is read from it, all elements are the iteration's own. That is an invariant
// of all stores to the counter, wherever they are: so nothing needs to be known of the order in
// which the functions run. All that a store says must hold in the straight line of code around it.
//
// Source: consecutively written arrays of Y. Lin, D. Padua, Analysis of irregular single-indexed
// array accesses (CC 2000).
#include "analysis/pipeline/OwnContents.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/memory/PointerUses.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned deepestValue = 8;

/// A block that is filled up to where a counter stands.
class FilledBlock {
public:
  FilledBlock(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn)
      : code(code), program(code.program), block(block), isOwn(isOwn),
        uses(code.analysed, code.draft.loop, block) {}

  bool coversAllReads() {
    return std::ranges::any_of(code.values, [&](ValueId each) { return findCounter(each); }) &&
           isCounter() && std::ranges::all_of(code.values, [&](ValueId each) {
             return !code.touches(each, block, {}, false) || isReadBelow(each);
           });
  }

private:
  const LoopCode &code;
  const Program &program;
  const std::set<ObjectId> &block;
  const IsOwn &isOwn;
  const PointerUses uses;
  std::set<ObjectId> holders; ///< objects that have the counter
  ByteRange counter;          ///< its bytes there
  uint64_t elementBytes = 0;

  /// Of a store to an element at the counter's value.
  bool findCounter(ValueId store) {
    const std::optional<ValueId> index =
        program[store].op == Op::Store ? code.subscriptOf(store, block) : std::nullopt;
    const ValueId load = index ? code.behindVariable(*index) : ValueId();
    if (!load.valid() || program[load].op != Op::Load || variableOf(program, load).valid())
      return false;
    holders.clear();
    for (const Location &each : code.analysed.pointsTo.of(program[load].operands[0])) {
      holders.insert(each.object);
      counter = {each.offset, each.offset + static_cast<int64_t>(program[load].type.size)};
    }
    elementBytes = program[store].type.size;
    const bool isApart =
        std::ranges::none_of(holders, [&](ObjectId each) { return block.contains(each); });
    return isApart && program[load].type.bits >= 32 && code.isNumberAt(load, holders, counter);
  }

  /// It counts what has been stored since the iteration set it to 0.
  bool isCounter() const {
    return std::ranges::all_of(holders, [&](ObjectId each) { return isOwn(each, counter); }) &&
           std::ranges::all_of(code.values, [&](ValueId each) {
             return !code.touches(each, holders, counter, true) ||
                    (program[each].op == Op::Store && code.isNumberAt(each, holders, counter) &&
                     (isZero(program, program[each].operands[1]) || isAdvance(each)));
           });
  }

  bool isLoadOfCounter(ValueId value) const {
    return program[value].op == Op::Load && code.isNumberAt(value, holders, counter);
  }

  /// By one, from its old value, at which an element is stored nearby.
  bool isAdvance(ValueId store) const {
    const Instruction &sum = program[code.withoutWidening(program[store].operands[1])];
    if (sum.op != Op::Add || (!isOne(sum.operands[0]) && !isOne(sum.operands[1])))
      return false;
    const ValueId old = sum.operands[isOne(sum.operands[0]) ? 1 : 0];
    return isLoadOfCounter(code.behindVariable(old)) &&
           std::ranges::any_of(code.values,
                               [&](ValueId each) { return isElementAt(each, old, store); });
  }

  bool isOne(ValueId value) const {
    const Instruction &its = program[withoutConverts(program, value)];
    return its.op == Op::Constant && its.number == 1;
  }

  /// `element` is stored at the value that `advance` adds one to.
  bool isElementAt(ValueId element, ValueId summand, ValueId advance) const {
    const std::optional<ValueId> subscript =
        program[element].op == Op::Store ? code.subscriptOf(element, block) : std::nullopt;
    if (!subscript || program[element].type.size != elementBytes)
      return false;
    const ValueId index = code.behindVariable(*subscript), old = code.behindVariable(summand);
    const auto all = code.between(std::min(index, old), std::max(element, advance));
    return isLoadOfCounter(index) && all && code.isLoadedIn(*subscript, *all) &&
           code.isLoadedIn(summand, *all) && isPast(index, old, element, advance) &&
           code.areInEachRun({index, old, element, advance}) &&
           std::ranges::none_of(*all,
                                [&](ValueId each) {
                                  return each != advance &&
                                         code.touches(each, holders, counter, true);
                                }) &&
           hasNoCalls(*all);
  }

  /// Both have read the counter before it advances.
  static bool isPast(ValueId index, ValueId old, ValueId element, ValueId advance) {
    return index < element && old < advance && index < advance;
  }

  /// So nobody reads the block where the counter has advanced and the element is not there yet.
  bool hasNoCalls(const std::vector<ValueId> &all) const {
    return std::ranges::none_of(all, [&](ValueId each) { return program[each].op == Op::Call; });
  }

  /// A library function reads no more elements than a value of the counter says.
  bool isReadBelow(ValueId call) const {
    const LibraryFunction *function = libraryCalled(program[call]);
    if (!function || function->readsRest || function->keepsArgument || function->growsArgument)
      return false;
    const std::vector<ValueId> &arguments = program[call].operands;
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (!uses.pointsIn(arguments[i]))
        continue;
      if (!code.isStart(arguments[i], block))
        return false;
      for (const ArgumentEffect &effect : function->effects)
        if (effect.argument == i && !effect.writes && !isBelow(arguments, effect))
          return false;
    }
    return true;
  }

  /// The bytes of each of so many elements, and how many of these; or both in one.
  bool isBelow(const std::vector<ValueId> &arguments, const ArgumentEffect &effect) const {
    auto at = [&](int argument) {
      return argument >= 0 && size_t(argument) < arguments.size() ? arguments[size_t(argument)]
                                                                  : ValueId();
    };
    const ValueId count = at(effect.sizeArgument), times = at(effect.timesArgument);
    if (!count.valid())
      return false;
    if (!times.valid())
      return effect.timesArgument < 0 && isBytesBelow(count);
    return (isElementSize(count) && isValue(times, 0)) ||
           (isElementSize(times) && isValue(count, 0));
  }

  bool isBytesBelow(ValueId bytes) const {
    const Instruction &its = program[code.withoutWidening(bytes)];
    if (its.op != Op::Mul)
      return isValue(bytes, 0);
    return (isElementSize(its.operands[1]) && isValue(its.operands[0], 0)) ||
           (isElementSize(its.operands[0]) && isValue(its.operands[1], 0));
  }

  bool isElementSize(ValueId value) const {
    const Instruction &its = program[withoutConverts(program, value)];
    return its.op == Op::Constant && its.number >= 0 &&
           its.number <= static_cast<int64_t>(elementBytes);
  }

  /// One that the counter has had in this iteration.
  bool isValue(ValueId value, unsigned depth) const {
    value = code.withoutWidening(value);
    const Instruction &its = program[value];
    if (depth > deepestValue || isLoadOfCounter(value))
      return depth <= deepestValue;
    if (its.op == Op::Call)
      return its.callee.valid() && isReturned(its.callee, depth + 1);
    const ObjectId variable = its.op == Op::Load ? variableOf(program, value) : ObjectId();
    return variable.valid() && ((code.isFresh(variable) && areValues(variable, depth + 1)) ||
                                isGiven(variable, depth + 1));
  }

  /// By all calls that the loop leads to, and never set by the function.
  bool isGiven(ObjectId parameter, unsigned depth) const {
    const Object &its = program[parameter];
    if (its.kind != Object::Kind::Parameter || !its.isPlainScalar() ||
        its.owner == code.draft.function || !code.storesTo(parameter).empty())
      return false;
    const std::vector<ObjectId> &all = program[its.owner].parameters;
    const auto index = static_cast<size_t>(std::ranges::find(all, parameter) - all.begin());
    return std::ranges::all_of(code.values, [&](ValueId call) {
      const auto callees = code.analysed.pointsTo.callees.find(call);
      if (callees == code.analysed.pointsTo.callees.end() ||
          std::ranges::find(callees->second, its.owner) == callees->second.end())
        return true;
      const std::vector<ValueId> &arguments = program[call].operands;
      return program[call].callee == its.owner && index < arguments.size() &&
             isValue(arguments[index], depth);
    });
  }

  bool isReturned(FunctionId function, unsigned depth) const {
    bool isFound = false;
    for (RegionId each : regionsWithin(program, program[function].body))
      if (program[each].kind == Region::Kind::Jump &&
          program[each].jump == Region::JumpKind::Return) {
        isFound = true;
        if (!program[each].returned.valid() || !isValue(program[each].returned, depth))
          return false;
      }
    return isFound;
  }

  bool areValues(ObjectId variable, unsigned depth) const {
    const std::vector<ValueId> stores = code.storesTo(variable);
    return !stores.empty() && std::ranges::all_of(stores, [&](ValueId each) {
      return LoopCode::isWhole(program[each]) && isValue(program[each].operands[1], depth);
    });
  }
};

} // namespace

bool isFilledToCounter(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn) {
  return FilledBlock(code, block, isOwn).coversAllReads();
}

} // namespace kasuri
