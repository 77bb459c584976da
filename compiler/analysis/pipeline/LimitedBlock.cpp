// A block of which no more is read than what has been filled, though the limit lies in memory, and
// so does the pointer.
//
//     if (fread(packed, 1, n, in) != n)               filled: the bytes from 0 to n
//       break;
//     r->in = packed, r->length = n, r->at = 0;
//     ...
//     return r->at < r->length ? r->in[r->at++] : 0;  below what `length` holds
//
// A limit is a number that is no more than the elements that the iteration has filled so far. What
// is filled stays filled while the iteration runs. So a limit is one wherever it is kept, if
// whoever finds it there finds one that the same iteration has left. For numbers in memory this is
// an invariant of all stores that may touch them, wherever they are, as for FilledBlock.cpp; for
// variables and parameters, of all that may have been stored in them or given for them.
//
// A read is below a limit if a test says so of its subscript, and nothing has changed that since.
// What the limit's memory holds by then is of no interest: the number that was tested is a limit.
// And the pointer is no other number, either: it leads to the start of the block and to nothing
// else, whoever has kept it. A negative subscript would lead out of the block.
//
// All that is read in other ways must be covered in the order of execution (Coverage.h).
#include "analysis/pipeline/OwnContents.h"

#include "analysis/library/LibraryFunctions.h"
#include "analysis/pipeline/LocalValues.h"
#include "analysis/symbolic/Coverage.h"
#include "analysis/symbolic/Touches.h"
#include "analysis/symbolic/Windows.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned deepest = 24;     ///< values that are followed from one to the next
constexpr unsigned most = 2'000;     ///< of all that is asked of one block
constexpr unsigned widestIndex = 64; ///< bits: a number below 0 is no element as one without sign

class LimitedBlock {
public:
  LimitedBlock(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn)
      : code(code), draft(code.draft), program(code.program), analysed(code.analysed), block(block),
        isOwn(isOwn), values(program), body(program[draft.loop].children[0]) {}

  bool coversAllReads() {
    if (std::ranges::none_of(code.values, [&](ValueId each) { return isFill(each); }))
      return false;
    const std::optional<std::set<ValueId>> open = findOpenReads();
    return open && !open->empty() &&
           std::ranges::all_of(*open, [&](ValueId each) { return isBelowIn(each); });
  }

private:
  const LoopCode &code;
  const PipelineDraft &draft;
  const Program &program;
  const AnalysedProgram &analysed;
  const std::set<ObjectId> &block;
  const IsOwn &isOwn;
  LocalValues values;
  const RegionId body; ///< of the loop
  uint64_t stride = 0; ///< bytes of each element of which limits are asked
  unsigned depth = 0, asked = 0;

  /// Bytes of objects where each iteration finds the numbers that it has stored there.
  struct Place {
    std::set<ObjectId> objects;
    ByteRange bytes;
    auto operator<=>(const Place &) const = default;
  };
  std::set<std::pair<Place, uint64_t>> assumed; ///< to hold limits, by stride

  // --- Reads.

  bool meets(const Access &access, const Place &place) const {
    return draft.meets(locationsOf(analysed.effects, analysed.pointsTo, access), reachOf(access),
                       place.objects, place.bytes);
  }

  /// Loads and Calls of the loop that may read what the walk has not seen written; none: it is not
  /// known which these are.
  std::optional<std::set<ValueId>> findOpenReads() const {
    std::set<ValueId> open;
    bool isKnown = true;
    CoverageWalk walk(program, analysed.pointsTo, analysed.effects, draft.budget, draft.function,
                      [&](const Access &access, bool isCovered) {
                        if (isCovered || !meets(access, {block, {}}))
                          return;
                        isKnown &= access.at.valid();
                        open.insert(access.at);
                      });
    walk.run(body);
    const bool isByHead = std::ranges::any_of(valuesWithin(program, draft.loop), [&](ValueId each) {
      return !contains(program, body, program[each].block) &&
             !isWithin(program, draft.allLeaving(), each) && mayTouch(each, {block, {}}, false);
    });
    return isKnown && !isByHead && !draft.budget.hasGivenUp() ? std::optional(std::move(open))
                                                              : std::nullopt;
  }

  /// The value, or a function that it calls.
  bool mayTouch(ValueId value, const Place &place, bool isWrite) const {
    const FunctionId function = program[program[value].block].function;
    return program[value].op == Op::Clobber ||
           std::ranges::any_of(analysed.effects.functions[function.index()].accessesAt(value),
                               [&](const Access &access) {
                                 return (access.isWrite == isWrite || access.isOpaque) &&
                                        meets(access, place);
                               });
  }

  bool isBelowIn(ValueId value) {
    if (program[value].op == Op::Load)
      return isBelow(value);
    const auto callees = analysed.pointsTo.callees.find(value);
    if (callees == analysed.pointsTo.callees.end() || code.touches(value, block, {}, false))
      return false;
    std::set<FunctionId> reached(callees->second.begin(), callees->second.end());
    for (FunctionId callee : callees->second)
      reached.merge(reachedWithin(analysed, program[callee].body));
    return std::ranges::all_of(code.values, [&](ValueId each) {
      return !reached.contains(program[program[each].block].function) ||
             !code.touches(each, block, {}, false) || isBelow(each);
    });
  }

  /// Of an element, by a subscript below a limit.
  bool isBelow(ValueId load) {
    const Instruction &its = program[load];
    if (its.op != Op::Load || its.isVolatile || asked++ > most)
      return false;
    int64_t field = 0;
    const Instruction *place = &program[its.operands[0]];
    for (; place->op == Op::Field; place = &program[place->operands[0]])
      field += place->number;
    const bool isInElement = place->op == Op::Element && field >= 0 && its.type.size > 0 &&
                             field + static_cast<int64_t>(its.type.size) <= place->number;
    if (!isInElement || !isStart(place->operands[0]))
      return false;
    stride = static_cast<uint64_t>(place->number);
    return isTested(load, place->operands[1]);
  }

  bool isStart(ValueId pointer) const {
    const LocationSet &places = analysed.pointsTo.of(pointer);
    return !places.empty() && std::ranges::all_of(places, [&](const Location &each) {
      return block.contains(each.object) && each.offset == 0 && each.stride == 0;
    });
  }

  /// A condition around the load, or in front of it, says that the index is below a limit.
  bool isTested(ValueId load, ValueId index) {
    const RegionId at = program[load].block;
    bool isFound = false;
    auto says = [&](ValueId condition, bool outcome) {
      isFound = isBound(condition, outcome, index);
      return !isFound;
    };
    for (ValueId each : program[at].values) {
      const Instruction &choice = program[each];
      if (choice.op != Op::Select || isOperandOf(program, load, choice.operands[0]))
        continue;
      for (size_t arm : {1, 2})
        if (isOperandOf(program, load, choice.operands[arm]) &&
            !isOperandOf(program, load, choice.operands[3 - arm]) &&
            !says(choice.operands[0], arm == 1))
          return true;
    }
    auto goOn = [](RegionId, size_t) { return true; };
    auto ignore = [](RegionId) { return true; };
    values.walkBack(at, limitOf(at), {goOn, ignore, says});
    return isFound;
  }

  /// Where the iteration begins, or the call.
  RegionId limitOf(RegionId region) const {
    const FunctionId function = program[region].function;
    return function == draft.function ? draft.loop : program[function].body;
  }

  bool isBound(ValueId condition, bool outcome, ValueId index) {
    const Instruction &test = program[condition];
    if (outcome ? isConjunction(program, test) : isDisjunction(program, test))
      return isBound(test.operands[0], outcome, index) ||
             isBound(test.operands[outcome ? 1 : 2], outcome, index);
    if (test.op != Op::Compare)
      return false;
    const Relation relation = outcome ? test.relation : opposite(test.relation);
    if (relation != Relation::Less && relation != Relation::Greater)
      return false;
    const size_t tested = relation == Relation::Less ? 0 : 1;
    return isSame(code.withoutWidening(test.operands[tested]), withoutSignedWidening(index)) &&
           isLimit(test.operands[1 - tested]);
  }

  /// Conversions after which a negative number is negative still, or leads out of any block.
  ValueId withoutSignedWidening(ValueId value) const {
    for (const Instruction *its = &program[value]; its->op == Op::Convert; its = &program[value]) {
      const ValueType &from = program[its->operands[0]].type;
      if (from.isSigned && !its->type.isSigned && its->type.bits < widestIndex)
        break;
      const ValueId inner = its->operands[0];
      if (code.withoutWidening(value) == value)
        break;
      value = inner;
    }
    return value;
  }

  // --- Limits.

  /// No more than the elements that the iteration has filled so far, and not negative.
  bool isLimit(ValueId value) {
    if (depth == deepest || asked++ > most)
      return false;
    ++depth;
    const bool answer = isLimitIn(code.withoutWidening(value));
    --depth;
    return answer;
  }

  bool isLimitIn(ValueId value) {
    const Instruction &its = program[value];
    switch (its.op) {
    case Op::Constant:
      return its.type.kind == ValueType::Kind::Integer && its.number == 0;
    case Op::Select:
      return isLimit(its.operands[1]) && isLimit(its.operands[2]);
    case Op::Call:
      return isFill(value) && isUnit(program[value].operands[unitOf(value)]);
    case Op::Load:
      return LoopCode::isWhole(its) && isLimitLoaded(value);
    default:
      return false;
    }
  }

  bool isLimitLoaded(ValueId load) {
    if (isFilledCount(load))
      return true;
    const ObjectId variable = variableOf(program, load);
    if (!variable.valid() || !program[variable].isPlainScalar())
      return isKeptLimit(load);
    if (const auto stores = values.storedFor(load, freshLimitOf(load)))
      return areLimits(*stores);
    return isSetByHead(load, variable) || isGiven(variable);
  }

  /// Where nothing of an earlier iteration is left.
  RegionId freshLimitOf(ValueId load) const {
    const FunctionId function = program[program[load].block].function;
    return function == draft.function ? body : program[function].body;
  }

  bool areLimits(const std::vector<ValueId> &stores) {
    return std::ranges::all_of(stores, [&](ValueId each) {
      return LoopCode::isWhole(program[each]) && isLimit(program[each].operands[1]);
    });
  }

  /// Before each iteration, by the loop's condition.
  bool isSetByHead(ValueId load, ObjectId variable) {
    const Region &loop = program[draft.loop];
    if (!loop.testsFirst || !loop.condition.valid() ||
        !contains(program, body, program[load].block))
      return false;
    std::vector<ValueId> stores;
    std::ranges::copy_if(valuesWithin(program, draft.loop), std::back_inserter(stores),
                         [&](ValueId each) { return isStoreTo(program, each, variable); });
    const bool isSure = std::ranges::any_of(stores, [&](ValueId each) {
      return program[each].block == loop.condition && !program[each].conditional;
    });
    return isSure && areLimits(stores);
  }

  /// By all calls that the loop leads to, and never set by the function.
  bool isGiven(ObjectId parameter) {
    const Object &its = program[parameter];
    if (its.kind != Object::Kind::Parameter || its.owner == draft.function ||
        !code.storesTo(parameter).empty())
      return false;
    const std::vector<ObjectId> &all = program[its.owner].parameters;
    const auto index = static_cast<size_t>(std::ranges::find(all, parameter) - all.begin());
    return std::ranges::all_of(code.values, [&](ValueId call) {
      const auto callees = analysed.pointsTo.callees.find(call);
      if (callees == analysed.pointsTo.callees.end() ||
          std::ranges::find(callees->second, its.owner) == callees->second.end())
        return true;
      const std::vector<ValueId> &arguments = program[call].operands;
      return program[call].callee == its.owner && index < arguments.size() &&
             isLimit(arguments[index]);
    });
  }

  // --- Limits in memory.

  std::optional<Place> placeOf(ValueId access) const {
    const LocationSet &places = analysed.pointsTo.of(program[access].operands[0]);
    if (places.empty())
      return std::nullopt;
    const int64_t low = places.front().offset;
    Place found{{}, {low, low + static_cast<int64_t>(program[access].type.size)}};
    for (const Location &each : places) {
      if (analysed.pointsTo.isSpecial(each.object) || each.stride != 0 || each.offset != low ||
          block.contains(each.object))
        return std::nullopt;
      found.objects.insert(each.object);
    }
    return found;
  }

  bool isKeptLimit(ValueId load) {
    const std::optional<Place> place = placeOf(load);
    return place && isKept(*place);
  }

  /// The iteration finds there only what it has stored itself, and these are limits.
  bool isKept(const Place &place) {
    if (!assumed.emplace(place, stride).second)
      return true; // a store that looks at itself leaves what was there
    const bool answer =
        std::ranges::all_of(place.objects,
                            [&](ObjectId each) { return isOwn(each, place.bytes); }) &&
        std::ranges::all_of(code.values, [&](ValueId each) {
          return !code.touches(each, place.objects, place.bytes, true) || leavesLimit(each, place);
        });
    if (!answer)
      assumed.clear(); // others may have relied on it
    return answer;
  }

  bool leavesLimit(ValueId value, const Place &place) {
    const Instruction &its = program[value];
    if (its.op == Op::Call)
      return its.calleeName == "memset" && isZero(program, its.operands[1]);
    if (its.op != Op::Store)
      return false;
    if (its.type.kind == ValueType::Kind::Aggregate)
      return isBegun(value, place) || isCopyOfLimit(value, place);
    return code.isNumberAt(value, place.objects, place.bytes) && isLimit(its.operands[1]);
  }

  /// The first step of an initializer that goes on to set the number, before anybody reads it.
  bool isBegun(ValueId store, const Place &place) const {
    if (program[program[store].operands[1]].op != Op::Opaque)
      return false;
    const std::vector<ValueId> &all = program[program[store].block].values;
    for (auto each = std::ranges::find(all, store) + 1; each != all.end(); ++each) {
      const Instruction &next = program[*each];
      if (next.op == Op::Call || code.touches(*each, place.objects, place.bytes, false))
        return false;
      if (next.op == Op::Store && !next.conditional &&
          isMemberOf(next.operands[0], program[store].operands[0]) &&
          code.isNumberAt(*each, place.objects, place.bytes))
        return true;
    }
    return false;
  }

  bool isMemberOf(ValueId address, ValueId whole) const {
    while (program[address].op == Op::Field)
      address = program[address].operands[0];
    return address == whole;
  }

  /// `*r = (reader){...}`: from a whole structure that has a limit there.
  bool isCopyOfLimit(ValueId store, const Place &place) {
    const ValueId load = program[store].operands[1];
    const std::optional<Place> to = placeOf(store),
                               from = program[load].op == Op::Load ? placeOf(load) : std::nullopt;
    if (!to || !from || program[load].type.size != program[store].type.size)
      return false;
    const int64_t low = from->bytes.low + place.bytes.low - to->bytes.low,
                  high = low + place.bytes.high - place.bytes.low;
    return from->bytes.low <= low && high <= from->bytes.high &&
           isKept({from->objects, {low, high}});
  }

  // --- What has been filled.

  /// A library function that writes the block from its start, as many bytes as its result says.
  bool isFill(ValueId value) const {
    const Instruction &call = program[value];
    const LibraryFunction *function = libraryCalled(call);
    return function && function->fills >= 0 && function->filledUnit >= 0 && !call.type.isSigned &&
           call.type.bits == widestIndex &&
           static_cast<size_t>(function->fills) < call.operands.size() &&
           isStart(call.operands[static_cast<size_t>(function->fills)]);
  }

  size_t unitOf(ValueId fill) const {
    return static_cast<size_t>(libraryCalled(program[fill])->filledUnit);
  }

  /// The number of bytes is a constant, and an element has no more.
  bool isUnit(ValueId value) const {
    const std::optional<int64_t> bytes = numberOf(program, value);
    return bytes && *bytes > 0 && static_cast<uint64_t>(*bytes) >= stride;
  }

  /// A condition says that a call has filled so many elements.
  bool isFilledCount(ValueId load) {
    const RegionId at = program[load].block;
    bool isFound = false;
    auto says = [&](ValueId condition, bool outcome) {
      isFound = saysFilled(condition, outcome, load);
      return !isFound;
    };
    auto goOn = [](RegionId, size_t) { return true; };
    auto ignore = [](RegionId) { return true; };
    values.walkBack(at, limitOf(at), {goOn, ignore, says});
    return isFound;
  }

  bool saysFilled(ValueId condition, bool outcome, ValueId load) {
    const Instruction &test = program[condition];
    if (outcome ? isConjunction(program, test) : isDisjunction(program, test))
      return saysFilled(test.operands[0], outcome, load) ||
             saysFilled(test.operands[outcome ? 1 : 2], outcome, load);
    const Relation relation = outcome ? test.relation : opposite(test.relation);
    return test.op == Op::Compare && relation == Relation::Equal &&
           (isWhole(test.operands[0], test.operands[1], load) ||
            isWhole(test.operands[1], test.operands[0], load));
  }

  /// The result is that of a call that was to fill so many elements, and `expected` of them.
  bool isWhole(ValueId result, ValueId expected, ValueId load) {
    const ValueId fill = fillBehind(code.withoutWidening(result), program[expected].block);
    if (!fill.valid())
      return false;
    const Instruction &call = program[fill];
    for (const ArgumentEffect &effect : libraryCalled(call)->effects) {
      if (effect.argument != static_cast<uint32_t>(libraryCalled(call)->fills) ||
          effect.timesArgument < 0)
        continue;
      const ValueId count = call.operands[static_cast<size_t>(effect.timesArgument)];
      return isUnit(call.operands[unitOf(fill)]) && isSameCount(count, expected) &&
             isSameCount(count, load);
    }
    return false;
  }

  bool isSameCount(ValueId one, ValueId other) {
    return isSame(code.withoutWidening(one), code.withoutWidening(other));
  }

  /// The call, in the condition's block or by the variable that holds what it has returned.
  ValueId fillBehind(ValueId result, RegionId block) {
    if (program[result].op == Op::Load) {
      const auto stores = values.storedFor(result, freshLimitOf(result));
      if (!stores || stores->size() != 1 || !LoopCode::isWhole(program[stores->front()]))
        return ValueId();
      result = code.withoutWidening(program[stores->front()].operands[1]);
      block = program[stores->front()].block;
    }
    return program[result].block == block && isFill(result) ? result : ValueId();
  }

  // --- The same number.

  /// Both are loaded from one place, and nothing has changed it in between.
  bool isSame(ValueId one, ValueId other) {
    const Instruction &a = program[one], &b = program[other];
    if (one == other)
      return true;
    return a.op == Op::Load && b.op == Op::Load && a.type == b.type && LoopCode::isWhole(a) &&
           LoopCode::isWhole(b) && isSamePlace(a.operands[0], b.operands[0]) &&
           (isUnchanged(one, other) || isUnchanged(other, one));
  }

  bool isSamePlace(ValueId one, ValueId other) {
    const Instruction &a = program[one], &b = program[other];
    if (a.op != b.op || a.number != b.number)
      return false;
    if (a.op == Op::Address)
      return a.object == b.object;
    if (a.op == Op::Field || (a.op == Op::Element && isSameConstant(a.operands[1], b.operands[1])))
      return isSamePlace(a.operands[0], b.operands[0]);
    const ObjectId variable = a.op == Op::Load ? variableOf(program, one) : ObjectId();
    return variable.valid() && program[variable].isPlainScalar() && !a.isVolatile &&
           isSamePlace(a.operands[0], b.operands[0]) &&
           (isUnchanged(one, other) || isUnchanged(other, one));
  }

  bool isSameConstant(ValueId one, ValueId other) const {
    const std::optional<int64_t> number = numberOf(program, one);
    return number && number == numberOf(program, other);
  }

  /// What the first one has loaded is still there when the second one is reached.
  bool isUnchanged(ValueId from, ValueId to) {
    const ObjectId variable = variableOf(program, from);
    const bool isVariable = variable.valid() && program[variable].isPlainScalar();
    const std::optional<Place> place = isVariable ? std::nullopt : placeOf(from);
    if (!isVariable && !place)
      return false;
    auto changes = [&](ValueId each) {
      return isVariable ? isStoreTo(program, each, variable) : mayTouch(each, *place, true);
    };
    bool isReached = false;
    auto inBlock = [&](RegionId region, size_t count) {
      for (; count > 0 && !isReached; --count) {
        const ValueId each = program[region].values[count - 1];
        isReached = each == from;
        if (!isReached && changes(each))
          return false;
      }
      return !isReached;
    };
    auto below = [&](RegionId region) {
      return !contains(program, region, program[from].block) &&
             std::ranges::none_of(valuesWithin(program, region), changes);
    };
    auto ignore = [](ValueId, bool) { return true; };
    const RegionId at = program[to].block;
    const std::vector<ValueId> &all = program[at].values;
    const auto count = static_cast<size_t>(std::ranges::find(all, to) - all.begin());
    if (program[at].function == program[program[from].block].function && inBlock(at, count))
      values.walkBack(at, limitOf(at), {inBlock, below, ignore});
    return isReached;
  }
};

} // namespace

bool isReadBelowLimits(const LoopCode &code, const std::set<ObjectId> &block, const IsOwn &isOwn) {
  return LimitedBlock(code, block, isOwn).coversAllReads();
}

} // namespace kasuri
