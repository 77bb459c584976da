// Which of a loop's pipelines is meant.
#pragma once

#include "analysis/loop/LoopFacts.h"

namespace kasuri {

/// LoopFacts::pipeline, or the other one, which must be there.
inline const Pipeline &pipelineOf(const LoopFacts &loop, bool isOther) {
  return isOther ? *loop.otherPipeline : *loop.pipeline;
}

/// One of them does: `what` is Pipeline::assumesInput or assumesExits.
inline bool assumes(const LoopFacts &loop, bool Pipeline::*what) {
  return (loop.pipeline && (*loop.pipeline).*what) ||
         (loop.otherPipeline && (*loop.otherPipeline).*what);
}

} // namespace kasuri
