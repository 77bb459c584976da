// Memory that each iteration of a loop allocates for itself; internal to the verdict on loops.
#pragma once

#include "analysis/Allocators.h"
#include "analysis/CallEffects.h"
#include "analysis/Parallelism.h"
#include "analysis/PointsTo.h"

#include <memory>

namespace kasuri {

struct Access;
struct AnalysedProgram;

/// The program with a second set of heap objects, which all its allocations return.
struct ProgramOfParts {
  Program program;
  Allocators allocators;
  std::map<ObjectId, ObjectId> originals; ///< by object that the program does not have

  /// Another object like this one.
  ObjectId addCopy(ObjectId object);
};

using ValueCopies = std::map<ValueId, ValueId>; ///< by value of the program

class IterationMemory {
public:
  /// No other iteration can know what the access touches.
  bool isOwn(const Access &access) const;

  /// Without the locations that an iteration does not share with others, as far as is known.
  LocationSet shared(const Access &access, const LocationSet &locations) const;

  /// Both addresses lead to the same places, as seen in an iteration.
  bool isSame(ValueId a, ValueId b) const;

  /// What is told apart: a call of the loop, or invalid for all other values of it.
  ValueId contextOf(ValueId value) const;

private:
  friend class IterationMemoryFinder;
  IterationMemory(const AnalysedProgram &analysed, FunctionId function)
      : analysed(&analysed), function(function) {}

  const AnalysedProgram *analysed;
  FunctionId function;                   ///< the loop's
  PointsTo inside;                       ///< of what runs in an iteration
  std::vector<bool> isInside;            ///< by ValueId: it is part of that
  std::vector<bool> isEvaluated;         ///< the same: not only as copies
  std::map<ValueId, ValueCopies> copies; ///< by call of the loop (CallContexts.h)
  bool isByAddress = true; ///< accesses are only summarised with others by the same address
  /// Memory of others in an iteration: in those calls, and by no call in all of it.
  std::map<ValueId, TouchedObjects> touched;
  std::vector<std::set<ObjectId>> sharedBySet; ///< by the set in `inside`: objects of others
  std::set<ObjectId> inSlots; ///< of these: each block is known to one iteration only

  bool mayTouch(const Access &access, ObjectId object) const;
  std::vector<ValueId> namesInside(ValueId at, ValueId address) const;
};

struct OwnMemory;

/// Nothing if the loop is too large, or does what cannot be looked at apart. `privates`, `own`:
/// what was found so far.
std::shared_ptr<const IterationMemory>
findIterationMemory(const AnalysedProgram &analysed, RegionId loop,
                    const std::vector<PrivateObject> &privates, const OwnMemory &own);

} // namespace kasuri
