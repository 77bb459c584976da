// Finds what each pointer value may point to: inclusion-based, field-sensitive by byte ranges.
#pragma once

#include "analysis/pointers/Allocators.h"
#include "analysis/pointers/PointsTo.h"

#include <functional>

namespace kasuri {

PointsTo findPointsTo(const Program &program);

/// Some values of a program, looked at apart from all others.
struct ProgramPart {
  const Program &program; ///< its heap objects may be other ones; the other ids are the same
  const Allocators &allocators;
  const std::vector<ValueId> &values; ///< with all operands
  /// By computed call: all that it leads to in the whole program. An access that stands for others
  /// may come from a function that the part never calls: pointers are followed into all of them.
  const std::map<ValueId, std::vector<FunctionId>> &callees;
  const PointsTo &before;              ///< of the whole program
  std::function<bool(ObjectId)> isNew; ///< it is made by the part and holds nothing before
};

/// Of the part's values alone: what memory may hold elsewhere is there when the part begins. All
/// calls in it are of known functions.
PointsTo findPointsTo(const ProgramPart &part);

} // namespace kasuri
