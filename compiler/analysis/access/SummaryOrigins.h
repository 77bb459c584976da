// What an access in a call's list stands for, down to the loads and stores themselves.
#pragma once

#include "analysis/access/AnalysedProgram.h"

namespace kasuri {

/// Loads, Stores and library Calls: of the access `origin` in the list of the Load, Store or Call
/// `at`. An access of a summary may stand for several of the function's, so these are at least all
/// that it stands for.
std::set<ValueId> originsOf(const AnalysedProgram &analysed, ValueId at, ValueId origin,
                            bool isWrite);

} // namespace kasuri
