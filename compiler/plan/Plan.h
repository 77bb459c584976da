// The plan: which layers run in parallel, how their tasks are cut, and the rows of every core.
//
// Layers are chosen from the outside in: a layer that pays is taken and everything called inside
// its tasks stays sequential in that context, unless it is run on groups of cores (Groups.h). For
// each core count from 2 to `cores` a list scheduler places the tasks (critical path first,
// earliest finish); the makespan, the critical path and the share of time covered give Amdahl's
// limit for the plan.
#pragma once

#include "cost/Cost.h"
#include "graph/MacroTaskGraph.h"
#include "movability/Movability.h"
#include "plan/Machine.h"

namespace kasuri {

enum class PowerMode : uint8_t { Fastest, Deadline };

/// Whether tasks are placed in advance: as simulation says, always, or wherever it can be
/// otherwise.
enum class Dispatch : uint8_t { Chosen, Static, Dynamic };

struct PlanOptions {
  unsigned cores = 2; ///< tables for 2..cores are made
  /// A layer must make its own execution this many times faster; 0: take all.
  double minGain = 1.05;
  Dispatch dispatch = Dispatch::Chosen;
  bool mayUseGroups = true; ///< tasks may run on several cores each
  PowerMode mode = PowerMode::Fastest;
  double deadlineNs = 0;        ///< in Deadline mode: of one run of the program, or
  std::string deadlineFunction; ///< of one call of this function
};

/// Wait until `worker` has finished at least `rows` of its rows.
struct PlannedWait {
  uint16_t worker = 0;
  uint16_t rows = 0;
  double bytes = 0; ///< that the row then reads and the other worker wrote
  auto operator<=>(const PlannedWait &) const = default;
};

constexpr uint8_t keepLevel = 255; ///< of a row: the clock stays as it is

struct PlannedRow {
  uint16_t task = 0; ///< index into PlannedLayer::tasks
  uint16_t part = 0, parts = 1;
  std::vector<PlannedWait> waits;
  uint8_t level = keepLevel;
  uint8_t idle = 0;    ///< enum ks_idle
  double costNs = 0;   ///< on the machine's fastest core at its fastest point
  double startNs = 0;  ///< of the task, without dispatch
  double lengthNs = 0; ///< on its core, at the speeds that the clock then has
  /// With a group, as costNs: the part of costNs in which layers run on all of the group, and what
  /// its other workers then do of the task, which is not in costNs.
  double nestedNs = 0, helpNs = 0;
};

struct PlannedTable {
  unsigned workers = 2;                      ///< cores that it is for
  std::vector<std::vector<PlannedRow>> rows; ///< by worker; with groups by their leaders
  /// By leader: how many neighbouring cores its group has, its own the first of them; together at
  /// most `workers`. Empty: no groups, and a worker for each core.
  std::vector<uint16_t> groups = {};
  /// The cores that it is for, as indices in the machine's, by worker; empty: its first ones. Never
  /// with groups.
  std::vector<uint16_t> cores = {};
  std::vector<uint8_t> kinds = {}; ///< by worker: of its core, where the machine has kinds
  bool isLocalized = false;        ///< rows are in data-localization groups (GroupRows.h)
  double wakeNs = 0;               ///< so long after the first worker the others begin
  double makespanNs = 0;
  double energyNj = 0; ///< of the whole machine in one run; 0 where it is not known

  /// Of the machine that it is for: where the rows of a worker run.
  size_t coreOf(size_t worker) const;
  size_t lastCore() const; ///< of all that it is for
};

/// A layer of functions that a task calls.
struct NestedLayer {
  size_t layer = 0; ///< index in Plan::layers, less than that of the layer of the task
  double times = 0; ///< executions in one execution of the task's layer
};

struct PlannedEdge {
  size_t task = 0;  ///< index into PlannedLayer::tasks
  double bytes = 0; ///< that it hands over; 0 where that is not known
  /// Both tasks are split loops, and part p of the later one needs only these iterations beside
  /// those of part p, if both are cut into equally many parts.
  std::optional<Halo> halo = {};
  bool operator==(const PlannedEdge &) const = default;
};

/// What an iteration of a split loop takes, by where its data are.
struct LoopLocality {
  double trips = 1;
  bool isFixed = false; ///< `trips` follows from constants
  bool isOpen = false;  ///< nothing bounds how often it iterates; else seldom more than `trips`
  double computeNs = 0; ///< of an iteration, with all data in the first cache
  /// Of the shorter of computing and of streaming data from far: see CostModel.
  double unhiddenShare = 0.25;
  std::vector<TouchedData> data; ///< of one execution
};

/// A whole task, or one part of a split one, that runs when all before it are over, on whichever
/// worker is free.
struct PlannedNode {
  uint16_t task = 0, part = 0, parts = 1;
  std::vector<size_t> before; ///< nodes, ascending
};

/// A layer whose tasks are not placed in advance.
struct PlannedGraph {
  std::vector<PlannedNode> nodes; ///< in source order: by task, then part
  unsigned workers = 2;           ///< that it is simulated on
  double meanNs = 0;              ///< makespan, over draws of what its tasks take
  double awakeNs = 0;             ///< the same if no worker sleeps between two layers
  double staticMeanNs = 0;        ///< the same by the best of the layer's tables
};

/// A stretch of a pipeline's iteration.
struct PlannedStage {
  double ns = 0;           ///< on the machine's fastest core
  double estimatedNs = 0;  ///< what it was before profiles of the loop counted
  bool isOrdered = false;  ///< begins when the iteration before has left it
  RegionId first = {};     ///< its first statement, or the loop
  RegionId last = {};      ///< its last statement; invalid: none
  bool isMeasured = false; ///< profiles have measured `ns`
  double waitNs = 0;       ///< isMeasured: of an iteration, in front of it
  /// With 2, 3, ... workers, all of which help with the layers inside it; none: it has none.
  std::vector<double> helpedNs = {};

  /// What it takes when others help, with any number of workers that was planned for.
  double leastNs() const { return helpedNs.empty() ? ns : helpedNs.back(); }
};

/// A loop that runs as a wavefront (LoopFacts::wavefront), as far as its time depends on that.
struct PlannedWave {
  double rows = 1;      ///< iterations of the loop
  double columns = 1;   ///< of the inner loop, in a row in the mean
  double columnNs = 0;  ///< one of them
  double restNs = 0;    ///< of a row, beside its columns
  double slope = 0;     ///< of the rows' lengths: see RegionCost
  int64_t reach = 0;    ///< in columns
  double tellNs = 0;    ///< what a chunk takes beside its columns: to tell, and to look
  double lateNs = 0;    ///< until the next row knows of a chunk
  int64_t least = 1;    ///< columns of a chunk; of long rows it has more
  bool isGuess = false; ///< of rows or columns nobody knows how many there are
};

/// What becomes one task function: a macro-task, or several, a branch with all that it controls.
struct PlannedTask {
  /// "psy_analyse@encoder.c:120"; "psy_analyse@encoder.c:120+2", with the two statements behind it.
  std::string name;
  /// Of the layer, ascending. Several: statements that stand beside each other and were fused, each
  /// Condition task with those under it.
  std::vector<TaskId> members;
  RegionId splitLoop;   ///< valid: run in parts
  RegionId pipedLoop;   ///< valid: runs as a pipeline, in a part on each worker
  bool isOther = false; ///< LoopFacts::otherPipeline
  /// Of a distributed loop: the components that it runs, of LoopFacts::distribution; none: all of
  /// its statements.
  std::vector<size_t> components = {};
  /// The loop's head is evaluated by each part, because it may only be once the task starts; else
  /// where the layer starts.
  bool hasLateHead = false;
  std::optional<Control> control;        ///< TaskId of the Condition's *layer* task
  std::vector<PlannedEdge> predecessors; ///< with the controlling one
  double costNs = 0;                     ///< times the likelihood that it runs
  double likelihood = 1;                 ///< that it runs; less for a conditional task only
  double deviationNs = 0;                ///< of one execution, when it runs
  Spread times = {};                     ///< that one execution takes, where that was measured
  bool isMeasured = false;               ///< its cost, and of a controlled one how often it runs
  uint16_t maxParts = 1;                 ///< that a split loop can be cut into
  /// A split loop is cut into so many, whatever the number of workers, and runs in them even on
  /// one; 0: as the plan likes.
  uint16_t fixedParts = 0;
  std::optional<PlannedWave> wave = {}; ///< of a split loop whose parts share its rows
  double perPartNs = 0; ///< what each part does beside its share, if there are several
  double slope = 0;     ///< of a split loop: see RegionCost
  std::vector<PlannedStage> stages = {}; ///< of a pipeline: what an iteration does
  unsigned mostGathered = 1;             ///< iterations of these that a worker may run at a time
  std::vector<NestedLayer> nested = {};  ///< what runs on its group, in tables with groups
  /// Of a split loop: so many iterations run before the lists of their terms are worked off; 0:
  /// all.
  int64_t roundTrips = 0;
  /// With fewer iterations the layer runs in order: a part would be shorter than a halo. 0: with
  /// any number of them it is right.
  int64_t fewestTrips = 0;
  /// Of a loop among aligned ones of which no part has anything for itself.
  std::optional<LoopLocality> locality = {};
};

/// Instead of the tables for as many workers, in runs with enough iterations.
struct PlannedSize {
  int64_t leastTrips = 0; ///< of each loop
  std::vector<PlannedTable> tables;
};

struct PlannedLayer {
  LayerId layer;
  FunctionId function;
  std::string name; ///< "encode_frame@encoder.c:120"
  std::vector<PlannedTask> tasks;
  std::vector<PlannedTable> tables; ///< for 2..cores workers
  /// On a machine with several kinds of cores: for a process that gets others than its fastest.
  std::vector<PlannedTable> elsewhere = {};
  /// Of aligned loops, by ascending number of iterations: in groups whose data fit into a cache.
  std::vector<PlannedSize> larger = {};
  std::vector<CoreKind> kinds = {}; ///< of the machine's cores; empty: all are alike
  /// What is emitted instead of the tables, which tell how the layer would run by its mean costs.
  std::optional<PlannedGraph> graph;
  double sequentialNs = 0;
  /// Behind the tasks, on one core: floating-point terms are combined in the order of the source.
  double foldNs = 0;
  /// Of one run with the chosen dispatch on the cores where that is best: with what begins and ends
  /// it, and with what varies from run to run. 0: not estimated.
  double expectedNs = 0;
  double executions = 1; ///< in a run of the program, by estimate, that pass the layer's tests
  /// From its begin until a further worker has begun, as measured: workers sleep when what lies
  /// between two layers takes long.
  double wakeNs = 0;
  Spread wakes = {}; ///< the same from run to run
  /// Standard deviation of what one worker has to do in a run, by its mean, as measured; without
  /// what all workers have more or less of in common.
  double unevenness = 0;
  unsigned plannedCores = 1; ///< tables were sought for up to so many
  /// In a deadline plan a layer may be slower than in order, to save energy: nobody is to undo
  /// that.
  bool isAlwaysParallel = false;
  /// For a layer of one split or distributed loop, or of aligned ones: fewer iterations run
  /// sequentially.
  int64_t minimumTrip = 0;
  bool runsAlone = true;     ///< false: only in tasks of layers, whose times have its own in them
  bool runsInGroups = false; ///< a layer has it among its nested ones
  bool isHelped = false;     ///< in a pipeline, whose waiting workers run parts of it
  bool isSpare = false;      ///< only if the tests in front of a pipeline around it fail
  /// Of a pipeline: the layer that is the loop's other one, which runs if the tests in front of
  /// this one fail.
  std::optional<size_t> otherwise = {};
  bool isOtherwise = false; ///< it is that of another one
  bool isPaced = false;     ///< the code around it has the plan's pace

  /// On workers that run a task of another layer.
  bool runsInside() const { return runsInGroups || isHelped; }
  bool hasGroups() const; ///< in one of its tables
  bool isWavefront() const { return tasks.size() == 1 && tasks.front().wave; }
  /// Of one of its tasks: its results depend on the parts, so it runs in these on one worker, too.
  bool hasFixedParts() const;
  /// Of one of its tasks: the one that decides whether it runs.
  std::optional<size_t> conditionOf(const PlannedTask &task) const;
  /// Its one task is a pipeline.
  bool isPiped() const { return tasks.front().pipedLoop.valid(); }
  /// Its tasks are the components of one loop.
  bool isDistributed() const { return !tasks.front().components.empty(); }
};

/// As far as moving its code depends on the plan.
LayerShape shapeOf(const PlannedLayer &layer);

/// The machine with the cores of the workers, or of the leaders, in front, so that worker i of the
/// table is on core i.
Machine workersFirst(const Machine &machine, const PlannedTable &table);

/// How fast the code between layers runs, in a plan for a deadline.
struct PlannedPace {
  FunctionId function;               ///< from its begin to its end
  std::string name;                  ///< "encode_frame@encoder.c:120"
  uint8_t level = 0;                 ///< of the first core's clock; never its fastest
  unsigned workers = 1;              ///< that the layers are planned for
  std::optional<CoreKind> kind = {}; ///< of the first core, where the machine has kinds
  /// In a run of the program, within the function and outside of layers, on the machine's fastest
  /// core at its fastest point.
  double sequentialNs = 0;
  double gapNs = 0; ///< from one layer to the next, mean, at the level
};

/// Why a parallel loop or a layer candidate is not in the plan.
enum class PlanVerdict : uint8_t { Planned, NotWorthIt, InsideParallel, NotParallel };

struct Plan {
  std::vector<PlannedLayer> layers;
  /// Layers that would pay and cannot be emitted, by index in `layers`, and why; their code stays
  /// as it is, but for layers further in.
  std::vector<std::pair<size_t, Obstacle>> dropped;
  std::vector<PlanVerdict> loopVerdicts; ///< by index in Parallelism::loops
  /// Amdahl's limit on the speedup of the whole program by estimated cost, by worker count - 1.
  std::vector<double> speedupLimit;

  std::string machine;             ///< name of the one that it is for
  double programNs = 0;            ///< one run in order, on the machine's fastest core
  std::string deadlineProblem;     ///< why the deadline cannot be met; "": it can, or there is none
  bool isBeyondDeadline = false;   ///< that is for the time it takes, and this is the quickest plan
  std::optional<PlannedPace> pace; ///< none: code between layers is as fast as the system lets it

  const Obstacle *whyDropped(size_t layer) const;
};

/// What the machine's kinds of cores are to each table: for emission.
void nameKinds(Plan &plan, const Machine &machine);

std::string print(const Program &program, const MacroTaskGraph &graph, const Plan &plan,
                  const std::string &onlyFunction = "");
std::vector<std::string> verify(const MacroTaskGraph &graph, const Plan &plan);

} // namespace kasuri
