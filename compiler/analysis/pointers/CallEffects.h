// What functions touch in all, by points-to alone: for cycles of calls, and for unknown code that
// calls functions of the program.
#pragma once

#include "analysis/library/LibraryFormats.h"
#include "analysis/library/LibraryFunctions.h"
#include "analysis/pointers/PointsTo.h"

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

/// By function: it may begin otherwise than by a call in the program.
std::vector<bool> startedFromOutside(const Program &program, const PointsTo &pointsTo);

/// The function of the program that a call by name surely runs; invalid: it may be another one.
FunctionId onlyCallee(const Program &program, const PointsTo &pointsTo, ValueId call);

/// May the program end, jump or run for ever in this call? `leaves` answers for defined functions.
bool mayNotReturn(const Program &program, const PointsTo &pointsTo, ValueId call,
                  const std::function<bool(FunctionId)> &leaves);

/// The facts of all formats that the locations may be; a format that is no literal may be any.
FormatFacts factsOfFormats(const Program &program, const PointsTo &pointsTo,
                           const LocationSet &formats);

/// What a call of printf, scanf or their kin writes through the arguments of its format.
struct FormatWrites {
  bool anyArgument = false;            ///< by %n, or a format for input that is not understood
  std::vector<ArgumentEffect> effects; ///< else
};
FormatWrites writesThroughFormat(const Program &program, const PointsTo &pointsTo,
                                 const Instruction &call, const LibraryFunction &function);

/// Is the format known, and its output made of bytes alone? Then its arguments are read as strings.
bool isNarrowFormat(const Program &program, const PointsTo &pointsTo, const Instruction &call,
                    const LibraryFunction &function);

/// Objects that unknown code reaches only through the functions it may call.
std::set<ObjectId> objectsOfCallbacks(const Program &program, const PointsTo &pointsTo);

/// Does the program give streams memory of its own (fmemopen, setvbuf)?
bool givesStreamsMemory(const Program &program, const PointsTo &pointsTo);

/// Does the program name functions that make files of its memory, or of functions of its own?
bool namesMemoryFiles(const Program &program);

/// `stdin`, `stdout` or `stderr` of the C library, which input and output look at.
bool isStream(const Object &object);

/// A store there changes which file input and output are about.
bool mayStoreStream(const Program &program, const PointsTo &pointsTo, const Instruction &store);

/// Does the program map files so that what is stored at one address may be seen at another?
bool mapsFiles(const Program &program);

/// May the program, or unknown code, set the locale?
bool mayChangeLocale(const Program &program, const PointsTo &pointsTo);

/// For PointsTo::libraryVariables.
std::map<std::string, std::vector<ObjectId>, std::less<>>
findLibraryVariables(const Program &program);

/// The objects of the program that are this variable of the library.
std::vector<ObjectId> libraryVariable(const PointsTo &pointsTo, std::string_view name);

} // namespace kasuri
