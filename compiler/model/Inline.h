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

#include <functional>
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

  /// All statements of the function called, which its `return`s jump behind.
  bool isStretchOfCall(RegionId region) const {
    return calls[region.index()].valid() && !regions[region.index()].valid();
  }
  /// What follows a call in its block.
  bool isBehindCall(RegionId region) const {
    return !calls[region.index()].valid() && copies.at(regions[region.index()]) != region;
  }
};

/// A call of a function whose body can stand in its place: a statement, or a part of one that is
/// always evaluated, with nothing beside it of which C leaves the order open; of a function that
/// allocates nothing by itself and has no static variables.
bool canBeInlined(const Program &program, ValueId call);

/// Calls of which that holds, no two in one block, and none in a function that another one calls.
struct CallsToInline {
  std::set<ValueId> calls = {};
  std::set<FunctionId> callers = {}, callees = {};

  /// Those of one function; all, or none if they do not fit.
  bool add(const Program &program, const std::set<ValueId> &more);
};

/// The first call of each of the region's statements that can be inlined and leads to a function
/// that fits.
std::set<ValueId> callsToInline(const Program &program, RegionId region,
                                const std::function<bool(FunctionId)> &fits);

InlinedProgram inlineCalls(const Program &program, const CallsToInline &what);

} // namespace kasuri
