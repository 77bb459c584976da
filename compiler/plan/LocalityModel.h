// What iterations of aligned loops take, by where their data are.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// Of a chain of loops (GroupRows.h) on one of so many workers.
class LocalityModel {
public:
  LocalityModel(const PlannedLayer &layer, const Machine &machine, unsigned workers);

  /// Of all loops, each memory once.
  double bytesPerTrip() const { return perTrip; }
  double bytesOf(double trips) const { return fixed + perTrip * trips; }

  /// A worker's share of that cache; of the farthest if the machine has fewer.
  double cacheBytes(unsigned level) const { return bytes[level - 1]; }

  /// An iteration of the loop, where all data of the worker and what is alive at a time are so
  /// large.
  double iterationNs(size_t task, double allBytes, double aliveBytes) const;
  double allNs(double allBytes, double aliveBytes) const; ///< of all loops

  /// Alive while a worker walks through parts of so many iterations. Other data pass through the
  /// cache, too: twice what is touched.
  double aliveBytes(double tripsOfPart) const;

private:
  const PlannedLayer &layer;
  double bytes[CacheSizes::levels] = {}; ///< by level - 1
  double perTrip = 0, fixed = 0;

  double lineNs(double size) const;
  bool isTouchedBefore(size_t task, const std::string &base) const;
};

} // namespace kasuri
