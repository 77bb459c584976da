// Branches that end the program because memory has run out, and assertions that are taken to hold.
#pragma once

#include "analysis/pointers/PointsTo.h"
#include "analysis/support/Assumptions.h"

#include <map>

namespace kasuri {

struct MemoryExits {
  /// By arm of a branch: the calls of malloc and the like of which one has failed if it is entered.
  /// The arm surely ends the program.
  std::map<RegionId, std::vector<ValueId>> arms;
  std::set<RegionId>
      endings;              ///< arms of branches that surely end the program with exit or the like
  bool endsQuietly = false; ///< nothing of the program runs after exit and the like
  bool assertionsHold = false; ///< they are assumed to, and a failure ends quietly

  /// The outermost such arm that the region lies in; invalid: in none.
  RegionId around(const Program &program, RegionId region) const;
  /// A call of exit or the like that runs no more of the program.
  bool isQuietEnd(const Instruction &call) const;
  /// The failure of an assertion that is assumed to hold.
  bool isAssumed(const Instruction &call) const;
  /// The program ends there in its order, and nobody counts on it.
  bool isOrderly(const Program &program, ValueId call) const;
};

/// A call of malloc or the like by name: it can only fail for want of memory, and then returns
/// null. It changes no memory that is there afterwards.
bool failsForMemoryOnly(const Instruction &call);

MemoryExits findMemoryExits(const Program &program, const PointsTo &pointsTo,
                            const Assumptions &assumptions);

} // namespace kasuri
