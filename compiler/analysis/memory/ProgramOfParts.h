// A program whose allocations return objects of their own, for looking at a part of it apart.
#pragma once

#include "analysis/pointers/Allocators.h"

namespace kasuri {

/// The program with a second set of heap objects, which all its allocations return.
struct ProgramOfParts {
  Program program;
  Allocators allocators;
  std::map<ObjectId, ObjectId> originals; ///< by object that the program does not have

  /// Another object like this one.
  ObjectId addCopy(ObjectId object);
};

} // namespace kasuri
