// What each region costs, in nanoseconds on a core of relative speed 1: estimated from the source,
// or measured where profiles say so.
//
// Loops count their trips where these follow from constants or declared arrays, else by a stated
// guess; a branch costs the mean of its arms, but for code that makes room for more, which is rare
// (RareGrowth.h); a call costs its callee's body, with loops as long as this call's arguments make
// them. Where a region was measured, its figure is the measured one, and those of the regions
// around it follow.
#pragma once

#include "analysis/Parallelism.h"
#include "cost/Footprint.h"
#include "cost/Measured.h"
#include "cost/TargetCost.h"
#include "model/Program.h"

#include <string_view>

namespace kasuri {

/// How far a cost can be trusted. A region has the least that a tenth or more of its cost has.
enum class Confidence : uint8_t {
  Low,     ///< a guessed trip count, one by a declared array inside another, a call of something
           ///< unknown
  Medium,  ///< trips of a declared array, branches, library functions, memory beyond the caches
  High,    ///< known trips and known operations
  Measured ///< by a profile
};
constexpr size_t confidenceCount = 4;

std::string_view name(Confidence confidence); ///< "low", "medium", "high", "measured"

struct RegionCost {
  double perExecutionNs = 0; ///< one execution of the region; measured if isMeasured
  double estimatedNs = 0;    ///< the same as it was without profiles
  double computeNs = 0;      ///< estimated: with all data in the first cache
  /// Standard deviation of perExecutionNs from one execution to the next: measured, or as branches
  /// give it that are taken independently of each other.
  double deviationNs = 0;
  double trips = 1; ///< Loop: iterations per execution
  /// Loop: the first iteration takes 1 - slope times the mean, the last 1 + slope, those between in
  /// proportion; -1 to 1.
  double slope = 0;
  bool isGuess = false;   ///< Loop: its trip count does not follow from constants
  bool isCounted = false; ///< Loop: `trips` is what a profile has counted, where else it is a guess
  bool isOpen = false;    ///< Loop: nothing bounds the trip count, `trips` is a mere default
  Confidence confidence = Confidence::High;
  bool isMeasured = false; ///< itself, or it is a part of statements measured together
  bool isSampled = false;  ///< isMeasured, by samples that do not count executions

  bool knowsTrips() const { return !isGuess || isCounted; }
};

struct CostModel {
  std::vector<RegionCost> regions;  ///< by RegionId
  std::vector<double> functionNs;   ///< by FunctionId: one call
  std::vector<double> callsByEntry; ///< by FunctionId: calls of it that one from outside makes
  /// By RegionId: times executed in a run of the program. Divided by that of a Branch it is how
  /// likely an arm is.
  std::vector<double> executions;
  double programNs = 0; ///< one run of main (or of all externally visible functions)
  std::vector<double> estimatedExecutions; ///< as they were without profiles
  double estimatedProgramNs = 0;           ///< likewise
  /// Of the shorter of computing and of streaming data from far: how much the other does not hide.
  double unhiddenShare = 0.25;
  std::vector<MeasuredTask> measured;      ///< what profiles say, with what was estimated instead
  std::vector<RefusedLayer> refused;       ///< ProfileMatch::refused
  std::vector<MeasuredPipeline> pipelines; ///< ProfileMatch::pipelines
  std::vector<MeasuredLoop> loops;         ///< ProfileMatch::loops

  const RegionCost &of(RegionId region) const { return regions[region.index()]; }
  /// Share of the program's time spent in the region, 0..1.
  double shareOf(RegionId region) const {
    return programNs > 0 ? executions[region.index()] * of(region).perExecutionNs / programNs : 0;
  }
  /// The same without profiles.
  double estimatedShareOf(RegionId region) const {
    return estimatedProgramNs > 0
               ? estimatedExecutions[region.index()] * of(region).estimatedNs / estimatedProgramNs
               : 0;
  }
  /// Of the macro-task that begins with the region; null: it was not measured.
  const MeasuredTask *measurementOf(RegionId first) const;
  /// null: the tests in front of the layer never failed, or it was not measured.
  const RefusedLayer *refusedOf(LayerId layer, bool isOtherwise = false) const;
  /// Of its calls, those in which they failed, 0..1.
  double shareRefused(LayerId layer, bool isOtherwise = false) const;
  /// Of the layer of that name; null: it was not measured.
  const MeasuredPipeline *pipelineOf(const std::string &layer) const;
};

/// What the program is to run on, and what is known from runs of it.
struct CostInputs {
  TargetCost target;
  CacheSizes caches;
  std::vector<MeasuredTask> measured;
  std::vector<RefusedLayer> refused;
  std::vector<MeasuredPipeline> pipelines = {};
  std::vector<MeasuredLoop> loops = {}; ///< ProfileMatch::loops
  double measuredProgramNs = 0;         ///< ProfileMatch::programNs
};

CostModel estimateCost(const Program &program, const Parallelism &facts,
                       const CostInputs &inputs = {});

std::string print(const Program &program, const CostModel &cost,
                  const std::string &onlyFunction = "");

} // namespace kasuri
