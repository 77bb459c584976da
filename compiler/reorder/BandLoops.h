// The loops of a band: what they are in the source, and what dependences allow.
#pragma once

#include "reorder/Polyhedra.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kasuri {

/// With fewer iterations, the ends of unrolled loops matter.
constexpr int64_t fewTrips = 32;

struct BandLoop {
  isl::union_pw_aff schedule;
  std::string name;
  std::map<size_t, size_t> loopOf; ///< by statement: the loop of the nest that it is
  std::optional<int64_t> trips;
  std::optional<int64_t> least; ///< of the schedule, where there are few trips
  bool isParallel = false;      ///< as the outermost one
  bool isChain = false;         ///< iterations that differ in it alone depend on each other
  /// One that is around other bands, too, and moves inwards: its tiles are dealt out there.
  bool isSunk = false;
  bool isWave = false; ///< the first one: see BandMark
  int64_t tile = 0;    ///< iterations; 0: not tiled
  int unroll = 1;
};

/// In the order of the band; none if one of them is not a loop of the source, up to a shift.
/// `names`: of the nest's loops.
std::vector<BandLoop> loopsOfBand(const AffineNest &nest, const std::vector<std::string> &names,
                                  const isl::schedule_node &node);

/// The loop of the statement that the value counts, up to a shift; `isKnown` becomes false if the
/// value is anything else but a number. `executions`: of the statement.
std::optional<size_t> loopCounted(const AffineNest &nest, const isl::union_pw_aff &value,
                                  const isl::set &executions, bool &isKnown);

/// Whether no dependence goes backwards in a loop of the band, within one run of what is around it;
/// and for each loop, what that allows.
bool findDirections(const Polyhedra &polyhedra, const isl::schedule_node &node,
                    std::vector<BandLoop> &members);

/// All of the loop is in `outer`, loops of the nest by statement.
bool isWithin(const BandLoop &member, const BandLoop &outer);

} // namespace kasuri
