// The analyses in order: points-to, effects, then a verdict on every loop and every sequence.
#include "analysis/Parallelism.h"

#include "analysis/Nests.h"
#include "analysis/access/AnalysedProgram.h"
#include "analysis/access/PurePromises.h"
#include "analysis/affine/FindAffineNests.h"
#include "analysis/affine/FindCountedMembers.h"
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/pipeline/FindPipeline.h"
#include "analysis/pipeline/PipelinesInCalls.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/pointers/ExcludedRegions.h"
#include "analysis/statement/Alignment.h"
#include "analysis/statement/Distribution.h"
#include "analysis/statement/OrderedPart.h"
#include "analysis/statement/Siblings.h"
#include "analysis/wavefront/FindWavefront.h"
#include "analysis/wavefront/WavesInCalls.h"
#include "model/CopyLimit.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {

/// uselocale and its like: what the runtime does not carry over to the workers.
static bool changesThread(const Instruction &value) {
  const LibraryFunction *library = libraryCalled(value);
  return library && library->changesThread;
}

/// The user does not want it to run in parallel, whatever else is to be said of it.
static void excludeLoop(const Program &program, AnnotationId annotation, LoopFacts &verdict) {
  const Annotation &known = program[annotation];
  verdict.obstacles.insert(verdict.obstacles.begin(),
                           {ObstacleKind::Excluded, known.text, "", known.location, {}});
  verdict.isParallel = false;
  verdict.promises.clear();
}

/// In a loop that reordering has made to run in parallel: it has many loops inside, and each would
/// be judged at length.
static bool isInPiece(const AnalysedProgram &analysed, RegionId region) {
  const AnnotationId annotation = analysed.excludedBy[region.index()];
  return annotation.valid() && isKindOfPieces(analysed.program[annotation].kind);
}

static void add(StatementFacts more, StatementFacts &facts) {
  facts.dependences.insert(facts.dependences.end(),
                           std::make_move_iterator(more.dependences.begin()),
                           std::make_move_iterator(more.dependences.end()));
  facts.siblings.merge(more.siblings);
}

/// A sequential loop may fall apart into loops, leave some of its statements in order, or run as a
/// wavefront.
static void splitBody(const AnalysedProgram &analysed, const PurePromises &promised,
                      const StatementFacts &statements, IterationTables &tables,
                      const Budget &budget, LoopFacts &verdict) {
  Budget forDistribution = budget, forOrder = budget;
  verdict.distribution = distributeLoop(analysed, verdict, statements, forDistribution);
  std::optional<LoopFacts> better = orderLoop(analysed, verdict, statements, tables, forOrder);
  if (!better)
    better = findWavefront(analysed, verdict, tables, budget);
  if (!better) {
    Budget forPipeline = budget;
    PipelineSearch found = findPipeline(analysed, verdict, statements, tables, forPipeline);
    verdict.pipeline = std::move(found.pipeline);
    verdict.otherPipeline = std::move(found.otherPipeline);
    verdict.pipelineBars = std::move(found.bars);
    return;
  }
  verdict = std::move(*better);
  addPurePromises(analysed, promised, verdict.loop, verdict.promises);
}

/// Reasons that keep the whole program sequential.
static std::vector<Obstacle> programObstacles(const Program &program) {
  for (const Instruction &value : program.values)
    if (changesThread(value))
      return {{ObstacleKind::ThreadState, value.calleeName, "", value.location, {}}};
  return {};
}

std::vector<AffineNest> findNests(const Program &program, uint64_t steps,
                                  const Assumptions &assumptions) {
  if (!programObstacles(program).empty())
    return {};
  const Budget whole(steps);
  return findAffineNests(analyse(program, whole, assumptions), whole);
}

Parallelism findParallelism(const Program &program, uint64_t steps,
                            const Assumptions &assumptions) {
  const Budget whole(steps); ///< of which each analysis has its own
  const AnalysedProgram analysed = analyse(program, whole, assumptions);
  const PurePromises promised = findPurePromises(program, analysed.effects);
  IterationTables tables(analysed);
  Parallelism facts;
  facts.callees = analysed.pointsTo.callees;
  for (const auto &[arm, failed] : analysed.effects.memoryExits.arms)
    facts.memoryExits.push_back(arm);
  for (size_t i = 0; i < program.values.size(); ++i)
    if (analysed.effects.memoryExits.isAssumed(program.values[i]))
      facts.assumedAssertions.emplace_back(i);
  facts.programObstacles = programObstacles(program);
  std::vector<RegionId> sequences;
  for (const Function &function : program.functions)
    for (RegionId region : regionsWithin(program, function.body)) {
      if (program[region].kind == Region::Kind::Sequence)
        sequences.push_back(region);
      if (program[region].kind != Region::Kind::Loop)
        continue;
      Budget budget = whole;
      LoopFindings found;
      found.facts.loop = region;
      if (!isInPiece(analysed, region))
        found = judgeLoop(analysed, region, tables, budget);
      LoopFacts &verdict = found.facts;
      facts.ignored.insert(facts.ignored.end(), found.ignored.begin(), found.ignored.end());
      verdict.assumesAssertions = mayFailAssertion(analysed, region);
      if (AnnotationId annotation = analysed.excludedBy[region.index()]; annotation.valid())
        excludeLoop(program, annotation, verdict);
      if (verdict.isParallel)
        addPurePromises(analysed, promised, region, verdict.promises);
      const auto &obstacles = facts.programObstacles;
      verdict.obstacles.insert(verdict.obstacles.end(), obstacles.begin(), obstacles.end());
      verdict.isParallel &= obstacles.empty();
      facts.loopIndex[region] = facts.loops.size();
      facts.loops.push_back(std::move(verdict));
    }
  const bool keepsOrder = !facts.programObstacles.empty();
  for (RegionId sequence : sequences) {
    Budget budget = whole;
    add(judgeSiblings(analysed, facts, sequence, keepsOrder || isInPiece(analysed, sequence),
                      budget),
        facts);
  }
  for (LoopFacts &verdict : facts.loops)
    if (!keepsOrder && !analysed.excludedBy[verdict.loop.index()].valid())
      splitBody(analysed, promised, facts, tables, whole, verdict);
  if (!keepsOrder) {
    for (LoopFacts &found : findWavesInCalls(analysed, facts, whole, assumptions)) {
      addPurePromises(analysed, promised, found.loop, found.promises);
      facts.loops[facts.loopIndex.at(found.loop)] = std::move(found);
    }
    for (auto &[loop, found] : findPipelinesInCalls(analysed, facts, whole, assumptions)) {
      LoopFacts &verdict = facts.loops[facts.loopIndex.at(loop)];
      if (found.pipeline)
        verdict.pipelineBars.clear();
      verdict.pipelineBars.insert(verdict.pipelineBars.end(), found.bars.begin(), found.bars.end());
      verdict.pipeline = std::move(found.pipeline);
      verdict.otherPipeline = std::move(found.otherPipeline);
    }
    facts.nests = findAffineNests(analysed, whole);
    if (!isTooLargeToCopy(program))
      facts.countedMembers = findCountedMembers(analysed);
  }
  TouchedByLoops touched;
  for (SiblingDependence &each : facts.dependences) {
    Budget budget = whole;
    each.halo = findHalo(analysed, facts, facts, each, touched, budget);
  }
  for (const Function &function : program.functions)
    addPurePromises(analysed, promised, function.body, facts.promises);
  std::vector<IgnoredAnnotation> impure = findImpure(program, analysed.effects);
  facts.ignored.insert(facts.ignored.end(), impure.begin(), impure.end());
  return facts;
}

EndsWithin endsWithin(const Program &program, const Parallelism &facts,
                      const std::vector<RegionId> &regions) {
  if (facts.memoryExits.empty() && facts.assumedAssertions.empty())
    return {};
  std::vector<ValueId> values;
  for (RegionId each : regions) {
    const std::vector<ValueId> its = valuesWithin(program, each);
    values.insert(values.end(), its.begin(), its.end());
  }
  std::set<FunctionId> reached;
  forEachReached(program, facts.callees, calledBy(facts.callees, values),
                 [&](FunctionId each, const std::vector<ValueId> &) { reached.insert(each); });
  const auto isThere = [&](RegionId place) {
    return reached.contains(program[place].function) ||
           std::ranges::any_of(regions,
                               [&](RegionId each) { return contains(program, each, place); });
  };
  return {std::ranges::any_of(facts.memoryExits, isThere),
          std::ranges::any_of(facts.assumedAssertions,
                              [&](ValueId each) { return isThere(program[each].block); })};
}

} // namespace kasuri
