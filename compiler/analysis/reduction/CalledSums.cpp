// Sums, minima and maxima of integers that functions called in a loop keep in memory.
//
//     color trace(scene *s, ray r) {         color ks_trace_8_1(ks_part_sum *ks_sums, scene *s,
//                                                               ray r) {
//       s->rays++;                             (*ks_part_sum_at(ks_sums + 0, &(s->rays)))++;
//       ...                                    ...
//       return mix(c, trace(s, next));         return mix(c, ks_trace_8_1(ks_sums, s, next));
//     }                                      }
//
//     for (y = 0; y < h; y++)                each part of the loop calls the copy with numbers of
//       out[y] = trace(s, at(y));            its own, which are added up behind the loop
//
// A call's list of accesses has the place in terms of the loop's function. All that touches it in
// the loop must be calls, and each access that may touch it there must be of exactly this place and
// stand for nothing but updates of one kind (Reductions.h). Nor may such an update touch another
// place in any call of the loop: in the copies, it is of the number. What lists of calls leave out
// is memory of the functions themselves, so in each of them an update must be of memory that was
// there before. Whatever leads to an update in these functions must be a call by name, for a copy
// to be called in its place; where another way leads to one, as through a pointer or by `qsort`,
// that is no sum.
//
// The number has 64 bits. It begins with what changes nothing, and only its low bits count, as many
// as the memory has. Sums, differences, `&`, `|` and `^` make the low bits of low bits alone, so
// they are those of the source, in whatever order parts are added up, and nothing overflows. The
// copies note where the memory is when they come to it: so its name need not mean anything in the
// loop, and it need not be there if no iteration does. A minimum or maximum has the type of the
// memory and begins with what is there then, which nothing sets in the loop. So the comparisons of
// the source find what is beyond that and the part's terms, and the best of the parts is kept.
#include "analysis/reduction/CalledSums.h"
#include "analysis/access/SummaryOrigins.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/reduction/Reductions.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t mostSums = 8;      ///< in a loop
constexpr size_t longestList = 256; ///< of a call's accesses
constexpr unsigned widestBits = 64;

bool isKept(ReductionKind kind) {
  return kind != ReductionKind::Product && kind != ReductionKind::All && kind != ReductionKind::Any;
}

bool intersects(const std::set<ValueId> &a, const std::set<ValueId> &b) {
  return std::ranges::any_of(a, [&](ValueId each) { return b.contains(each); });
}

class CalledSumJudge {
public:
  CalledSumJudge(const AnalysedProgram &analysed, RegionId loop, PlaceJudge &places,
                 const std::set<std::pair<ValueId, ValueId>> &settled)
      : analysed(analysed), program(analysed.program), loop(loop), places(places), settled(settled),
        known(analysed.effects.functions[program[loop].function.index()]) {}

  CalledSums run() {
    for (ValueId value : valuesWithin(program, loop))
      if (program[value].op == Op::Call)
        calls.push_back(value);
    for (const Access &place : candidates())
      judge(place);
    return std::move(found);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const RegionId loop;
  PlaceJudge &places;
  const std::set<std::pair<ValueId, ValueId>> &settled;
  const FunctionAccesses &known;
  std::vector<ValueId> calls; ///< of the loop
  std::map<FunctionId, ReductionFinder> finders;
  std::map<std::tuple<ValueId, ValueId, bool>, std::set<ValueId>> origins;
  CalledSums found;

  /// A sum, as far as it has been found.
  struct Draft {
    Access place;
    std::optional<ReductionKind> kind;
    ValueId update;
    CalledUpdates called;
    std::set<std::pair<ValueId, ValueId>> accesses; ///< of the loop's calls
  };

  const std::set<ValueId> &originsAt(ValueId at, const Access &access) {
    const auto [place, isNew] = origins.try_emplace({at, access.origin, access.isWrite});
    if (isNew)
      place->second = originsOf(analysed, at, access.origin, access.isWrite);
    return place->second;
  }

  /// Places of the size of an integer that a called function stores a sum to.
  std::vector<Access> candidates() {
    std::vector<Access> all;
    for (ValueId call : calls) {
      const std::vector<Access> &list = known.accessesAt(call);
      if (!isCopyable(call) || list.size() > longestList)
        continue;
      for (const Access &access : list)
        if (isCandidate(access) && all.size() < mostSums &&
            std::ranges::none_of(all, [&](const Access &each) { return isAt(each, access); }))
          all.push_back(access);
    }
    return all;
  }

  /// A call in the body, by name, of a function whose text is known.
  bool isCopyable(ValueId call) const {
    return onlyCallee(program, analysed.pointsTo, call).valid() &&
           contains(program, program[loop].children[0], program[call].block);
  }

  bool isCandidate(const Access &access) {
    const Instruction &store = program[access.origin];
    const bool isInteger = store.op == Op::Store && store.type.kind == ValueType::Kind::Integer &&
                           store.type.bits > 1 && store.type.bits <= widestBits;
    return isInteger && access.isWrite && !access.isOpaque && access.size == store.type.size &&
           access.base.kind != Base::Kind::Unknown && mayUpdate(store) &&
           isOnePlace(program, analysed.effects, loop, access) && updateAt(access.origin);
  }

  bool mayUpdate(const Instruction &store) const {
    const Op op = program[withoutConverts(program, store.operands[1])].op;
    return op == Op::Add || op == Op::Sub || op == Op::And || op == Op::Or || op == Op::Xor ||
           op == Op::Select || isInComparison(program[store.block].parent);
  }

  /// What only a comparison, perhaps with other conditions, leads to.
  bool isInComparison(RegionId arm) const {
    const RegionId id = arm.valid() ? program[arm].parent : RegionId();
    if (!id.valid() || program[id].kind != Region::Kind::Branch ||
        program[id].children.size() != 1 || !program[id].conditionValue.valid())
      return false;
    const Op op = program[program[id].conditionValue].op;
    return op == Op::Compare || op == Op::Select;
  }

  static bool isAt(const Access &a, const Access &b) {
    return a.base == b.base && a.offset == b.offset && a.size == b.size;
  }

  /// The function's update of which the Store is a part.
  std::optional<Reduction> updateAt(ValueId store) {
    const Instruction &value = program[store];
    const FunctionId function = program[value.block].function;
    const auto finder =
        finders.try_emplace(function, program, program[function].body, ObjectId()).first;
    std::optional<Reduction> update = finder->second.findAt(store);
    const bool isPlain = update && isKept(update->kind) && !update->isFloating &&
                         update->companions.empty() && update->companionPlaces.empty() &&
                         update->function.name.empty() && update->speculated.empty() &&
                         std::ranges::none_of(update->place->accesses, [&](ValueId each) {
                           return program[each].isVolatile || program[each].partial;
                         });
    return isPlain ? update : std::nullopt;
  }

  void judge(const Access &place) {
    Draft draft{place, {}, {}, {}, {}};
    if (!collect(draft) || !haveOneKind(draft) || !collectCalls(draft) || !isApart(draft))
      return;
    Reduction made{ObjectId(), program[draft.update].text, *draft.kind, false, draft.update};
    Place &named = made.place.emplace();
    named.name = made.name;
    named.bytes = place.size;
    named.seenBy = places.seenBy(place, ValueId());
    made.called = std::move(draft.called);
    found.accesses.merge(draft.accesses);
    found.reductions.push_back(std::move(made));
  }

  /// All that touches the place in the loop; false if that is no mere call of a function.
  bool collect(Draft &draft) {
    for (ValueId value : places.touching(draft.place, {})) {
      if (!isCopyable(value) || known.accessesAt(value).size() > longestList)
        return false;
      for (const Access &access : known.accessesAt(value)) {
        if (!mayTouchSame(analysed.effects, analysed.pointsTo, draft.place, access))
          continue;
        if (!isAt(draft.place, access) || access.isOpaque ||
            settled.contains({value, access.origin}))
          return false;
        const std::set<ValueId> &its = originsAt(value, access);
        draft.called.accesses.insert(its.begin(), its.end());
        draft.accesses.emplace(value, access.origin);
      }
      draft.called.calls.insert(value);
    }
    return true;
  }

  /// Each access is one of an update by the same operation.
  bool haveOneKind(Draft &draft) {
    std::set<ValueId> updated;
    for (ValueId access : draft.called.accesses) {
      if (program[access].op != Op::Store)
        continue;
      const std::optional<Reduction> update = updateAt(access);
      if (!update || (draft.kind && *draft.kind != update->kind))
        return false;
      draft.kind = update->kind;
      draft.update = draft.update.valid() ? draft.update : access;
      if (!isOfType(access, draft))
        return false;
      updated.insert(update->place->accesses.begin(), update->place->accesses.end());
    }
    return draft.kind && updated == draft.called.accesses;
  }

  /// A minimum or maximum depends on the sign.
  bool isOfType(ValueId store, const Draft &draft) const {
    const ValueType &type = program[store].type;
    const bool isExtreme =
        draft.kind == ReductionKind::Minimum || draft.kind == ReductionKind::Maximum;
    return type.size == draft.place.size && (!isExtreme || type == program[draft.update].type);
  }

  bool leadsTo(FunctionId function, const std::set<FunctionId> &targets) const {
    return targets.contains(function) || std::ranges::any_of(targets, [&](FunctionId each) {
             return analysed.reaches[function.index()].contains(each.value);
           });
  }

  /// From the loop's calls on; false if something else than a call by name leads to an update.
  bool collectCalls(Draft &draft) {
    std::set<FunctionId> updating;
    for (ValueId access : draft.called.accesses)
      updating.insert(program[program[access].block].function);
    std::vector<FunctionId> pending;
    const auto add = [&](ValueId call) {
      const FunctionId callee = onlyCallee(program, analysed.pointsTo, call);
      if (callee.valid() && draft.called.callees.insert(callee).second)
        pending.push_back(callee);
      draft.called.calls.insert(call);
      return callee.valid();
    };
    for (ValueId call : std::set<ValueId>(draft.called.calls))
      add(call);
    while (!pending.empty()) {
      const FunctionId function = pending.back();
      pending.pop_back();
      for (ValueId value : valuesWithin(program, program[function].body))
        if (!areFromOutside(value, draft) || (leadsToUpdate(value, updating, draft) && !add(value)))
          return false;
    }
    return true;
  }

  bool leadsToUpdate(ValueId value, const std::set<FunctionId> &updating, const Draft &draft) {
    if (program[value].op != Op::Call)
      return false;
    const auto callees = analysed.pointsTo.callees.find(value);
    const bool isCall = callees != analysed.pointsTo.callees.end() &&
                        std::ranges::any_of(callees->second, [&](FunctionId each) {
                          return leadsTo(each, updating);
                        });
    // A function of the library may call some, too.
    return isCall || std::ranges::any_of(accessesAt(value), [&](const Access &access) {
             return isUpdate(value, access, draft);
           });
  }

  const std::vector<Access> &accessesAt(ValueId value) const {
    return analysed.effects.functions[program[program[value].block].function.index()].accessesAt(
        value);
  }

  bool isUpdate(ValueId at, const Access &access, const Draft &draft) {
    return intersects(originsAt(at, access), draft.called.accesses);
  }

  /// What the updates touch was there before the function was called.
  bool areFromOutside(ValueId value, const Draft &draft) {
    return std::ranges::all_of(accessesAt(value), [&](const Access &access) {
      return isFromOutside(access.base) || !isUpdate(value, access, draft);
    });
  }

  bool isFromOutside(const Base &base) const {
    if (base.kind == Base::Kind::Symbol)
      return analysed.effects[base.symbol].parameter >= 0 ||
             analysed.effects[base.symbol].entrySize > 0;
    const bool isObject =
        base.kind == Base::Kind::Object && !analysed.pointsTo.isSpecial(base.object);
    return isObject && (program[base.object].kind == Object::Kind::Global ||
                        program[base.object].kind == Object::Kind::Static);
  }

  /// In no call of the loop do the updates touch anything else.
  bool isApart(const Draft &draft) {
    return std::ranges::all_of(calls, [&](ValueId call) {
      return std::ranges::all_of(known.accessesAt(call), [&](const Access &access) {
        return isAt(draft.place, access) || !isUpdate(call, access, draft);
      });
    });
  }
};

} // namespace

CalledSums findCalledSums(const AnalysedProgram &analysed, RegionId loop, PlaceJudge &places,
                          const std::set<std::pair<ValueId, ValueId>> &settled) {
  return CalledSumJudge(analysed, loop, places, settled).run();
}

} // namespace kasuri
