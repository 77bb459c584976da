// Why a loop is no pipeline: what orders its calls and inner loops; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// What orders the statements that take long, as far as the draft has come: what orders most of
/// them comes first. At most a few; none if the loop has no such statements.
std::vector<PipelineBar> findBars(PipelineDraft &draft);

/// Why the loop's body cannot be divided into elements; none if nothing in it takes long.
std::vector<PipelineBar> findBodyBars(const AnalysedProgram &analysed,
                                      const StatementFacts &statements, RegionId loop);

/// An iteration's statements of which one bar speaks as a whole; none if nothing takes long.
std::vector<PipelineBar> barAt(const PipelineDraft &draft, PipelineBar::Kind kind,
                               SourceLocation source, std::string subject = "");

} // namespace kasuri
