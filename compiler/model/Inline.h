// A copy of a program in which calls are replaced by the bodies of the functions that they call.
//
//     r = f(a, n);     ->     p = a; q = n;
//                             { <body of f, where `return v` is `result = v` and a jump behind it>
//                             } r = result;
//
// Analyses that look into a loop's body see what a call in it does as statements of that body. The
// functions themselves stay: other calls lead to them. Ids are again in source order, so each id of
// the copy knows what it stands for.
#pragma once

#include "model/Program.h"

#include <set>
#include <unordered_map>
#include <vector>

namespace kasuri {

struct InlinedProgram {
  Program program;
  /// Regions of the original -> the same, where they stood.
  std::unordered_map<RegionId, RegionId> copies;
  /// By region and value of the copy: what it is, or was copied from; invalid: neither.
  std::vector<RegionId> regions;
  std::vector<ValueId> values;
  std::vector<ValueId> calls; ///< by region of the copy: the original's call that it replaces
  size_t firstNewObject = 0;  ///< this and those behind it stand for variables of functions called
};

/// A call of a function whose body can stand in its place: a statement, or a part of one that is
/// always evaluated, with nothing beside it of which C leaves the order open; of a function that
/// allocates nothing by itself and has no static variables.
bool canBeInlined(const Program &program, ValueId call);

/// `calls`: of which that holds, no two in one block, and none in a function that another one
/// calls.
InlinedProgram inlineCalls(const Program &program, const std::set<ValueId> &calls);

} // namespace kasuri
