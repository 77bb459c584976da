// A copy of a program in which calls are replaced by the bodies of the functions that they call.
//
//     r = f(a, n);     ->     p = a; q = n;
//                             { <body of f, where `return v` is `result = v` and a jump behind it>
//                             } r = result;
//
// Analyses that look into a loop's body see what a call in it does as statements of that body. The
// functions themselves stay: other calls lead to them. Ids are again in source order, so each id of
// the copy knows what it stands for. With calls in these bodies replaced, a copy of the copy says
// the same about the first original.
#pragma once

#include "model/Program.h"

#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

namespace kasuri {

/// Calls, each in the function that the one before it calls.
using CallPath = std::vector<ValueId>;

/// Where a region of a copy stands, by calls of the original.
struct InlinedPlace {
  CallPath path = {};    ///< in the functions that these call, the first one outermost
  ValueId replaced = {}; ///< valid: a block from which this call has been cut out
  bool isBehind = false; ///< it is what follows that call; else what comes before it

  bool isCut() const { return replaced.valid(); }
};

struct InlinedProgram {
  Program program;
  /// Regions of the original -> the same, where they stood.
  std::unordered_map<RegionId, RegionId> copies;
  /// By region and value of the copy: what it is, or was copied from; invalid: neither.
  std::vector<RegionId> regions;
  std::vector<ValueId> values;
  std::vector<InlinedPlace> places; ///< by region of the copy
  size_t firstNewObject = 0; ///< this and those behind it stand for variables of functions called

  /// The call of the copy, in terms of the original, behind those that lead to it.
  CallPath pathOf(ValueId call) const;
  /// All statements of a function called, which its `return`s jump behind.
  bool isStretchOfCall(RegionId region) const {
    return !places[region.index()].path.empty() && !regions[region.index()].valid();
  }
};

/// A call of a function whose body can stand in its place: a statement, or a part of one that is
/// always evaluated, with nothing beside it of which C leaves the order open; of a function that
/// allocates nothing by itself and has no static variables.
bool canBeInlined(const Program &program, ValueId call);

/// Calls of which that holds, no two in one block, and none in a function that another one calls:
/// of its parameters nothing may be known where no calls are left.
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
/// `what`: of the copy.
InlinedProgram inlineCalls(const InlinedProgram &copy, const CallsToInline &what);

} // namespace kasuri
