// What the parts of the symbolic walk over one function share: its inputs, its product, and what
// is known where the walk is.
#pragma once

#include "analysis/access/values/WriteList.h"
#include "analysis/support/Budget.h"
#include "analysis/symbolic/Accesses.h"

#include <optional>

namespace kasuri {

/// What is known at a point of the walk.
struct WalkState {
  bool isDead = false;                       ///< no execution reaches this point
  std::map<ObjectId, SymbolicValue> scalars; ///< locals whose address is never taken
  struct Known {
    SymbolicValue value;
    ValueType type;               ///< it is not the value of what another type reads there
    ValueId address;              ///< where it was loaded from or stored to
    EffectiveType effective = {}; ///< by which it was
    /// Stores of other types may have been to the place: only a read by its own type finds it.
    bool isForItsType = false;
  };
  std::map<std::pair<Base, Linear>, Known> memory;
  /// The function's variables that are surely written on each way to here: when each was, by
  /// OpenParts::clock, on the way on which that is longest ago.
  std::map<ObjectId, uint64_t> written;

  /// What the place holds from now on. Each write is compared with all places, so that only so many
  /// are kept in mind.
  void remember(const std::pair<Base, Linear> &place, const Known &known) {
    if (memory.size() >= maxPlaces)
      memory.clear();
    memory[place] = known;
  }

private:
  static constexpr size_t maxPlaces = 1000;
};

class JoinedAccesses;

/// What is known of callees while functions are walked.
struct Summaries {
  std::vector<bool> isReady; ///< by FunctionId: its summary is complete
  /// Of the functions that are walked together: what calls of them may do, as found so far. Those
  /// of a large cycle share one list.
  std::map<FunctionId, std::shared_ptr<const std::vector<Access>>> assumed;
  std::vector<std::vector<ObjectId>> escapedOf;  ///< by FunctionId: its own objects that escaped
  std::vector<std::vector<ObjectId>> declaredIn; ///< by RegionId: plain scalars of that scope
  /// What calls of these functions do, where they do much (JoinedAccesses.h). Invariant: the
  /// summaries of all of them are complete.
  std::map<std::vector<FunctionId>, std::shared_ptr<const JoinedAccesses>> joined = {};
  /// Of FunctionAccesses::sharedAt, by their hashes (SharedLists.cpp).
  std::multimap<size_t, std::weak_ptr<const std::vector<Access>>> lists = {};
};

/// A loop being walked.
struct LoopFrame {
  RegionId loop;
  std::vector<WalkState> continues;
  std::shared_ptr<const WriteList> writes = std::make_shared<WriteList>(); ///< of the trial pass
  bool isTrial = true;
  bool mayLeave = true;  ///< otherwise than by its test
  bool isExact = false;  ///< its variable advances by a constant and never wraps while it goes on
  bool isInTest = false; ///< its test is being walked, which the domain does not hold for
};

/// A loop or statement being walked. What is written in it is written in those around it, too, and
/// what is read in it may be read before these have written it: each is noted in the innermost
/// scope, and handed on when that ends.
struct Scope {
  uint64_t begin = 0; ///< when it began, by OpenParts::clock
  /// Variables that are read in it before it has surely written them, and when they were last
  /// written before that; 0: not in the function.
  std::map<ObjectId, uint64_t> exposed;
  std::set<ObjectId> written; ///< at some place in it
};

/// Statements that gotos leave, being walked.
struct Stretch {
  RegionId sequence;
  size_t loops; ///< so many are open around it
  std::vector<WalkState> exits;
  bool isLeftAnyhow = false; ///< also from where parts run in any order
};

/// What is open around the place that is being walked. Invariant: who enters a part pushes it or
/// counts it, and takes it back when it leaves; nothing is open before and after a function's body.
struct OpenParts {
  std::vector<LoopFrame> loops; ///< outermost first
  std::vector<Scope> scopes;    ///< outermost first
  uint64_t clock = 0;           ///< counts the beginnings of scopes, and the writes
  std::vector<Stretch> stretches;
  std::vector<Stretch> switches;       ///< that `break` leaves
  std::vector<WriteList *> collectors; ///< trial passes that want to see the writes
  unsigned trials = 0;                 ///< open trial passes: nothing is recorded
  unsigned maxOpenTrials = 0;          ///< in the outermost loop that is open
  unsigned ending = 0;                 ///< open arms that end the program for want of memory
  unsigned opaque = 0;                 ///< open regions whose parts have no order
  PremiseId premise;                   ///< holds where the walk is
  std::vector<Linear> facts;           ///< each >= 0 where the walk is, by the branches around

  RegionId currentLoop() const { return loops.empty() ? RegionId() : loops.back().loop; }
};

/// The leaves that are being evaluated at a call. Invariant: `site` is valid while any is open.
struct OpenLeaves {
  std::vector<FunctionId> open; ///< outermost first
  bool isInArm = false;         ///< behind a branch of one of these
  ValueId site;                 ///< the call of the outermost of these
};

/// A store that may be the first of an exchange (Exchanges.h).
struct HalfExchange {
  ValueId store;
  std::pair<Base, Linear> cell;
  SymbolicValue stored;
  SymbolicValue held;                        ///< by its cell, in front of it
  std::set<std::pair<Base, Linear>> sources; ///< cells that hold what it stores
};

/// What the walk has met. Invariant: entries are added and replaced, never dropped, and each of
/// them is about what has been walked already.
struct SeenSoFar {
  std::map<ValueId, SymbolicValue> values;  ///< at the last evaluation of each
  WriteList written;                        ///< all writes
  std::optional<WalkState> exit;            ///< where all returns come together
  unsigned returns = 0;                     ///< return statements, trial passes included
  std::optional<HalfExchange> halfExchange; ///< the last store to memory, if it may be one
  std::map<SymbolId, ValueId> keepers;      ///< of fresh memory: the store that keeps it
  std::map<std::pair<Base, Linear>, WalkState::Known> entries; ///< what the function found there
};

/// A value on one way to where it is used.
struct Way {
  Linear value;
  std::vector<Linear> facts = {}; ///< each >= 0 on this way
};

/// Symbols by what they stand for. Invariant: each is a symbol of the walked function that equals
/// its key wherever both are in use, so that the same number has the same symbol.
struct SymbolMemo {
  std::map<std::vector<SymbolId>, SymbolId> products;                     ///< by factors
  std::map<std::tuple<Op, unsigned, Linear, Linear>, SymbolId> functions; ///< of two numbers
  std::map<std::pair<RegionId, Linear>, SymbolId> trips; ///< by loop and distance to its bound
  std::map<SymbolId, SymbolId> signedTwins;              ///< of unsigned parts of an index
  /// In the summary, by first byte, end, and what else is not negative there.
  std::map<std::vector<Linear>, SymbolId> spans;
  /// Numbers of elements in the summary, by the place in the first element, how far elements are
  /// apart, the greatest number that the array has, and another one that they do not exceed.
  std::map<std::tuple<Linear, int64_t, int64_t, std::optional<Linear>>, SymbolId> elements;
  std::map<SymbolId, std::vector<Way>> ways;      ///< of which it is the value (Ways.h)
  std::map<const LocationSet *, bool> leadsToOwn; ///< sets that hold the function's own objects
  std::map<PremiseId, PremiseId> seenOutside;     ///< premises as the function's callers see them
};

/// One walk over one function.
struct WalkContext {
  const Program &program;
  const PointsTo &pointsTo;
  Summaries &summaries;     ///< of callees; joined ones are added
  FunctionId function;      ///< the function that is walked
  Effects &effects;         ///< new symbols, cells and premises are added at the end
  FunctionAccesses &result; ///< of `function`, in `effects`
  Budget budget;            ///< for questions that this walk asks
  std::map<ObjectId, SymbolicValue> parameters = {}; ///< what they hold at the start
  OpenParts open = {};
  OpenLeaves leaves = {};
  SeenSoFar seen = {};
  SymbolMemo memo = {};
  /// By read that is not covered: what callers know of the bytes that are written before it.
  std::map<const Access *, CompactList<WrittenBytes>> writtenBefore = {};
};

} // namespace kasuri
