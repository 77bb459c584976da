// What can be tested in front of a loop, so that it runs as a pipeline only if that holds; internal
// to findPipeline.
#pragma once

#include "analysis/guard/Guards.h"
#include "analysis/pipeline/BlockPaths.h"

namespace kasuri {

/// A test that the number is not negative. None if it may be another one in some iteration, or
/// cannot be computed in front of the loop without a trap. `paths`: those of the loop.
std::optional<Guard> guardNotNegative(const PipelineDraft &draft, BlockPaths &paths,
                                      const Linear &value);

/// Outcomes of conditions without which dependences that order what takes long would not be there,
/// those of most dependences first.
std::vector<Clause> testsBehindOrder(const PipelineDraft &draft);

/// A test that all these fail, while those in `draft.own.refuted` do. None if one of them may have
/// another outcome in some iteration, or cannot be told in front of the loop.
std::optional<Guard> guardAgainst(const PipelineDraft &draft, const Clause &clause);

} // namespace kasuri
