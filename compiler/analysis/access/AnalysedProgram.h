// The program with what is known of all of it: points-to, effects, and what follows from these for
// calls, exits and threads. Verdicts on loops and statements start from here.
#pragma once

#include "analysis/liveness/Liveness.h"
#include "analysis/pointers/PointersByObject.h"
#include "analysis/support/Assumptions.h"
#include "analysis/support/Budget.h"
#include "analysis/support/IdSet.h"
#include "analysis/symbolic/Accesses.h"
#include "model/Subtrees.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace kasuri {

/// Where in the program something is, of which one asks whether a region has it.
struct PlacesInProgram {
  Subtrees below;
  Marks ends;               ///< calls that may not return
  Marks threadActions;      ///< what acts on the thread that runs it: see mayActOnThread
  Marks otherThreadActions; ///< the same, but for naming errno
  Marks calls;              ///< of functions of the program
  Marks libraryCalls;       ///< of functions of the library table
  Marks clobbers;           ///< what may do anything to memory
  Marks loops, endlessLoops;
};

/// What every verdict needs to know of the program.
struct AnalysedProgram {
  const Program &program;
  PointsTo pointsTo;
  Effects effects;
  std::vector<IdSet> reaches; ///< by function: all it may call, itself if recursive
  Liveness liveness = {};
  std::vector<size_t> cycleOf = {}; ///< by function: those of one number may call each other
  std::vector<std::vector<ObjectId>> automatic = {}; ///< by function: its locals and parameters
  std::vector<std::vector<ObjectId>> declaredIn =
      {}; ///< by region: locals of which it is the scope
  /// By function: its static variables, and those of `automatic` whose address was taken.
  std::vector<std::vector<ObjectId>> knownElsewhere = {};
  PlacesInProgram places = {};
  PointersByObject pointers = {};
  /// Somewhere: then it must be what the last of all that set it has left.
  bool readsErrno = false;
  std::vector<AnnotationId> excludedBy = {}; ///< by region: see findExcluded
  Assumptions assumptions = {};
};

/// Points-to, effects and what follows from them. `budget`: for each walk over a function.
AnalysedProgram analyse(const Program &program, const Budget &budget,
                        const Assumptions &assumptions);

/// Adds a function that is called, and all that it may call.
void addReached(const AnalysedProgram &analysed, FunctionId callee, std::set<FunctionId> &reached);

/// Functions called inside the region, and all that they may call.
std::set<FunctionId> reachedWithin(const AnalysedProgram &analysed, RegionId region);

/// Those of them whose locals cannot outlive the call: they do not lead back
/// here.
std::set<FunctionId> calleesWithin(const AnalysedProgram &analysed, RegionId region);

/// Locals that are declared in the region, by ascending number.
std::vector<ObjectId> declaredWithin(const AnalysedProgram &analysed, RegionId region);

/// The region has a loop, or itself is one.
bool hasLoop(const AnalysedProgram &analysed, RegionId region);
bool hasEndlessLoop(const AnalysedProgram &analysed, RegionId region);
/// The region calls functions of the program.
bool hasCall(const AnalysedProgram &analysed, RegionId region);

/// Some value in the region, or in what it calls.
bool anyReached(const AnalysedProgram &analysed, RegionId region,
                const std::function<bool(ValueId)> &isIt);

/// The access is to that object itself.
bool isTo(const AnalysedProgram &analysed, const Access &access, SpecialObject object);

/// Calls in the region that may end the program or jump out, unless an allocation of the region has
/// failed (MemoryExits.h), or one of the tests would have to hold; the first one, invalid if none.
ValueId findExit(const AnalysedProgram &analysed, RegionId region,
                 const RefutedTests &refuted = {});

/// All ways in which the program may end in the region are failed assertions.
bool endsByAssertionsOnly(const AnalysedProgram &analysed, RegionId region);

/// An assertion that is assumed to hold may fail in the region.
bool mayFailAssertion(const AnalysedProgram &analysed, RegionId region);

/// The program may end in the region because memory has run out, or an assertion fails that is
/// assumed to hold.
bool mayRunOut(const AnalysedProgram &analysed, RegionId region);

/// Where that call ends the program, maybe in a function that it leads to.
ValueId originOfExit(const AnalysedProgram &analysed, ValueId call);

/// The region may use or change what belongs to the thread that runs it: thread-local variables, or
/// how floating-point arithmetic rounds. Unknown calls may too, and findExit has these.
bool mayActOnThread(const AnalysedProgram &analysed, RegionId region);
/// The same, but for naming errno.
bool mayActOnThreadButErrno(const AnalysedProgram &analysed, RegionId region);

/// The user's name for what an access touches.
std::string subjectOf(const Program &program, const Access &access);

} // namespace kasuri
