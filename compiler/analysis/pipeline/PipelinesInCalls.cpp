#include "analysis/pipeline/PipelinesInCalls.h"

#include "analysis/loop/KnownInOriginal.h"
#include "analysis/loop/LoopVerdicts.h"
#include "analysis/pipeline/FindPipeline.h"
#include "analysis/statement/Siblings.h"
#include "model/CopyLimit.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

/// What is ordered may be less than the whole call.
bool mayBeCut(const PipelineBar &bar) {
  using Kind = PipelineBar::Kind;
  switch (bar.kind) {
  case Kind::Flow:
  case Kind::Reuse:
  case Kind::Files:
  case Kind::ExitUses:
  case Kind::LeftBehind:
    return true;
  default:
    return false;
  }
}

bool mayHaveSuch(const LoopFacts &loop) {
  return !loop.isParallel && !loop.distribution && !loop.ordered && !loop.wavefront &&
         (loop.pipeline ? loop.pipeline->overlap.free == 0
                        : !loop.pipelineBars.empty() && mayBeCut(loop.pipelineBars.front()));
}

class CallFinder {
public:
  explicit CallFinder(const AnalysedProgram &analysed) : program(analysed.program) {
    for (const auto &[arm, failed] : analysed.effects.memoryExits.arms)
      rewritten.insert(program[arm].function);
    for (const Instruction &value : program.values)
      if (analysed.effects.memoryExits.isAssumed(value))
        rewritten.insert(program[value.block].function);
  }

  std::set<ValueId> callsIn(RegionId loop) const {
    return callsToInline(program, program[loop].children[0], [&](FunctionId callee) {
      return !rewritten.contains(callee) && doesMuch(callee);
    });
  }

private:
  const Program &program;
  /// Their text is changed where it stands, which a copy of the function would not have.
  std::set<FunctionId> rewritten;

  /// One of its statements takes long, and another may be what is ordered.
  bool doesMuch(FunctionId function) const {
    const std::vector<RegionId> statements = statementsOf(program, program[function].body);
    return statements.size() > 1 &&
           std::ranges::any_of(statements, [&](RegionId each) { return takesLong(each); });
  }

  bool takesLong(RegionId statement) const {
    const std::vector<RegionId> regions = regionsWithin(program, statement);
    const std::vector<ValueId> values = valuesWithin(program, statement);
    return std::ranges::any_of(
               regions, [&](RegionId each) { return program[each].kind == Region::Kind::Loop; }) ||
           std::ranges::any_of(values, [&](ValueId each) { return program[each].callee.valid(); });
  }
};

/// A pipeline of the copy in terms of the original.
class Translation {
public:
  Translation(const InlinedProgram &inlined, const CallsToInline &what, const Program &original)
      : inlined(inlined), known(inlined) {
    for (ValueId call : what.calls)
      callOf.emplace(original[call].block, call);
  }

  PipelineSearch of(PipelineSearch found) const {
    for (std::optional<Pipeline> *each : {&found.pipeline, &found.otherPipeline})
      if (*each)
        *each = of(std::move(**each));
    return found;
  }

private:
  const InlinedProgram &inlined;
  const KnownInOriginal known;
  std::map<RegionId, ValueId> callOf; ///< by its block

  std::optional<Pipeline> of(Pipeline found) const {
    for (PipelinePiece &piece : found.pieces)
      piece = of(piece);
    for (RegionId &exit : found.exits)
      exit = inlined.regions[exit.index()];
    // Each call has variables of its own.
    std::erase_if(found.privates, [&](const auto &each) { return !known.knows(each.object); });
    for (std::vector<PrivateObject> *list : {&found.privates, &found.buffers})
      for (PrivateObject &each : *list)
        if (each.allocation.valid())
          each.allocation = inlined.values[each.allocation.index()];
    for (LineBuffer &each : found.lines)
      each.input = inlined.values[each.input.index()];
    return isSayable(found) ? std::optional(std::move(found)) : std::nullopt;
  }

  PipelinePiece of(PipelinePiece piece) const {
    using Part = PipelinePiece::Part;
    const RegionId copy = piece.statement;
    piece.statement = inlined.regions[copy.index()];
    piece.call = inlined.calls[copy.index()];
    if (piece.call.valid())
      return piece;
    if (const auto call = callOf.find(piece.statement); call != callOf.end()) {
      piece.call = call->second;
      piece.part = inlined.isBehindCall(copy) ? Part::Result : Part::Arguments;
    }
    return piece;
  }

  /// It names nothing that only the copy has, and hands on variables only where they are known.
  bool isSayable(const Pipeline &found) const {
    const auto isKnown = [&](ObjectId each) { return known.knows(each); };
    const auto isInCallee = [&](size_t piece) {
      return piece < found.pieces.size() && found.pieces[piece].isInCallee();
    };
    for (const OrderedSegment &segment : found.segments) {
      const bool hasVariables = !segment.taken.empty() || !segment.left.empty();
      const bool isCut =
          isInCallee(segment.begin) ||
          (segment.end > 0 && (isInCallee(segment.end - 1) || isInCallee(segment.end)));
      if ((hasVariables && isCut) || !std::ranges::all_of(segment.taken, isKnown) ||
          !std::ranges::all_of(segment.left, isKnown, &LeftVariable::object))
        return false;
    }
    for (const BlockVersion &each : found.versions)
      if (!known.knows(each.pointer) ||
          (each.firstPiece > 0 && found.pieces[each.firstPiece].call.valid()))
        return false;
    for (const PrivateObject &each : found.buffers)
      if (!known.knows(each.object) || !each.allocation.valid())
        return false;
    for (const LineBuffer &each : found.lines)
      if (!known.knows(each.text) || !known.knows(each.size) || !each.input.valid())
        return false;
    return std::ranges::all_of(found.automatics, isKnown) &&
           std::ranges::all_of(found.guards, [&](const Guard &each) { return known.knows(each); });
  }
};

/// Facts about a loop of the copy and what is in it.
struct LoopOfCopy {
  LoopTable loops;
  StatementFacts statements;
};

LoopOfCopy judgeWithin(const AnalysedProgram &analysed, RegionId loop, IterationTables &tables,
                       const Budget &budget) {
  LoopOfCopy made;
  const std::vector<RegionId> inside = regionsWithin(analysed.program, loop);
  for (RegionId each : inside)
    if (analysed.program[each].kind == Region::Kind::Loop) {
      Budget own = budget;
      made.loops.loopIndex[each] = made.loops.loops.size();
      made.loops.loops.push_back(judgeLoop(analysed, each, tables, own).facts);
    }
  for (RegionId each : inside)
    if (analysed.program[each].kind == Region::Kind::Sequence) {
      Budget own = budget;
      StatementFacts found = judgeSiblings(analysed, made.loops, each, false, own);
      made.statements.siblings.merge(found.siblings);
    }
  return made;
}

} // namespace

std::map<RegionId, PipelineSearch> findPipelinesInCalls(const AnalysedProgram &analysed,
                                                        const LoopTable &loops,
                                                        const Budget &budget,
                                                        const Assumptions &assumptions) {
  std::map<RegionId, PipelineSearch> found;
  const Program &program = analysed.program;
  if (isTooLargeToCopy(program))
    return found;
  const CallFinder finder(analysed);
  CallsToInline what;
  std::vector<RegionId> cut;
  for (const LoopFacts &loop : loops.loops) {
    if (!mayHaveSuch(loop) || analysed.excludedBy[loop.loop.index()].valid())
      continue;
    const std::set<ValueId> calls = finder.callsIn(loop.loop);
    if (!calls.empty() && what.add(program, calls))
      cut.push_back(loop.loop);
  }
  if (cut.empty())
    return found;
  const InlinedProgram inlined = inlineCalls(program, what);
  const AnalysedProgram copy = analyse(inlined.program, budget, assumptions);
  IterationTables tables(copy);
  const Translation translation(inlined, what, program);
  for (RegionId loop : cut) {
    const RegionId itsCopy = inlined.copies.at(loop);
    const LoopOfCopy known = judgeWithin(copy, itsCopy, tables, budget);
    Budget own = budget;
    PipelineSearch search =
        findPipeline(copy, *known.loops.factsOf(itsCopy), known.statements, tables, own, &inlined);
    search = translation.of(std::move(search));
    const std::optional<Pipeline> &before = loops.factsOf(loop)->pipeline;
    if (!search.pipeline || (before && search.pipeline->overlap <= before->overlap))
      continue;
    if (!search.otherPipeline)
      search.otherPipeline = before;
    found.emplace(loop, std::move(search));
  }
  return found;
}

} // namespace kasuri
