// Memory that each iteration of a loop allocates for itself: what is known of one loop, and what
// can be asked of it. memory/FindIterationMemory.h finds it.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/pointers/Locations.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace kasuri {

using ValueCopies = std::map<ValueId, ValueId>; ///< by value of the program

class IterationMemory {
public:
  /// No other iteration can know what the access touches.
  bool isOwn(const Access &access) const;

  /// It may touch a block that was made before the iteration, which alone knows it while the loop
  /// runs.
  bool isInSlot(const Access &access) const;

  /// Without the locations that an iteration does not share with others, as far as is known.
  Locations shared(const Access &access, const Locations &locations) const;

  /// Both addresses lead to the same places, as seen in an iteration.
  bool isSame(ValueId a, ValueId b) const;

  /// What is told apart: a call of the loop, or invalid for all other values of it.
  ValueId contextOf(ValueId value) const;

private:
  friend class IterationMemoryFinder;
  IterationMemory(const AnalysedProgram &analysed, FunctionId function)
      : analysed(&analysed), function(function) {}

  const AnalysedProgram *analysed;
  FunctionId function;                    ///< the loop's
  std::shared_ptr<const PointsTo> inside; ///< of what runs in an iteration
  std::vector<bool> isInside;             ///< by ValueId: it is part of that
  std::vector<bool> isEvaluated;          ///< the same: not only as copies
  std::map<ValueId, ValueCopies> copies;  ///< by call of the loop (CallContexts.h)
  bool isByAddress = true; ///< accesses are only summarised with others by the same address
  /// Memory of others in an iteration: in those calls, and by no call in all of it.
  std::map<ValueId, TouchedObjects> touched;
  std::vector<std::set<ObjectId>> sharedBySet; ///< by the set in `inside`: objects of others
  std::set<ObjectId> inSlots; ///< of these: each block is known to one iteration only

  bool mayTouch(const Access &access, ObjectId object) const;
  std::vector<ValueId> namesInside(ValueId at, ValueId address) const;
};

} // namespace kasuri
