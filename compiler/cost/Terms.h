// What costs that keeps the order of the source while its loop runs in parts: floating-point sums,
// and statements.
#pragma once

#include "cost/Cost.h"

namespace kasuri {

/// Of the terms of one execution of a loop, in all its reductions.
struct TermCost {
  double keepNs = 0; ///< to keep them, spread over the parts
  double foldNs = 0; ///< to combine them in the order of the source, behind the parts
  double bytes = 0;  ///< of lists
};

TermCost costOfTerms(const Program &program, const CostModel &cost, const LoopFacts &loop);

/// Of one execution of the loop: its statements that run in order.
double orderedNs(const Program &program, const CostModel &cost, const LoopFacts &loop);

} // namespace kasuri
