// Where the values of a function's plain variables come from, and what conditions say of them;
// internal to findPipeline.
#pragma once

#include "analysis/pipeline/NumberTest.h"

#include <functional>
#include <map>
#include <vector>

namespace kasuri {

/// What ran before a place, from there back to the start of a region. Each is called in that order;
/// one that returns false ends the walk.
struct BackwardVisit {
  /// So many values of the block have surely been evaluated, in the end.
  std::function<bool(RegionId block, size_t count)> block;
  /// What is below the region may have run.
  std::function<bool(RegionId region)> maybe;
  /// The condition had that outcome when it was evaluated last.
  std::function<bool(ValueId condition, bool outcome)> fact;
};

class LocalValues {
public:
  explicit LocalValues(const Program &program) : program(program) {}

  /// Walks from the region, without it, to the start of `limit`, a region around it. False if a
  /// visit has ended the walk, or what is irregular has.
  bool walkBack(RegionId region, RegionId limit, const BackwardVisit &visit);

  /// The Stores of which one has surely set the variable of the Load last, within `limit`; none:
  /// unknown.
  std::optional<std::vector<ValueId>> storedFor(ValueId load, RegionId limit);

  /// Conditions around the Load, or in front of it, say that what it loads has no such relation.
  bool isExcluded(ValueId load, NumberTest test, RegionId limit);

  /// Both are one number, by the same computation from variables that nothing between changes.
  bool isSame(ValueId one, ValueId other, RegionId limit);

  /// Values and regions that all questions have looked at.
  size_t steps() const { return taken; }

private:
  const Program &program;
  /// By function that was asked about, and by variable: all Stores by its name.
  std::map<FunctionId, std::map<ObjectId, std::vector<ValueId>>> stores;
  size_t taken = 0;

  ObjectId plainVariableOf(ValueId load) const;
  const std::vector<ValueId> &storesTo(ObjectId variable);
  bool isStoredBelow(RegionId region, ObjectId variable);
  bool walkBack(ValueId value, RegionId limit, const BackwardVisit &visit);
  bool visitSiblings(RegionId region, const BackwardVisit &visit);
  bool visitBranch(RegionId branch, const BackwardVisit &visit);
  bool visitLoop(RegionId from, RegionId loop, const BackwardVisit &visit);
  bool visitParent(RegionId region, const BackwardVisit &visit);
  bool visitCondition(RegionId parent, std::optional<bool> outcome, const BackwardVisit &visit);
  bool isSaid(ValueId condition, bool outcome, ObjectId variable, NumberTest test);
  bool isUnchanged(ObjectId variable, ValueId from, ValueId to, RegionId limit);
};

} // namespace kasuri
