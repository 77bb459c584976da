// Scratch memory behind pointers that were not set where the loop stands; internal to the verdict
// on loops.
#pragma once

#include "analysis/guard/Ranges.h"
#include "analysis/memory/ArrayPrivates.h"
#include "analysis/memory/Places.h"

namespace kasuri {

/// A block for each part, or why there is none; `access` is one to the memory.
struct BlockVerdict {
  std::optional<PrivateBlock> block;
  std::optional<Guard> guard;       ///< that the block is not too large
  std::string problem, unlock = {}; ///< as of Scratch
};

/// `privates`: those found so far.
BlockVerdict judgeScratchBlock(const AnalysedProgram &analysed, RegionId loop, const Access &access,
                               PlaceJudge &places, RangeMaker &ranges, Budget &budget,
                               const std::vector<PrivateObject> &privates);

} // namespace kasuri
