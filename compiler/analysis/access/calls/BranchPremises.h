// What branches say of the code behind them.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// The outcome of the test of a number; nothing if it depends.
std::optional<bool> outcomeOf(const ConditionTest &test);

/// What holds in the arm of a branch; nothing in trial passes and where parts have no order.
Premise premiseOf(const WalkContext &walk, RegionId branch, bool outcome);

/// The same in all iterations of some loop, or for a caller.
bool isUseful(const WalkContext &walk, const Clause &clause);

/// What a caller can name of it, once the body has been walked.
PremiseId seenFromOutside(WalkContext &walk, PremiseId inside);

/// The call may end the program, or not return for another reason, if this holds.
void noteEnd(WalkContext &walk, ValueId call, PremiseId condition);

} // namespace kasuri
