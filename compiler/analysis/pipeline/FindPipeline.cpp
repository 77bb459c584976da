// Which statements of a loop must its iterations run one after another, so that the rest may
// overlap?
//
//     while ((n = fread(in, 1, N, f)) > 0) {   ordered: files, n and in are handed on
//       m = pack(in, n, out);                  iterations overlap: n, m, in and out are their own
//       total += m;                            ordered: total is handed on
//       fwrite(out, 1, m, g);                  ordered: files
//     }
//
// Each iteration runs on one core, from its start to its end, and enters an ordered segment when
// the iteration before has left it. So of two statements A and B of the body, with A in an earlier
// iteration than B, A is over before B begins
//   - if A stands before B or is B, and a segment has one of them or lies between them: the segment
//     orders both through it;
//   - if A stands behind B, and one segment has both.
// Every dependence that iterations carry must be of these kinds; where it is not, a segment is made
// that has both statements, or one of them. Scalars and arrays that iterations only reuse get a
// copy for each iteration. If one iteration reads what the one before has left, the value is handed
// on: a segment from the first statement that uses it to the last that writes it begins with taking
// it and ends with leaving it, and what follows works on the iteration's own copy, which the next
// iteration does not change.
//
// What orders something that takes long may happen only under conditions that stay the same in the
// loop. Then the search begins anew without it, and a pipeline that frees more is made, with guards
// that the conditions do not hold (PipelineGuards.h). Where they do hold, another pipeline may run
// the loop: one that needs no guard, or a guard that they hold.
//
// The loop's head is in the first segment. It ends the loop when no later iteration has begun.
//
// Sources: S. Campanoni et al., HELIX (CGO 2012); E. Raman et al., parallel-stage decoupled
// software pipelining (CGO 2008).
#include "analysis/pipeline/FindPipeline.h"

#include "analysis/pipeline/Increments.h"
#include "analysis/pipeline/PipelineBars.h"
#include "analysis/pipeline/PipelineExits.h"
#include "analysis/pipeline/PipelineGuards.h"
#include "analysis/pipeline/PipelineLines.h"
#include "analysis/pipeline/PipelineMemory.h"
#include "analysis/pipeline/PipelineRanges.h"
#include "analysis/pipeline/PipelineScalars.h"
#include "analysis/pointers/CallEffects.h"
#include "model/Regions.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace kasuri {
namespace {

class PipelineFinder {
public:
  PipelineFinder(const AnalysedProgram &analysed, RegionId loop, PipelineElements elements,
                 IterationTables &tables, Budget &budget, const RefutedTests &refuted)
      : draft(analysed, loop, std::move(elements), budget), tables(tables) {
    draft.own.refuted = refuted;
  }

  const PipelineDraft &found() const { return draft; }

  PipelineSearch find() {
    if (const ValueId errnoUse = findErrno(); errnoUse.valid())
      return barred(PipelineBar::Kind::Errno, draft.program[errnoUse].location);
    draft.ranges.push_back({0, 0});
    draft.budget.startAnew();
    findPipelineLines(draft);
    findPipelineScalars(draft);
    if (!canBeWorthIt(draft))
      return barred();
    draft.own.callees = calleesWithin(draft.analysed, draft.loop);
    const bool isOrdered = orderMemory(draft, tables);
    if (draft.budget.hasGivenUp())
      return barred(PipelineBar::Kind::Budget, draft.program[draft.loop].location);
    if (!isOrdered || !areLinesOwn(draft))
      return barred();
    addRanges(PipelineBar::Kind::Volatile, [&] { orderVolatiles(); });
    addRanges(PipelineBar::Kind::Memory, [&] { orderEnds(); });
    bool areExitsRight = false;
    addRanges(PipelineBar::Kind::ExitUses, [&] { areExitsRight = orderExits(draft); });
    if (!areExitsRight)
      return barred(PipelineBar::Kind::LeftBehind,
                    draft.program[draft.pipeline.exits.back()].location);
    for (const Handed &each : draft.handed)
      draft.ranges.push_back(each.range);
    joinRanges(draft);
    coverForward(draft);
    keepValuesOutOfCalls(draft);
    if (!isWorthIt(draft))
      return barred();
    draft.pipeline.overlap = overlapOf(draft);
    return {describe(), {}};
  }

private:
  PipelineDraft draft;
  IterationTables &tables;

  PipelineSearch barred() { return {std::nullopt, findBars(draft)}; }

  PipelineSearch barred(PipelineBar::Kind kind, SourceLocation source) const {
    return {std::nullopt, barAt(draft, kind, source)};
  }

  void addRanges(PipelineBar::Kind kind, const std::function<void()> &order) {
    const size_t known = draft.ranges.size();
    order();
    for (size_t i = known; i < draft.ranges.size(); ++i)
      draft.causes.emplace_back(draft.ranges[i], kind);
  }

  bool isErrno(const Access &access) const {
    return isTo(draft.analysed, access, SpecialObject::Errno) && !access.isLast;
  }

  /// What names errno.
  ValueId findErrno() const {
    for (const PipelineElement &element : draft.all())
      for (ValueId value : element.values) {
        const std::vector<Access> &accesses = draft.known.accessesAt(value);
        if (std::any_of(accesses.begin(), accesses.end(),
                        [&](const Access &access) { return isErrno(access); }))
          return value;
      }
    return {};
  }

  /// Accesses to volatile memory keep their order with all else that is seen from outside.
  void orderVolatiles() {
    std::optional<ElementRange> seen;
    bool hasVolatile = false;
    for (size_t i = 0; i < draft.groups.size(); ++i) {
      for (const auto &[at, origin] : draft.groups[i].places)
        hasVolatile |= draft.program[origin].isVolatile;
      if (isVisible(draft.groups[i]))
        extend(seen, draft.elementOf[i]);
    }
    if (hasVolatile && seen)
      draft.ranges.push_back(*seen);
  }

  bool isVisible(const AccessGroup &group) const {
    return group.sample.isOpaque && group.sample.isWrite && !isAtEnd(group.sample);
  }

  /// Where the program may end for want of memory, nothing of a later iteration has been seen.
  void orderEnds() {
    for (size_t i = 0; i < draft.all().size(); ++i) {
      if (!draft.mayRunOutIn(i))
        continue;
      for (size_t group = 0; group < draft.groups.size(); ++group)
        if (draft.elementOf[group] <= i && isVisible(draft.groups[group]))
          draft.ranges.push_back({draft.elementOf[group], i});
    }
  }

  Pipeline describe() {
    for (const ElementRange &range : draft.ranges) {
      OrderedSegment segment;
      segment.begin = range.first == 0 ? 0 : range.first - 1;
      segment.end = range.last;
      for (const Handed &each : draft.handed) {
        if (!overlap(each.range, range))
          continue;
        const int64_t added = addedBehind(each, range.last);
        if (each.bytes) {
          segment.bytes.push_back(*each.bytes);
          segment.bytes.back().added = added;
          continue;
        }
        segment.taken.push_back(each.object);
        segment.left.push_back({each.object, added});
      }
      draft.pipeline.segments.push_back(std::move(segment));
    }
    for (const Handed &each : draft.late)
      leaveLate(each);
    for (const PipelineElement &each : draft.all())
      if (each.piece.statement.valid())
        draft.pipeline.pieces.push_back(each.piece);
    std::sort(draft.pipeline.exits.begin(), draft.pipeline.exits.end());
    return std::move(draft.pipeline);
  }

  /// At the end of the segment that has the last write or follows it, or in one of its own. With
  /// the first segment the loop may end before it is set: then the value before must stay.
  void leaveLate(const Handed &each) {
    std::vector<OrderedSegment> &segments = draft.pipeline.segments;
    auto next = std::find_if(segments.begin(), segments.end(), [&](const OrderedSegment &segment) {
      return segment.end >= each.range.last;
    });
    if (next == segments.end())
      next = segments.insert(next, {each.range.last, each.range.last, {}, {}});
    next->left.push_back({each.object});
    if (next == segments.begin())
      next->taken.push_back(each.object);
  }
};

/// With guards, if more is free then than without.
class GuardedSearch {
public:
  GuardedSearch(const AnalysedProgram &analysed, RegionId loop, const PipelineElements &elements,
                IterationTables &tables, Budget &budget)
      : analysed(analysed), loop(loop), elements(elements), tables(tables), budget(budget) {}

  PipelineSearch find() {
    const Attempt first = attempt({}, maxConditions);
    Attempt best = findBest(first);
    if (best.search.pipeline && !best.conditions.empty())
      addOther(first, best);
    return std::move(best.search);
  }

private:
  struct Condition {
    Clause clause;
    Guard guard; ///< that all tests of the clause fail
  };

  struct Attempt {
    PipelineSearch search;
    std::vector<Condition> conditions = {};
    std::vector<Condition> next = {}; ///< without which less might be in order

    Overlap overlap() const { return search.pipeline ? search.pipeline->overlap : Overlap(); }
    size_t free() const { return overlap().free; }
  };

  static constexpr size_t maxConditions = 3;

  const AnalysedProgram &analysed;
  RegionId loop;
  const PipelineElements &elements;
  IterationTables &tables;
  Budget &budget;

  /// With as few conditions as free the same.
  Attempt findBest(const Attempt &first) {
    Attempt latest = first, best = first;
    std::vector<Condition> conditions;
    while (!latest.next.empty() && conditions.size() < maxConditions) {
      conditions.push_back(latest.next.front());
      latest = attempt(conditions, 1);
      if (latest.free() > best.free())
        best = latest;
    }
    for (size_t i = best.conditions.size(); i-- > 0 && best.conditions.size() > 1;) {
      std::vector<Condition> fewer = best.conditions;
      fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
      if (Attempt other = attempt(fewer, 0); other.free() == best.free())
        best = std::move(other);
    }
    return best;
  }

  /// Of those with a single condition that the best one does not have, or with none.
  void addOther(const Attempt &first, Attempt &best) {
    std::optional<Pipeline> found = first.search.pipeline;
    for (const Condition &each : first.next) {
      if (std::ranges::find(best.conditions, each.clause, &Condition::clause) !=
          best.conditions.end())
        continue;
      Attempt other = attempt({each}, 0);
      if (other.overlap() > (found ? found->overlap : Overlap())) {
        found = std::move(other.search.pipeline);
        best.search.areOpposite = areOpposite(best.conditions, each);
      }
    }
    best.search.otherPipeline = std::move(found);
  }

  /// Whether the number that one condition tests is zero where the other one's is not.
  static bool areOpposite(const std::vector<Condition> &conditions, const Condition &other) {
    const Clause &a = conditions.front().clause, &b = other.clause;
    if (conditions.size() > 1 || a.size() > 1 || b.size() > 1)
      return false;
    using Kind = ConditionTest::Kind;
    const std::set<Kind> kinds{a.front().kind, b.front().kind};
    return kinds == std::set{Kind::NotZero, Kind::Zero} && a.front().value == b.front().value &&
           a.front().pointer == b.front().pointer;
  }

  /// With at most so many that may come next.
  Attempt attempt(const std::vector<Condition> &conditions, size_t mostNext) {
    RefutedTests refuted;
    for (const Condition &each : conditions)
      refuted.insert(refuted.end(), each.clause.begin(), each.clause.end());
    PipelineFinder finder(analysed, loop, elements, tables, budget, refuted);
    Attempt made{finder.find(), conditions};
    if (made.search.pipeline)
      for (const Condition &each : llvm::reverse(conditions)) {
        std::vector<Guard> &guards = made.search.pipeline->guards;
        guards.insert(guards.begin(), each.guard);
      }
    const std::vector<Clause> tests =
        mostNext > 0 ? testsBehindOrder(finder.found()) : std::vector<Clause>();
    for (const Clause &clause : tests) {
      if (made.next.size() == mostNext)
        break;
      if (auto guard = guardAgainst(finder.found(), clause))
        made.next.push_back({clause, std::move(*guard)});
    }
    return made;
  }
};

} // namespace

PipelineSearch findPipeline(const AnalysedProgram &analysed, const LoopFacts &verdict,
                            const StatementFacts &statements, IterationTables &tables,
                            Budget &budget, const InlinedProgram *inlined) {
  if (verdict.isParallel || verdict.distribution)
    return {};
  std::optional<PipelineElements> elements =
      findElements(analysed, statements, verdict.loop, inlined);
  if (!elements)
    return {std::nullopt, findBodyBars(analysed, statements, verdict.loop)};
  return GuardedSearch(analysed, verdict.loop, *elements, tables, budget).find();
}

} // namespace kasuri
