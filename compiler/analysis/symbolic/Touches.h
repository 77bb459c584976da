// Which objects an access touches, and whether two accesses may touch the same byte.
#pragma once

#include "analysis/pointers/Locations.h"
#include "analysis/symbolic/Accesses.h"

namespace kasuri {

/// Does the access possibly write the variable, under whatever name?
bool mayWrite(const Effects &effects, const PointsTo &pointsTo, const Access &access,
              ObjectId variable);

/// The bases are objects that never share memory.
bool areOtherObjects(const PointsTo &pointsTo, const Base &a, const Base &b);

/// Do two accesses of one execution, of which one writes, possibly touch the same byte, whatever
/// their symbols' values?
bool mayTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                  const Access &b);

/// The same whichever executions of one region the accesses are of, in one execution of the
/// function. `isOnePlace`: they have one base, which stays the same.
bool mayEverTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                      const Access &b, bool isOnePlace);

/// What the access touches, as locations: of its address, or the part of its base object.
Locations locationsOf(const Effects &effects, const PointsTo &pointsTo, const Access &access);

/// The access as accesses to whole objects; World stands for those that escaped.
std::vector<Access> splitByObject(const Program &program, const Effects &effects,
                                  const PointsTo &pointsTo, const Access &access);

} // namespace kasuri
