// What functions touch in all, by points-to alone: for cycles of calls, and for unknown code that
// calls functions of the program.
#pragma once

#include "analysis/LibraryFunctions.h"
#include "analysis/PointsTo.h"

#include <functional>

namespace kasuri {

/// Objects and whether they are written, each with a value that does it.
using TouchedObjects = std::map<std::pair<ObjectId, bool>, ValueId>;

/// Everything that these functions, and all they call, may read or write.
TouchedObjects touchedBy(const Program &program, const PointsTo &pointsTo,
                         std::vector<FunctionId> functions);

/// Everything that these values may read or write by themselves, calls of library functions too.
TouchedObjects touchedByValues(const Program &program, const PointsTo &pointsTo,
                               const std::vector<ValueId> &values);

/// A call by name of a function of the library; nullptr: it is something else.
const LibraryFunction *libraryCalled(const Instruction &value);

/// The function of the program that a call by name surely runs; invalid: it may be another one.
FunctionId onlyCallee(const Program &program, const PointsTo &pointsTo, ValueId call);

/// May the program end, jump or run for ever in this call? `leaves` answers for defined functions.
bool mayNotReturn(const Program &program, const PointsTo &pointsTo, ValueId call,
                  const std::function<bool(FunctionId)> &leaves);

/// Does this printf write through its arguments?
bool writesThroughFormat(const Program &program, const PointsTo &pointsTo, const Instruction &call,
                         const LibraryFunction &function);

/// Objects that unknown code reaches only through the functions it may call.
std::set<ObjectId> objectsOfCallbacks(const Program &program, const PointsTo &pointsTo);

/// Does the program give streams memory of its own (fmemopen, setvbuf)?
bool givesStreamsMemory(const Program &program, const PointsTo &pointsTo);

} // namespace kasuri
