// A loop whose body falls into components, as a layer: each core runs the loop with its own ones.
//
//     while (n--) { left(); right(); in += 2; }      task 0: while (n--) { left(); in += 2; }
//                                                    task 1: while (n--) { right(); in += 2; }
//
// The estimate shares the loop's time out by that of the statements; the loop's head, and
// statements that several components have, count in each. There are no more tasks than cores:
// components go, the longest first, to the task that has least to do. A loop whose text cannot be
// taken apart stays as it is. Components that write into the same cache lines wait in each
// iteration for the line to come from the other core, as for a signal: two channels whose states
// are members of one struct.
#include "plan/Candidates.h"
#include "plan/Pipelines.h"
#include "plan/SortedBy.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace kasuri {

double CandidateMaker::componentsNs(RegionId loop, const std::vector<size_t> &components) const {
  const Region &region = program[loop];
  double headNs = 0;
  for (RegionId part : {region.condition, region.step})
    headNs += part.valid() ? cost.of(part).perExecutionNs : 0;
  std::set<RegionId> kept, all;
  const Distribution &its = *facts.factsOf(loop)->distribution;
  for (size_t i = 0; i < its.components.size(); ++i) {
    all.insert(its.components[i].begin(), its.components[i].end());
    if (std::find(components.begin(), components.end(), i) != components.end())
      kept.insert(its.components[i].begin(), its.components[i].end());
  }
  auto sum = [&](const std::set<RegionId> &statements) {
    return std::accumulate(
        statements.begin(), statements.end(), headNs,
        [&](double ns, RegionId each) { return ns + cost.of(each).perExecutionNs; });
  };
  const double allNs = sum(all);
  return allNs > 0 ? cost.of(loop).perExecutionNs * sum(kept) / allNs : 0;
}

/// Per execution of the distributed loop, of each of its tasks.
double CandidateMaker::sharedLinesNs(RegionId loop) const {
  const bool mayWait = facts.factsOf(loop)->distribution->sharesLines && machine.cores.size() > 1;
  return mayWait ? cost.of(loop).trips * machine.signalBetween(0, 1) : 0;
}

std::vector<std::vector<size_t>> CandidateMaker::binsOf(RegionId loop) const {
  const size_t count = facts.factsOf(loop)->distribution->components.size();
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t(0));
  order = sortedBy(order, [&](size_t each) { return -componentsNs(loop, {each}); });
  std::vector<std::vector<size_t>> bins(std::min<size_t>(count, std::max(2u, options.cores)));
  for (size_t component : order) {
    auto least = std::min_element(bins.begin(), bins.end(), [&](const auto &a, const auto &b) {
      return (a.empty() ? 0 : componentsNs(loop, a)) < (b.empty() ? 0 : componentsNs(loop, b));
    });
    least->push_back(component);
  }
  for (std::vector<size_t> &bin : bins)
    std::sort(bin.begin(), bin.end());
  std::sort(bins.begin(), bins.end());
  return bins;
}

/// However long it runs: the longest task is much shorter than the loop, or leaves few cores idle
/// that loops inside could use.
bool CandidateMaker::canPay(RegionId loop, const Candidate &candidate) const {
  double longestNs = 0;
  for (const PlannedTask &task : candidate.planned.tasks)
    longestNs = std::max(longestNs, task.costNs);
  const double gain = cost.of(loop).perExecutionNs / std::max(0.01, longestNs);
  return options.minGain <= 0 ||
         gain >=
             (holdsParallelLoop(program, facts, loop) ? std::max(1.1, 0.75 * options.cores) : 1.1);
}

std::optional<Candidate> CandidateMaker::distributed(const Unit &unit) const {
  const MacroTask &task = layer.tasks[unit.begin];
  const RegionId loop = task.distributedLoop;
  if (!loop.valid())
    return std::nullopt;
  Candidate candidate;
  const double waitNs = sharedLinesNs(loop);
  size_t number = 0;
  for (std::vector<size_t> &bin : binsOf(loop)) {
    PlannedTask made;
    made.name = nameOf(program, layer, task) + "#" + std::to_string(++number);
    made.members = {task.id};
    made.costNs = componentsNs(loop, bin) + waitNs;
    made.components = std::move(bin);
    candidate.planned.tasks.push_back(std::move(made));
  }
  if (!canPay(loop, candidate))
    return std::nullopt;
  candidate.regions = {task.first};
  const Distribution &its = *facts.factsOf(loop)->distribution;
  candidate.planned.minimumTrip = its.isCounted ? tripsThatPay({loop}, machine.forkJoinNs) : 0;
  finish(candidate);
  candidate.planned.name = nameOf(program, layer, task);
  candidate.planned.sequentialNs = cost.of(loop).perExecutionNs;
  candidate.parallelNs += guardNs * static_cast<double>(its.guards.size());
  candidate.isOpen = its.isCounted && cost.of(loop).isOpen;
  const bool isMovable =
      !whyNotMovable(program, facts, layer, movability, shapeOf(candidate.planned));
  return isMovable ? std::optional(std::move(candidate)) : std::nullopt;
}

} // namespace kasuri
