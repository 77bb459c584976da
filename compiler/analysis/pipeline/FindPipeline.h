// Sequential loops whose iterations may overlap as a pipeline; internal to findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/loop/LoopFacts.h"
#include "analysis/memory/FindIterationMemory.h"
#include "analysis/statement/SiblingFacts.h"
#include "model/Inline.h"

namespace kasuri {

struct PipelineSearch {
  std::optional<Pipeline> pipeline;
  std::vector<PipelineBar> bars;              ///< LoopFacts::pipelineBars
  std::optional<Pipeline> otherPipeline = {}; ///< the same as there
  bool areOpposite = false; ///< where a condition of one does not hold, that of the other does
};

/// None if everything of an iteration that takes long would have to wait for the one before.
/// `inlined`: what the program is a copy of, or null.
PipelineSearch findPipeline(const AnalysedProgram &analysed, const LoopFacts &verdict,
                            const StatementFacts &statements, IterationTables &tables,
                            Budget &budget, const InlinedProgram *inlined = nullptr);

} // namespace kasuri
