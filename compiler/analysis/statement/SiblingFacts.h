// Dependences between the statements of a sequence, and facts on each statement: data only.
#pragma once

#include "analysis/memory/Privates.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

/// Of two parallel loops that take equally many iterations: iteration j of the later one depends on
/// iterations j - before to j + after of the earlier one alone.
struct Halo {
  int64_t before = 0, after = 0;
  int64_t leastTrips = 0; ///< each loop takes at least so many iterations
  int64_t width() const { return std::max(before, after); }
  bool operator==(const Halo &) const = default;
};

/// "aligned, halo 1", "aligned, halo 0 before and 1 after"; "aligned" for the same iteration alone.
std::string toString(const Halo &halo);

/// Of a statement and one before it, of which at least one is a branch: parts of theirs
/// (BranchParts.h) of which the later one must wait for the earlier.
struct PartDependence {
  RegionId from, to;
  uint64_t bytes = 0; ///< as SiblingDependence::bytes
};

/// `to` must wait for `from`: both are children of one Sequence, from before to.
struct SiblingDependence {
  RegionId from, to;
  enum class Kind : uint8_t { Flow, Anti, Output } kind = Kind::Flow;
  std::string subject; ///< the user's name of what conflicts
  uint64_t bytes = 0; ///< that `to` reads and `from` wrote, at most, as far as known (FlowVolume.h)
  SourceLocation source, sink;
  /// None: any part may depend on any other.
  std::optional<std::vector<PartDependence>> parts = {};
  bool meetsHead = true;         ///< the head of the loop `to` may read what `from` writes
  std::optional<Halo> halo = {}; ///< none: any of their iterations may depend on any other
};

/// Facts on a child of a sequence as a possible macro-task.
struct SiblingFacts {
  std::vector<PrivateObject> privates; ///< locals it writes before reading, that need a copy per
                                       ///< task for the dependences to hold (anti and output ones
                                       ///< on them are not listed)
  bool mayLeave = false; ///< contains a return, or is a part of one, goto, or a break/continue that
                         ///< leaves it; may end the program, or change what belongs to its thread;
                         ///< or the user wants it to stay where it is
  /// A branch that control leaves by the end of one arm, always, and in no other way: the outcome
  /// of its condition (BranchParts.h) with which it stays.
  std::optional<unsigned> staysWith = {};
  bool readsErrno = false; ///< its condition does, by that name, and does nothing else to it
  /// Of another statement that control may leave by these jumps in it, and in no other way, or go
  /// on behind: in source order.
  std::vector<RegionId> leavingJumps = {};
  bool standsAlone = false; ///< a loop that may only leave if its guards fail, which it does not
                            ///< when it runs in parallel, as a layer of its own
  bool declares = false;    ///< declares variables that later siblings use
  /// Variables declared in the function that other code may know of too (their address was taken,
  /// or they are static), and that it may write, by whatever name.
  std::set<ObjectId> changed;
};

/// What is known of the statements of one sequence, or of all.
struct StatementFacts {
  std::vector<SiblingDependence> dependences;
  std::map<RegionId, SiblingFacts> siblings; ///< by child region
};

} // namespace kasuri
