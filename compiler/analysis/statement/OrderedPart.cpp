// Which statements of a loop have to run in its order, so that the others may run in any?
//
//     for (i = 0; i < n; i++) {
//       double e = analyse(x[i]);      iterations are independent
//       if (e > limit)                 in order: `found` counts on, and a line is printed
//         out[found++] = i;
//       printf("%d %g\n", i, e);
//     }
//
// The loop is cut in two: the iterations of a round do what does not need the order, in parallel,
// and then the others follow in one loop, in the order of the source; so what they print does not
// wait for the end of the loop, and memory that they free does not pile up. Of each iteration the
// variables are kept that go from the one to the other (`e`), as terms of a floating-point sum are.
// A round may be all of the loop. So every statement
// of the first kind comes before all of the second, and what may not be turned round must not be:
// no dependence leads from a statement in order to another one, be it in the same iteration or a
// later one. Dependences the other way need nothing. Memory is not kept for each iteration: what
// one in order reads there, no later iteration of the others may change.
//
// It begins with the verdict on the whole loop. What stops it and order would settle is put in
// order, until nothing is left to stop the rest, or nothing of the rest is worth it.
//
// Source: loop fission with scalar expansion; R. Allen, K. Kennedy, "Optimizing Compilers for
// Modern Architectures" (2001), 5.3 and 6.2.
#include "analysis/statement/OrderedPart.h"
#include "analysis/loop/LoopFindings.h"
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr size_t maxRounds = 8;
constexpr size_t maxStatements = 64;
constexpr uint64_t maxBytes = 4096; ///< handed on in an iteration

class Orderer {
public:
  Orderer(const AnalysedProgram &analysed, const LoopFacts &verdict,
          const StatementFacts &statements, IterationTables &tables, Budget &budget)
      : analysed(analysed), program(analysed.program), loop(verdict.loop), region(program[loop]),
        verdict(verdict), facts(statements), tables(tables), budget(budget),
        known(analysed.effects.functions[region.function.index()]) {}

  /// The loop's facts with an ordered part; none if that does not help.
  std::optional<LoopFacts> run() {
    if (!region.obstacle.empty() || isHopeless(verdict) || !known.counters.contains(loop) ||
        !collect())
      return std::nullopt;
    for (size_t round = 0; round < maxRounds && isWorthIt(); ++round) {
      LoopFindings found = judgeLoopBut(analysed, loop, inOrder(), tables, budget);
      const std::set<RegionId> more = found.facts.isParallel ? findOvertaken() : findStopped(found);
      if (isHopeless(found.facts) || (more.empty() && !found.facts.isParallel))
        return std::nullopt;
      if (more.empty())
        return staysUnseen(found.own.refuted) ? describe(std::move(found.facts)) : std::nullopt;
      ordered.insert(more.begin(), more.end());
    }
    return std::nullopt;
  }

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const Region &region;
  const LoopFacts &verdict;
  const StatementFacts &facts;
  IterationTables &tables;
  Budget &budget;
  const FunctionAccesses &known;
  std::vector<RegionId> statements; ///< of the body, in the order of the source
  std::set<RegionId> ordered;       ///< of these

  /// Order would not help.
  static bool isHopeless(const LoopFacts &its) {
    auto isIt = [](const Obstacle &each) {
      return each.kind == ObstacleKind::EarlyExit || each.kind == ObstacleKind::NotCounted ||
             each.kind == ObstacleKind::IrregularControl ||
             each.kind == ObstacleKind::AnalysisBudget;
    };
    return std::any_of(its.obstacles.begin(), its.obstacles.end(), isIt);
  }

  /// False if one of them cannot be left out.
  bool collect() {
    const RegionId body = region.children[0];
    if (program[body].kind != Region::Kind::Sequence)
      return false;
    statements = program[body].children;
    return statements.size() > 1 && statements.size() <= maxStatements &&
           std::all_of(statements.begin(), statements.end(), [&](RegionId each) {
             auto known = facts.siblings.find(each);
             return known != facts.siblings.end() && !known->second.mayLeave &&
                    program[each].inMainFile;
           });
  }

  /// Where memory runs out in one of the others, the program ends before what is in order has been
  /// done for earlier iterations: then nobody may see of it more than memory.
  bool staysUnseen(const RefutedTests &refuted) const {
    if (std::none_of(statements.begin(), statements.end(),
                     [&](RegionId each) { return mayRunOut(analysed, each); }))
      return true;
    auto isSeen = [&](const Access &access) {
      return access.isOpaque && !access.isLast &&
             !isRefuted(analysed.effects.premises[access.premise], refuted);
    };
    return std::none_of(ordered.begin(), ordered.end(), [&](RegionId statement) {
      const std::vector<ValueId> values = valuesWithin(program, statement);
      return endsWithin(statement) || std::any_of(values.begin(), values.end(), [&](ValueId value) {
               const std::vector<Access> &accesses = known.accessesAt(value);
               return std::any_of(accesses.begin(), accesses.end(), isSeen);
             });
    });
  }

  /// Not only in what it calls, which is another function's text.
  bool endsWithin(RegionId statement) const {
    const auto &arms = analysed.effects.memoryExits.arms;
    return std::any_of(arms.begin(), arms.end(),
                       [&](const auto &each) { return contains(program, statement, each.first); });
  }

  std::vector<RegionId> inOrder() const {
    std::vector<RegionId> found;
    for (RegionId each : statements)
      if (ordered.contains(each))
        found.push_back(each);
    return found;
  }

  /// Something is left that may take long: a loop, a call of a function of the program, or one that
  /// computes; or work on memory, if what is in order happens in some iterations only.
  bool isWorthIt() const {
    const bool isRare = std::ranges::all_of(
        ordered, [&](RegionId each) { return program[each].kind == Region::Kind::Branch; });
    auto isWork = [&](ValueId value) {
      return analysed.pointsTo.callees.contains(value) || isComputation(value) ||
             (isRare && fillsMemory(value));
    };
    return std::any_of(statements.begin(), statements.end(), [&](RegionId each) {
      if (ordered.contains(each))
        return false;
      const std::vector<RegionId> inside = regionsWithin(program, each);
      const std::vector<ValueId> values = valuesWithin(program, each);
      return std::any_of(inside.begin(), inside.end(),
                         [&](RegionId part) { return program[part].kind == Region::Kind::Loop; }) ||
             std::any_of(values.begin(), values.end(), isWork);
    });
  }

  /// Of the library: `sin(x)`, which leaves nothing but errno.
  bool isComputation(ValueId value) const {
    const std::vector<Access> &accesses = known.accessesAt(value);
    return program[value].op == Op::Call && program[value].type.kind == ValueType::Kind::Floating &&
           std::all_of(accesses.begin(), accesses.end(), [&](const Access &access) {
             return isTo(analysed, access, SpecialObject::ErrnoSet);
           });
  }

  /// With what it has computed or loaded.
  bool fillsMemory(ValueId value) const {
    const Instruction &store = program[value];
    const ObjectId variable = variableOf(program, value);
    return store.op == Op::Store && !(variable.valid() && program[variable].isPlainScalar()) &&
           program[withoutConverts(program, store.operands[1])].op != Op::Constant;
  }

  /// The statements that stop the loop; none if that is its head.
  std::set<RegionId> findStopped(const LoopFindings &found) const {
    std::set<RegionId> stopped;
    for (ValueId end : found.ends) {
      auto statement = std::find_if(statements.begin(), statements.end(), [&](RegionId each) {
        return contains(program, each, program[end].block);
      });
      if (statement == statements.end())
        return {};
      if (!ordered.contains(*statement))
        stopped.insert(*statement);
    }
    return stopped;
  }

  /// Later statements of the same iteration that one in order would no longer come before.
  std::set<RegionId> findOvertaken() {
    const FunctionId function = region.function;
    DependenceFinder finder(program, analysed.pointsTo, analysed.effects, budget, function);
    const Viewpoint within =
        withinSequence(program, analysed.effects, function, region.children[0]);
    PrivateMemory own;
    own.callees = calleesWithin(analysed, loop);
    std::set<RegionId> overtaken;
    std::vector<std::pair<RegionId, std::vector<AccessGroup>>> earlier; ///< in order
    for (RegionId statement : statements) {
      std::vector<AccessGroup> groups = finder.groups(statement, within, own);
      if (ordered.contains(statement))
        earlier.emplace_back(statement, std::move(groups));
      else if (std::any_of(earlier.begin(), earlier.end(), [&](const auto &each) {
                 return overtakesErrno(each.first, statement) ||
                        finder.between(each.second, groups, within, own);
               }))
        overtaken.insert(statement);
    }
    return overtaken;
  }

  bool overtakesErrno(RegionId early, RegionId late) const {
    return analysed.readsErrno && touches(late, {SpecialObject::ErrnoSet}) &&
           touches(early, {SpecialObject::Errno, SpecialObject::ErrnoSet});
  }

  bool touches(RegionId statement, std::initializer_list<SpecialObject> which) const {
    auto isOne = [&](const Access &access) {
      return std::any_of(which.begin(), which.end(),
                         [&](SpecialObject each) { return isTo(analysed, access, each); });
    };
    const std::vector<ValueId> values = valuesWithin(program, statement);
    return std::any_of(values.begin(), values.end(), [&](ValueId value) {
      const std::vector<Access> &accesses = known.accessesAt(value);
      return std::any_of(accesses.begin(), accesses.end(), isOne);
    });
  }

  // --- What is handed on.

  /// In statements of one kind.
  bool isNamed(ObjectId object, bool isInOrder) const {
    return std::any_of(statements.begin(), statements.end(), [&](RegionId statement) {
      if (ordered.contains(statement) != isInOrder)
        return false;
      const std::vector<ValueId> values = valuesWithin(program, statement);
      return std::any_of(values.begin(), values.end(), [&](ValueId value) {
        return program[value].op == Op::Address && program[value].object == object;
      });
    });
  }

  bool isSetIn(RegionId part, ObjectId object) const {
    const std::vector<ValueId> values = valuesWithin(program, part);
    return std::any_of(values.begin(), values.end(),
                       [&](ValueId value) { return isStoreTo(program, value, object); });
  }

  bool isSetInOrder(ObjectId object) const {
    return std::any_of(ordered.begin(), ordered.end(),
                       [&](RegionId statement) { return isSetIn(statement, object); });
  }

  bool isDeclaredInside(ObjectId object) const {
    const RegionId scope = program[object].scope;
    return scope.valid() && scope != loop && contains(program, loop, scope);
  }

  bool isInOrder(ValueId value) const { return isWithin(program, inOrder(), value); }

  /// What each part of the loop has for itself, and sums it up, is not there in the order.
  bool usesWhatIsSplit(const LoopFacts &its) const {
    auto isPlaceUsed = [&](const Place &place) {
      return std::any_of(place.accesses.begin(), place.accesses.end(),
                         [&](ValueId access) { return isInOrder(access); });
    };
    auto isUsed = [&](ObjectId object) { return object.valid() && isNamed(object, true); };
    for (const Reduction &each : its.reductions) {
      if (isUsed(each.object) || (each.place && isPlaceUsed(*each.place)) ||
          std::any_of(each.companions.begin(), each.companions.end(), isUsed) ||
          std::any_of(each.companionPlaces.begin(), each.companionPlaces.end(), isPlaceUsed))
        return true;
      if (each.accumulator)
        for (const auto &[call, operand] : each.accumulator->arguments)
          if (isInOrder(call))
            return true;
      if (each.called &&
          std::ranges::any_of(each.called->calls, [&](ValueId call) { return isInOrder(call); }))
        return true;
    }
    for (const PrivateObject &each : its.privates) {
      // Static variables are as private as locals, but the function's own is not set in order.
      const bool canBeKept = each.object.valid() && program[each.object].isAutomatic() &&
                             program[each.object].type.kind != ValueType::Kind::Aggregate;
      if ((each.place && isPlaceUsed(*each.place)) || (each.mayBeUnset && isUsed(each.object)) ||
          (each.allocation.valid() && isUsed(program[each.allocation].object)) ||
          ((!canBeKept || each.allocation.valid()) &&
           (isUsed(each.object) || isReached(each.object))))
        return true;
    }
    return !its.blocks.empty();
  }

  /// By some pointer in the statements in order.
  bool isReached(ObjectId object) const {
    if (!object.valid())
      return false;
    for (RegionId statement : ordered)
      for (ValueId value : valuesWithin(program, statement))
        for (const Access &access : known.accessesAt(value))
          for (const Location &location : locationsOf(analysed.effects, analysed.pointsTo, access))
            if (location.object == object)
              return true;
    return false;
  }

  /// The loop's own variable, or one that advances with it.
  bool isAdvancing(const LoopFacts &its, ObjectId object) const {
    return object == region.counted.variable ||
           std::any_of(its.inductions.begin(), its.inductions.end(),
                       [&](const Induction &each) { return each.object == object; });
  }

  bool isPrivate(const LoopFacts &its, ObjectId object) const {
    return std::any_of(its.privates.begin(), its.privates.end(), [&](const PrivateObject &each) {
      return each.object == object && !each.place && !each.allocation.valid();
    });
  }

  std::optional<LoopFacts> describe(LoopFacts its) const {
    OrderedPart part;
    uint64_t bytes = 0;
    part.statements = inOrder();
    if (usesWhatIsSplit(its))
      return std::nullopt;
    for (ObjectId object : analysed.automatic[region.function.index()]) {
      const bool isInside = isDeclaredInside(object), advances = isAdvancing(its, object);
      if (!isNamed(object, true) || (!isInside && !advances && !isPrivate(its, object)))
        continue;
      if (object == region.counted.variable) {
        if (isSetIn(region.children[0], object))
          return std::nullopt;
        continue; // made from the number of the iteration
      }
      const uint64_t size = program[object].type.size;
      if ((advances && isSetInOrder(object)) || size == 0)
        return std::nullopt;
      const bool hasValue = advances || isNamed(object, false);
      part.forwarded.push_back({object, isInside || advances, hasValue});
      bytes += hasValue ? size : 0;
    }
    if (bytes > maxBytes || handsOutItsOwn(its, part))
      return std::nullopt;
    part.keepsErrno = analysed.readsErrno &&
                      std::any_of(statements.begin(), statements.end(), [&](RegionId each) {
                        return !ordered.contains(each) && touches(each, {SpecialObject::ErrnoSet});
                      });
    part.freesMemory = std::any_of(part.statements.begin(), part.statements.end(),
                                   [&](RegionId each) { return mayFree(each); });
    its.ordered = std::move(part);
    return its;
  }

  bool mayFree(RegionId statement) const {
    return anyReached(analysed, statement, [&](ValueId value) {
      const LibraryFunction *library = libraryCalled(program[value]);
      return library && library->frees;
    });
  }

  /// A pointer to what each iteration has for itself outlives the iteration's first half: what is
  /// handed on is a copy, and lies elsewhere.
  bool handsOutItsOwn(const LoopFacts &its, const OrderedPart &part) const {
    const std::set<FunctionId> callees = calleesWithin(analysed, loop);
    auto isOwn = [&](ObjectId object) {
      return !analysed.pointsTo.isSpecial(object) && program[object].isAutomatic() &&
             program[object].owner == region.function &&
             (isDeclaredInside(object) || isPrivate(its, object));
    };
    auto staysInside = [&](ObjectId holder) {
      if (analysed.pointsTo.isSpecial(holder) || !program[holder].isAutomatic())
        return false;
      const bool isForwarded = std::any_of(
          part.forwarded.begin(), part.forwarded.end(),
          [&](const ForwardedValue &each) { return each.object == holder && each.hasValue; });
      return isOwn(holder) ? !isForwarded : callees.contains(program[holder].owner);
    };
    return std::any_of(analysed.pointsTo.held.begin(), analysed.pointsTo.held.end(),
                       [&](const HeldLocations &each) {
                         const LocationSet &locations = analysed.pointsTo.sets[each.set];
                         return !staysInside(each.place.object) &&
                                std::any_of(locations.begin(), locations.end(),
                                            [&](const Location &to) { return isOwn(to.object); });
                       });
  }
};

} // namespace

std::optional<LoopFacts> orderLoop(const AnalysedProgram &analysed, const LoopFacts &verdict,
                                   const StatementFacts &statements, IterationTables &tables,
                                   Budget &budget) {
  if (verdict.isParallel || verdict.distribution)
    return std::nullopt;
  std::optional<LoopFacts> found = Orderer(analysed, verdict, statements, tables, budget).run();
  if (found)
    found->assumesAssertions = verdict.assumesAssertions;
  return found;
}

} // namespace kasuri
