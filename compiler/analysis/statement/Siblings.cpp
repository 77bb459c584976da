// Dependences between the statements of a sequence, for the macro-task graph.
//
// Two statements may run side by side if no access of one meets a write of the other. Statements
// that might leave the sequence, not return, or act on the thread that runs them are marked:
// nothing after them may start before them; of those that only jumps may leave it is told which
// jumps. Behind those that may end the program for want of
// memory, what is seen from outside waits. Scalars that several statements use in turn for values
// of their own do not order them: each statement but the last user gets a copy. Of branches it is
// told which of their parts meet what: as macro-tasks, each waits for what it needs. In a sequence
// with fewer than two statements worth a task the order of the source is kept as it stands, which
// saves the pairwise tests. Statements that are too far apart for one layer are not compared.
#include "analysis/dependence/FlowVolume.h"
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/statement/SiblingAccesses.h"
#include "analysis/symbolic/Touches.h"
#include "model/BranchParts.h"
#include "model/Regions.h"
#include "support/LayerSize.h"

#include <algorithm>
#include <deque>

namespace kasuri {
namespace {

/// Loops, and statements that call functions: what may be worth a task.
bool isHeavy(const AnalysedProgram &analysed, RegionId region) {
  return hasLoop(analysed, region) || hasCall(analysed, region);
}

bool isBefore(const SourceLocation &a, const SourceLocation &b) {
  return std::pair(a.line, a.column) <= std::pair(b.line, b.column);
}

class SiblingJudge {
public:
  SiblingJudge(const AnalysedProgram &analysed, const LoopTable &loops, RegionId sequence,
               Budget &budget)
      : analysed(analysed), program(analysed.program), loops(loops), sequence(sequence),
        budget(budget), children(program[sequence].children), function(program[sequence].function),
        scope(scopeOf(program, sequence)) {
    if (scope.valid())
      for (ObjectId id : analysed.declaredIn[scope.index()])
        declared.push_back(program[id].location);
    std::sort(declared.begin(), declared.end());
  }

  StatementFacts judge(bool keepsOrder) {
    findReturning();
    for (RegionId child : children)
      judgeChild(child);
    auto heavy = std::count_if(children.begin(), children.end(),
                               [&](RegionId child) { return isHeavy(analysed, child); });
    if (heavy < 2 || keepsOrder || reachesMost())
      keepOrder();
    else
      comparePairs();
    return std::move(facts);
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const LoopTable &loops;
  RegionId sequence;
  Budget &budget;
  StatementFacts facts;
  const std::vector<RegionId> &children;
  FunctionId function;
  RegionId scope;                       ///< of declarations among the children
  std::vector<SourceLocation> declared; ///< of its locals, ascending
  std::set<RegionId> returning;         ///< parts of return statements, beside their jumps

  /// Calls that share their lists of accesses reach most of a large program, so hardly a statement
  /// with one is independent of another, and to find that out takes longer than all else.
  bool reachesMost() const {
    constexpr size_t mostShared = 8000;
    const FunctionAccesses &known = analysed.effects.functions[function.index()];
    size_t count = 0;
    for (ValueId value : valuesWithin(program, sequence))
      if (const auto list = known.sharedAt.find(value); list != known.sharedAt.end())
        count += list->second->size();
    return count > mostShared;
  }

  void judgeChild(RegionId child) {
    SiblingFacts &known = facts.siblings[child];
    const Region &region = program[child];
    known.mayLeave = returning.contains(child) || mayLeaveBesideEnding(child);
    known.staysWith = findStay(child);
    known.readsErrno = known.staysWith && mayActOnThread(analysed, region.condition);
    if (!known.staysWith)
      known.leavingJumps = findLeavingJumps(child);
    // A parallel loop ends the program only where its guards fail.
    const LoopFacts *loop = loops.factsOf(child);
    const bool mayEnd = findExit(analysed, child).valid();
    // What parts of a loop leave in errno is taken from the last one behind the layer.
    const bool isParallel = !known.mayLeave && loop && loop->isParallel;
    known.standsAlone = isParallel && (mayEnd || loop->hasOwnErrno);
    known.mayLeave |= mayEnd || mayActOnThread(analysed, child);
    if (region.kind != Region::Kind::Loop) {
      const auto first = std::lower_bound(declared.begin(), declared.end(), region.location);
      known.declares |= first != declared.end() && isIn(region, *first);
    }
    if (region.kind == Region::Kind::Block)
      for (ObjectId id : analysed.knownElsewhere[function.index()])
        known.declares |=
            program[id].kind == Object::Kind::Static && isIn(region, program[id].location);
    findChanged(child, known.changed);
  }

  bool mayLeaveBesideEnding(RegionId statement) const {
    return analysed.places.below.isLeftByJump(statement) || mayLeaveOtherwise(statement);
  }

  /// Neither by a jump nor by ending the program.
  bool mayLeaveOtherwise(RegionId statement) const {
    const Region &region = program[statement];
    bool isIrregular = region.kind == Region::Kind::Opaque || region.kind == Region::Kind::Jump ||
                       region.isStretch || !region.obstacle.empty();
    return isIrregular || mayActOnThreadButErrno(analysed, statement) ||
           analysed.excludedBy[statement.index()].valid() || hasEndlessLoop(analysed, statement);
  }

  bool staysInside(RegionId statement) const {
    return !mayLeaveBesideEnding(statement) && !findExit(analysed, statement).valid() &&
           !mayActOnThread(analysed, statement);
  }

  bool canBeCondition(RegionId block) const {
    return staysInside(block) || (!mayLeaveBesideEnding(block) && onlyReadsErrno(block));
  }

  /// It calls and stores nothing, so it can only load it.
  bool onlyReadsErrno(RegionId block) const {
    const std::vector<ValueId> &values = program[block].values;
    return std::none_of(values.begin(), values.end(), [&](ValueId value) {
      const Op op = program[value].op;
      return op == Op::Store || op == Op::Clobber ||
             (op == Op::Call && !analysed.pointsTo.errnoPlaces.contains(value));
    });
  }

  /// See SiblingFacts::staysWith.
  std::optional<unsigned> findStay(RegionId child) const {
    const auto arms = armsOf(program, child);
    if (!arms || program[child].kind != Region::Kind::Branch || returning.contains(child) ||
        analysed.excludedBy[child.index()].valid() || !canBeCondition(program[child].condition))
      return std::nullopt;
    auto leaves = [&](const Arm &arm) {
      return !arm.parts.empty() && program[arm.parts.back()].kind == Region::Kind::Jump;
    };
    const auto leaving = std::find_if(arms->begin(), arms->end(), leaves);
    if (leaving == arms->end())
      return std::nullopt;
    for (const Arm &arm : *arms)
      if (arm.outcome != leaving->outcome &&
          !std::all_of(arm.parts.begin(), arm.parts.end(),
                       [&](RegionId part) { return staysInside(part); }))
        return std::nullopt;
    return 1 - leaving->outcome;
  }

  /// See SiblingFacts::leavingJumps.
  std::vector<RegionId> findLeavingJumps(RegionId child) const {
    if (!analysed.places.below.isLeftByJump(child) || mayLeaveOtherwise(child) ||
        returning.contains(child) || findExit(analysed, child).valid() ||
        mayActOnThread(analysed, child) || !mayGoOn(program, child))
      return {};
    const std::vector<RegionId> within = regionsWithin(program, child);
    const bool isIrregular = std::any_of(within.begin(), within.end(), [&](RegionId each) {
      return program[each].kind == Region::Kind::Opaque;
    });
    return isIrregular ? std::vector<RegionId>() : jumpsOutOf(program, child);
  }

  /// The declaration stands in the region's text.
  static bool isIn(const Region &region, const SourceLocation &declaration) {
    return isBefore(region.location, declaration) && isBefore(declaration, region.end) &&
           declaration.file == region.location.file;
  }

  /// What computes the value of a return statement is a part of that statement.
  void findReturning() {
    for (size_t i = 0; i < children.size(); ++i)
      if (const Region &jump = program[children[i]]; jump.returned.valid())
        for (size_t part = i;
             part-- > 0 && isBefore(jump.location, program[children[part]].location);)
          returning.insert(children[part]);
  }

  void findChanged(RegionId child, std::set<ObjectId> &changed) const {
    const FunctionAccesses &known = analysed.effects.functions[function.index()];
    const std::vector<ObjectId> &candidates = analysed.knownElsewhere[function.index()];
    if (candidates.empty())
      return;
    for (ValueId value : valuesWithin(program, child))
      for (const Access &access : known.accessesAt(value))
        for (ObjectId id : candidates)
          if (!changed.contains(id) && mayWrite(analysed.effects, analysed.pointsTo, access, id))
            changed.insert(id);
  }

  void keepOrder() {
    for (size_t i = 1; i < children.size(); ++i)
      facts.dependences.push_back({children[i - 1], children[i], SiblingDependence::Kind::Flow,
                                   "program order", 0, program[children[i - 1]].location,
                                   program[children[i]].location});
  }

  /// A variable that two statements use for values of their own, as a loop counter in the style of
  /// C89: the earlier one gets a copy, since its value is overwritten before anybody reads it.
  void findPrivates() {
    std::map<ObjectId, std::vector<size_t>> users;
    for (size_t i = 0; i < children.size(); ++i)
      for (ValueId value : valuesWithin(program, children[i]))
        if (program[value].op == Op::Address && isOwnScalar(program[value].object)) {
          std::vector<size_t> &known = users[program[value].object];
          if (known.empty() || known.back() != i)
            known.push_back(i);
        }
    for (const auto &[object, indices] : users)
      for (size_t i = 0; i + 1 < indices.size(); ++i)
        if (isDeadBetween(object, indices[i], indices[i + 1]))
          facts.siblings[children[indices[i]]].privates.push_back({object, false});
  }

  bool isOwnScalar(ObjectId id) const {
    const Object &object = program[id];
    return object.owner == function && object.isPlainScalar();
  }

  /// `from` does not use the value before it, and what it leaves is overwritten by `to`, its next
  /// user.
  bool isDeadBetween(ObjectId object, size_t from, size_t to) const {
    const FunctionAccesses &known = analysed.effects.functions[function.index()];
    auto holds = [&](const std::map<RegionId, std::set<ObjectId>> &facts, size_t child) {
      auto found = facts.find(children[child]);
      return found != facts.end() && found->second.contains(object);
    };
    for (size_t i = from; i <= to; ++i)
      if (facts.siblings.at(children[i]).mayLeave)
        return false;
    return !holds(known.exposedIn, from) && !holds(known.exposedIn, to) &&
           holds(known.assignedIn, to);
  }

  void comparePairs() {
    findPrivates();
    Viewpoint view = withinSequence(program, analysed.effects, function, sequence);
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, function);
    std::vector<bool> runsOut, actsOutside;
    for (RegionId child : children) {
      groups.push_back(accessesOfTask(analysed, loops, facts, finder, child, view));
      footprints.push_back(
          footprintsOf(program, analysed.pointsTo, analysed.effects, view, groups.back()));
      runsOut.push_back(mayRunOut(analysed, child));
      actsOutside.push_back(mayActOutside(child));
    }
    Budget flow = flowBudget(footprints);
    for (size_t j = 1; j < children.size(); ++j) {
      std::vector<std::vector<AccessGroup>> heads;
      for (RegionId part : {program[children[j]].init, program[children[j]].condition})
        if (part.valid())
          heads.push_back(finder.groups(part, view, privateToHead(children[j])));
      for (size_t i = j - std::min(j, mostTasksOfLayer - 1); i < j; ++i)
        if (budget.hasGivenUp()) {
          facts.dependences.clear();
          return keepOrder();
        } else if (runsOut[i] && actsOutside[j]) {
          facts.dependences.push_back({children[i], children[j], SiblingDependence::Kind::Flow,
                                       "memory that may run out", 0, program[children[i]].location,
                                       program[children[j]].location});
        } else if (auto found = finder.between(groups[i], groups[j], view, {})) {
          addDependence(children[i], children[j], *found,
                        flowBytes(footprints[i], footprints[j], flow));
          facts.dependences.back().parts = dependencesOfParts(finder, view, i, j, flow);
          facts.dependences.back().meetsHead =
              std::any_of(heads.begin(), heads.end(), [&](const auto &head) {
                return finder.between(groups[i], head, view, {}).has_value();
              });
        }
    }
  }

  std::vector<std::vector<AccessGroup>> groups; ///< by child: what it touches
  std::vector<Footprints> footprints;           ///< of these

  /// A part with what it touches.
  struct Part {
    RegionId region;
    const std::vector<AccessGroup> *groups;
    const Footprints *footprints;
  };
  std::map<size_t, std::vector<Part>> partsOfChild;
  std::deque<std::vector<AccessGroup>> groupsOfParts;
  std::deque<Footprints> footprintsOfParts;

  const std::vector<Part> &partsWithAccesses(DependenceFinder &finder, const Viewpoint &view,
                                             size_t child) {
    const auto [known, isNew] = partsOfChild.try_emplace(child);
    if (!isNew)
      return known->second;
    for (RegionId region : partsOf(program, children[child])) {
      if (region == children[child] && !armsOf(program, region)) { // all of it
        known->second.push_back({region, &groups[child], &footprints[child]});
        continue;
      }
      groupsOfParts.push_back(
          accessesOfPart(analysed, loops, facts, finder, children[child], region, view));
      footprintsOfParts.push_back(
          footprintsOf(program, analysed.pointsTo, analysed.effects, view, groupsOfParts.back()));
      known->second.push_back({region, &groupsOfParts.back(), &footprintsOfParts.back()});
    }
    return known->second;
  }

  std::optional<std::vector<PartDependence>> dependencesOfParts(DependenceFinder &finder,
                                                                const Viewpoint &view,
                                                                size_t earlier, size_t later,
                                                                Budget &flow) {
    constexpr size_t mostPairs = 256;
    const size_t pairs =
        partsOf(program, children[earlier]).size() * partsOf(program, children[later]).size();
    if (pairs == 1 || pairs > mostPairs)
      return std::nullopt;
    std::vector<PartDependence> found;
    for (const Part &from : partsWithAccesses(finder, view, earlier))
      for (const Part &to : partsWithAccesses(finder, view, later))
        if (finder.between(*from.groups, *to.groups, view, {}))
          found.push_back(
              {from.region, to.region, flowBytes(*from.footprints, *to.footprints, flow)});
    return found;
  }

  /// Does it do what would be seen although an earlier statement has ended the program?
  bool mayActOutside(RegionId child) const {
    const FunctionAccesses &known = analysed.effects.functions[function.index()];
    auto isSeen = [](const Access &access) {
      return access.isOpaque && access.isWrite && !access.isLast;
    };
    for (ValueId value : valuesWithin(program, child))
      if (const std::vector<Access> &accesses = known.accessesAt(value);
          std::any_of(accesses.begin(), accesses.end(), isSeen))
        return true;
    return false;
  }

  /// Of a loop's head: also its counter, which every part has for itself.
  PrivateMemory privateToHead(RegionId loop) const {
    PrivateMemory own = privateToTask(analysed, facts, loop);
    if (program[loop].counted.variable.valid())
      own.objects.insert(program[loop].counted.variable);
    return own;
  }

  void addDependence(RegionId from, RegionId to, const Dependence &dependence, uint64_t bytes) {
    using Kind = SiblingDependence::Kind;
    Kind kind = !dependence.from.isWrite ? Kind::Anti
                : dependence.to.isWrite  ? Kind::Output
                                         : Kind::Flow;
    facts.dependences.push_back({from, to, kind, subjectOf(program, dependence.from), bytes,
                                 program[dependence.from.origin].location,
                                 program[dependence.to.origin].location});
  }
};

} // namespace

StatementFacts judgeSiblings(const AnalysedProgram &analysed, const LoopTable &loops,
                             RegionId sequence, bool keepsOrder, Budget &budget) {
  return SiblingJudge(analysed, loops, sequence, budget).judge(keepsOrder);
}

} // namespace kasuri
