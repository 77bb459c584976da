#include "analysis/pipeline/PipelineRanges.h"

#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

bool isHeavy(const PipelineDraft &draft, size_t element) {
  for (RegionId region : draft.all()[element].regions) {
    const std::vector<RegionId> inside = regionsWithin(draft.program, region);
    if (std::any_of(inside.begin(), inside.end(),
                    [&](RegionId each) { return draft.program[each].kind == Region::Kind::Loop; }))
      return true;
  }
  return std::any_of(
      draft.all()[element].values.begin(), draft.all()[element].values.end(),
      [&](ValueId value) { return draft.analysed.pointsTo.callees.contains(value); });
}

/// Reading input takes time.
static bool holdsCall(const PipelineDraft &draft, size_t element) {
  return std::any_of(draft.all()[element].values.begin(), draft.all()[element].values.end(),
                     [&](ValueId value) { return draft.program[value].op == Op::Call; });
}

bool isHeavy(const PipelineDraft &draft, const ElementRange &range) {
  for (size_t i = range.first; i <= range.last; ++i)
    if (isHeavy(draft, i) || (i == 0 && holdsCall(draft, i)))
      return true;
  return false;
}

static bool isBefore(const ElementRange &a, const ElementRange &b) {
  return std::pair(a.first, a.last) < std::pair(b.first, b.last);
}

/// Nothing in these elements is worth another turn. `end`: behind the last one.
static bool isShortGap(const PipelineDraft &draft, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i)
    if (isHeavy(draft, i) || holdsCall(draft, i))
      return false;
  return true;
}

bool isOrdered(const PipelineDraft &draft, size_t earlier, size_t later) {
  return std::any_of(draft.ranges.begin(), draft.ranges.end(), [&](const ElementRange &range) {
    return earlier <= later ? overlap(range, {earlier, later})
                            : range.first <= later && earlier <= range.last;
  });
}

/// Segments of which one iteration may be in each, though all they have is ordered.
static size_t countHeavySegments(const PipelineDraft &draft) {
  std::vector<ElementRange> ranges = draft.ranges;
  std::sort(ranges.begin(), ranges.end(), isBefore);
  size_t count = 0, end = 1; ///< of those counted; the head is no work of its own
  bool isHeavyNow = false;
  for (const ElementRange &each : ranges) {
    isHeavyNow &= each.first < end;
    for (size_t i = std::max(end, each.first); i <= each.last; ++i)
      if (isHeavy(draft, i) && !isHeavyNow) {
        isHeavyNow = true;
        ++count;
      }
    end = std::max(end, each.last + 1);
  }
  return count;
}

bool isWorthIt(const PipelineDraft &draft) {
  for (size_t i = 1; i < draft.all().size(); ++i)
    if (!isOrdered(draft, i, i) && isHeavy(draft, i))
      return true;
  return countHeavySegments(draft) > 1;
}

bool canBeWorthIt(PipelineDraft &draft) {
  const std::vector<ElementRange> before = draft.ranges;
  for (const Handed &each : draft.handed)
    draft.ranges.push_back(each.range);
  for (size_t i = 0; i < draft.all().size(); ++i)
    if (draft.all()[i].isExit() && !draft.mayBeAheadOf(i))
      draft.ranges.push_back({0, i});
  const bool answer = isWorthIt(draft);
  draft.ranges = before;
  return answer;
}

/// All that it would write it writes only if one of the refuted tests holds.
static bool isIdle(const PipelineDraft &draft, size_t element) {
  bool isRefuted = false;
  for (ValueId value : draft.all()[element].values)
    for (const Access &access : draft.known.accessesAt(value)) {
      if (!access.isWrite)
        continue;
      if (!kasuri::isRefuted(draft.analysed.effects.premises[access.premise], draft.own.refuted))
        return false;
      isRefuted = true;
    }
  return isRefuted;
}

Overlap overlapOf(const PipelineDraft &draft) {
  Overlap made;
  for (size_t i = 1; i < draft.all().size(); ++i)
    made.free += !isOrdered(draft, i, i) && isHeavy(draft, i) && !isIdle(draft, i);
  made.segments = countHeavySegments(draft);
  return made;
}

/// In their order; two that follow each other become one if they are to be joined.
template <typename AreJoined>
static std::vector<ElementRange> joined(std::vector<ElementRange> ranges, AreJoined areJoined) {
  std::sort(ranges.begin(), ranges.end(), isBefore);
  std::vector<ElementRange> made;
  for (const ElementRange &each : ranges)
    if (!made.empty() && areJoined(made.back(), each))
      made.back().last = std::max(made.back().last, each.last);
    else
      made.push_back(each);
  return made;
}

std::vector<ElementRange> joinedByOverlap(std::vector<ElementRange> ranges) {
  return joined(std::move(ranges), overlap);
}

void joinRanges(PipelineDraft &draft) {
  const auto areJoined = [&](const ElementRange &before, const ElementRange &each) {
    return overlap(before, each) || (isShortGap(draft, before.last + 1, each.first) &&
                                     !(isHeavy(draft, before) && isHeavy(draft, each)));
  };
  draft.ranges = joined(std::move(draft.ranges), areJoined);
}

ElementRange rangeOf(const PipelineDraft &draft, const PipelineDraft::Carried &each) {
  if (each.earlier >= each.later)
    return {each.later, each.earlier};
  const bool isLighter = isHeavy(draft, each.later) && !isHeavy(draft, each.earlier);
  const size_t element = isLighter ? each.earlier : each.later;
  return {element, element};
}

void coverForward(PipelineDraft &draft) {
  for (const PipelineDraft::Carried &each : draft.carried)
    if (!isOrdered(draft, each.earlier, each.later))
      draft.ranges.push_back(rangeOf(draft, each));
  joinRanges(draft);
}

/// It is handed on in the range.
static bool hasVariable(const PipelineDraft &draft, const ElementRange &range) {
  return std::any_of(draft.handed.begin(), draft.handed.end(), [&](const Handed &each) {
    return each.object.valid() && overlap(each.range, range);
  });
}

static ElementRange outOfCall(const PipelineDraft &draft, ElementRange range,
                              const CalledElements &call) {
  const bool begins = call.arguments < range.first && range.first <= call.result,
             ends = call.arguments <= range.last && range.last < call.result;
  const bool isOutside = hasVariable(draft, range);
  if (begins)
    range.first = isOutside ? call.arguments : std::min(range.first, call.result - 1);
  if (ends && isOutside)
    range.last = call.result;
  return range;
}

void keepValuesOutOfCalls(PipelineDraft &draft) {
  for (bool isStable = false; !isStable;) {
    isStable = true;
    for (ElementRange &range : draft.ranges)
      for (const CalledElements &call : draft.elements.calls) {
        const ElementRange moved = outOfCall(draft, range, call);
        isStable &= moved.first == range.first && moved.last == range.last;
        range = moved;
      }
    joinRanges(draft);
  }
}

} // namespace kasuri
