// The same function costs more in one call than in another.
//
//     static double spin(int n) {
//       double s = 0;                           the mean of both calls: 10,000,500 iterations
//       for (int i = 0; i < n; i++)
//         s += sqrt(i);
//       return s;
//     }
//     a = spin(20000000);                       twice the mean
//     b = spin(1000);                           next to nothing
//
// A function's regions have been estimated for the mean of its calls. For one call, its loops are
// counted again with the values of this call's arguments (Trips.h), and what they cost changes in
// proportion; so do the calls inside, with what they are given then. All that does not depend on
// the arguments keeps its cost, measured or not. Calls that nest too deeply, or come with too many
// different values, cost the mean.
#include "cost/CallCosts.h"

#include "cost/Cost.h"
#include "cost/Executions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned deepest = 8;
constexpr size_t mostCalls = 5000; ///< that are told apart, of the whole program

} // namespace

double CallCosts::factor(ValueId call, FunctionId callee) {
  const double mean = meanNs(callee);
  return mean > 0 ? callNs(call, callee, nullptr) / mean : 1;
}

double CallCosts::meanNs(FunctionId function) const {
  return cost.of(program[function].body).perExecutionNs;
}

double CallCosts::callNs(ValueId call, FunctionId callee, TripCounts::Call *around) {
  const double mean = meanNs(callee);
  TripCounts::Arguments arguments = counts.argumentsOf(call, callee, around);
  if (mean <= 0 || arguments.empty() || depth >= deepest)
    return mean;
  const auto key = std::pair(callee, arguments);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  if (known.size() >= mostCalls)
    return mean;
  known[key] = mean; // for calls of itself
  TripCounts::Call its{.function = callee, .arguments = std::move(arguments)};
  ++depth;
  const double ns = regionNs(program[callee].body, its);
  --depth;
  return known[key] = ns;
}

/// By how much more the region costs in the call than in the mean.
double CallCosts::difference(RegionId region, TripCounts::Call &call) {
  return region.valid() ? regionNs(region, call) - cost.of(region).perExecutionNs : 0;
}

double CallCosts::regionNs(RegionId id, TripCounts::Call &call) {
  const Region &region = program[id];
  if (region.kind == Region::Kind::Loop)
    return loopNs(id, call);
  const bool isChoice = region.kind == Region::Kind::Branch || region.kind == Region::Kind::Switch;
  double ns = cost.of(id).perExecutionNs + difference(region.condition, call);
  for (RegionId child : region.children)
    ns += difference(child, call) * (isChoice ? likelihoodOf(program, cost.executions, child) : 1);
  for (ValueId value : region.values)
    if (auto found = facts.callees.find(value);
        found != facts.callees.end() && found->second.size() == 1)
      ns += (callNs(value, *found->second.begin(), &call) -
             callNs(value, *found->second.begin(), nullptr)) *
            (rare.isBy(value) ? RareGrowth::likelihood : 1);
  return std::max(0.0, ns);
}

double CallCosts::loopNs(RegionId id, TripCounts::Call &call) {
  const Region &region = program[id];
  const RegionCost &mean = cost.of(id);
  const double before = region.init.valid() ? cost.of(region.init).perExecutionNs : 0;
  const double count = counts.of(id).count, countHere = counts.of(id, call).count;
  const double trips = count > 0 ? mean.trips * countHere / count : countHere;
  double iteration = 0;
  if (mean.trips > 0)
    iteration = std::max(0.0, mean.perExecutionNs - before) / mean.trips;
  else
    for (RegionId child : region.children)
      iteration += cost.of(child).perExecutionNs;
  iteration += difference(region.condition, call) + difference(region.step, call);
  for (RegionId child : region.children)
    iteration += difference(child, call);
  return before + difference(region.init, call) + trips * std::max(0.0, iteration);
}

} // namespace kasuri
