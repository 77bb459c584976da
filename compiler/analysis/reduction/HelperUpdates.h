// What a function does to the memory behind one of its parameters, if it only combines it with
// terms; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/reduction/Reduction.h"

namespace kasuri {

/// A part of that memory.
struct HelperUpdate {
  PassedAccumulator::Part part;
  ReductionKind kind = ReductionKind::Sum;
  ValueId update; ///< a Store
  /// Not more than one update in a call; a loop may then begin each iteration anew.
  bool isSingle = false;
  bool isSure = false;     ///< each call looks at the part
  bool needsFresh = false; ///< partial results might overflow
  bool hasOwnType = false; ///< computed in the part's own type, without conversions
  int64_t start = 0;       ///< of a copy; nothing overflows from there, if not for needsFresh
  std::vector<PassedAccumulator::Part> companions;
};

struct HelperUpdates {
  std::vector<HelperUpdate> updates; ///< of disjoint parts
  std::set<ValueId> accesses;        ///< the Loads and Stores: all that the parameter is used for
};

/// Nothing if the function uses the pointer for anything else.
std::optional<HelperUpdates> findHelperUpdates(const AnalysedProgram &analysed, FunctionId function,
                                               size_t parameter);

} // namespace kasuri
