// A loop as a pipeline: how long it takes, and the layer that runs it.
#pragma once

#include "plan/Candidates.h"

namespace kasuri {

/// An iteration in a stage, on the worker that runs it.
struct StageRun {
  size_t worker = 0, iteration = 0, stage = 0;
  double startNs = 0, ns = 0; ///< from the first iteration's begin
};

struct PipelineRun {
  double ns = 0;               ///< from the first iteration's begin to the last one's end
  std::vector<StageRun> shown; ///< of the first iterations, in their order
};

/// Iterations that a worker may run at a time where they are short (runtime/pipe/gather.c).
unsigned mostGathered(const Program &program);
/// `signalNs`: from one iteration's leaving an ordered stage until the next one, on another worker,
/// knows.
PipelineRun simulatePipeline(const std::vector<PlannedStage> &stages, double iterations,
                             unsigned workers, double signalNs, unsigned mostGathered,
                             size_t shown);
/// That of the machine's first so many cores.
double pipelineSignalNs(const Machine &machine, unsigned workers);
/// The time of that run.
double pipelineNs(const std::vector<PlannedStage> &stages, double iterations, unsigned workers,
                  double signalNs, unsigned mostGathered);

/// That of one whose waiting workers help: see PlannedStage::helpedNs.
double helpedPipelineNs(const std::vector<PlannedStage> &stages, double iterations,
                        unsigned workers);

/// All stages of an iteration, and the longest of the ordered ones, which bounds the speedup; null:
/// none is ordered.
double iterationNs(const std::vector<PlannedStage> &stages);
const PlannedStage *longestOrdered(const std::vector<PlannedStage> &stages);

/// Of this in an iteration, what the sequential loop does not have: entering segments, and copying
/// what is handed on.
double handOverNs(const Program &program, const Pipeline &pipeline);
/// A stretch of an iteration: its pieces, which an ordered segment has, or none.
struct StagePieces {
  size_t begin, end;
  const OrderedSegment *segment; ///< null: iterations overlap in it
};
std::vector<StagePieces> stagesOf(const Pipeline &pipeline);
/// What an iteration of the loop does, by estimate, one stage after another.
std::vector<PlannedStage> pipelineStages(const Program &program, const CostModel &cost,
                                         RegionId loop, const Pipeline &pipeline);
/// A pipeline must be so many times faster.
constexpr double leastPipelineGain = 1.1;

/// By estimate, in an iteration.
double pieceNs(const Program &program, const CostModel &cost, const PipelinePiece &piece);
/// Where the piece begins and ends in the source.
RegionId firstOf(const Program &program, const PipelinePiece &piece);
RegionId lastOf(const Program &program, const PipelinePiece &piece);

/// In its body, or in what that calls.
bool holdsParallelLoop(const Program &program, const Parallelism &facts, RegionId loop);

/// A task of the graph's layer as a layer of its own that is a pipeline; none if it cannot be one,
/// or gains less than what is inside. `isOther`: LoopFacts::otherPipeline.
std::optional<Candidate> asPipeline(const Program &program, const Parallelism &facts,
                                    const CostModel &cost, const Machine &machine,
                                    const PlanOptions &options, const Layer &layer,
                                    const MacroTask &task, bool isOther);

} // namespace kasuri
