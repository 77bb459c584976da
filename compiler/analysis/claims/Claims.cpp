// Claims are the verdict's own questions, asked without its limits.
//
//     for (i = 1; i < n; i++) {        Ordered: s       Private: t
//       t = a[i - 1];                  Memory: {read a[i - 1]}, {write a[i]}
//       s += t; a[i] = t + 1;          meetings: write a[i], then read a[i - 1]
//     }
//
// Each loop is judged again with a whole budget. What the verdict took to be an iteration's own is
// told apart by what it is to the loop: a copy, or something that iterations hand on. All other
// accesses are grouped as for the verdict, and every pair that may meet is a claim. An access in a
// summary stands for several of the function's; they are looked up, down to the loads and stores
// themselves.
#include "analysis/claims/Claims.h"

#include "analysis/access/AnalysedProgram.h"
#include "analysis/access/SummaryOrigins.h"
#include "analysis/loop/LoopVerdicts.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

class ClaimMaker {
public:
  ClaimMaker(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables,
             Budget &budget)
      : analysed(analysed), program(analysed.program), loop(loop), function(program[loop].function),
        budget(budget), findings(judgeUnguarded(analysed, loop, tables, budget)) {
    claims.loop = loop;
    claims.isParallel = facts.isParallel;
    claims.isGuarded = !facts.guards.empty();
    for (RegionId up = loop; up.valid(); up = program[up].parent)
      claims.isIrregular |= program[up].kind == Region::Kind::Opaque;
  }

  LoopClaims make() {
    addOwn();
    addMemory();
    for (ClaimGroup &group : claims.groups) {
      std::sort(group.accesses.begin(), group.accesses.end());
      auto end = std::unique(group.accesses.begin(), group.accesses.end());
      group.accesses.erase(end, group.accesses.end());
    }
    return std::move(claims);
  }

private:
  using Kind = ClaimGroup::Kind;
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  FunctionId function;
  Budget &budget;
  const LoopFindings findings;
  const LoopFacts &facts = findings.facts;
  const PrivateMemory &own = findings.own;
  LoopClaims claims;
  std::map<ObjectId, size_t> groupOfObject;
  std::map<ValueId, size_t> groupOfAccess; ///< to a place with a name
  std::map<SymbolId, size_t> groupOfMemory;
  std::optional<size_t> ofErrno;
  std::optional<size_t> made;

  size_t newGroup(Kind kind) {
    claims.groups.push_back({kind});
    return claims.groups.size() - 1;
  }

  /// Writing some bits of a byte reads the others.
  void push(ClaimGroup &group, ValueId origin, bool isWrite) const {
    group.accesses.push_back({origin, isWrite});
    if (isWrite && program[origin].partial)
      group.accesses.push_back({origin, false});
  }

  void add(size_t group, ValueId at, ValueId origin, bool isWrite) {
    for (ValueId each : originsOf(analysed, at, origin, isWrite))
      push(claims.groups[group], each, isWrite);
  }

  /// A variable that is neither a copy nor declared in the body hands its value on; one declared in
  /// the loop's head is there for all iterations.
  Kind kindOf(ObjectId object) const {
    auto isIt = [&](const PrivateObject &each) {
      return each.object == object ||
             (each.allocation.valid() && program[each.allocation].object == object);
    };
    RegionId scope = program[object].scope;
    bool isInside = scope.valid() && scope != loop && contains(program, loop, scope);
    bool isCopied = std::any_of(facts.privates.begin(), facts.privates.end(), isIt) ||
                    std::find(facts.automatics.begin(), facts.automatics.end(), object) !=
                        facts.automatics.end();
    return isInside || isCopied ? Kind::Private : Kind::Ordered;
  }

  size_t groupFor(const Access &access) {
    if (auto place = groupOfAccess.find(access.at); place != groupOfAccess.end())
      return place->second;
    if (access.base.kind == Base::Kind::Object && own.objects.contains(access.base.object)) {
      auto [known, isNew] = groupOfObject.try_emplace(access.base.object);
      if (isNew)
        known->second = newGroup(kindOf(access.base.object));
      return known->second;
    }
    if (access.base.kind == Base::Kind::Object && analysed.pointsTo.isSpecial(access.base.object))
      return groupOfErrno();
    bool isCopy = access.base.kind == Base::Kind::Symbol && own.memory.contains(access.base.symbol);
    if (!isCopy && !own.accesses.contains(access.at) &&
        !own.accumulators.contains({access.at, access.origin}))
      return groupOfMade();
    SymbolId memory = isCopy ? access.base.symbol : SymbolId(); // or what functions combine
    auto [known, isNew] = groupOfMemory.try_emplace(memory);
    if (isNew)
      known->second = newGroup(isCopy ? Kind::Private : Kind::Ordered);
    return known->second;
  }

  /// Each iteration sets it before it looks at it.
  size_t groupOfErrno() {
    if (!ofErrno)
      ofErrno = newGroup(Kind::Private);
    return *ofErrno;
  }

  /// What iterations allocate for themselves: memory that is in no meeting.
  size_t groupOfMade() {
    if (!made)
      made = newGroup(Kind::Memory);
    return *made;
  }

  void addPlaces() {
    auto addGroup = [&](const std::optional<Place> &place, Kind kind) {
      if (!place)
        return;
      size_t group = newGroup(kind);
      for (ValueId access : place->accesses)
        groupOfAccess[access] = group;
    };
    for (const PrivateObject &each : facts.privates)
      addGroup(each.place, Kind::Private);
    for (const Reduction &each : facts.reductions)
      addGroup(each.place, Kind::Ordered);
  }

  /// Locals of functions called inside are in none: they lie in memory of their own.
  void addOwn() {
    addPlaces();
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, function);
    const FunctionAccesses &known = analysed.effects.functions[function.index()];
    for (ValueId value : valuesWithin(program, loop))
      for (Access access : known.accessesAt(value)) {
        access.at = value;
        bool isOfCallee = access.base.kind == Base::Kind::Object &&
                          !analysed.pointsTo.isSpecial(access.base.object) &&
                          own.callees.contains(program[access.base.object].owner) &&
                          program[access.base.object].isAutomatic();
        if (finder.isOwn(own, access) && !isOfCallee)
          add(groupFor(access), value, access.origin, access.isWrite);
      }
  }

  bool isUnknownCode(const Access &access) const {
    const PointsTo &pointsTo = analysed.pointsTo;
    return access.isOpaque && access.base.kind == Base::Kind::Object &&
           (access.base.object == pointsTo.special(SpecialObject::World) ||
            access.base.object == pointsTo.special(SpecialObject::Callbacks));
  }

  void addMemory() {
    Viewpoint view = acrossIterations(program, analysed.effects, function, loop);
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, function);
    const std::vector<AccessGroup> groups = finder.groups(loop, view, own);
    const size_t first = claims.groups.size();
    for (const AccessGroup &each : groups) {
      size_t group = newGroup(Kind::Memory);
      claims.groups[group].isUnknownCode = isUnknownCode(each.sample);
      for (const auto &[at, origin] : each.places)
        add(group, at, origin, each.sample.isWrite);
    }
    for (const Dependence &each : finder.carried(groups, view, own, SIZE_MAX))
      claims.meetings.emplace_back(first + each.fromGroup, first + each.toGroup);
    for (const Reduction &each : facts.reductions)
      addTested(each, groups, first);
  }

  /// Where the guard fails, the others may touch the place.
  void addTested(const Reduction &reduction, const std::vector<AccessGroup> &groups, size_t first) {
    if (reduction.tested.empty())
      return;
    const size_t ours = groupOfAccess.at(reduction.place->accesses.front());
    std::set<size_t> others;
    for (const auto &[access, group] : groupOfAccess)
      if (reduction.tested.contains(access))
        others.insert(group);
    for (size_t i = 0; i < groups.size(); ++i)
      for (const auto &[at, origin] : groups[i].places)
        if (reduction.tested.contains(at))
          others.insert(first + i);
    for (size_t other : others) {
      claims.meetings.emplace_back(ours, other);
      claims.meetings.emplace_back(other, ours);
    }
  }
};

} // namespace

std::vector<LoopClaims> findClaims(const Program &program, uint64_t steps,
                                   const Assumptions &assumptions) {
  const AnalysedProgram analysed = analyse(program, Budget(steps), assumptions);
  IterationTables tables(analysed);
  std::vector<LoopClaims> claims;
  for (const Function &function : program.functions)
    for (RegionId region : regionsWithin(program, function.body)) {
      if (program[region].kind != Region::Kind::Loop)
        continue;
      Budget budget(steps);
      claims.push_back(ClaimMaker(analysed, region, tables, budget).make());
    }
  return claims;
}

} // namespace kasuri
