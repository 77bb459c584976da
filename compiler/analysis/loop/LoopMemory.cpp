// Do iterations of a loop meet in memory, and does that matter?
//
//     for (c = 0; c < n; c++) {
//       for (k = 0; k < 64; k++)
//         row[k] = in[c][k];           row: written before it is read, a copy for each part
//       hist[row[7]]++;                hist: counts for each part, added up afterwards
//       out[c] = filter(row);          out, in: a guard tests that they do not overlap
//     }
//
// What dependences carry is looked at for what the memory is used for: scratch that each part may
// have for itself (ArrayPrivates.h, ScratchBlocks.h, Places.h), histograms, or memory that
// iterations allocate for themselves (IterationMemory.h). What is left may be settled by tests in
// front of the loop (Ranges.h); otherwise it becomes the loop's obstacles.
#include "analysis/loop/LoopMemory.h"
#include "analysis/dependence/Promises.h"
#include "analysis/guard/Ranges.h"
#include "analysis/memory/ArrayPrivates.h"
#include "analysis/memory/CallStatics.h"
#include "analysis/memory/ScratchBlocks.h"
#include "analysis/reduction/ReductionPlaces.h"
#include "analysis/reduction/TermLists.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxDependences = 4; ///< named as obstacles
constexpr size_t maxTested = 64;
constexpr uint64_t largestHistogram = 1024 * 1024; ///< bytes, for each part of a loop

class MemoryJudge {
public:
  MemoryJudge(const AnalysedProgram &analysed, RegionId loop, const ReductionFinder &reductions,
              PlaceJudge &places, const CalleeReductions &calleeReductions, IterationTables &tables,
              Budget &budget, LoopFindings &findings)
      : analysed(analysed), program(analysed.program), loop(loop), region(program[loop]),
        known(analysed.effects.functions[region.function.index()]), reductions(reductions),
        places(places), calleeReductions(calleeReductions), tables(tables), budget(budget),
        findings(findings), facts(findings.facts), own(findings.own) {}

  void judge() {
    Viewpoint view = acrossIterations(program, analysed.effects, region.function, loop);
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, region.function,
                            &tables.decided());
    judge(view, finder);
    findings.promisesUsed = finder.promisesUsed();
    std::erase_if(findings.promisesUsed,
                  [&](AnnotationId each) { return isKasurisOwn(program[each].kind); });
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const FunctionAccesses &known;
  const ReductionFinder &reductions;
  PlaceJudge &places;
  const CalleeReductions &calleeReductions;
  IterationTables &tables;
  Budget &budget;
  LoopFindings &findings;
  LoopFacts &facts;
  PrivateMemory &own;
  std::set<ValueId> triedPlaces;        ///< as accesses to private places
  std::set<ValueId> triedStores;        ///< as updates of histograms
  std::set<ValueId> triedUpdates;       ///< of places that others may touch
  std::set<ValueId> triedTerms;         ///< of memory that only terms are added to
  std::set<ValueId> lookedAt;           ///< updates by terms of what other accesses may meet
  std::set<SymbolId> triedBlocks;       ///< as scratch memory, by its pointer
  std::set<Base> carrying;              ///< variables said to carry a value
  std::map<Base, std::string> problems; ///< of scratch memory, by its base; "": none
  std::map<Base, std::string> unlocks;  ///< of these
  std::set<Base> reported;              ///< of these

  void judge(const Viewpoint &view, DependenceFinder &finder) {
    std::vector<AccessGroup> groups;
    auto findCarried = [&] {
      groups = finder.groups(loop, view, own);
      std::erase_if(groups, [](const AccessGroup &group) { return group.sample.isOpaque; });
      return finder.carried(groups, view, own, maxDependences);
    };
    budget.startAnew();
    own.promises = promisesOf(program, analysed.effects, loop);
    AnnotationId promised = independencePromised();
    if (promised.valid() && isKasurisOwn(program[promised].kind))
      own.promises.independent = promised;
    std::vector<Dependence> carried = findCarried();
    if (!carried.empty() && findMade())
      carried = findCarried();
    RangeMaker ranges(analysed, loop, view, budget, own.refuted);
    std::set<ObjectId> tried;
    auto isSolved = [&](const Dependence &dependence) {
      return makePrivate(dependence, tried) || makePrivatePlace(dependence.from) ||
             makePrivatePlace(dependence.to) ||
             (!promised.valid() &&
              (makeHistogram(dependence.from) || makeHistogram(dependence.to))) ||
             makePrivateBlock(dependence.from, ranges) ||
             (!promised.valid() && (makeTestedReduction(dependence.from, groups, ranges) ||
                                    makeTestedReduction(dependence.to, groups, ranges) ||
                                    makeTermList(dependence.from, view, finder, groups, ranges) ||
                                    makeTermList(dependence.to, view, finder, groups, ranges)));
    };
    std::vector<Dependence> all;
    auto isSettled = [&] {
      all = finder.carried(groups, view, own, maxTested + 1);
      return facts.obstacles.empty() && settle(all, groups, ranges);
    };
    // A test of the stride costs less than an array for each part, and its answer is mostly yes.
    if (region.counted.hasAmount() && !carried.empty() && isSettled())
      return;
    auto solve = [&] {
      while (std::any_of(carried.begin(), carried.end(), isSolved))
        carried = findCarried();
    };
    const size_t privatesBefore = facts.privates.size();
    solve();
    if (!carried.empty() && facts.privates.size() != privatesBefore && findMade())
      carried = findCarried();
    if (!carried.empty() && promised.valid()) {
      const bool isBroken = isContradicted(promised, groups, view, finder);
      if (isBroken)
        promised = {};
      else
        own.promises.independent = promised;
      carried = findCarried();
      solve();
    }
    // Of rows that are not to wait so little, nobody asks for all that is in the way.
    if (own.wave && !carried.empty() && !ranges.guardsAgainst(pairsOf(carried, groups)))
      return addDependence(carried.front(), view, ranges);
    if (carried.empty() || isSettled())
      return;
    for (const Dependence &each : all) {
      findings.ends.push_back(each.to.at);
      findings.carried.emplace_back(each.from.at, each.to.at);
    }
    for (const Dependence &each : all)
      for (PremiseId premise : {each.from.premise, each.to.premise})
        if (premise.valid())
          findings.blame(premise);
    if (budget.hasGivenUp())
      return addBudget();
    noteLookedAt(all);
    for (Dependence &dependence : ordered(std::move(all), ranges, view)) {
      auto distance = ranges.distance(dependence.from, dependence.to);
      if (dependence.detail.empty() && distance && *distance > 0)
        dependence.detail = " (distance " + std::to_string(*distance) + ")";
      addDependence(dependence, view, ranges);
    }
  }

  bool isTerm(const Access &access) const {
    return reductions.dependsOnOrder(access.at) || reductions.isTermLoad(access.at);
  }

  /// Not the order of the terms is in the way then.
  void noteLookedAt(const std::vector<Dependence> &carried) {
    for (const Dependence &each : carried)
      if (isTerm(each.from) != isTerm(each.to))
        lookedAt.insert(isTerm(each.from) ? each.from.at : each.to.at);
  }

  /// That the loop's iterations are independent, in that order.
  AnnotationId independencePromised() const {
    if (own.wave && program[own.wave->columns].parent == region.children[0])
      if (const auto found = annotationsOf(program, own.wave->columns, Annotation::Kind::Columns);
          !found.empty())
        return found.front();
    for (Annotation::Kind kind : {Annotation::Kind::Independent, Annotation::Kind::Reordered})
      if (const auto found = annotationsOf(program, loop, kind); !found.empty())
        return found.front();
    return {};
  }

  /// Plainly, by what is no copy.
  bool isContradicted(AnnotationId promise, const std::vector<AccessGroup> &groups,
                      const Viewpoint &view, DependenceFinder &finder) {
    const std::vector<Dependence> carried = finder.carried(groups, view, own, SIZE_MAX);
    auto found = std::find_if(carried.begin(), carried.end(), [&](const Dependence &each) {
      return isCertain(program, loop, view, groups, each);
    });
    if (found == carried.end())
      return false;
    const Access &from = found->from, &to = found->to;
    findings.ignore({promise,
                     "'" + subjectOf(program, from) + "' is " + (to.isWrite ? "written" : "read") +
                         " in an iteration after the one that " +
                         (from.isWrite ? "writes" : "reads") + " it" + found->detail,
                     program[from.origin].location});
    return true;
  }

  /// What iterations allocate for themselves, if the loop has no other obstacle.
  bool findMade() {
    if (facts.obstacles.empty())
      own.made = findIterationMemory(analysed, loop, facts.privates, own, tables, budget);
    return own.made != nullptr;
  }

  /// Instead of dependences that are there for want of an answer.
  void addBudget() {
    findings.add(ObstacleKind::AnalysisBudget, program[region.function].name,
                 std::to_string(budget.steps()), region.location, {});
  }

  static bool isFlow(const Dependence &each) { return each.from.isWrite && !each.to.isWrite; }

  /// A variable without parts.
  bool isWholeVariable(const Access &access) const {
    if (access.base.kind != Base::Kind::Object || analysed.pointsTo.isSpecial(access.base.object))
      return false;
    const Object &object = program[access.base.object];
    return (object.isAutomatic() || object.kind == Object::Kind::Global ||
            object.kind == Object::Kind::Static) &&
           object.type.kind != ValueType::Kind::Aggregate;
  }

  /// What certainly stops the loop before what a test might have settled, and values that are
  /// handed on before memory that is merely reused, which copies could cure. Of values, those at
  /// known places first: where the others are may depend on these. Without what is known not to
  /// stop it, as long as anything is left.
  std::vector<Dependence> ordered(std::vector<Dependence> carried, const RangeMaker &ranges,
                                  const Viewpoint &view) const {
    auto isNone = [&](const Dependence &each) {
      return ranges.distance(each.from, each.to).value_or(0) < 0;
    };
    if (!std::all_of(carried.begin(), carried.end(), isNone))
      std::erase_if(carried, isNone);
    std::vector<Dependence> result;
    auto isSure = [](const Dependence &each) {
      return each.from.base == each.to.base && each.from.base.kind != Base::Kind::Unknown;
    };
    auto append = [&](auto isWanted) {
      std::copy_if(carried.begin(), carried.end(), std::back_inserter(result), isWanted);
    };
    auto isKnown = [&](const Dependence &each) {
      return !isNonAffine(analysed.effects, each.from, view) &&
             !isNonAffine(analysed.effects, each.to, view);
    };
    append([&](const Dependence &each) { return isSure(each) && isFlow(each) && isKnown(each); });
    append([&](const Dependence &each) { return isSure(each) && isFlow(each) && !isKnown(each); });
    append([&](const Dependence &each) { return isSure(each) && !isFlow(each); });
    append([&](const Dependence &each) { return !isSure(each); });
    result.resize(std::min(result.size(), maxDependences));
    return result;
  }

  static std::vector<GroupPair> pairsOf(const std::vector<Dependence> &carried,
                                        const std::vector<AccessGroup> &groups) {
    std::vector<GroupPair> pairs;
    for (const Dependence &each : carried)
      pairs.emplace_back(&groups[each.fromGroup], &groups[each.toGroup]);
    return pairs;
  }

  /// By tests in front of the loop; then it has no other obstacle.
  bool settle(const std::vector<Dependence> &carried, const std::vector<AccessGroup> &groups,
              RangeMaker &ranges) {
    const std::vector<GroupPair> left = pairsOf(carried, groups);
    auto guards = left.size() > maxTested ? std::nullopt : ranges.guardsAgainst(left);
    if (guards)
      facts.guards.insert(facts.guards.end(), guards->begin(), guards->end());
    return guards.has_value();
  }

  /// Gives each iteration the array that the dependence is on, if it is mere scratch.
  bool makePrivate(const Dependence &dependence, std::set<ObjectId> &tried) {
    const Base &base = dependence.from.base;
    if (base.kind == Base::Kind::Symbol && base == dependence.to.base)
      return makePrivateMemory(dependence);
    bool isArray = base.kind == Base::Kind::Object && base == dependence.to.base &&
                   !analysed.pointsTo.isSpecial(base.object);
    if (!isArray || !tried.insert(base.object).second)
      return false;
    const Scratch found = judgeScratchArray(analysed, loop, base.object, budget);
    problems[base] = found.problem;
    if (!found.copied)
      return makeAutomatic(base.object);
    own.objects.insert(base.object);
    facts.privates.push_back(*found.copied);
    return true;
  }

  /// Gives each call of a function its own of a static variable.
  bool makeAutomatic(ObjectId variable) {
    const Object &object = program[variable];
    if (object.owner == region.function || !isOwnOfEachCall(analysed, variable))
      return false;
    own.objects.insert(variable);
    facts.automatics.push_back(variable);
    return true;
  }

  bool makePrivateMemory(const Dependence &dependence) {
    const Base &base = dependence.from.base;
    if (problems.contains(base))
      return false;
    const Scratch found = judgeScratchMemory(analysed, loop, dependence.from, budget);
    problems[base] = found.problem;
    unlocks[base] = found.unlock;
    if (!found.copied)
      return false;
    // All of its pointers are the variable's: the loop touches no other memory of this allocation.
    own.objects.insert(program[found.copied->allocation].object);
    own.memory.insert(base.symbol);
    facts.privates.push_back(*found.copied);
    return true;
  }

  /// The same where the memory is known by its pointer alone.
  bool makePrivateBlock(const Access &access, RangeMaker &ranges) {
    auto scratch = problems.find(access.base);
    bool isScratch = access.base.kind == Base::Kind::Symbol && scratch != problems.end() &&
                     !scratch->second.empty();
    if (!isScratch || !triedBlocks.insert(access.base.symbol).second || hasOwnPart(access.base))
      return false;
    BlockVerdict found =
        judgeScratchBlock(analysed, loop, access, places, ranges, budget, facts.privates);
    // What is wrong with memory allocated here has been said.
    if (!found.problem.empty() && !unlocks[access.base].empty()) {
      problems[access.base] = found.problem;
      unlocks[access.base] = found.unlock;
    }
    if (!found.block)
      return false;
    own.memory.insert(access.base.symbol);
    facts.blocks.push_back(std::move(*found.block));
    facts.guards.push_back(std::move(*found.guard));
    return true;
  }

  /// Some accesses by this base work on copies already.
  bool hasOwnPart(const Base &base) const {
    for (ValueId value : valuesWithin(program, loop))
      for (const Access &access : known.accessesAt(value))
        if (access.base == base &&
            (own.accesses.contains(value) || own.accumulators.contains({value, access.origin})))
          return true;
    return false;
  }

  /// Gives each part its own copy of a member, an element or the like.
  bool makePrivatePlace(const Access &access) {
    if (own.accesses.contains(access.at) || !triedPlaces.insert(access.at).second)
      return false;
    std::optional<PrivateObject> found = places.findPrivate(access.at);
    if (!found)
      return false;
    own.accesses.insert(found->place->accesses.begin(), found->place->accesses.end());
    facts.privates.push_back(std::move(*found));
    return true;
  }

  /// Gives each part an array of its own that counts from nothing.
  bool makeHistogram(const Access &access) {
    bool isStore = program[access.at].op == Op::Store && !own.accesses.contains(access.at);
    if (!isStore || !triedStores.insert(access.at).second)
      return false;
    ValueId address = program[access.at].operands[0];
    for (unsigned subscripts = 1; program[address].op == Op::Element; ++subscripts) {
      address = program[address].operands[0];
      std::optional<Reduction> reduction =
          places.isFixed(address) ? reductions.findHistogram(access.at, subscripts) : std::nullopt;
      if (!reduction || !kasuri::settle(analysed, loop, places, *reduction) ||
          reduction->place->bytes > largestHistogram)
        continue;
      own.accesses.insert(reduction->place->accesses.begin(), reduction->place->accesses.end());
      facts.reductions.push_back(std::move(*reduction));
      return true;
    }
    return false;
  }

  /// A place that is only combined with terms, if a test says that no other access touches it.
  bool makeTestedReduction(const Access &access, const std::vector<AccessGroup> &groups,
                           RangeMaker &ranges) {
    bool isStore = program[access.at].op == Op::Store && !own.accesses.contains(access.at) &&
                   facts.obstacles.empty();
    if (!isStore || !triedUpdates.insert(access.at).second)
      return false;
    std::set<ValueId> touching;
    std::optional<Reduction> found = reductions.findAt(access.at);
    if (!found || !found->companionPlaces.empty() || !found->companions.empty() ||
        !found->speculated.empty() || !kasuri::settle(analysed, loop, places, *found, &touching))
      return false;
    found->tested = touching;
    // Those have been kept apart from all others.
    std::erase_if(touching, [&](ValueId value) { return own.accesses.contains(value); });
    const std::vector<ValueId> &updates = found->place->accesses;
    const std::set<ValueId> ours(updates.begin(), updates.end());
    auto guards = guardsBetween(ours, touching, groups, ranges);
    if (!guards)
      return false;
    facts.guards.insert(facts.guards.end(), guards->begin(), guards->end());
    own.accesses.insert(updates.begin(), updates.end());
    facts.reductions.push_back(std::move(*found));
    return true;
  }

  /// Memory that terms are added to, at any address: if iterations may meet there, and a test says
  /// that no other access touches it.
  bool makeTermList(const Access &access, const Viewpoint &view, DependenceFinder &finder,
                    const std::vector<AccessGroup> &groups, RangeMaker &ranges) {
    bool isStore = program[access.at].op == Op::Store && !own.accesses.contains(access.at) &&
                   facts.obstacles.empty() && own.inOrder.empty();
    if (!isStore || !triedTerms.insert(access.at).second)
      return false;
    std::set<ValueId> touching;
    std::optional<Reduction> found =
        findTermList(analysed, view, loop, reductions, own.accesses, access.at, touching);
    if (!found)
      return false;
    const std::vector<ValueId> &updates = found->place->accesses;
    const std::set<ValueId> ours(updates.begin(), updates.end());
    const auto carried = finder.carried(groups, view, own, maxTested + 1);
    if (carried.size() <= maxTested && !isCarriedWithin(ours, carried, groups))
      return false; // a test of the others is enough
    auto guards = touching.empty() ? std::optional(std::vector<Guard>())
                                   : guardsBetween(ours, touching, groups, ranges);
    if (!guards)
      return false;
    found->tested = touching;
    facts.guards.insert(facts.guards.end(), guards->begin(), guards->end());
    own.accesses.insert(updates.begin(), updates.end());
    facts.reductions.push_back(std::move(*found));
    return true;
  }

  /// One of the dependences has both its ends among these accesses.
  static bool isCarriedWithin(const std::set<ValueId> &accesses,
                              const std::vector<Dependence> &carried,
                              const std::vector<AccessGroup> &groups) {
    auto isAmong = [&](size_t group) {
      const auto &places = groups[group].places;
      return std::any_of(places.begin(), places.end(),
                         [&](const auto &place) { return accesses.contains(place.first); });
    };
    return std::any_of(carried.begin(), carried.end(), [&](const Dependence &each) {
      return isAmong(each.fromGroup) && isAmong(each.toGroup);
    });
  }

  /// Tests that no access of the one values touches what one of the others does.
  std::optional<std::vector<Guard>> guardsBetween(const std::set<ValueId> &ours,
                                                  const std::set<ValueId> &others,
                                                  const std::vector<AccessGroup> &groups,
                                                  RangeMaker &ranges) {
    auto groupsOf = [&](const std::set<ValueId> &values, std::set<ValueId> &seen) {
      std::vector<const AccessGroup *> found;
      for (const AccessGroup &group : groups)
        for (const auto &[at, origin] : group.places)
          if (values.contains(at)) {
            seen.insert(at);
            if (found.empty() || found.back() != &group)
              found.push_back(&group);
          }
      return found;
    };
    std::set<ValueId> seen;
    const std::vector<const AccessGroup *> first = groupsOf(ours, seen);
    const std::vector<const AccessGroup *> second = groupsOf(others, seen);
    std::vector<GroupPair> pairs;
    for (const AccessGroup *a : first)
      for (const AccessGroup *b : second)
        if (a == b)
          return std::nullopt;
        else
          pairs.emplace_back(a, b);
    const bool isAll = seen.size() == ours.size() + others.size();
    return isAll && pairs.size() <= maxTested ? ranges.guardsAgainst(pairs) : std::nullopt;
  }

  /// Once, though there are dependences of all kinds on scratch memory.
  void addScratch(const Base &base, const std::string &subject, const std::string &problem,
                  SourceLocation source, SourceLocation sink) {
    if (reported.insert(base).second)
      findings.add(ObstacleKind::SharedScratch,
                   base.kind == Base::Kind::Object ? program[base.object].name
                                                   : subject.substr(0, subject.find('[')),
                   problem, source, sink, unlocks[base]);
  }

  /// The pointer that an access goes through has another value in each iteration, or an unknown
  /// one.
  bool isLoosePointer(const Base &base, const Viewpoint &view) const {
    return base.kind == Base::Kind::Unknown ||
           (base.kind == Base::Kind::Symbol && !view.isShared(base.symbol));
  }

  std::string pointerOf(const Access &access) const {
    ValueId origin = access.base.kind == Base::Kind::Symbol
                         ? analysed.effects[access.base.symbol].origin
                         : access.address;
    while (origin.valid() && (program[origin].op == Op::Element ||
                              program[origin].op == Op::Field || program[origin].op == Op::Convert))
      origin = program[origin].operands[0];
    bool isNamed = origin.valid() && !program[origin].text.empty();
    if (isNamed && program[origin].op == Op::Call)
      return program[origin].text + "()";
    return isNamed ? program[origin].text : subjectOf(program, access);
  }

  /// "declare 'a' as 'double *restrict a' ...", if one of the two goes through a parameter.
  std::string restrictHelp(const Access &a, const Access &b) const {
    for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (one->base.kind != Base::Kind::Symbol)
        continue;
      const Symbol &symbol = analysed.effects[one->base.symbol];
      if (symbol.parameter < 0 || symbol.function != region.function)
        continue;
      const Object &object =
          program[program[region.function].parameters[static_cast<size_t>(symbol.parameter)]];
      std::string type = object.typeText;
      return "declare '" + object.name + "' as '" + type + (type.ends_with("*") ? "" : " ") +
             "restrict " + object.name + "' if it never overlaps '" + subjectOf(program, *other) +
             "', or promise that with KASURI_NO_ALIAS";
    }
    return "";
  }

  void addDependence(const Dependence &dependence, const Viewpoint &view, RangeMaker &ranges) {
    const Access &from = dependence.from, &to = dependence.to;
    std::string first = subjectOf(program, from), second = subjectOf(program, to);
    SourceLocation source = program[from.origin].location, sink = program[to.origin].location;
    bool sameBase = from.base == to.base && from.base.kind != Base::Kind::Unknown;
    auto known = problems.find(from.base);
    if ((sameBase || first == second) && known != problems.end() && !known->second.empty())
      return addScratch(from.base, first, known->second, source, sink);
    for (const auto &[access, other] : {std::pair(&from, &second), std::pair(&to, &first)})
      if (isLoosePointer(access->base, view)) {
        bool isOther = subjectOf(program, *access) != *other;
        const std::string pointer = pointerOf(*access);
        return findings.add(ObstacleKind::UnknownPointer, pointer,
                            isOther ? " and may point to '" + *other + "'" : "", source, sink,
                            pointer.ends_with("()")
                                ? "promise with KASURI_INDEPENDENT that no two iterations access "
                                  "the same memory through it"
                                : "");
      }
    if (!sameBase && first != second)
      return findings.add(ObstacleKind::UnknownAlias, first, second, source, sink,
                          ranges.surelyMeet(from, to)
                              ? "they are the same memory here: use one of the two for both"
                              : restrictHelp(from, to));
    auto isIn = [&](const std::set<std::pair<ValueId, ValueId>> &updates) {
      return updates.contains({from.at, from.origin}) || updates.contains({to.at, to.origin});
    };
    auto isOrderedUpdate = [&](const Access &access) {
      return reductions.dependsOnOrder(access.at) && !lookedAt.contains(access.at);
    };
    bool isOrdered = isOrderedUpdate(from) || isOrderedUpdate(to) || isIn(calleeReductions.ordered);
    if (isOrdered && first == second && dependence.detail.empty())
      return findings.add(ObstacleKind::FloatReduction, first, "", source, sink,
                          isNonAffine(analysed.effects, from, view)
                              ? "put KASURI_INDEPENDENT before the loop if no two iterations "
                                "update the same element"
                              : "");
    for (const Access *access : {&from, &to})
      if (dependence.detail.empty() && sameBase && isNonAffine(analysed.effects, *access, view))
        return findings.add(ObstacleKind::NonAffineSubscript, subjectOf(program, *access), "",
                            source, sink);
    const bool mayOverflow = isIn(calleeReductions.overflow);
    if (sameBase && !mayOverflow && isWholeVariable(from) &&
        (isFlow(dependence) || carrying.contains(from.base))) {
      if (carrying.insert(from.base).second)
        findings.addRefutable(ObstacleKind::ScalarCarried, program[from.base.object].name, "",
                              source, sink);
      return;
    }
    ObstacleKind kind = from.isWrite && to.isWrite ? ObstacleKind::CarriedOutput
                        : from.isWrite             ? ObstacleKind::CarriedFlow
                                                   : ObstacleKind::CarriedAnti;
    const bool isOnePlace = from.offset.isConstant() && to.offset.isConstant();
    findings.add(kind, first, dependence.detail, source, sink,
                 mayOverflow ? "update '" + first + "' once per iteration, or make it unsigned"
                 : kind == ObstacleKind::CarriedAnti && isOnePlace
                     ? help({ObstacleKind::CarriedFlow, first, "", {}, {}})
                     : "");
  }
};

} // namespace

void judgeMemory(const AnalysedProgram &analysed, RegionId loop, const ReductionFinder &reductions,
                 PlaceJudge &places, const CalleeReductions &calleeReductions,
                 IterationTables &tables, Budget &budget, LoopFindings &findings) {
  MemoryJudge(analysed, loop, reductions, places, calleeReductions, tables, budget, findings)
      .judge();
}

} // namespace kasuri
