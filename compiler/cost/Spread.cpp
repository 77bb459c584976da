// From a histogram to values that are equally likely.
//
//     buckets   0..0: 25   60..70: 50   180..200: 25       values   0 0 65 65 65 65 190 190
//
// A mean and a deviation do not tell a task that always takes about as long from one that mostly
// takes nothing. The histogram does. Each value is the middle of the bucket in which its quantile
// lies. Together they may deviate more than the samples, because buckets are an eighth wide: then
// all are moved towards the mean, so that the deviation is as measured.
#include "cost/Spread.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace kasuri {
namespace {

constexpr size_t values = 64;

double meanOf(const Spread &spread) {
  return std::accumulate(spread.begin(), spread.end(), 0.0) / static_cast<double>(spread.size());
}

double deviationOf(const Spread &spread, double mean) {
  double squares = 0;
  for (double each : spread)
    squares += (each - mean) * (each - mean);
  return std::sqrt(squares / static_cast<double>(spread.size()));
}

Spread quantilesOf(const std::vector<TimeBucket> &ascending, double total) {
  Spread spread;
  size_t bucket = 0;
  double until = ascending.front().count;
  for (size_t i = 0; i < values; ++i) {
    const double at = (static_cast<double>(i) + 0.5) / values * total;
    while (until < at && bucket + 1 < ascending.size())
      until += ascending[++bucket].count;
    spread.push_back((ascending[bucket].fromNs + ascending[bucket].toNs) / 2);
  }
  return spread;
}

} // namespace

Spread withMean(Spread spread, double meanNs) {
  const double mean = spread.empty() ? 0 : meanOf(spread);
  if (mean <= 0)
    return {};
  for (double &each : spread)
    each *= meanNs / mean;
  return spread;
}

Spread spreadOf(const std::vector<TimeBucket> &histogram, double meanNs, double deviationNs) {
  std::vector<TimeBucket> ascending = histogram;
  std::stable_sort(ascending.begin(), ascending.end(),
                   [](const TimeBucket &a, const TimeBucket &b) {
                     return a.fromNs + a.toNs < b.fromNs + b.toNs;
                   });
  double total = 0;
  for (const TimeBucket &each : ascending)
    total += each.count;
  if (total <= 0 || meanNs <= 0)
    return {};
  Spread spread = withMean(quantilesOf(ascending, total), meanNs);
  if (spread.empty())
    return {};
  if (const double deviation = deviationOf(spread, meanNs); deviation > deviationNs)
    for (double &each : spread)
      each = meanNs + (each - meanNs) * deviationNs / deviation;
  return spread;
}

Spread greatestOf(const Spread &spread, double share, double meanNs) {
  const auto kept = static_cast<size_t>(std::lround(share * static_cast<double>(spread.size())));
  return withMean(Spread(spread.end() - static_cast<std::ptrdiff_t>(std::min(kept, spread.size())),
                         spread.end()),
                  meanNs);
}

} // namespace kasuri
