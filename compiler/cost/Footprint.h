// What memory beyond the first cache adds to the cost of blocks.
#pragma once

#include "model/Program.h"

#include <string>
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
  double newPageNs = 1000; ///< the first write to a page of the system's
  double pageBytes = 4096;
};

/// Of one execution of a block, for what is not in the first cache.
struct MemoryTime {
  double streamNs = 0; ///< fetched ahead: goes on beside computing
  double waitNs = 0;   ///< the core stands still, or the system finds memory
};

/// Memory that a loop touches, by what names it. It gives up on what callees touch.
struct TouchedData {
  std::string base;        ///< loops that have the same one touch the same memory
  double bytesPerTrip = 0; ///< of the loop: that each iteration touches anew, in whole lines
  double fixedBytes = 0;   ///< that any iteration may touch
};

/// Of one execution of the loop. `trips` is by RegionId, of loops.
std::vector<TouchedData> touchedData(const Program &program, const std::vector<double> &trips,
                                     const CacheSizes &caches, RegionId loop);

/// By RegionId, of Blocks. `trips` and `executions` are by RegionId too.
std::vector<MemoryTime> memoryTimes(const Program &program, const std::vector<double> &trips,
                                    const std::vector<double> &executions,
                                    const CacheSizes &caches);

} // namespace kasuri
