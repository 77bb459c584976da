#include "analysis/wavefront/WavesInCalls.h"

#include "analysis/loop/KnownInOriginal.h"
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/wavefront/FindWavefront.h"
#include "model/CopyLimit.h"
#include "model/Inline.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned mostRounds = 2; ///< each analyzes a whole program

bool hasColumns(const AnalysedProgram &analysed, FunctionId function) {
  const Program &program = analysed.program;
  const std::vector<RegionId> statements = statementsOf(program, program[function].body);
  return std::any_of(statements.begin(), statements.end(), [&](RegionId each) {
    return program[each].kind == Region::Kind::Loop && program[each].counted.variable.valid() &&
           !analysed.excludedBy[each.index()].valid();
  });
}

bool isReturn(const Region &region) { return region.jump == Region::JumpKind::Return; }

/// From somewhere else than its end.
bool returnsEarly(const Program &program, FunctionId function) {
  const RegionId body = program[function].body;
  const std::vector<RegionId> regions = regionsWithin(program, body);
  const auto returns = std::count_if(regions.begin(), regions.end(),
                                     [&](RegionId each) { return isReturn(program[each]); });
  const std::vector<RegionId> &statements = program[body].children;
  const bool endsWithOne = !statements.empty() && isReturn(program[statements.back()]);
  return returns > (endsWithOne ? 1 : 0);
}

/// Can a loop of the function be columns where its body replaces a call? Jumps over them, as to the
/// use of the result, are refused.
bool mayBringColumns(const Program &program, FunctionId function) {
  if (program[function].result.kind != ValueType::Kind::None && returnsEarly(program, function))
    return false;
  const std::vector<RegionId> statements = statementsOf(program, program[function].body);
  return std::any_of(statements.begin(), statements.end(), [&](RegionId each) {
    return program[each].kind == Region::Kind::Loop && mayBeColumns(program, each);
  });
}

/// Calls of the loop's rows that may lead to columns.
std::set<ValueId> callsOfRows(const AnalysedProgram &analysed, RegionId loop) {
  const Program &program = analysed.program;
  std::set<ValueId> found =
      callsToInline(program, program[loop].children[0],
                    [&](FunctionId callee) { return hasColumns(analysed, callee); });
  const bool mayHelp = std::any_of(found.begin(), found.end(), [&](ValueId call) {
    return mayBringColumns(program, program[call].callee);
  });
  return mayHelp ? found : std::set<ValueId>();
}

/// Calls that can be replaced at the same time, and the loops that make them.
struct Round {
  CallsToInline calls = {};
  std::vector<RegionId> loops = {};

  bool add(const Program &program, RegionId loop, const std::set<ValueId> &of) {
    const bool fits = calls.add(program, of);
    if (fits)
      loops.push_back(loop);
    return fits;
  }
};

/// What the copy says of the loop, in terms of the original.
std::optional<LoopFacts> inOriginal(const InlinedProgram &inlined, LoopFacts found,
                                    const LoopFacts &verdict) {
  const CallPath &path = inlined.places[found.wavefront->columns.index()].path;
  if (path.empty() || !KnownInOriginal(inlined).knows(found))
    return std::nullopt;
  found.loop = verdict.loop;
  if (!verdict.obstacles.empty())
    found.obstacles = verdict.obstacles;
  found.wavefront->columns = inlined.regions[found.wavefront->columns.index()];
  found.wavefront->call = path.front();
  for (Reduction &each : found.reductions)
    each.update = inlined.values[each.update.index()];
  return found;
}

void findIn(const Round &round, const AnalysedProgram &original, const LoopTable &loops,
            const Budget &budget, const Assumptions &assumptions, std::vector<LoopFacts> &found) {
  const InlinedProgram inlined = inlineCalls(original.program, round.calls);
  const AnalysedProgram analysed = analyse(inlined.program, budget, assumptions);
  IterationTables tables(analysed);
  for (RegionId loop : round.loops) {
    const LoopFacts &verdict = *loops.factsOf(loop);
    Budget own = budget;
    LoopFacts judged = judgeLoop(analysed, inlined.copies.at(loop), tables, own).facts;
    std::optional<LoopFacts> wave = findWavefront(analysed, judged, tables, budget);
    if (wave)
      wave = inOriginal(inlined, std::move(*wave), verdict);
    if (wave)
      found.push_back(std::move(*wave));
  }
}

} // namespace

std::vector<LoopFacts> findWavesInCalls(const AnalysedProgram &analysed, const LoopTable &loops,
                                        const Budget &budget, const Assumptions &assumptions) {
  if (isTooLargeToCopy(analysed.program))
    return {};
  std::vector<std::pair<RegionId, std::set<ValueId>>> pending;
  for (const LoopFacts &verdict : loops.loops)
    if (mayBeWavefront(verdict) && !verdict.wavefront &&
        analysed.effects.functions[analysed.program[verdict.loop].function.index()]
            .counters.contains(verdict.loop) &&
        !analysed.excludedBy[verdict.loop.index()].valid())
      if (std::set<ValueId> calls = callsOfRows(analysed, verdict.loop); !calls.empty())
        pending.emplace_back(verdict.loop, std::move(calls));
  std::vector<LoopFacts> found;
  for (unsigned number = 0; number < mostRounds && !pending.empty(); ++number) {
    Round round;
    std::erase_if(pending, [&](const auto &each) {
      return round.add(analysed.program, each.first, each.second);
    });
    findIn(round, analysed, loops, budget, assumptions, found);
  }
  return found;
}

} // namespace kasuri
