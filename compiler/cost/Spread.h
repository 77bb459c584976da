// What a time may be, where it was measured: a few values, all equally likely.
#pragma once

#include <vector>

namespace kasuri {

/// Of a profile: so many samples are within the bounds.
struct TimeBucket {
  double fromNs = 0, toNs = 0;
  double count = 0; ///< or a weight
};

/// Ascending, not negative. Empty: not known.
using Spread = std::vector<double>;

/// The histogram's quantiles. Buckets are wider than what many tasks vary by, so no value is
/// farther from `meanNs`, in proportion, than makes the deviation greater than `deviationNs`.
Spread spreadOf(const std::vector<TimeBucket> &histogram, double meanNs, double deviationNs);

/// Without the least values, of which there are so many in proportion, and with that mean.
Spread greatestOf(const Spread &spread, double share, double meanNs);

/// The values with that mean.
Spread withMean(Spread spread, double meanNs);

} // namespace kasuri
