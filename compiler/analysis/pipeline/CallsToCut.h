// Which calls a pipeline may be cut in; internal to findPipelinesInCalls.
#pragma once

#include "analysis/pipeline/FindPipeline.h"

#include <set>

namespace kasuri {

/// Calls of a loop's iterations, in terms of the original.
struct CallsToCut {
  std::set<CallPath> calls = {};
  std::set<CallPath> recursive = {}; ///< that stay whole: they are in the function that they call
};

class CallFinder {
public:
  explicit CallFinder(const AnalysedProgram &original);

  /// In the loop's body.
  std::set<CallPath> callsIn(const LoopFacts &loop) const;
  /// In what the loop's copy has in place of calls. `copied`: what is found there, in its terms.
  CallsToCut deeperCalls(const InlinedProgram &inlined, RegionId loop,
                         const PipelineSearch &copied) const;

private:
  const Program &original;
  /// Their text is changed where it stands, which a copy of the function would not have.
  std::set<FunctionId> rewritten;

  /// Of what is ordered in the pipeline, or of all if there is none.
  std::set<ValueId> orderedCalls(const Program &program, RegionId loop,
                                 const std::optional<Pipeline> &pipeline) const;
};

/// Why the call stays whole.
PipelineBar barOfCall(const Program &program, const CallPath &path, PipelineBar::Kind kind);

} // namespace kasuri
