// Two ways to fill a block whose bounds no walk over the iteration can follow, because the numbers
// that say how far it is filled lie in memory, and functions far down change them.
//
//     p->length = 0;
//     ... p->out[p->length++] = byte; ...
//     fwrite(p->out, 1, p->length, f);
//
// A counter that the iteration sets to 0, and that only advances with the element at its old value:
// below any value that is read from it, all elements are the iteration's own.
//
//     memset(p->head, -1, heads);
//     ... p->next[i] = p->head[h]; p->head[h] = i; ...
//     for (j = p->head[h]; j >= 0; j = p->next[j])
//
// Lists in arrays: a number that is stored in a head is one whose element has just been stored, and
// elements hold what heads have held. So each number but -1 that is found in either leads to an
// element of the iteration's own, if the heads are.
//
// Both are invariants of all stores to the counter, or to heads and elements, wherever they are: so
// nothing needs to be known of the order in which the functions run. All that a store says must
// hold in the straight line of code around it.
//
// An element that is stored lies in its block. So a number that is not negative and leads out of
// the block is none that was stored, unless it lost bits on its way into the list.
//
// Source of the first: consecutively written arrays of Y. Lin, D. Padua, Analysis of irregular
// single-indexed array accesses (CC 2000).
#include "analysis/pipeline/OwnContents.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/memory/FixedSizes.h"
#include "analysis/memory/PointerUses.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned deepestValue = 8;

bool isInteger(const ValueType &type) { return type.kind == ValueType::Kind::Integer; }

/// What both proofs ask of the code.
class LoopCode {
public:
  LoopCode(const PipelineDraft &draft, const std::vector<ValueId> &values)
      : draft(draft), program(draft.program), analysed(draft.analysed), values(values) {}

  const PipelineDraft &draft;
  const Program &program;
  const AnalysedProgram &analysed;
  const std::vector<ValueId> &values;

  /// Of those that the value makes itself, and not a defined function that it calls.
  bool touches(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes,
               bool isWrite) const {
    const Instruction &its = program[value];
    if (its.op == Op::Clobber)
      return true;
    if (isFollowed(value))
      return false;
    const FunctionId function = program[its.block].function;
    if (!function.valid()) // of an initializer
      return isWrite && mayBeAt(analysed.pointsTo.of(its.operands[0]), objects, bytes);
    const std::vector<Access> &all = analysed.effects.functions[function.index()].accessesAt(value);
    return std::ranges::any_of(all, [&](const Access &access) {
      return access.isWrite == isWrite && meets(access, objects, bytes);
    });
  }

  /// Exactly these bytes of one of the objects, as a number.
  bool isOf(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes) const {
    return isWhole(program[value]) && isAt(value, objects, bytes);
  }

  /// Exactly these bytes of one of the objects.
  bool isAt(ValueId value, const std::set<ObjectId> &objects, const ByteRange &bytes) const {
    const Instruction &its = program[value];
    const LocationSet &places = analysed.pointsTo.of(its.operands[0]);
    return its.type.size == static_cast<uint64_t>(bytes.high - bytes.low) && !places.empty() &&
           std::ranges::all_of(places, [&](const Location &each) {
             return each.stride == 0 && each.offset == bytes.low && objects.contains(each.object);
           });
  }

  static bool isWhole(const Instruction &access) {
    return !access.partial && !access.isVolatile && isInteger(access.type) &&
           access.type.bits == 8 * access.type.size;
  }

  /// The value leads to the start of one of the objects.
  bool isStart(ValueId pointer, const std::set<ObjectId> &objects) const {
    const ValueId value = withoutConverts(program, pointer);
    const LocationSet &places = analysed.pointsTo.of(value);
    return program[value].op == Op::Load && !places.empty() &&
           std::ranges::all_of(places, [&](const Location &each) {
             return each.stride == 0 && each.offset == 0 && objects.contains(each.object);
           });
  }

  /// The subscript, if it is a whole element of one of the objects as an array of them.
  std::optional<ValueId> subscriptOf(ValueId access, const std::set<ObjectId> &objects) const {
    const Instruction &its = program[access];
    if ((its.op != Op::Load && its.op != Op::Store) || !isWhole(its))
      return std::nullopt;
    const Instruction &element = program[its.operands[0]];
    const bool isElement = element.op == Op::Element && isStart(element.operands[0], objects) &&
                           element.number == static_cast<int64_t>(its.type.size);
    return isElement ? std::optional(element.operands[1]) : std::nullopt;
  }

  /// A number of the function's own, of which an iteration finds none that an earlier one left.
  bool isFresh(ObjectId variable) const {
    const Object &its = program[variable];
    if (!its.isPlainScalar() || its.kind != Object::Kind::Local || !isInteger(its.type))
      return false;
    const bool isInside =
        its.owner != draft.function ||
        (its.scope.valid() && its.scope != draft.loop && contains(program, draft.loop, its.scope));
    return isInside || std::ranges::any_of(draft.pipeline.privates, [&](const PrivateObject &each) {
             return each.object == variable && !each.copyOut;
           });
  }

  std::vector<ValueId> storesTo(ObjectId variable) const {
    std::vector<ValueId> stores;
    std::ranges::copy_if(valuesWithin(program, program[program[variable].owner].body),
                         std::back_inserter(stores),
                         [&](ValueId each) { return isStoreTo(program, each, variable); });
    return stores;
  }

  /// All that runs from one to the other, without the two, if nothing can lead in or out between
  /// them.
  std::optional<std::vector<ValueId>> between(ValueId first, ValueId last) const {
    const RegionId from = program[first].block, to = program[last].block,
                   around = program[from].parent;
    std::vector<ValueId> found;
    if (from == to) {
      found = program[from].values;
    } else {
      const std::vector<RegionId> &parts = program[around].children;
      const auto begin = std::ranges::find(parts, from), end = std::ranges::find(parts, to);
      if (program[around].kind != Region::Kind::Sequence || begin == parts.end() || begin > end ||
          end == parts.end())
        return std::nullopt;
      for (auto part = begin; part <= end; ++part) {
        if (program[*part].kind != Region::Kind::Block)
          return std::nullopt;
        found.insert(found.end(), program[*part].values.begin(), program[*part].values.end());
      }
    }
    const auto begin = std::ranges::find(found, first), end = std::ranges::find(found, last);
    if (begin == found.end() || end == found.end() || begin >= end)
      return std::nullopt;
    return std::vector<ValueId>(begin + 1, end);
  }

  bool areInEachRun(std::initializer_list<ValueId> all) const {
    return std::ranges::none_of(all, [&](ValueId each) { return program[each].conditional; });
  }

  /// What a variable of the function holds that is set in one place only; or the value itself.
  ValueId behindVariable(ValueId value) const {
    value = withoutWidening(value);
    const ValueId store = onlyStoreTo(value);
    return store.valid() ? withoutWidening(program[store].operands[1]) : value;
  }

  /// If the value is that of such a variable, it is set among these, and loaded behind that.
  bool isLoadedIn(ValueId value, const std::vector<ValueId> &all) const {
    value = withoutWidening(value);
    const ValueId store = onlyStoreTo(value);
    return !store.valid() || (!program[store].conditional && store < value &&
                              std::ranges::find(all, store) != all.end());
  }

  /// Conversions after which a number that is not negative is the same.
  ValueId withoutWidening(ValueId value) const {
    for (const Instruction *its = &program[value]; its->op == Op::Convert; its = &program[value]) {
      const ValueType &from = program[its->operands[0]].type;
      const bool keeps = isInteger(from) && isInteger(its->type) &&
                         (its->type.bits > from.bits ||
                          (its->type.bits == from.bits && (from.isSigned || !its->type.isSigned)));
      if (!keeps)
        break;
      value = its->operands[0];
    }
    return value;
  }

private:
  ValueId onlyStoreTo(ValueId load) const {
    const ObjectId variable = program[load].op == Op::Load ? variableOf(program, load) : ObjectId();
    if (!variable.valid() || !program[variable].isPlainScalar() ||
        program[variable].kind != Object::Kind::Local)
      return ValueId();
    const std::vector<ValueId> stores = storesTo(variable);
    return stores.size() == 1 && isWhole(program[stores.front()]) ? stores.front() : ValueId();
  }

  /// Its callees' own values are among those that are looked at.
  bool isFollowed(ValueId value) const {
    const Instruction &its = program[value];
    const auto callees = analysed.pointsTo.callees.find(value);
    return its.op == Op::Call && (its.callee.valid() || its.calleeName.empty()) &&
           callees != analysed.pointsTo.callees.end() &&
           !analysed.pointsTo.unknownCalls.contains(value) &&
           std::ranges::none_of(callees->second,
                                [&](FunctionId each) { return program[each].isTooLarge; });
  }

  bool meets(const Access &access, const std::set<ObjectId> &objects,
             const ByteRange &bytes) const {
    const Locations targets = locationsOf(analysed.effects, analysed.pointsTo, access);
    if (!bytes.isAll() && isBeside(access, objects, bytes))
      return false;
    return std::ranges::any_of(objects, [&](ObjectId object) {
      return draft.leadsTo(targets, object) &&
             std::any_of(targets.begin(), targets.end(), [&](const Location &target) {
               return isIn(target, object, bytes, reachOf(access));
             });
    });
  }

  bool isIn(const Location &target, ObjectId object, const ByteRange &bytes, uint64_t reach) const {
    const Location place{object, bytes.low, 0, 0, 0};
    const uint64_t size =
        bytes.isAll() ? uint64_t(unknownEnd) : static_cast<uint64_t>(bytes.high - bytes.low);
    return analysed.pointsTo.isSpecial(target.object) ||
           mayOverlap(analysed.pointsTo, place, size, target, reach);
  }

  bool mayBeAt(const LocationSet &targets, const std::set<ObjectId> &objects,
               const ByteRange &bytes) const {
    return std::ranges::any_of(objects, [&](ObjectId object) {
      return std::ranges::any_of(
          targets, [&](const Location &each) { return isIn(each, object, bytes, unknownEnd); });
    });
  }

  /// It is so many bytes from a pointer of which all places are known, and these are others.
  bool isBeside(const Access &access, const std::set<ObjectId> &objects,
                const ByteRange &bytes) const {
    const Window window = windowOf(analysed.effects, access, [](SymbolId) { return false; });
    const ValueId pointer = pointerOf(access);
    if (!pointer.valid() || !window.isKnown || !window.fixed.isConstant())
      return false;
    const int64_t start = window.fixed.constant();
    const LocationSet &places = analysed.pointsTo.of(pointer);
    auto isOther = [&](ObjectId object) {
      return std::ranges::none_of(
          objects, [&](ObjectId each) { return analysed.pointsTo.sameMemory(each, object); });
    };
    return !places.empty() && std::ranges::all_of(places, [&](const Location &each) {
      const int64_t low = each.offset + start + window.low, high = low + window.high - window.low;
      return isOther(each.object) || (objects.contains(each.object) && each.stride == 0 &&
                                      (high <= bytes.low || bytes.high <= low));
    });
  }

  /// What holds the access's base in its function; invalid: unknown.
  ValueId pointerOf(const Access &access) const {
    if (access.base.kind != Base::Kind::Symbol)
      return ValueId();
    const Symbol &symbol = analysed.effects[access.base.symbol];
    if (symbol.parameter < 0)
      return symbol.origin;
    const Function &function = program[symbol.function];
    const ObjectId parameter = function.parameters[static_cast<size_t>(symbol.parameter)];
    const std::vector<ValueId> all = valuesWithin(program, function.body);
    const auto found = std::ranges::find_if(all, [&](ValueId each) {
      return program[each].op == Op::Load && variableOf(program, each) == parameter;
    });
    return found != all.end() && program[parameter].isPlainScalar() ? *found : ValueId();
  }
};

/// A block that is filled up to where a counter stands.
class FilledBlock {
public:
  FilledBlock(const LoopCode &code, const std::set<ObjectId> &block,
              const OwnContents::IsOwn &isOwn)
      : code(code), program(code.program), block(block), isOwn(isOwn) {}

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
  const OwnContents::IsOwn &isOwn;
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
    return isApart && program[load].type.bits >= 32 && code.isOf(load, holders, counter);
  }

  /// It counts what has been stored since the iteration set it to 0.
  bool isCounter() const {
    return std::ranges::all_of(holders, [&](ObjectId each) { return isOwn(each, counter); }) &&
           std::ranges::all_of(code.values, [&](ValueId each) {
             return !code.touches(each, holders, counter, true) ||
                    (program[each].op == Op::Store && code.isOf(each, holders, counter) &&
                     (isZero(program, program[each].operands[1]) || isAdvance(each)));
           });
  }

  bool isLoadOfCounter(ValueId value) const {
    return program[value].op == Op::Load && code.isOf(value, holders, counter);
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
      if (!mayPointIn(arguments[i]))
        continue;
      if (!code.isStart(arguments[i], block))
        return false;
      for (const ArgumentEffect &effect : function->effects)
        if (effect.argument == i && !effect.writes && !isBelow(arguments, effect))
          return false;
    }
    return true;
  }

  bool mayPointIn(ValueId value) const {
    const LocationSet &targets = code.analysed.pointsTo.of(value);
    return std::ranges::any_of(
        block, [&](ObjectId each) { return code.analysed.pointsTo.mayBeIn(targets, each); });
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

/// A block whose elements lead to others of its own, and that is entered by heads.
class LinkedBlock {
public:
  LinkedBlock(const LoopCode &code, const std::set<ObjectId> &block,
              const OwnContents::IsOwn &isOwn)
      : code(code), program(code.program), block(block), isOwn(isOwn) {}

  bool coversAllReads() {
    return findType() && findHeads() && areOwnHeads() &&
           std::ranges::all_of(code.values, [&](ValueId each) { return isFine(each); });
  }

private:
  const LoopCode &code;
  const Program &program;
  const std::set<ObjectId> &block;
  const OwnContents::IsOwn &isOwn;
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
    const Instruction &its = program[withoutSignExtension(value)];
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
    value = withoutSignExtension(value);
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
    const Instruction &number = program[withoutSignExtension(limit)];
    if (variableOf(program, withoutSignExtension(value)) != variable || number.op != Op::Constant ||
        !program[value].type.isSigned)
      return false;
    return (relation == Relation::GreaterEqual && number.number >= 0) ||
           (relation == Relation::Greater && number.number >= -1) ||
           (relation == Relation::NotEqual && number.number == -1);
  }

  /// From one signed type to another that has all its values.
  ValueId withoutSignExtension(ValueId value) const {
    for (const Instruction *its = &program[value]; its->op == Op::Convert; its = &program[value]) {
      const ValueType &from = program[its->operands[0]].type;
      if (!isInteger(from) || !isInteger(its->type) || !from.isSigned || !its->type.isSigned ||
          its->type.bits < from.bits)
        break;
      value = its->operands[0];
    }
    return value;
  }
};

/// It leaves pointers to memory there, or null, or copies of them.
bool storesPointer(const LoopCode &code, ValueId value) {
  const Instruction &its = code.program[value];
  if (its.op == Op::Call) {
    const LibraryFunction *function = libraryCalled(its);
    if (its.calleeName == "memset")
      return isZero(code.program, its.operands[1]);
    return (function && (function->allocates || function->frees || function->growsArgument)) ||
           its.calleeName == "memcpy" || its.calleeName == "memmove";
  }
  if (its.op != Op::Store)
    return false;
  return its.type.kind == ValueType::Kind::Aggregate ||
         (its.type.kind == ValueType::Kind::Pointer &&
          (isZero(code.program, its.operands[1]) ||
           !code.analysed.pointsTo.of(its.operands[1]).empty()));
}

} // namespace

OwnContents::OwnContents(const PipelineDraft &draft, IsOwn isOwn)
    : draft(draft), isOwn(std::move(isOwn)) {
  const PointerUses uses(draft.analysed, draft.loop, {}, draft.allLeaving());
  values = uses.inLoop();
  const std::vector<ValueId> others = uses.inCallees();
  values.insert(values.end(), others.begin(), others.end());
}

bool OwnContents::areAllReadsOwn(const std::set<ObjectId> &block) const {
  const LoopCode code(draft, values);
  return !draft.program.wrapsSigned && (FilledBlock(code, block, isOwn).coversAllReads() ||
                                        LinkedBlock(code, block, isOwn).coversAllReads());
}

bool OwnContents::isPointer(const std::set<ObjectId> &holders, const ByteRange &bytes) const {
  const LoopCode code(draft, values);
  const Program &program = draft.program;
  for (ValueId each : values)
    if (code.touches(each, holders, bytes, false) &&
        (program[each].op != Op::Load || program[each].type.kind != ValueType::Kind::Pointer ||
         !code.isAt(each, holders, bytes)))
      return false;
  for (size_t i = 0; i < program.values.size(); ++i) {
    const Op op = program.values[i].op;
    const bool mayWrite = op == Op::Store || op == Op::Call || op == Op::Clobber;
    if (mayWrite && code.touches(ValueId(i), holders, bytes, true) &&
        !storesPointer(code, ValueId(i)))
      return false;
  }
  return true;
}

} // namespace kasuri
