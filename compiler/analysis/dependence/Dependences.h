// Finding the pairs of accesses that depend on each other.
#pragma once

#include "analysis/dependence/MeetTable.h"
#include "analysis/pointers/Locations.h"
#include "analysis/symbolic/Conflicts.h"
#include "analysis/symbolic/Windows.h"

#include <memory>

namespace kasuri {

/// The order in which iterations ("rows") of a loop run as a wavefront: see analysis/wavefront.
struct WaveOrder {
  RegionId columns; ///< the loop in its body whose iterations of different rows run in turn
  Linear first;     ///< column at which a row begins, in symbols of the row
  Linear column;    ///< the same of an iteration of `columns`; both count upwards
  /// A column may start when the row before has done this many columns more.
  int64_t reach = 0;
  bool entersInTurn = false; ///< what stands before `columns` waits as the first column does
};

/// Where in a row that is.
enum class RowPart : uint8_t {
  Head, ///< of the loop of rows: before all of them, or nobody knows when
  Before,
  Column,
  Behind ///< the columns
};
RowPart rowPartOf(const Program &program, RegionId columns, ValueId value);
/// With columns in turn, something there may wait for what stands there in a row before.
bool mayWait(RowPart earlier, RowPart later);

/// Of no memory, where the program ends for want of memory: the runtime keeps its order.
inline bool isAtEnd(const Access &access) { return access.isLast && access.isOpaque; }

/// Accesses of one region that look alike from a viewpoint.
struct AccessGroup {
  Access sample;
  Window window;
  std::vector<ValueId> addresses; ///< of a named pointer: that lead to different places
  std::vector<AccessGroup> cell;  ///< that the base is in, if it owns its block; or none
  std::vector<Access> members; ///< distinct ones, for the exact test; empty when there are too many
  Locations targets = {};      ///< of all; see DependenceFinder::targetsOf
  bool isInOrder = false;      ///< of PrivateMemory::inOrder
  RowPart rowPart = RowPart::Head;                      ///< by PrivateMemory::wave
  std::vector<std::pair<ValueId, ValueId>> places = {}; ///< `at` and `origin` of all
};

class IterationMemory;

/// What the user has promised of a loop's memory (Promises.h).
struct MemoryPromises {
  AnnotationId independent; ///< Kasuri's own holds: reordering has made the loop so
  /// That what the first two variables lead to, in front of the loop, does not overlap.
  struct Apart {
    ObjectId one, other;
    RegionId loop;
    AnnotationId promise;
  };
  std::vector<Apart> apart = {};
  /// That entries of what the variable leads to are distinct.
  struct Distinct {
    ObjectId table;
    RegionId loop;
    AnnotationId promise;
  };
  std::vector<Distinct> distinct = {};
};

/// What of an analysed region is each task's or iteration's own.
struct PrivateMemory {
  std::set<ObjectId> objects;   ///< private copies and variables declared inside
  std::set<FunctionId> callees; ///< functions whose locals live only inside
  std::set<ValueId> accesses;   ///< Loads and Stores that work on a private copy
  std::set<SymbolId> memory;    ///< allocated outside, each with a private copy
  /// By Call, Loads and Stores of its callee that work on a private copy.
  std::set<std::pair<ValueId, ValueId>> accumulators = {};
  std::shared_ptr<const IterationMemory> made = {}; ///< by each iteration; may be none
  RefutedTests refuted = {}; ///< what happens only if one of these holds does not happen
  /// Statements of a loop's body that run in its order, behind all that the others do.
  std::vector<RegionId> inOrder = {};
  std::optional<WaveOrder> wave = {}; ///< then iterations of the loop are not in any order
  MemoryPromises promises = {};
  bool hasErrno = false; ///< errno of the thread that runs the iteration, which sets it first
};

/// Where it is is no sum of counters and values that stay the same.
bool isNonAffine(const Effects &effects, const Access &access, const Viewpoint &view);

struct Dependence {
  Access from, to;                   ///< `from` in the earlier iteration or statement
  std::string detail;                ///< " (distance 1)", or empty
  size_t fromGroup = 0, toGroup = 0; ///< indices of the groups that were compared
};

/// Each question that it answers takes from the budget.
class DependenceFinder {
public:
  /// `decided`: where to look for what was decided before, and to keep it; may be null.
  DependenceFinder(const Program &program, const PointsTo &pointsTo, const Effects &effects,
                   Budget &budget, FunctionId function, MeetTable *decided = nullptr)
      : program(program), pointsTo(pointsTo), effects(effects), function(function), budget(budget),
        decided(decided) {}

  std::vector<AccessGroup> groups(RegionId region, const Viewpoint &view,
                                  const PrivateMemory &own) const;
  /// The access is to what is the iteration's own.
  bool isOwn(const PrivateMemory &own, const Access &access) const;
  Locations targetsOf(const AccessGroup &group, const PrivateMemory &own) const;
  /// Dependences carried by the viewpoint's loop, at most `most` of them; none that end in what
  /// runs in order.
  std::vector<Dependence> carried(const std::vector<AccessGroup> &groups, const Viewpoint &view,
                                  const PrivateMemory &own, size_t most);
  /// The accesses of `later` may meet those of `earlier` in an earlier iteration of the viewpoint's
  /// loop, and one writes.
  bool isCarried(const AccessGroup &earlier, const AccessGroup &later, const Viewpoint &view,
                 const PrivateMemory &own);
  /// The accesses of `later` and `earlier` may meet, and one writes.
  bool dependsOn(const AccessGroup &later, const AccessGroup &earlier, const Viewpoint &view);
  /// One dependence of a statement on an earlier one, if there is any.
  std::optional<Dependence> between(const std::vector<AccessGroup> &from,
                                    const std::vector<AccessGroup> &to, const Viewpoint &view,
                                    const PrivateMemory &own);
  /// Promises that have told accesses apart, in all answers so far, where nothing else did.
  const std::set<AnnotationId> &promisesUsed() const { return reliedOn; }

private:
  const Program &program;
  const PointsTo &pointsTo;
  const Effects &effects;
  FunctionId function;
  Budget &budget;
  MeetTable *decided;
  std::set<AnnotationId> reliedOn;
  /// By two shared sets and how far accesses reach from them: do they meet, if nothing is private?
  std::map<std::tuple<const LocationSet *, const LocationSet *, uint64_t, uint64_t>, bool> met;

  void noteAddress(AccessGroup &group, ValueId address, const PrivateMemory &own) const;
  bool isOwn(const PrivateMemory &own, ObjectId object) const;
  bool sharesBase(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view) const;
  std::vector<AccessGroup> cellOf(const Base &base, RegionId loop,
                                  const std::function<bool(SymbolId)> &keep,
                                  const PrivateMemory &own) const;
  bool meetByTargets(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view,
                     const PrivateMemory &own);
  bool compareTargets(const AccessGroup &a, const AccessGroup &b, const PrivateMemory &own) const;
  bool meetByWindows(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view) const;
  bool meetModulo(const Window &x, const Window &y, const Viewpoint &view) const;
  bool meetExactly(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view);
  bool meetExactly(const Access &a, const Access &b, const Viewpoint &view);
  bool mayMeetInOrder(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view,
                      const PrivateMemory &own);
  bool mayMeetUnpromised(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view,
                         const PrivateMemory &own);
  bool areApartByCells(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view,
                       const PrivateMemory &own);
  bool areOfOneTime(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view) const;
  static std::optional<Viewpoint> unorderedIn(const WaveOrder &wave, const Viewpoint &view,
                                              RowPart earlier, RowPart later);
  AccessGroup groupOfCell(const Access &cell, RegionId loop,
                          const std::function<bool(SymbolId)> &keep,
                          const PrivateMemory &own) const;

  // What the user has promised (Promises.cpp).
  bool isPromisedApart(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view,
                       const PrivateMemory &own);
  bool areIndependent(const AccessGroup &a, const AccessGroup &b, const Viewpoint &view,
                      const PrivateMemory &own) const;
  AnnotationId promisedNoAlias(const AccessGroup &a, const AccessGroup &b,
                               const PrivateMemory &own) const;
  AnnotationId promisedTable(const AccessGroup &a, const AccessGroup &b,
                             const PrivateMemory &own) const;
  AnnotationId promisedDistinct(const Access &cell, const PrivateMemory &own) const;
  AnnotationId haveDistinctEntries(const Access &a, const Access &b, const Viewpoint &view,
                                   const PrivateMemory &own);
  bool isReachedFrom(const Access &access, ObjectId variable, RegionId loop) const;
};

} // namespace kasuri
