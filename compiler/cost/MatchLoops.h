// Which loops of the program profiles of its sequential version have measured.
#pragma once

#include "cost/Profile.h"

#include <map>
#include <set>

namespace kasuri {

/// Adds up profiles, loop by loop. A loop of which `reorder` has written a faster version is left
/// out: the times are those of the source's own loop, which the plan does not run.
class LoopMatcher {
public:
  explicit LoopMatcher(const Program &program);

  /// How many loops of the profile the program has. The names of the others go to `unknown`.
  size_t match(const Profile &profile, std::vector<std::string> &unknown);

  /// Means of all profiles that have counted loops; if there are none, of those that have samples.
  std::vector<MeasuredLoop> take() const;

private:
  std::map<std::string, RegionId> named;
  std::set<RegionId> replaced;              ///< by versions with another order
  std::map<RegionId, MeasuredLoop> sums;    ///< of those that were counted
  std::map<RegionId, MeasuredLoop> sampled; ///< of the others
  double profiles = 0;                      ///< with counted loops
  double sampledProfiles = 0;
};

} // namespace kasuri
