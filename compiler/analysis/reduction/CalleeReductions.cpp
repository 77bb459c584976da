// Memory that a loop hands to functions which only combine it with terms.
//
//     for (i = 0; i < n; i++) {
//       note(&stats, x[i]);           each part of the loop hands over the address of its own copy
//       add(total, y[i]);
//     }
//
// The address must be one place all through the loop (Places.h), and each function one that only
// updates what is behind it (HelperUpdates.h). Nothing else in the loop, nor these functions by
// another way, may touch what they update; what else is behind the address is not theirs.
//
// The copies are folded behind the loop as those of any reduction, part by part. What a floating
// sum has come to is taken out after each iteration, which begins with the neutral value again: the
// result is the iteration's term, and the terms are folded in order. In the same way a signed sum
// whose partial results might overflow is taken out after each iteration. Both ask for a single
// update in each iteration.
//
// A minimum or maximum, and terms that are always folded, read what is there in front of the loop
// or behind it, so the memory must be there: a variable, or what the first iteration looks at.
#include "analysis/reduction/CalleeReductions.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/reduction/HelperUpdates.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class CalleeReductionJudge {
public:
  CalleeReductionJudge(const AnalysedProgram &analysed, RegionId loop, PlaceJudge &places)
      : analysed(analysed), program(analysed.program), loop(loop), places(places),
        known(analysed.effects.functions[program[loop].function.index()]) {}

  CalleeReductions run() {
    for (ValueId id : valuesWithin(program, loop))
      collect(id);
    CalleeReductions found;
    for (const Group &group : groups) {
      auto reductions = judge(group);
      if (!reductions)
        noteRepeated(group, found);
      else
        for (const Use &use : group.uses)
          for (ValueId access : use.helper.accesses)
            found.accesses.emplace(use.call, access);
      for (size_t i = 0; reductions && i < reductions->size(); ++i)
        found.reductions.push_back(std::move((*reductions)[i]));
    }
    return found;
  }

private:
  struct Use {
    ValueId call;
    unsigned operand;
    HelperUpdates helper;
  };
  struct Group {
    ValueId address;
    std::vector<Use> uses;
  };

  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  PlaceJudge &places;
  const FunctionAccesses &known;
  std::vector<Group> groups;

  void collect(ValueId id) {
    const FunctionId callee = onlyCallee(program, analysed.pointsTo, id);
    const Instruction &call = program[id];
    if (!callee.valid() || !contains(program, program[loop].children[0], call.block) ||
        program[callee].parameters.size() != call.operands.size() ||
        analysed.reaches[callee.index()].contains(program[loop].function.value))
      return;
    for (unsigned i = 0; i < call.operands.size(); ++i) {
      ValueId address = call.operands[i];
      if (program[address].type.kind != ValueType::Kind::Pointer || !places.isFixed(address))
        continue;
      auto helper = findHelperUpdates(analysed, callee, i);
      if (!helper)
        continue;
      auto group = std::find_if(groups.begin(), groups.end(), [&](const Group &each) {
        return places.isSameAddress(each.address, address);
      });
      if (group == groups.end())
        group = groups.insert(group, {address, {}});
      group->uses.push_back({id, i, std::move(*helper)});
    }
  }

  static bool isOrdered(const HelperUpdate &update) {
    return update.part.type.kind == ValueType::Kind::Floating &&
           (update.kind == ReductionKind::Sum || update.kind == ReductionKind::Product);
  }

  void noteRepeated(const Group &group, CalleeReductions &found) const {
    for (const Use &use : group.uses)
      for (const HelperUpdate &update : use.helper.updates) {
        if (isOrdered(update))
          found.ordered.emplace(use.call, update.update);
        else if (update.needsFresh)
          found.overflow.emplace(use.call, update.update);
      }
  }

  std::optional<std::vector<Reduction>> judge(const Group &group) const {
    std::vector<Reduction> reductions;
    for (const Use &use : group.uses)
      for (const HelperUpdate &update : use.helper.updates)
        if (!add(reductions, group, use, update))
          return std::nullopt;
    std::optional<Access> start = startOf(group);
    if (!start || !hasOnlyParts(group, *start, reductions))
      return std::nullopt;
    for (Reduction &each : reductions)
      if (!settle(each, group, *start))
        return std::nullopt;
    return reductions;
  }

  bool add(std::vector<Reduction> &reductions, const Group &group, const Use &use,
           const HelperUpdate &update) const {
    Reduction made{ObjectId(), nameOf(group, use, update), update.kind,
                   update.part.type.kind == ValueType::Kind::Floating, update.update};
    PassedAccumulator &accumulator = made.accumulator.emplace();
    for (const Use &each : group.uses)
      accumulator.arguments.emplace_back(each.call, each.operand);
    accumulator.part = update.part;
    if (accumulator.part.count == 0)
      accumulator.part.count = elementsAt(group.address, update.part);
    accumulator.companions = update.companions;
    accumulator.start = update.start;
    accumulator.startsAnew = made.isOrdered() || update.needsFresh;
    bool isExtreme = made.kind == ReductionKind::Minimum || made.kind == ReductionKind::Maximum;
    bool isOnce = update.isSingle && isOncePerIteration(use.call);
    bool isThere = places.isAlwaysThere(group.address) || (update.isSure && runsAlways(use.call));
    bool isReadable = isThere || (!isExtreme && !made.isOrdered());
    bool isExact = !made.isOrdered() || update.hasOwnType;
    bool isFit =
        accumulator.part.count > 0 && (isOnce || !accumulator.startsAnew) && isReadable && isExact;
    if (!isFit)
      return false;
    auto same = std::find_if(reductions.begin(), reductions.end(), [&](const Reduction &each) {
      return each.accumulator->part == accumulator.part;
    });
    if (same == reductions.end()) {
      reductions.push_back(std::move(made));
      return true;
    }
    return same->kind == made.kind && !accumulator.startsAnew && !same->accumulator->startsAnew &&
           same->accumulator->start == accumulator.start &&
           same->accumulator->companions == accumulator.companions;
  }

  std::string nameOf(const Group &group, const Use &use, const HelperUpdate &update) const {
    ValueId named = group.address;
    while (program[named].op == Op::Field && program[named].text.empty())
      named = program[named].operands[0];
    const Instruction &address = program[named];
    std::string whole = address.op == Op::Address ? program[address.object].name : address.text;
    std::string part = program[update.update].text;
    const std::string parameter =
        program[program[program[use.call].callee].parameters[use.operand]].name;
    bool isMember = part.starts_with(parameter + "->");
    part = isMember ? part.substr(parameter.size()) : "";
    if (isMember && address.op == Op::Address)
      part = "." + part.substr(2);
    std::string name = (whole.empty() ? program[use.call].text : whole) + part;
    return update.part.count == 1 ? name : name.substr(0, name.find('['));
  }

  /// Of the caller's array, whose first element the address is.
  uint64_t elementsAt(ValueId address, const PassedAccumulator::Part &part) const {
    const Instruction &array = program[address];
    bool isArray = array.op == Op::Field && part.offset == 0 && part.type.size > 0;
    return isArray ? array.extent / part.type.size : 0;
  }

  /// Of the object that the address is of, as its type says; 0: unknown.
  uint64_t bytesAt(ValueId address) const {
    const Instruction &value = program[address];
    if (value.op == Op::Address)
      return program[value.object].type.size;
    if (ObjectId pointer = variableOf(program, address); pointer.valid())
      return static_cast<uint64_t>(program[pointer].pointeeSize);
    return value.op == Op::Element ? static_cast<uint64_t>(value.number) : value.extent;
  }

  /// Not in a loop inside.
  bool isOncePerIteration(ValueId call) const {
    return innermostLoop(program, program[call].block) == loop;
  }

  /// Directly in the body, and nothing skips it.
  bool runsAlways(ValueId call) const {
    const std::vector<RegionId> inside = regionsWithin(program, program[loop].children[0]);
    bool hasJump = std::any_of(inside.begin(), inside.end(), [&](RegionId each) {
      const Region &jump = program[each];
      return jump.jump == Region::JumpKind::Goto ||
             (jump.kind == Region::Kind::Jump && innermostLoop(program, each) == loop);
    });
    return !hasJump && !program[call].conditional &&
           program[program[call].block].parent == program[loop].children[0];
  }

  /// Where the address leads.
  std::optional<Access> startOf(const Group &group) const {
    std::optional<Access> start;
    for (const Use &use : group.uses) {
      auto given = known.given.find({use.call, use.operand});
      if (given == known.given.end() || given->second.base.kind == Base::Kind::Unknown)
        return std::nullopt;
      Access here;
      here.base = given->second.base;
      here.offset = given->second.offset;
      here.isWrite = true;
      here.at = here.origin = use.call;
      here.address = group.address;
      if (start && (here.base != start->base || here.offset != start->offset))
        return std::nullopt;
      start = here;
    }
    return start && isOnePlace(program, analysed.effects, loop, *start) ? start : std::nullopt;
  }

  static std::optional<Access> partAt(const Access &start, const PassedAccumulator::Part &part) {
    Access whole = start;
    auto offset = Linear::add(start.offset, Linear(part.offset));
    if (!offset)
      return std::nullopt;
    whole.offset = *offset;
    whole.size = part.count * part.type.size;
    whole.unit = 0;
    return whole;
  }

  static bool lies(const Access &access, const Access &whole) {
    auto isWithin = [&](const Linear &low, uint64_t bytes) {
      auto distance = Linear::add(low, whole.offset, -1);
      return bytes > 0 && distance && distance->isConstant() && distance->constant() >= 0 &&
             static_cast<uint64_t>(distance->constant()) + bytes <= whole.size;
    };
    const Confinement &confined = access.confined;
    auto isIn = [&](const auto &array) { return isWithin(array.first, uint64_t(array.second)); };
    return access.base == whole.base &&
           (isWithin(access.offset, access.size) ||
            isWithin(confined.start, uint64_t(confined.extent)) ||
            std::any_of(confined.outer.begin(), confined.outer.end(), isIn));
  }

  /// What the functions do through the parameter stays in the parts that they update.
  bool hasOnlyParts(const Group &group, const Access &start,
                    const std::vector<Reduction> &reductions) const {
    std::vector<Access> parts;
    uint64_t end = 0;
    auto addPart = [&](const PassedAccumulator::Part &part) {
      if (auto whole = partAt(start, part))
        parts.push_back(*whole);
      end = std::max(end, static_cast<uint64_t>(part.offset) + part.count * part.type.size);
    };
    size_t count = 0;
    for (const Reduction &each : reductions) {
      addPart(each.accumulator->part);
      std::for_each(each.accumulator->companions.begin(), each.accumulator->companions.end(),
                    addPart);
      count += 1 + each.accumulator->companions.size();
    }
    for (size_t i = 0; i < parts.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (mayTouchSame(analysed.effects, analysed.pointsTo, parts[i], parts[j]))
          return false;
    if (parts.size() != count || std::max(end, bytesAt(group.address)) > program.mostOnStack)
      return false;
    for (const Use &use : group.uses)
      for (const Access &access : known.accessesAt(use.call)) {
        bool isOurs = use.helper.accesses.contains(access.origin);
        if (isOurs && std::none_of(parts.begin(), parts.end(),
                                   [&](const Access &part) { return lies(access, part); }))
          return false;
      }
    return true;
  }

  /// Nothing else touches it.
  bool settle(Reduction &reduction, const Group &group, const Access &start) const {
    Place &place = reduction.place.emplace();
    place.name = reduction.name;
    place.subscripts = reduction.accumulator->part.count > 1 ? 1 : 0;
    place.bytes = reduction.accumulator->part.count * reduction.accumulator->part.type.size;
    std::vector<PassedAccumulator::Part> parts = reduction.accumulator->companions;
    parts.push_back(reduction.accumulator->part);
    for (const PassedAccumulator::Part &part : parts) {
      const Access whole = *partAt(start, part);
      if (!isApart(whole, group))
        return false;
      const std::vector<ValueId> seen = places.seenBy(whole, group.address);
      place.seenBy.insert(place.seenBy.end(), seen.begin(), seen.end());
    }
    return true;
  }

  bool isApart(const Access &whole, const Group &group) const {
    for (ValueId value : valuesWithin(program, loop)) {
      auto use = std::find_if(group.uses.begin(), group.uses.end(),
                              [&](const Use &each) { return each.call == value; });
      for (const Access &access : known.accessesAt(value)) {
        bool isOurs = use != group.uses.end() && use->helper.accesses.contains(access.origin);
        if (!isOurs && mayTouchSame(analysed.effects, analysed.pointsTo, whole, access))
          return false;
      }
    }
    return true;
  }
};

} // namespace

CalleeReductions findCalleeReductions(const AnalysedProgram &analysed, RegionId loop,
                                      PlaceJudge &places) {
  return CalleeReductionJudge(analysed, loop, places).run();
}

} // namespace kasuri
