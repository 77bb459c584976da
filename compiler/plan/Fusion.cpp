// Tasks that cost less than a few dispatches are fused with what stands beside them.
//
//     a = prepare(x);    2 us        w0: a  t  b      each row 30 ns, and 60 ns until another core
//     t = scale * 2;     1 ns        w1: c            sees that it is done
//     b = refine(a, t);  2 us     ->
//     if (n > 9) c++;    3 ns        w0: a+1, b       t joins a; the branch is one task and joins b
//
// Only neighbours in the source are joined, so what becomes one task function is the source's own
// text, and an edge goes from an earlier task to a later one as before: there is no cycle. A branch
// whose condition and arms are all cheap together is closed, which decides it where it stands. Each
// step is kept only if a quick schedule with all cores ends no later, so nothing is joined that
// should run beside each other, or that lets others wait; the caller compares the whole result in
// all tables again.
//
// A variable of which one task has a copy of its own must not be named by its new neighbour unless
// that has one, too: else one of them would see the other's. Tasks on both sides of a branch that
// may leave the layer are never joined.
#include "plan/Candidates.h"
#include "plan/Pieces.h"

#include <algorithm>

namespace kasuri {
namespace {

/// A task is worth its row if it takes so many times what dispatching it and a signal take.
constexpr double fewDispatches = 4;
/// Pieces times pieces times workers, over all quick schedules of a layer.
constexpr double maxWork = 2e8;

} // namespace

/// As far as that is known: not what may be anything.
bool CandidateMaker::isCheap(const Group &group) const {
  double ns = 0;
  for (size_t i = group.begin; i < group.end; ++i) {
    const RegionCost &its = cost.of(layer.tasks[units[i].begin].first);
    if (its.confidence == Confidence::Low)
      return false;
    ns += its.perExecutionNs;
  }
  return ns < fewDispatches * (machine.dispatchNs + machine.signalNs);
}

bool CandidateMaker::isBranch(const Group &group) const {
  return group.end - group.begin == 1 && !group.isClosed &&
         units[group.begin].end - units[group.begin].begin > 1;
}

/// No task's own variable is the other's shared one.
bool CandidateMaker::hidesNothing(const MacroTask &task, const MacroTask &other) const {
  return std::all_of(task.privates.begin(), task.privates.end(),
                     [&](const PrivateObject &each) { return !mentions(other, each.object); });
}

/// Nor do they lie on different sides of a branch that may leave the layer, which is no task as a
/// whole.
bool CandidateMaker::canFuse(const Group &group) const {
  for (size_t i = group.begin; i < group.end; ++i)
    if (const MacroTask &task = layer.tasks[units[i].begin];
        task.staysWith || task.control != layer.tasks[units[group.begin].begin].control)
      return false;
  for (size_t i = group.begin; i < group.end; ++i)
    for (size_t other = group.begin; other < group.end; ++other)
      if (i != other && !hidesNothing(layer.tasks[units[i].begin], layer.tasks[units[other].begin]))
        return false;
  return true;
}

double CandidateMaker::quickMakespan(const std::vector<Group> &groups) const {
  PlannedLayer planned = assemble(groups).planned;
  setParts(planned);
  const unsigned workers = std::max(2u, options.cores);
  return scheduleBy(ListRule::Insertion, piecesOf(planned, workers, 1), machine, workers)
      .makespanNs;
}

std::vector<Group> CandidateMaker::fuse(std::vector<Group> groups) const {
  const double tasks = static_cast<double>(layer.tasks.size());
  double trials = maxWork / (tasks * tasks * std::max(2u, options.cores));
  double bestNs = quickMakespan(groups);
  auto keep = [&](std::vector<Group> &&tried) {
    if (--trials < 0)
      return false;
    const double ns = quickMakespan(tried);
    if (ns > bestNs)
      return false;
    bestNs = ns;
    groups = std::move(tried);
    return true;
  };
  for (size_t i = 0; i < groups.size(); ++i)
    if (isBranch(groups[i]) && isCheap(groups[i]) && canFuse(groups[i])) {
      std::vector<Group> tried = groups;
      tried[i].isClosed = true;
      keep(std::move(tried));
    }
  for (size_t i = 0; groups.size() > 2 && i + 1 < groups.size();) {
    const Group joined{groups[i].begin, groups[i + 1].end, true};
    const bool isWanted = isCheap(groups[i]) || isCheap(groups[i + 1]);
    const bool isClosed = !isBranch(groups[i]) && !isBranch(groups[i + 1]);
    std::vector<Group> tried = groups;
    tried[i] = joined;
    tried.erase(tried.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (!isWanted || !isClosed || !canFuse(joined) || !keep(std::move(tried)))
      ++i;
  }
  return groups;
}

} // namespace kasuri
