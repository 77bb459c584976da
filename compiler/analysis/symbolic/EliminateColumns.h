// A quick proof that a set of integer points is empty: its columns are eliminated one by one.
//
//     8 i <= b <= 8 i + 3,  8 k + 4 <= b <= 8 k + 7       one member of structures, and another one
//     b eliminated:  1 <= 8 i - 8 k <= 7                  so 1 <= i - k <= 0, which is false
//
// From an inequality that bounds a column from below and one that bounds it from above follows one
// without it (Fourier and Motzkin). What follows is divided by the greatest common divisor of its
// coefficients, and its constant is rounded down, since all of it is an integer. Of rows that
// differ only in the constant, the least remains.
//
// Why it is safe: whatever follows holds for each point of the set. So if a constant below 0 is not
// below 0, there is no point. A row that does not fit into a number is dropped, and where there
// are too many rows the proof ends: then a larger set is looked at, and nothing is said. A set of
// which nothing is proved may be empty nevertheless: isl decides.
//
// Source: W. Pugh, "The Omega test" (1991), the real shadow with tightened constants.
#pragma once

#include "analysis/symbolic/EmptySets.h"

namespace kasuri {

/// Surely no point has these inequalities. Takes little time, whatever the set.
bool isProvedEmpty(const PointSet &set);

} // namespace kasuri
