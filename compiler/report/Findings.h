// What became of every loop and layer: the facts, the plan and the emission brought together once,
// so that remarks and all files of the report cannot disagree.
//
//     verdict      legal?  where                              kind
//     Parallel     yes     its iterations are dealt out       Doall
//                  yes     whole, in a task of a layer        InsideParallel
//     NotWorthIt   yes     left alone: not profitable          NotWorthIt
//                  yes     left alone: nobody calls it         NotCalled
//     Sequential   no      left alone                         of its first obstacle
#pragma once

#include "plan/Plan.h"

#include <string_view>

namespace kasuri {

/// On the program, not on the plan: whether the iterations may run in parallel, and pay.
enum class Verdict : uint8_t { Parallel, NotWorthIt, Sequential };

struct LoopFinding {
  RegionId loop;
  Verdict verdict = Verdict::Sequential;
  bool isPlanned = false; ///< its iterations are dealt out to the cores
  std::string kind;       ///< the bracketed word of its remark
  /// Of the analysis and of the emission; the first is the reason why it is not parallel, or why it
  /// leaves cores without work.
  std::vector<Obstacle> obstacles;
  /// Not of a sequential loop: where one of these does not hold, it runs as in the source.
  std::vector<Guard> guards = {};
  /// Of a sequential loop that runs on one core: why it is no pipeline, if that is known.
  std::optional<Obstacle> noPipeline = {};
  size_t layer = 0;             ///< isPlanned: index in Plan::layers
  bool isInsidePlanned = false; ///< it only runs where the cores are busy with a planned layer
};

/// A layer of several macro-tasks, or of one loop in parts.
struct LayerFinding {
  size_t layer = 0;          ///< index in Plan::layers
  bool isEmitted = true;     ///< false: dropped by the emission
  bool isSingleLoop = false; ///< its only task is a loop in parts: the loop's remark says it all
  Obstacle obstacle;         ///< !isEmitted: why
  std::vector<Guard> guards = {}; ///< where one does not hold, the source's code runs
};

struct Findings {
  std::vector<LoopFinding> loops;   ///< in source order, without those of the system's headers
  std::vector<LayerFinding> layers; ///< by index in Plan::layers
};

Findings collectFindings(const Program &program, const Parallelism &facts,
                         const MacroTaskGraph &graph, const CostModel &cost, const Machine &machine,
                         const Plan &plan);

std::string_view name(Verdict verdict); ///< "parallel", "not-worth-it", "sequential"

/// What stands at the two ends of an obstacle: "written here", "read here in a later iteration".
std::pair<const char *, const char *> endsOf(ObstacleKind kind);

/// What the plan is estimated to gain for the whole program.
struct Estimate {
  double speedup = 0; ///< over the program in order; 0: unknown
  unsigned cores = 1; ///< on which it is planned to run
};

/// The line at the end of a run, in which each loop counts once and layers are those of the report:
/// "12 of 57 loops and 13 layers run in parallel (3 loops and 4 layers if their guards hold),
/// estimated 1.7x on 2 cores; 20 loops run inside a parallel one, 16 are too short, 9 stay
/// sequential, see -Rkasuri-missed".
std::string summary(const Findings &findings, const Estimate &estimate, bool missedShown);

/// Why loops are not parallel in OpenMP, each reason with its loops: "2 loops: a loop that runs as
/// a pipeline; 1 loop: a pragma"; "" if there are none.
std::string openMpSummary(const Findings &findings);

/// The line on a run with profiles: "3 of 12 measured tasks took over 2x longer or shorter than
/// estimated; -Rkasuri-analysis shows them".
std::string estimateSummary(const CostModel &cost, bool analysisShown);

/// "4 loops", "1 loop".
std::string count(size_t number, std::string_view noun);

/// A region's place as the user calls it: the loop's keyword, the first statement of a layer.
SourceLocation locationOf(const Program &program, RegionId region);

/// The last line of a statement, as far as it is known.
unsigned lastLineOf(const Program &program, RegionId region);

/// The path of a location's file; "" for no place.
std::string_view pathOf(const Program &program, const SourceLocation &location);

/// "12 ns", "3.4 us", "5.6 ms", "1.2 s".
std::string duration(double nanoseconds);

} // namespace kasuri
