// Helpers that only combine what a pointer leads to with terms.
//
//     void note(struct stats *s, int x) {     count: sum          a copy may begin with anything
//       s->count++;                           sum: sum            in signed arithmetic
//       s->sum += x;                          max: maximum, with its companion `at`
//       if (x > s->max) { s->max = x; s->at = x; }
//     }
//
// The parameter must keep its value and be used for nothing but to name parts of the memory at
// constant offsets, or elements of an array there; all these names must stand in updates, as
// Reductions.h knows them. Then a caller may give the address of a copy instead, and what the copy
// has come to, combined with what was there, is what the function would have left: sums and the
// like begin with a neutral value, a minimum or maximum begins with what was there.
//
// The function goes on computing in the types of its source, so a partial sum may overflow where
// the whole does not: S + x - x is fine for a large S, x + x is not. In unsigned arithmetic that is
// no matter. A signed sum of constants of one sign begins at the other end of its type: the whole
// would overflow before it. Any other must begin anew for each of its terms, as 0 + x; -1 - x.
#include "analysis/reduction/HelperUpdates.h"
#include "analysis/reduction/Reductions.h"
#include "model/Regions.h"

#include <algorithm>
#include <limits>

namespace kasuri {
namespace {

constexpr int64_t smallTerm = int64_t(1) << 30;

class HelperJudge {
public:
  HelperJudge(const AnalysedProgram &analysed, FunctionId function, size_t parameter)
      : analysed(analysed), program(analysed.program), function(function),
        pointer(program[function].parameters[parameter]), body(program[function].body),
        finder(program, body, pointer) {}

  std::optional<HelperUpdates> judge() {
    if (!isPlainFunction() || !collectAccesses())
      return std::nullopt;
    for (ValueId access : accesses)
      if (program[access].op == Op::Store && !matched.contains(access) && !addUpdate(access))
        return std::nullopt;
    bool isComplete = !found.updates.empty() && matched == accesses && areDisjoint();
    found.accesses = accesses;
    return isComplete ? std::optional(std::move(found)) : std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  FunctionId function;
  ObjectId pointer;
  RegionId body;
  ReductionFinder finder;
  std::set<ValueId> derived;  ///< addresses made from the pointer
  std::set<ValueId> accesses; ///< through them
  std::set<ValueId> matched;  ///< of these: in an update found so far
  HelperUpdates found;

  bool isPlainFunction() const {
    const std::vector<RegionId> regions = regionsWithin(program, body);
    bool isRegular = std::none_of(regions.begin(), regions.end(), [&](RegionId each) {
      return program[each].kind == Region::Kind::Opaque;
    });
    const Object &object = program[pointer];
    return isRegular && !program[function].isVariadic && !object.addressTaken &&
           !object.isVolatile && object.type.kind == ValueType::Kind::Pointer &&
           !analysed.reaches[function.index()].contains(function.value);
  }

  bool isThePointer(ValueId address) const {
    return program[address].op == Op::Address && program[address].object == pointer;
  }

  bool isDerived(ValueId value) const { return derived.contains(value); }

  void collectDerived(const std::vector<ValueId> &values) {
    for (size_t before = 0; before != derived.size() || before == 0;) {
      before = derived.size();
      for (ValueId id : values) {
        const Instruction &value = program[id];
        bool isRoot = value.op == Op::Load && variableOf(program, id) == pointer;
        bool isPart =
            (value.op == Op::Field || value.op == Op::Element) && isDerived(value.operands[0]);
        if (isRoot || isPart)
          derived.insert(id);
      }
      if (derived.empty())
        return;
    }
  }

  /// False if the pointer, or one made from it, is used for anything but an access.
  bool collectAccesses() {
    const std::vector<ValueId> values = valuesWithin(program, body);
    collectDerived(values);
    for (ValueId id : values) {
      const Instruction &value = program[id];
      for (size_t i = 0; i < value.operands.size(); ++i) {
        bool isName = i == 0 && (value.op == Op::Field || value.op == Op::Element);
        bool isPlace = i == 0 && (value.op == Op::Load || value.op == Op::Store);
        bool isUse = isDerived(value.operands[i]);
        bool isSet = isThePointer(value.operands[i]) && value.op != Op::Load;
        if (isSet || (isUse && !isName && !isPlace))
          return false;
        if (isUse && isPlace)
          accesses.insert(id);
      }
    }
    for (RegionId each : regionsWithin(program, body))
      for (ValueId used : {program[each].conditionValue, program[each].returned})
        if (used.valid() && isDerived(used))
          return false;
    return true;
  }

  /// Constant bytes from the pointer.
  std::optional<int64_t> offsetOf(ValueId address) const {
    int64_t offset = 0;
    for (; !isRoot(address); address = program[address].operands[0]) {
      const Instruction &part = program[address];
      int64_t index = 1;
      if (part.op == Op::Element) {
        const Instruction &subscript = program[part.operands[1]];
        bool isInside = subscript.op == Op::Constant && subscript.number >= 0 &&
                        static_cast<uint64_t>(subscript.number) < part.extent;
        if (!isInside)
          return std::nullopt;
        index = subscript.number;
      }
      if (__builtin_mul_overflow(index, part.number, &index) ||
          __builtin_add_overflow(offset, index, &offset))
        return std::nullopt;
    }
    return offset;
  }

  bool isRoot(ValueId address) const { return program[address].op == Op::Load; }

  bool addUpdate(ValueId store) {
    const Instruction &value = program[store];
    HelperUpdate made;
    made.part.type = value.type;
    std::optional<Reduction> reduction;
    if (auto offset = offsetOf(value.operands[0])) {
      made.part.offset = *offset;
      reduction = finder.findAt(store);
    } else {
      reduction = findElements(store, made.part);
    }
    const bool isLogical = reduction && (reduction->kind == ReductionKind::All ||
                                         reduction->kind == ReductionKind::Any);
    if (!reduction || !reduction->companions.empty() || !reduction->function.name.empty() ||
        isLogical)
      return false;
    made.kind = reduction->kind;
    made.update = store;
    const std::vector<ValueId> &all = reduction->place->accesses;
    matched.insert(all.begin(), all.end());
    for (ValueId companion : finder.companionStores(store)) {
      auto offset = offsetOf(program[companion].operands[0]);
      if (!offset)
        return false;
      made.companions.push_back({*offset, 1, program[companion].type});
      matched.insert(companion);
    }
    made.isSingle =
        made.part.count == 1 && all.size() == 2 && !innermostLoop(program, value.block).valid();
    made.isSure = std::any_of(all.begin(), all.end(), [&](ValueId each) { return isSure(each); });
    judgeArithmetic(made, all);
    found.updates.push_back(std::move(made));
    return true;
  }

  std::optional<Reduction> findElements(ValueId store, PassedAccumulator::Part &part) {
    ValueId array = program[store].operands[0];
    uint64_t bytes = 0;
    for (unsigned subscripts = 1; program[array].op == Op::Element; ++subscripts) {
      const Instruction &element = program[array];
      array = element.operands[0];
      bytes = element.extent * static_cast<uint64_t>(std::max<int64_t>(0, element.number));
      auto offset = offsetOf(array);
      if (!offset)
        continue;
      part.offset = *offset;
      part.count = part.type.size == 0 ? 0 : bytes / part.type.size;
      bool isArray = (bytes > 0 && part.count > 0) || (isRoot(array) && subscripts == 1);
      return isArray ? finder.findHistogram(store, subscripts) : std::nullopt;
    }
    return std::nullopt;
  }

  /// Runs in every call.
  bool isSure(ValueId access) const {
    const Region &block = program[program[access].block];
    bool isCondition = program[block.parent].kind == Region::Kind::Branch &&
                       program[block.parent].condition == program[access].block;
    RegionId around = isCondition ? program[block.parent].parent : block.parent;
    const std::vector<RegionId> regions = regionsWithin(program, body);
    bool mayLeave = std::any_of(regions.begin(), regions.end(), [&](RegionId each) {
      return program[each].kind == Region::Kind::Jump && program[each].parent != body;
    });
    return around == body && !mayLeave && !program[access].conditional;
  }

  /// Whether partial results may overflow, and with what a copy begins.
  void judgeArithmetic(HelperUpdate &made, const std::vector<ValueId> &all) const {
    const ValueType &type = made.part.type;
    const Instruction &store = program[made.update];
    ValueId result = finder.withoutTruncation(store.operands[1], unsigned(type.size) * 8);
    const Instruction &sum = program[result];
    bool isSum = made.kind == ReductionKind::Sum, isProduct = made.kind == ReductionKind::Product;
    made.start = isProduct ? 1 : made.kind == ReductionKind::And ? -1 : 0;
    made.hasOwnType = result == store.operands[1] && sum.type == type && sum.operands.size() == 2 &&
                      program[sum.operands[0]].op == Op::Load;
    bool mayOverflow =
        (isSum || isProduct) && type.kind == ValueType::Kind::Integer && !program.wrapsSigned;
    if (!mayOverflow)
      return;
    Range terms{0, 0};
    for (ValueId each : all) {
      if (program[each].op != Op::Store)
        continue;
      const Instruction &one =
          program[finder.withoutTruncation(program[each].operands[1], unsigned(type.size) * 8)];
      if (!one.type.isSigned)
        continue; // unsigned arithmetic does not overflow
      const Range term = isSum ? termOf(one) : Range();
      if (term.low < -smallTerm || term.high > smallTerm) {
        made.needsFresh = true;
        made.start = isProduct ? 1 : one.op == Op::Sub && type.isSigned ? -1 : 0;
        return;
      }
      if (one.type.bits == type.bits)
        terms = {std::min(terms.low, term.low), std::max(terms.high, term.high)};
    }
    if (terms.low < 0 && terms.high > 0)
      made.needsFresh = true;
    else if (terms.low < 0 || terms.high > 0)
      made.start = endOf(type.bits, terms.low < 0);
  }

  /// What the update adds to the part.
  Range termOf(const Instruction &sum) const {
    const ValueId left = withoutConverts(program, sum.operands[0]);
    Range range = rangeOf(sum.operands[accesses.contains(left) ? 1 : 0]);
    return sum.op == Op::Sub ? Range{-range.high, -range.low} : range;
  }

  Range rangeOf(ValueId id) const {
    const Instruction &value = program[id];
    if (value.op == Op::Constant && value.number > -smallTerm && value.number < smallTerm)
      return {value.number, value.number};
    if (value.op == Op::Compare)
      return {0, 1};
    const ValueType &type = value.type;
    bool isNarrow = type.kind == ValueType::Kind::Integer && type.bits <= 16;
    if (isNarrow)
      return {type.isSigned ? -(int64_t(1) << 15) : 0, (int64_t(1) << 16) - 1};
    bool isConverted = value.op == Op::Convert && type.kind == ValueType::Kind::Integer;
    Range inner = isConverted ? rangeOf(value.operands[0]) : Range();
    return type.isSigned || inner.low >= 0 ? inner : Range();
  }

  static int64_t endOf(unsigned bits, bool isUpper) {
    int64_t upper =
        bits >= 64 ? std::numeric_limits<int64_t>::max() : (int64_t(1) << (bits - 1)) - 1;
    return isUpper ? upper : -upper - 1;
  }

  bool areDisjoint() const {
    std::vector<std::pair<int64_t, int64_t>> ranges;
    auto add = [&](const PassedAccumulator::Part &part) {
      int64_t bytes = static_cast<int64_t>(part.count * part.type.size);
      ranges.emplace_back(part.offset, part.count == 0 ? std::numeric_limits<int64_t>::max()
                                                       : part.offset + bytes);
    };
    for (const HelperUpdate &update : found.updates) {
      add(update.part);
      std::for_each(update.companions.begin(), update.companions.end(), add);
    }
    std::sort(ranges.begin(), ranges.end());
    for (size_t i = 1; i < ranges.size(); ++i)
      if (ranges[i].first < ranges[i - 1].second)
        return false;
    return true;
  }
};

} // namespace

std::optional<HelperUpdates> findHelperUpdates(const AnalysedProgram &analysed, FunctionId function,
                                               size_t parameter) {
  return HelperJudge(analysed, function, parameter).judge();
}

} // namespace kasuri
