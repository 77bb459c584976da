// What ranges and the domains of open loops prove of a number.
#pragma once

#include "analysis/access/values/WalkContext.h"

#include <array>

namespace kasuri {

/// As a whole number it is what the program computes, and not negative. A sum of several numbers
/// without an end may have passed 2^64.
bool isExactNumber(const WalkContext &walk, const SymbolicValue &value);

/// Do the domains of the open loops hold? In a test they do not yet.
bool areInDomains(const WalkContext &walk);

/// Do the domains of the open loops keep the value in the range?
bool isProvenWithin(WalkContext &walk, const Linear &value, const Range &range);

/// Is an index of 64 bits the number that its terms come to? Then it is from 0 to one that the
/// program holds in a variable.
bool isProvenIndex(WalkContext &walk, const Linear &index);

/// Numbers of 64 bits of which no end is known, as variables hold them.
bool isLarge(const WalkContext &walk, SymbolId id);

/// Does the sum stay below 2^64 if none of its parts is negative? One large part does, alone or
/// less something.
bool isBelowEnd(WalkContext &walk, const Linear &sum);

/// Is it the number that its terms come to?
bool isTrueNumber(WalkContext &walk, const SymbolicValue &value, const ValueType &type);

/// The greatest value of a counter that its constraints and its symbols' ranges leave.
void tightenCounter(WalkContext &walk, SymbolId counter);

} // namespace kasuri
