// What memory beyond the first cache adds to the cost of blocks.
#pragma once

#include "model/Program.h"

#include <vector>

namespace kasuri {

/// The caches that one core can use, and what a line costs that comes from behind each.
struct CacheSizes {
  static constexpr size_t levels = 3;
  double bytes[levels] = {32 * 1024.0, 512 * 1024.0, 8 * 1024 * 1024.0};
  /// One line from the next level, or from memory: of a stream, which is fetched ahead, and
  /// of accesses in no order.
  double streamedNs[levels] = {1.0, 2.5, 6};
  double scatteredNs[levels] = {2, 8, 40};
  double lineBytes = 64;
};

/// By RegionId, of Blocks: time of one execution that goes into lines missing from the first
/// cache. `trips`: by RegionId, of Loops.
std::vector<double> missNs(const Program &program, const std::vector<double> &trips,
                           const CacheSizes &caches);

} // namespace kasuri
