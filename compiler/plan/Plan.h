// The plan: which layers run in parallel, how their tasks are cut, and the rows of every core.
//
// Layers are chosen from the outside in: a layer that pays is taken and everything called inside
// its tasks stays sequential in that context. For each core count from 2 to `cores` a list
// scheduler places the tasks (critical path first, earliest finish); the makespan, the critical
// path and the share of time covered give Amdahl's limit for the plan.
#pragma once

#include "cost/Cost.h"
#include "graph/MacroTaskGraph.h"
#include "plan/Machine.h"

namespace kasuri {

struct PlanOptions {
  unsigned cores = 2; ///< tables for 2..cores are made
  double minGain =
      1.05; ///< a layer must make its own execution this many times faster; 0: take all
};

/// Wait until `worker` has finished at least `rows` of its rows.
struct PlannedWait {
  uint16_t worker = 0;
  uint16_t rows = 0;
  auto operator<=>(const PlannedWait &) const = default;
};

struct PlannedRow {
  uint16_t task = 0; ///< index into PlannedLayer::tasks
  uint16_t part = 0, parts = 1;
  std::vector<PlannedWait> waits;
  uint8_t level = 255; ///< frequency level, 255: keep
  uint8_t idle = 0;    ///< enum ks_idle
  double startNs = 0, costNs = 0;
};

struct PlannedTable {
  unsigned workers = 2;
  std::vector<std::vector<PlannedRow>> rows; ///< by worker
  double makespanNs = 0;
};

/// A macro-task after fusion: what becomes one task function.
struct PlannedTask {
  std::string name;               ///< "psy_analyse@encoder.c:120"
  std::vector<TaskId> members;    ///< of the layer, in source order; several when fused
  RegionId splitLoop;             ///< valid: run in parts
  std::optional<Control> control; ///< TaskId of the Condition's *layer* task
  double costNs = 0;
};

struct PlannedLayer {
  LayerId layer;
  FunctionId function;
  std::string name; ///< "encode_frame@encoder.c:120"
  std::vector<PlannedTask> tasks;
  std::vector<PlannedTable> tables; ///< for 2..cores workers
  double sequentialNs = 0;
  int64_t minimumTrip = 0; ///< for a layer of one split loop: fewer iterations run sequentially
};

/// Why a parallel loop or a layer candidate is not in the plan.
enum class PlanVerdict : uint8_t { Planned, NotWorthIt, InsideParallel, NotParallel };

struct Plan {
  std::vector<PlannedLayer> layers;
  std::vector<PlanVerdict> loopVerdicts; ///< by index in Parallelism::loops
  /// Amdahl's limit on the speedup of the whole program by estimated cost, by worker count - 1.
  std::vector<double> speedupLimit;
};

Plan choosePlan(const Program &program, const Parallelism &facts, const MacroTaskGraph &graph,
                const CostModel &cost, const Machine &machine, const PlanOptions &options);

std::string print(const Program &program, const MacroTaskGraph &graph, const Plan &plan,
                  const std::string &onlyFunction = "");
std::vector<std::string> verify(const MacroTaskGraph &graph, const Plan &plan);

} // namespace kasuri
