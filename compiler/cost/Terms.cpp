#include "cost/Terms.h"

namespace kasuri {

/// Terms in one execution of the loop.
static double termsOf(const Program &program, const CostModel &cost, const Reduction &reduction,
                      RegionId loop) {
  const double trips = cost.of(loop).trips;
  if (!reduction.isListed())
    return reduction.isOrdered() ? trips : 0;
  const double executions = cost.executions[loop.index()];
  double terms = 0;
  for (ValueId update : reduction.listed)
    terms += executions > 0 ? cost.executions[program[update].block.index()] / executions : trips;
  return terms;
}

/// A list costs more than an array, and what is added to memory more than a sum in a register: each
/// addition may wait for the one before, and addresses take up the caches.
TermCost costOfTerms(const Program &program, const CostModel &cost, const LoopFacts &loop) {
  constexpr double keptNs = 0.5, listedNs = 1.5, addedNs = 1.25;
  constexpr double withAddressNs = 4, addressedNs = 6;
  TermCost all;
  for (const Reduction &each : loop.reductions) {
    const double terms = termsOf(program, cost, each, loop.loop);
    const double bytes = static_cast<double>(program[each.update].type.size);
    all.keepNs += terms * (each.hasAddresses ? withAddressNs : each.isListed() ? listedNs : keptNs);
    all.foldNs += terms * (each.hasAddresses ? addressedNs : addedNs);
    if (each.isListed())
      all.bytes += terms * (each.hasAddresses ? 3 * bytes : bytes);
  }
  return all;
}

double orderedNs(const Program &program, const CostModel &cost, const LoopFacts &loop) {
  if (!loop.ordered)
    return 0;
  double all = 0, inOrder = 0;
  for (RegionId each : program[program[loop.loop].children[0]].children)
    all += cost.of(each).perExecutionNs;
  for (RegionId each : loop.ordered->statements)
    inOrder += cost.of(each).perExecutionNs;
  return all > 0 ? cost.of(loop.loop).perExecutionNs * inOrder / all : 0;
}

} // namespace kasuri
