// What a loop, and the functions that it calls, do with pointers into some memory; internal to the
// verdict on loops.
#pragma once

#include "analysis/access/AnalysedProgram.h"

namespace kasuri {

class PointerUses {
public:
  /// `behind`: regions of the loop that only run when it is over.
  PointerUses(const AnalysedProgram &analysed, RegionId loop, std::set<ObjectId> objects,
              std::vector<RegionId> behind = {});

  /// May the value be a pointer into the memory, or hold one?
  bool pointsIn(ValueId value) const;

  /// Such an address decides something, or a library function keeps or ends it. `isThere`: none of
  /// them is null, so that a test for that decides nothing.
  bool isLookedAt(bool isThere);

  /// Of a function called in the loop, or of the loop if `isInLoop`: the place is in a variable
  /// that begins and ends with the call or the iteration.
  bool isInner(ValueId address, bool isInLoop) const;

  /// The call leaves such a pointer where it may outlive the iteration (strtol).
  bool isLeftOutside(ValueId id) const;

  /// A library function copies memory that may hold such pointers.
  bool areCopied();

  /// A function called in the loop may lead back to the loop's.
  bool isRecursive() const;

  /// The value is one of the loop's.
  bool isInLoop(ValueId value) const;

  /// Values of the loop, and of all functions that are called in it.
  std::vector<ValueId> inLoop() const;
  std::vector<ValueId> inCallees() const;

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  /// Within the loop; none that a call of has begun in front of it, as in a recursion.
  std::set<FunctionId> callees;
  std::set<ObjectId> objects;
  std::vector<RegionId> behind;
  std::optional<std::vector<HeldLocations>> held;
  std::optional<std::set<ObjectId>> holders; ///< of pointers into the memory; none: not yet known

  const std::set<ObjectId> &holdersOf();
  bool copiesPointers(const Instruction &call);
  const std::vector<HeldLocations> &heldAt();
  bool isHeldFrom(const LocationSet &addresses);
  bool isCopy(ValueId value) const;
  bool areCopiedIn(RegionId region);
  bool leavesInside(const Instruction &call, int argument) const;
  bool isHarmless(const Instruction &call) const;
  bool decides(ValueId value, bool isThere) const;
};

} // namespace kasuri
