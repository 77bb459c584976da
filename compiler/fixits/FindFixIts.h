// Which edits of the sources would make a sequential loop parallel.
//
//     void add(double *y, const double *x, const int *at, int n) {   |  double *restrict y
//       for (int i = 0; i < n; i++)                                  |  KASURI_DISTINCT(at)
//         y[at[i]] += x[i];                                          |  for (...)
//     }
//
// The obstacles of a loop say what is in the way. Each kind has edits that deal with it. A fix-it
// of a loop is made only where all its obstacles have some, for else the loop would stay as it is.
// A loop has at most two fix-its: one that promises as little as possible, and one that promises
// independent iterations. Whoever applies one analyzes the program again: an edit that does not
// help is found by that, and a promise that the source contradicts is refused there.
//
// Why a rewrite, which is no promise, keeps the meaning of the program is said where it is made
// (Rewrites.h). Text that comes from a macro, a header or another preprocessor is not edited.
#pragma once

#include "analysis/Parallelism.h"
#include "fixits/FixIt.h"
#include "frontend/Frontend.h"

namespace kasuri {

/// By loop in source order; of one loop, the one that promises less is first.
std::vector<FixIt> findFixIts(const Program &program, const ParsedSources &sources,
                              const Parallelism &facts);

} // namespace kasuri
