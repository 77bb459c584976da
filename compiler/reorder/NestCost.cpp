#include "reorder/NestCost.h"

#include <algorithm>
#include <cstdlib>

namespace kasuri {

// In cycles.
constexpr double neighborCost = 0.25, farCost = 3, vectorCost = 0.25, chainCost = 4,
                 shortestChain = 0.5;

Stride strideOf(const AffineNest &nest, const AffineAccess &access, size_t loop) {
  const AffineArray &array = nest.arrays[access.array];
  for (size_t d = 0; d < access.subscripts.size(); ++d) {
    const auto found = access.subscripts[d].loops.find(loop);
    if (found == access.subscripts[d].loops.end())
      continue;
    const bool isLast = d + 1 == access.subscripts.size();
    const bool isNear = std::abs(found->second) * static_cast<int64_t>(array.elementBytes) <= 16;
    return isLast && isNear ? Stride::Neighbor : Stride::Far;
  }
  return Stride::Fixed;
}

std::optional<int64_t> fixedTrips(const AffineNest &nest, const AffineStatement &statement,
                                  size_t loop) {
  std::optional<int64_t> trips = nest.loops[loop].fixedTrips();
  if (trips && loop == statement.loops.back())
    trips = std::min(*trips, statement.below.value_or(*trips)) - statement.from.value_or(0);
  return trips;
}

double costOf(const AffineNest &nest, size_t statement, size_t innermost, bool isChain,
              const std::map<size_t, int> &unrolled) {
  double cost = 0, copies = 1;
  for (const auto &[loop, times] : unrolled)
    copies *= times;
  cost += isChain ? std::max(shortestChain, chainCost / copies) : vectorCost;
  for (const AffineAccess &access : nest.statements[statement].accesses) {
    if (access.isWhole) {
      cost += access.isFixed ? 0 : farCost;
      continue;
    }
    const Stride stride = strideOf(nest, access, innermost);
    double each = stride == Stride::Fixed ? 0 : stride == Stride::Neighbor ? neighborCost : farCost;
    if (stride == Stride::Neighbor && isChain)
      each *= 2;
    for (const auto &[loop, times] : unrolled)
      if (strideOf(nest, access, loop) == Stride::Fixed)
        each /= times;
    cost += each;
  }
  return cost;
}

} // namespace kasuri
