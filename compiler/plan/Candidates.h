// Ways to run a layer of the macro-task graph, each with its tables.
#pragma once

#include "cost/Terms.h"
#include "plan/Plan.h"

namespace kasuri {

constexpr double guardNs = 5; ///< of one test of ranges

/// A task in no arm, with the tasks in its arms if it is a condition.
struct Unit {
  size_t begin = 0, end = 0; ///< indices into Layer::tasks
};

/// Units that stand beside each other and are one task; a single one that is not closed is a task,
/// or if it is a condition, opened.
struct Group {
  size_t begin = 0, end = 0; ///< indices of units
  bool isClosed = false;
  bool operator==(const Group &) const = default;
};

struct Candidate {
  PlannedLayer planned;
  std::vector<RegionId> regions; ///< the siblings that it consists of
  double parallelNs = 0;         ///< with the most workers, and the start and end of the layer
  /// By task, if it is left and layers inside it run instead; empty: not known.
  std::vector<double> savedInsideNs = {};
  double testNs = 0;      ///< in front of a single loop: its guards and trip count; 0: not known
  bool isOpen = false;    ///< of loops whose trip count nothing bounds, and nothing else
  bool isAligned = false; ///< all its waits are between chunks of loops
};

class CandidateMaker {
public:
  CandidateMaker(const Program &program, const Parallelism &facts, const Movability &movability,
                 const CostModel &cost, const Machine &machine, const PlanOptions &options,
                 const Layer &layer);

  /// Runs of units of which none waits for another, without the cheap ones at their ends, in the
  /// order of the source; in place of a run, loops of it that are distributed, if that saves more.
  std::vector<Candidate> stretches() const;

  /// All units but the cheap ones at the ends, with branches opened and waits between tasks; none
  /// if a single stretch is the same. Cheap units are fused with what stands beside them.
  std::optional<Candidate> whole() const;

private:
  const Program &program;
  const Parallelism &facts;
  const Movability &movability;
  const CostModel &cost;
  const Machine &machine;
  const PlanOptions &options;
  const Layer &layer;
  std::vector<Unit> units;

  bool isTrivial(const Unit &unit) const;
  double orderedNs(RegionId loop) const;
  TermCost termCost(RegionId loop) const;
  double guardsNs(RegionId loop) const;
  void addRounds(Candidate &candidate) const;
  bool isGuarded(const MacroTask &task) const;
  bool standsAlone(size_t unit) const;
  double unitNs(const Unit &unit) const;
  double taskNs(const MacroTask &task) const;
  double deviationNs(RegionId first, RegionId last) const;
  bool isMeasured(RegionId first, RegionId last) const;
  Spread timesOf(RegionId first, RegionId last, double meanNs) const;
  int64_t minimumTrip(const PlannedLayer &planned) const;
  void alignTasks(Candidate &candidate) const;
  std::optional<LoopLocality> localityOf(RegionId loop) const;
  std::optional<Candidate> stretch(size_t begin, size_t end) const;
  std::optional<Candidate> pipelined(const MacroTask &task) const;
  Candidate assemble(const std::vector<Group> &groups) const;
  void addPredecessors(PlannedLayer &planned, size_t index, size_t firstTask,
                       const std::vector<size_t> &placeOf) const;
  PlannedTask opened(const MacroTask &task, size_t firstTask, size_t endTask) const;
  PlannedTask fused(const Group &group, size_t firstTask) const;
  static std::optional<Control> undecided(const MacroTask &task, size_t firstTask);

  // Fusion.cpp
  std::vector<Group> fuse(std::vector<Group> groups) const;
  bool isCheap(const Group &group) const;
  bool isBranch(const Group &group) const;
  bool canFuse(const Group &group) const;
  bool hidesNothing(const MacroTask &task, const MacroTask &other) const;
  double quickMakespan(const std::vector<Group> &groups) const;
  void setParts(PlannedLayer &planned) const;
  double savedNs(const Candidate &candidate) const;
  int64_t tripsThatPay(const std::vector<RegionId> &loops, double startNs) const;

  // Distribute.cpp: the components of a loop as tasks
  double sharedLinesNs(RegionId loop) const;
  std::vector<std::vector<size_t>> binsOf(RegionId loop) const;
  double componentsNs(RegionId loop, const std::vector<size_t> &components) const;
  bool canPay(RegionId loop, const Candidate &candidate) const;
  std::optional<Candidate> distributed(const Unit &unit) const;
  uint16_t maxParts(RegionId loop) const;
  double ownArraysNs(RegionId loop) const;
  bool needsLateHead(const MacroTask &task) const;
  bool canSplitAmong(const MacroTask &task, size_t begin, size_t end) const;
  bool isSeenAmong(const Place &place, size_t begin, size_t end) const;
  bool mentions(const MacroTask &task, ObjectId object) const;
  bool names(const MacroTask &task, ObjectId object) const;
  std::vector<ObjectId> setByHead(RegionId loop) const;
  bool sharesHead(const Unit &unit, const Unit &other) const;
  void finish(Candidate &candidate) const;
  void noteMeasured(Candidate &candidate) const;
};

} // namespace kasuri
