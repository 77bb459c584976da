// What an access in a call's list stands for, down to the loads and stores themselves.
#pragma once

#include "analysis/access/AnalysedProgram.h"

namespace kasuri {

struct SummaryOrigins {
  std::set<ValueId> accesses; ///< Loads, Stores and library Calls
  /// In functions called, those that lead to them; and the call itself whose list it is.
  std::set<ValueId> calls;
};

/// Of the access `origin` in the list of the Load, Store or Call `at`. An access of a summary may
/// stand for several of the function's, so these are at least all that it stands for.
SummaryOrigins originsOf(const AnalysedProgram &analysed, ValueId at, ValueId origin, bool isWrite);

} // namespace kasuri
