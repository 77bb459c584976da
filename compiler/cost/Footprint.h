// How large the caches are.
#pragma once

namespace kasuri {

/// Bytes that one core can use of each level; the last is memory's.
struct CacheSizes {
  double firstBytes = 32 * 1024.0;
  double secondBytes = 512 * 1024.0;
  double lastBytes = 4 * 1024 * 1024.0;
};

} // namespace kasuri
