#include "report/PipelineNotes.h"

#include "model/Regions.h"
#include "plan/Pipelines.h"
#include "report/Findings.h"

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

/// To begin an iteration and to enter its segments takes about as long.
constexpr double shortestIterationNs = 200;
constexpr double fewestTrips = 4;
/// From this share of an iteration on a parallel loop inside is what matters.
constexpr double mostInside = 0.5;
/// What orders less of an iteration is not worth a word beside the first reason.
constexpr double leastFurther = 0.1;

using Kind = PipelineBar::Kind;

std::string quoted(const std::string &name) { return "'" + name + "'"; }

std::string percentOf(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

class NoteWriter {
public:
  NoteWriter(const Program &program, const Parallelism &facts, const CostModel &cost,
             const Machine &machine, RegionId loop)
      : program(program), facts(facts), cost(cost), machine(machine), loop(loop),
        verdict(*facts.factsOf(loop)), body(program[program[loop].children[0]].children) {}

  std::optional<Obstacle> write() const {
    const RegionCost &its = cost.of(loop);
    const bool isShort = its.perExecutionNs < shortestIterationNs * std::max(1.0, its.trips) ||
                         (its.knowsTrips() && its.trips < fewestTrips);
    const bool isNest = body.size() == 1 && program[body.front()].kind == Region::Kind::Loop;
    if (isShort || isNest || holdsLongDoall())
      return std::nullopt;
    if (verdict.pipeline)
      return ofPlan();
    const PipelineBar &bar = verdict.pipelineBars.front();
    Obstacle note;
    note.kind = ObstacleKind::NoPipeline;
    note.subject = textOf(bar) + furtherText();
    note.unlock = helpOf(bar);
    note.source = bar.source.valid() ? bar.source : locationOf(program, loop);
    note.sink = bar.sink;
    return note;
  }

private:
  const Program &program;
  const Parallelism &facts;
  const CostModel &cost;
  const Machine &machine;
  RegionId loop;
  const LoopFacts &verdict;
  const std::vector<RegionId> &body;

  double iterationNs() const {
    const RegionCost &its = cost.of(loop);
    return its.perExecutionNs / std::max(1.0, its.trips);
  }

  /// One that is a child of the body, or in a branch of it.
  bool holdsLongDoall() const {
    double ns = 0;
    for (RegionId statement : body)
      for (RegionId each : regionsWithin(program, statement))
        if (const LoopFacts *inner = facts.factsOf(each); inner && inner->isParallel)
          ns = std::max(ns, cost.of(each).perExecutionNs);
    return ns > mostInside * iterationNs();
  }

  /// "line 12", "lines 12 to 20". `to`: invalid if nothing follows the first one.
  std::string linesOf(RegionId from, RegionId to) const {
    const unsigned first = locationOf(program, from).line;
    const unsigned last = to.valid() ? lastLineOf(program, to) : first;
    return first >= last ? "line " + std::to_string(first)
                         : "lines " + std::to_string(first) + " to " + std::to_string(last);
  }

  std::string linesOf(const PipelineBar &bar) const {
    const bool isHead = bar.hasHead || bar.pieces.empty();
    return linesOf(isHead ? loop : firstOf(program, bar.pieces.front()),
                   bar.pieces.empty() ? RegionId() : lastOf(program, bar.pieces.back()));
  }

  double shareOf(const PipelineBar &bar) const {
    double ns = 0;
    for (const PipelinePiece &each : bar.pieces)
      ns += pieceNs(program, cost, each);
    for (RegionId part : {program[loop].condition, program[loop].step})
      ns += bar.hasHead && part.valid() ? cost.of(part).perExecutionNs : 0;
    return std::min(1.0, ns / std::max(1e-9, iterationNs()));
  }

  /// "lines 12 to 20 (97 % of an iteration)".
  std::string orderedText(const PipelineBar &bar) const {
    return linesOf(bar) + " (" + percentOf(shareOf(bar)) + " of an iteration)";
  }

  static std::string line(unsigned number) { return "line " + std::to_string(number); }

  static std::string nextText(const PipelineBar &bar) {
    return (bar.sourceLine == bar.sinkLine ? "the same line" : line(bar.sinkLine)) +
           " of the next iteration";
  }

  /// "which line 14 writes and line 11 of the next iteration reads".
  static std::string endsText(const PipelineBar &bar) {
    if (bar.sourceLine == 0)
      return "";
    const std::string source = line(bar.sourceLine), next = nextText(bar);
    if (bar.kind == Kind::Flow)
      return ", which " + source + " writes and " + next + " reads";
    return bar.areWrites ? ", which " + source + " and " + next + " write"
                         : ", which " + source + " reads and " + next + " overwrites";
  }

  /// A single line must not be "lines".
  bool isOneLine(const PipelineBar &bar) const { return linesOf(bar).starts_with("line "); }

  std::string verb(const PipelineBar &bar, const char *one, const char *several) const {
    return orderedText(bar) + " " + (isOneLine(bar) ? one : several);
  }

  std::string textOf(const PipelineBar &bar) const {
    const std::string at = line(bar.sourceLine);
    switch (bar.kind) {
    case Kind::Flow:
      return verb(bar, "hands on ", "hand on ") + quoted(bar.subject) + endsText(bar);
    case Kind::Reuse:
      return verb(bar, "uses ", "use ") + quoted(bar.subject) + " in every iteration" +
             endsText(bar);
    case Kind::Files:
      return verb(bar, "keeps its order", "keep their order") + ": " + at + " and " +
             nextText(bar) + " perform input or output";
    case Kind::Opaque:
      if (bar.reason == ObstacleKind::InputOutput)
        return verb(bar, "keeps its order", "keep their order") + " because " +
               quoted(bar.subject) + " performs input or output";
      return verb(bar, "keeps its order", "keep their order") + ": " +
             message(Obstacle{bar.reason, bar.subject, "", {}, {}});
    case Kind::Volatile:
      return verb(bar, "keeps its order", "keep their order") + " because " + quoted(bar.subject) +
             " is volatile";
    case Kind::Memory:
      return verb(bar, "keeps its order", "keep their order") +
             " because the program may run out of memory on " + at;
    case Kind::Exit:
      return verb(bar, "runs in order", "run in order") + " because the loop may end on " + at;
    case Kind::ExitUses:
      return verb(bar, "runs in order", "run in order") + " because what runs after the exit on " +
             at + " uses what they change";
    case Kind::ExitInside:
      return "the loop may end on " + at + ", in the middle of a statement of its body";
    case Kind::LeftBehind:
      return "what runs when the loop ends on " + at + " uses values that only its iteration has";
    case Kind::End:
      return quoted(bar.subject) + ", called on " + at + ", may end the program";
    case Kind::Errno:
      return at + " uses errno, of which each core has its own";
    case Kind::Thread:
      return "the statement on " + at + " uses what belongs to one thread";
    case Kind::Irregular:
      return quoted(bar.subject) + " on " + at + " makes the control flow irregular";
    case Kind::Recursion:
      return quoted(bar.subject) + ", called on " + at + ", calls itself and runs as a whole";
    case Kind::Depth:
      return quoted(bar.subject) + ", called on " + at +
             ", is too many calls below the loop and runs as a whole";
    case Kind::Budget:
      return "the analysis of the loop exceeds its budget";
    }
    return "";
  }

  /// The call is within what another bar is about.
  static bool isOfWholeCall(const PipelineBar &bar) {
    return bar.kind == Kind::Recursion || bar.kind == Kind::Depth;
  }

  /// "; lines 20 to 24 (10 % of an iteration) hand on 'sum'".
  std::string furtherText() const {
    std::string text;
    for (size_t i = 1; i < verdict.pipelineBars.size(); ++i)
      if (const PipelineBar &bar = verdict.pipelineBars[i];
          isOfWholeCall(bar) || shareOf(bar) >= leastFurther)
        text += "; " + textOf(bar);
    return text;
  }

  std::string helpOf(const PipelineBar &bar) const {
    const std::string name = quoted(bar.subject);
    switch (bar.kind) {
    case Kind::Flow:
      if (!bar.callee.empty())
        return "split " + quoted(bar.callee) + " so that the part that updates " + name +
               " is a call of its own, before or after the part that takes long; if " + name +
               " is only scratch, hand each iteration its own";
      return "move the statements that read and write " + name +
             " next to each other, before or after those that take long; if an iteration does not "
             "need the value, set " +
             name + " at its start";
    case Kind::Reuse:
      return "declare " + name + " inside the loop, or hand each iteration its own buffer";
    case Kind::Files:
      if (!bar.callee.empty())
        return "split " + quoted(bar.callee) +
               " so that its input or output is a call of its own, before or after the part that "
               "takes long";
      return "read in the loop's head or first statement, collect output in a buffer of the "
             "iteration, and write it in the last statement";
    case Kind::Opaque:
      return kasuri::help(Obstacle{bar.reason, bar.subject, "", {}, {}});
    case Kind::Volatile:
      return "access " + name +
             " next to the output, before or after the statements that take long";
    case Kind::Memory:
      return "allocate the memory before the loop, or in its first statement";
    case Kind::Exit:
      return "test for the exit before the statements that take long; an exit that compares the "
             "result of fwrite or printf with success does not order them, nor does an error in "
             "the input if you pass --assume=input because the program handles any input, nor any "
             "exit if you pass --assume=exits because later iterations could go on after it";
    case Kind::ExitUses:
      return "use no variable that the loop changes, and read no more input, when the loop has "
             "ended there";
    case Kind::ExitInside:
      return "set a flag there, and leave the loop with an 'if (...) break;' that is a statement "
             "of the body";
    case Kind::LeftBehind:
      return "copy these values to a variable that is declared before the loop, in a statement "
             "before the exit";
    case Kind::End:
      if (bar.reason == ObstacleKind::UnknownCall)
        return kasuri::help(Obstacle{bar.reason, bar.subject, "", {}, {}});
      return "return an error instead, and end the program after the loop";
    case Kind::Errno:
      return "test the result of the call instead of errno";
    case Kind::Thread:
      return "keep the value in a variable of the program that is not thread-local";
    case Kind::Irregular:
      return "rewrite it with structured loops and branches";
    case Kind::Recursion:
      return "write the recursion of " + name + " as a loop";
    case Kind::Depth:
      return "call " + name + " closer to the loop";
    case Kind::Budget:
      return "raise the budget with --analysis-budget, or split the function into smaller ones";
    }
    return "";
  }

  /// It may be a pipeline, and the plan has none.
  std::optional<Obstacle> ofPlan() const {
    const std::vector<PlannedStage> stages = pipelineStages(program, cost, loop, *verdict.pipeline);
    const PlannedStage &longest = *longestOrdered(stages);
    const double all = kasuri::iterationNs(stages);
    const auto cores = static_cast<unsigned>(machine.cores.size());
    const double trips = std::max(1.0, cost.of(loop).trips);
    const double ns =
        pipelineNs(stages, trips, cores, pipelineSignalNs(machine, cores), mostGathered(program));
    const double alone = all - handOverNs(program, *verdict.pipeline);
    const double gain = alone * trips / (ns + machine.forkJoinNs);
    const bool isBetterInside = gain >= leastPipelineGain;
    if (cores < 2 || (isBetterInside && !holdsParallelLoop(program, facts, loop)))
      return std::nullopt;
    const std::string lines = linesOf(longest.first, longest.last);
    char estimate[64] = "estimated slower";
    if (gain >= 1)
      std::snprintf(estimate, sizeof estimate, "estimated %.2f times faster", gain);
    char limit[64];
    std::snprintf(limit, sizeof limit, " on %u cores and at most %.2f times faster on any number",
                  cores, std::max(1.0, all / std::max(1.0, longest.ns)));
    Obstacle note;
    note.kind = ObstacleKind::NoPipeline;
    note.subject = std::string(isBetterInside ? "the parallel loops inside are more profitable, "
                                              : "it is not profitable, ") +
                   estimate + limit + "; the longest ordered segment, " + lines + ", is " +
                   percentOf(longest.ns / std::max(1.0, all)) + " of an iteration";
    note.unlock =
        "move what need not keep its order out of " + lines + ", or give an iteration more to do";
    note.source = locationOf(program, longest.first);
    return note;
  }
};

} // namespace

std::optional<Obstacle> pipelineNote(const Program &program, const Parallelism &facts,
                                     const CostModel &cost, const Machine &machine, RegionId loop) {
  const LoopFacts &verdict = *facts.factsOf(loop);
  if (!verdict.pipeline && verdict.pipelineBars.empty())
    return std::nullopt;
  return NoteWriter(program, facts, cost, machine, loop).write();
}

} // namespace kasuri
