// What floating-point sums cost that keep their order while their loop runs in parts.
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

} // namespace kasuri
