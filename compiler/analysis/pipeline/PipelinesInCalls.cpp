#include "analysis/pipeline/PipelinesInCalls.h"

#include "analysis/loop/LoopVerdicts.h"
#include "analysis/pipeline/CallsToCut.h"
#include "analysis/pipeline/PipelineOfCopy.h"
#include "analysis/statement/Siblings.h"
#include "model/CopyLimit.h"
#include "model/Regions.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr unsigned deepestCut = 4; ///< calls that lead to one another; each analyzes a whole copy

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

bool mayBeCut(const std::vector<PipelineBar> &bars) {
  return !bars.empty() && mayBeCut(bars.front());
}

bool mayHaveSuch(const LoopFacts &loop) {
  return !loop.isParallel && !loop.distribution && !loop.ordered && !loop.wavefront &&
         (loop.pipeline || mayBeCut(loop.pipelineBars));
}

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

class CutSearch {
public:
  CutSearch(const AnalysedProgram &analysed, const LoopTable &loops, const Budget &budget,
            const Assumptions &assumptions)
      : analysed(analysed), loops(loops), budget(budget), assumptions(assumptions),
        finder(analysed) {}

  std::map<RegionId, PipelineSearch> find() {
    for (const LoopFacts &loop : loops.loops)
      if (mayHaveSuch(loop) && !analysed.excludedBy[loop.loop.index()].valid())
        addPending(loop.loop, finder.callsIn(loop));
    for (unsigned round = 0; round < deepestCut && choose(); ++round) {
      inlined = round == 0 ? inlineCalls(analysed.program, what) : inlineCalls(inlined, what);
      judgeCopies();
    }
    const bool isTooLarge = isTooLargeToCopy(current(), copied);
    for (const Pending &each : pending)
      if (each.calls.begin()->size() > 1)
        addBars(each.loop, each.calls,
                isTooLarge ? PipelineBar::Kind::Budget : PipelineBar::Kind::Depth);
    return std::move(found);
  }

private:
  /// A loop, and calls that may be replaced in the next copy.
  struct Pending {
    RegionId loop;
    std::set<CallPath> calls;
  };

  const AnalysedProgram &analysed;
  const LoopTable &loops;
  const Budget &budget;
  const Assumptions &assumptions;
  const CallFinder finder;
  std::vector<Pending> pending;
  size_t copied = 0; ///< parts of programs that copies have been made of
  CallsToInline what;
  std::vector<RegionId> cut;     ///< loops whose calls are replaced
  std::set<FunctionId> uncalled; ///< functions of which calls have been replaced
  InlinedProgram inlined;
  std::map<RegionId, PipelineSearch> found;

  bool isFirst() const { return inlined.regions.empty(); }
  const Program &current() const { return isFirst() ? analysed.program : inlined.program; }

  void addPending(RegionId loop, std::set<CallPath> calls) {
    if (!calls.empty())
      pending.push_back({loop, std::move(calls)});
  }

  /// Sets what is replaced next; the rest stays for later. Nothing is known of a function's
  /// parameters where all of its calls are gone: no loop of it is judged again.
  bool choose() {
    what = {};
    what.callees = uncalled;
    cut.clear();
    if (isTooLargeToCopy(current(), copied))
      return false;
    copied += partsOf(current());
    std::erase_if(pending, [&](const Pending &each) {
      const bool fits = what.add(current(), callsOf(each));
      if (fits)
        cut.push_back(each.loop);
      return fits;
    });
    uncalled = what.callees;
    return !cut.empty();
  }

  /// In the program as it is now.
  std::set<ValueId> callsOf(const Pending &its) const {
    std::set<ValueId> calls;
    const RegionId loop = isFirst() ? its.loop : inlined.copies.at(its.loop);
    for (ValueId value : valuesWithin(current(), loop))
      if (current()[value].op == Op::Call && its.calls.contains(pathOf(value)))
        calls.insert(value);
    return calls;
  }

  CallPath pathOf(ValueId call) const { return isFirst() ? CallPath{call} : inlined.pathOf(call); }

  void judgeCopies() {
    const AnalysedProgram copy = analyse(inlined.program, budget, assumptions);
    IterationTables tables(copy);
    for (RegionId loop : cut)
      judge(copy, loop, tables);
  }

  void judge(const AnalysedProgram &copy, RegionId loop, IterationTables &tables) {
    const RegionId itsCopy = inlined.copies.at(loop);
    const LoopOfCopy known = judgeWithin(copy, itsCopy, tables, budget);
    Budget own = budget;
    PipelineSearch search =
        findPipeline(copy, *known.loops.factsOf(itsCopy), known.statements, tables, own, &inlined);
    CallsToCut deeper;
    if (search.pipeline || mayBeCut(search.bars))
      deeper = finder.deeperCalls(inlined, itsCopy, search);
    take(loop, inOriginal(inlined, std::move(search)));
    addBars(loop, deeper.recursive, PipelineBar::Kind::Recursion);
    addPending(loop, std::move(deeper.calls));
  }

  const std::optional<Pipeline> &bestOf(RegionId loop) const {
    const auto known = found.find(loop);
    return known == found.end() ? loops.factsOf(loop)->pipeline : known->second.pipeline;
  }

  /// Of calls that stay whole, if the loop is no pipeline.
  void addBars(RegionId loop, const std::set<CallPath> &calls, PipelineBar::Kind kind) {
    if (bestOf(loop))
      return;
    for (const CallPath &each : calls) {
      PipelineBar bar = barOfCall(analysed.program, each, kind);
      std::vector<PipelineBar> &known = found[loop].bars;
      if (std::ranges::find(known, bar.source, &PipelineBar::source) == known.end())
        known.push_back(std::move(bar));
    }
  }

  /// If more overlaps than in the one that is known. That then is the other one, where the new
  /// one's guards do not hold, or it cannot be emitted; but if one of two new ones always runs,
  /// these are cut in calls, and their segments are shorter.
  void take(RegionId loop, PipelineSearch search) {
    const std::optional<Pipeline> &before = bestOf(loop);
    if (!search.pipeline || (before && search.pipeline->overlap <= before->overlap))
      return;
    const std::optional<Pipeline> &other = search.otherPipeline;
    if (before && !search.areOpposite && (!other || other->overlap <= before->overlap))
      search.otherPipeline = before;
    search.bars.clear();
    found.insert_or_assign(loop, std::move(search));
  }
};

} // namespace

std::map<RegionId, PipelineSearch> findPipelinesInCalls(const AnalysedProgram &analysed,
                                                        const LoopTable &loops,
                                                        const Budget &budget,
                                                        const Assumptions &assumptions) {
  return CutSearch(analysed, loops, budget, assumptions).find();
}

} // namespace kasuri
