// What the loops of a band are, in a mark above it in the schedule tree: isl keeps the marks where
// it turns the tree into loops, so that these get their names and what was decided about them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kasuri {

struct BandMark {
  unsigned depth = 0;             ///< loops around the band
  std::vector<std::string> loops; ///< their names
  bool isParallel = false;        ///< iterations of the first one may run in any order
  /// Iterations of the first one hand on to others only what they compute in the same iteration of
  /// the second one, or in later ones.
  bool isWave = false;
  /// Iterations of the last one do not depend on each other, and the compiler does not see it.
  bool isVector = false;
  bool isChain = false;      ///< iterations of the last one depend on each other
  int64_t likelyTrips = 0;   ///< of the first one, where its bounds do not tell; 0: they do
  std::vector<int> unrolled; ///< how often each is unrolled; empty: not

  std::string text() const;
  static BandMark parse(const std::string &text);
};

} // namespace kasuri
