// Which values are still needed behind a loop, and which are overwritten before anybody reads them.
//
//     for (i = 0; i < n; i++) { t = in[i]; out[i] = t * t; }
//     t = out[0];                            the loop's last t is not live: it is set anew
//
// "May" is always right: what is not known to be dead is live.
#pragma once

#include "analysis/support/Budget.h"
#include "analysis/support/IdSet.h"
#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// Where a function accesses what.
struct AccessPlaces {
  /// By object: values with accesses of which it is the base, in ascending order.
  std::map<ObjectId, std::vector<ValueId>> ofObject;
  std::vector<ValueId> others; ///< with accesses that have no object as base
  /// By object: calls that surely write bytes of it.
  std::map<ObjectId, std::vector<ValueId>> writtenByCalls;
  std::vector<ValueId> ends; ///< calls that may be the function's end
};

/// Where control does not just go on, in all of the program.
struct JumpPlaces {
  std::vector<std::vector<RegionId>> gotos; ///< by function
  std::vector<bool> isAround; ///< by region: it contains a jump, or where one leads to, or is one
  std::vector<bool> isLeft;   ///< by region: isLeftByJump
};

struct Liveness {
  /// By loop: plain scalars of its function that may be read behind it before they are set again.
  std::map<RegionId, IdSet> scalars;
  /// By function: it may begin otherwise than by a call of a function that `callers` knows.
  std::vector<bool> startsUnseen;
  /// Objects of which one of these may read what they held when it began.
  IdSet foundAtEntry;
  /// By function: objects of which it, or what it calls, may read what the same call of it, or of
  /// one that it calls, did not surely write: what it calls may have changed them in between.
  std::vector<IdSet> readIn;
  /// By function: those that may be running when it returns, as far as they have been called by
  /// functions of the program; itself if it is recursive.
  std::vector<IdSet> callers;
  std::vector<AccessPlaces> places; ///< by function
  JumpPlaces jumps;
};

/// `reaches`: by function, all that it may call, itself if recursive.
Liveness findLiveness(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                      const std::vector<IdSet> &reaches);

/// May the loop's last value of a plain scalar of its function be read behind the loop?
bool isScalarLive(const Program &program, const Liveness &liveness, RegionId loop, ObjectId scalar);

/// May memory that the loop works on be read behind the loop before it is surely written again?
/// `location`: all of an object, or some bytes at a constant offset, by a base that is the same
/// wherever the loop's function is; other locations are always live.
bool isMemoryLive(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                  Budget &budget, const Liveness &liveness, RegionId loop, const Access &location);

/// The same of a whole variable, a plain scalar of the loop's function or any other.
bool isVariableLive(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                    Budget &budget, const Liveness &liveness, RegionId loop, ObjectId variable);

} // namespace kasuri
