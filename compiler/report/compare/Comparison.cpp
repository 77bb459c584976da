#include "report/compare/Comparison.h"

#include "llvm/ADT/STLExtras.h"

namespace kasuri {
namespace {

bool isAble(Standing standing) {
  return standing != Standing::Sequential && standing != Standing::InOrderInside;
}

bool runsInParallel(Standing standing) { return standing >= Standing::InOrderInside; }

Change changeOf(const LoopMatch &loop) {
  if (!loop.before)
    return Change::New;
  if (!loop.after)
    return loop.in.after ? Change::Gone : Change::FarGone;
  const Standing before = loop.before->standing, after = loop.after->standing;
  if (after == Standing::Parallel && before != Standing::Parallel && before != Standing::Inside)
    return Change::Gained;
  if (!runsInParallel(after) &&
      (before == Standing::Parallel || (before == Standing::Inside && !isAble(after))))
    return Change::Lost;
  const std::optional<bool> was = loop.before->isGuarded, is = loop.after->isGuarded;
  if (was && is && *was != *is)
    return *is ? Change::Guarded : Change::Unguarded;
  if (isAble(before) == isAble(after))
    return Change::Same;
  return isAble(after) ? Change::Able : Change::Unable;
}

/// Its iterations are distributed, and were not.
bool isNewlyDistributed(const LoopChange &each) {
  return each.loop.after && each.loop.after->standing == Standing::Parallel &&
         (!each.loop.before || each.loop.before->standing != Standing::Parallel);
}

/// Of a layer that is no longer there, a loop may have become one.
Change changeOf(const LayerMatch &layer, const std::vector<LoopChange> &loops) {
  if (!layer.before)
    return Change::Gained;
  if (layer.after)
    return Change::Same;
  if (!layer.in.after)
    return Change::FarGone;
  return llvm::any_of(loops,
                      [&](const LoopChange &each) {
                        return each.loop.in.after == layer.in.after && isNewlyDistributed(each);
                      })
             ? Change::Same
             : Change::Lost;
}

} // namespace

Comparison compare(const Snapshot &before, const Snapshot &after) {
  const Matching matching = matchLoops(before, after);
  Comparison comparison;
  for (const LoopMatch &each : matching.loops)
    comparison.loops.push_back({each, changeOf(each)});
  for (const LayerMatch &each : matching.layers)
    comparison.layers.push_back({each, changeOf(each, comparison.loops)});
  return comparison;
}

size_t countLoops(const Comparison &comparison, Change change) {
  return static_cast<size_t>(llvm::count_if(
      comparison.loops, [&](const LoopChange &each) { return each.change == change; }));
}

size_t countLost(const Comparison &comparison) {
  return countLoops(comparison, Change::Lost) +
         static_cast<size_t>(llvm::count_if(comparison.layers, [](const LayerChange &each) {
           return each.change == Change::Lost;
         }));
}

} // namespace kasuri
