// The ends of a number that differs by the way to it.
#pragma once

#include "analysis/access/values/WalkContext.h"

namespace kasuri {

/// Adds what a test says of integers if it has this outcome: each is >= 0.
void addFacts(WalkContext &walk, ValueId test, bool outcome, std::vector<Linear> &facts);

/// The symbol is the value of one of the ways.
void learnWays(WalkContext &walk, SymbolId id, const std::vector<Way> &ways);

} // namespace kasuri
