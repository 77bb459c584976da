// The symbolic walk over one function; internal to the effects analysis (see AccessWalk.cpp).
#pragma once

#include "analysis/Accesses.h"
#include "analysis/LibraryFunctions.h"

#include <array>
#include <optional>

namespace kasuri {

/// What is known at a point of the walk.
struct WalkState {
  bool isDead = false;                       ///< no execution reaches this point
  std::map<ObjectId, SymbolicValue> scalars; ///< locals whose address is never taken
  struct Known {
    SymbolicValue value;
    ValueType type;  ///< it is not the value of what another type reads there
    ValueId address; ///< where it was loaded from or stored to
  };
  std::map<std::pair<Base, Linear>, Known> memory;
  /// For each open scope (loop or statement): the scalars surely written since it began.
  std::vector<std::set<ObjectId>> assigned;

  /// What the place holds from now on. Each write is compared with all places, so that only so many
  /// are kept in mind.
  void remember(const std::pair<Base, Linear> &place, const Known &known) {
    if (memory.size() >= mostPlaces)
      memory.clear();
    memory[place] = known;
  }

private:
  static constexpr size_t mostPlaces = 1000;
};

/// A function with more writes than these is not searched for memory that is as its caller left it.
constexpr size_t mostWritesSearched = 8000;

/// What is known of callees while functions are walked.
struct Summaries {
  std::vector<bool> isReady; ///< by FunctionId: its summary is complete
  /// Of the functions that are walked together: what calls of them may do, as found so far. Those
  /// of a large cycle share one list.
  std::map<FunctionId, std::shared_ptr<const std::vector<Access>>> assumed;
  std::vector<std::vector<ObjectId>> escapedOf; ///< by FunctionId: its own objects that escaped
};

/// All numbers of the type.
Range rangeOfType(const ValueType &type);

SymbolicValue integer(Linear offset);

class AccessWalk {
public:
  AccessWalk(const Program &program, const PointsTo &pointsTo, Effects &effects,
             FunctionId function, const Summaries &summaries);
  void run();

private:
  struct LoopFrame {
    RegionId loop;
    std::vector<WalkState> continues;
    std::vector<Access> writes; ///< collected in the trial pass
    bool isTrial = true;
    bool mayLeave = true;  ///< otherwise than by its test
    bool isExact = false;  ///< its variable advances by a constant and never wraps while it goes on
    bool isInTest = false; ///< its test is being walked, which the domain does not hold for
  };
  /// A call being mapped: the callee's symbols in terms of the caller.
  struct CallMapping {
    const Instruction &call;
    ValueId id; ///< the call
    FunctionId callee;
    WalkState &state;
    std::map<SymbolId, SymbolicValue> known;
    std::map<SymbolId, SymbolId> unknown; ///< parameters without a value: what this call gives them
    std::map<SymbolId, SymbolId> bytes;   ///< of summarised ranges: the caller's for the callee's
    std::map<PremiseId, std::optional<PremiseId>> premises; ///< nothing: it does not hold here
  };
  /// A leaf being evaluated.
  struct LeafWalk {
    struct Return {
      SymbolicValue value;
      std::vector<Linear> facts; ///< each >= 0 where it returns that
    };
    std::vector<Return> returns;
    std::vector<SymbolicValue> tests; ///< what branches went by
    std::optional<WalkState> end;     ///< where all returns come together
  };
  struct Scope {
    RegionId region;
    std::set<ObjectId> exposed;
  };
  /// Statements that gotos leave, being walked.
  struct Stretch {
    RegionId sequence;
    size_t loops, scopes; ///< so many are open around it
    std::vector<WalkState> exits;
  };

  const Program &program;
  const PointsTo &pointsTo;
  Effects &effects;
  FunctionId function;
  const Summaries &summaries;
  FunctionAccesses &result;
  std::map<ValueId, SymbolicValue> values;
  std::vector<LoopFrame> loops;                  ///< open loops, outermost first
  std::vector<std::vector<Access> *> collectors; ///< trial passes that want to see the writes
  std::vector<Scope> scopes;
  std::vector<Stretch> stretches;
  std::vector<Access> written;         ///< all writes so far
  unsigned trials = 0;                 ///< open trial passes: nothing is recorded
  unsigned mostOpenTrials = 0;         ///< in the outermost loop that is open
  std::optional<WalkState> exit;       ///< where all returns come together
  unsigned returns = 0;                ///< return statements seen, trial passes included
  unsigned ending = 0;                 ///< open arms that end the program for want of memory
  unsigned opaque = 0;                 ///< open regions whose parts have no order
  std::map<SymbolId, ValueId> keepers; ///< of fresh memory: the store that keeps it
  std::vector<FunctionId> inlined;     ///< leaves being evaluated, outermost first
  bool isInLeafArm = false;            ///< behind a branch of one of these
  ValueId site;                        ///< the call of the outermost of these
  Premise premise;                     ///< holds where the walk is
  std::map<std::pair<Base, Linear>, WalkState::Known> entries; ///< what the function found there
  std::map<std::vector<SymbolId>, SymbolId> products;          ///< by factors
  std::map<std::tuple<Op, unsigned, Linear, Linear>, SymbolId> functions; ///< of two numbers
  std::map<std::pair<RegionId, Linear>, SymbolId> trips; ///< by loop and distance to its bound
  std::map<SymbolId, SymbolId> signedTwins;              ///< of unsigned parts of an index
  std::map<std::pair<Linear, Linear>, SymbolId> spans;   ///< in the summary, by first byte and end
  std::map<const LocationSet *, bool> leadsToOwn; ///< sets that hold the function's own objects

  // Control flow (AccessWalk.cpp).
  void walk(RegionId region, WalkState &state);
  void walkSequence(const Region &region, WalkState &state);
  void walkBranch(RegionId id, WalkState &state);
  void walkArm(RegionId arm, WalkState &state, const Premise &entered);
  void walkLoop(RegionId id, WalkState &state);
  std::map<ObjectId, SymbolicValue> runTrial(RegionId id, const WalkState &entry,
                                             const std::set<ObjectId> &modified,
                                             std::vector<Access> &writes);
  WalkState iterate(RegionId id, WalkState state);
  void walkTest(const Region &loop, WalkState &state);
  void walkUnordered(RegionId id, WalkState &state);
  void forget(const std::set<ObjectId> &stored, WalkState &state);
  void walkStretch(RegionId id, WalkState &state);
  void walkJump(const Region &region, WalkState &state);
  void leaveStretch(RegionId target, WalkState state);
  void leave(const WalkState &state);
  WalkState join(const WalkState &a, const WalkState &b);
  SymbolicValue merge(const SymbolicValue &a, const SymbolicValue &b, const ValueType &type,
                      RegionId variantLoop);
  std::set<ObjectId> scalarsStoredIn(RegionId region) const;
  bool isSteadyRestrict(ObjectId parameter) const;
  RegionId currentLoop() const { return loops.empty() ? RegionId() : loops.back().loop; }

  std::optional<Linear> advanceOf(const ValueType &type, SymbolId counter, const Linear &step);
  SymbolicValue valueAfter(RegionId loop, ObjectId object, const SymbolicValue &before,
                           const SymbolicValue *step, const std::optional<Linear> &trips);

  // Heads of loops (LoopDomains.cpp).
  std::optional<TripCount> tripCountOf(RegionId loop, const WalkState &entry) const;
  std::optional<Linear> tripsOf(RegionId loop, const TripCount &count);
  void learnDomain(RegionId loop);
  void addConstraint(SymbolId counter, ValueId condition);
  bool isTrueLeast(SymbolId counter, const SymbolicValue &value, ValueId operand) const;
  void learnQuotients(SymbolId counter, const Linear &constraint);
  void addNotPassed(RegionId loop);
  void tightenCounter(SymbolId counter);
  bool endsBeforeWrapping(RegionId loop, int64_t step) const;
  SymbolicValue testedValue(ValueId operand) const;
  bool mayWrapAround(RegionId loop, ObjectId object, const Linear &advance,
                     const SymbolicValue &start) const;
  bool changesInLoop(RegionId loop, ValueId bound) const;

  // What branches say (BranchPremises.cpp).
  Premise premiseOf(RegionId branch, bool outcome) const;
  Premise premiseOf(ValueId condition, bool outcome) const;
  Premise premiseOfTest(ValueId condition, bool outcome) const;
  bool isTruth(ValueId value) const;
  bool isUseful(const Clause &clause) const;
  bool isThere(ObjectId object) const;
  Premise seenFromOutside(const Premise &inside) const;
  std::optional<ConditionTest> testInCaller(const ConditionTest &test, CallMapping &mapping);
  std::optional<PremiseId> premiseInCaller(PremiseId id, CallMapping &mapping);
  void noteEnd(ValueId call, PremiseId condition);
  void noteEnds(CallMapping &mapping);
  void summariseEnds();

  // Values (EvaluateValues.cpp).
  SymbolicValue valueOf(ValueId id) const;
  void evaluate(ValueId id, WalkState &state);
  SymbolicValue evaluateElement(ValueId id, const Instruction &value);
  SymbolicValue evaluateSelect(ValueId id, const Instruction &value);
  /// The symbol that the value is and nothing else; invalid: it is no such.
  static SymbolId symbolOf(const SymbolicValue &value);
  void learnAlternatives(const SymbolicValue &result, const SymbolicValue &a,
                         const SymbolicValue &b);
  void learnExtreme(const Instruction &select, const SymbolicValue &result);
  SymbolicValue fresh(ValueId origin, const ValueType &type, RegionId variantLoop);
  SymbolicValue freshHere(ValueId origin, const ValueType &type);
  SymbolicValue bounded(ValueId origin, Range range, RegionId variantLoop);
  SymbolId newSymbol(ValueId origin, Range range, RegionId variantLoop);
  RegionId variance(const Access &access) const;
  RegionId varianceOf(std::initializer_list<SymbolicValue> operands) const;
  bool isInvariant(const Linear &value, RegionId loop) const;
  bool isInvariant(const Base &base, RegionId loop) const;
  bool isTrackedScalar(ObjectId object) const;

  // Arithmetic.cpp.
  SymbolicValue evaluateArithmetic(ValueId id, const Instruction &value);
  std::optional<Linear> evaluateProduct(const Instruction &value, const SymbolicValue &a,
                                        const SymbolicValue &b);
  std::optional<Linear> multiply(const Linear &a, const Linear &b);
  SymbolId productOf(SymbolId a, SymbolId b);
  SymbolId quotient(ValueId id, const Linear &value, int64_t divisor, RegionId variantLoop);
  SymbolicValue remainder(ValueId id, const Linear &value, int64_t divisor, RegionId variantLoop);
  void learnRemainder(const SymbolicValue &rest, const Linear &value, const Linear &divisor);
  SymbolicValue upperBits(ValueId id, int64_t bits, RegionId variantLoop);
  SymbolicValue unknownProduct(ValueId id, const ValueType &type, const SymbolicValue &a,
                               const SymbolicValue &b);
  SymbolicValue evaluateConvert(ValueId id, const Instruction &value);
  bool isLarge(SymbolId id) const;
  bool isBelowEnd(const Linear &sum) const;
  bool isTrueNumber(const SymbolicValue &value, const ValueType &type) const;
  Linear withoutOverflow(const Linear &index);
  SymbolId twinOf(SymbolId symbol);

  // Modular.cpp.
  bool isExactNumber(const SymbolicValue &value) const;
  std::optional<Linear> evaluateShift(ValueId id, const Instruction &value, const SymbolicValue &a,
                                      const SymbolicValue &b);
  SymbolicValue functionOf(ValueId id, const Instruction &value, const SymbolicValue &a,
                           const SymbolicValue &b);
  std::optional<Linear> evaluateBits(const Instruction &value, const SymbolicValue &a,
                                     const SymbolicValue &b);
  std::optional<Linear> shiftedDown(const Instruction &value, const SymbolicValue &a,
                                    const SymbolicValue &b);
  std::optional<Linear> withLowBits(const SymbolicValue &a, const SymbolicValue &b);
  bool isProvenIndex(const Linear &index) const;
  bool areInDomains() const;
  bool isProven(const std::array<Linear, 2> &values) const;
  bool isProvenWithin(const Linear &value, const Range &range) const;
  SymbolicValue numberOf(ValueId id, const SymbolicValue &value, const Range &range);
  bool isAddressWide(const ValueType &type) const;
  SymbolicValue signedIndex(ValueId id, SymbolicValue index);
  SymbolId modularProduct(ValueId id, const Linear &a, const Linear &b, const Range &range);

  // What memory holds (MemoryValues.cpp).
  SymbolicValue evaluateLoad(ValueId id, const Instruction &value, WalkState &state);
  SymbolicValue loadFrom(const Access &access, const ValueType &type, WalkState &state,
                         bool isConditional = false);
  void noteLoaded(const SymbolicValue &loaded, const Access &access, uint64_t entrySize);
  void evaluateStore(ValueId id, const Instruction &value, WalkState &state);
  void noteFreshStore(ValueId id, const Instruction &value);
  bool isNameable(SymbolId symbol) const;
  bool isNameable(const Linear &value) const;

  // Accesses (RecordAccesses.cpp).
  Access accessAt(ValueId id, ValueId address, uint64_t size, bool isWrite) const;
  void openEnd(Access &access);
  void record(Access access, WalkState &state);
  void recordOpaque(ValueId id, ObstacleKind reason, SpecialObject object, WalkState &state);
  void recordUnknown(ValueId id, ObstacleKind reason, WalkState &state);
  void recordArgument(ValueId id, size_t argument, bool isWrite, uint64_t size, int sizeArgument,
                      WalkState &state);
  void recordReturned(ValueId id, WalkState &state);
  void recordErrno(ValueId id, const LibraryFunction &function, WalkState &state);
  void recordWorldRead(ValueId id, WalkState &state);
  bool isOwn(ObjectId object) const;
  bool mayReadOwn(const Access &access);
  void noteScalars(const Access &access, WalkState &state);
  void kill(const Access &write, WalkState &state) const;
  void callLibrary(ValueId id, const Instruction &call, const LibraryFunction &function,
                   WalkState &state);

  // Calls of small functions (LeafCalls.cpp).
  void findLeaf();
  bool isLeafCall(const Instruction &call) const;
  SymbolicValue evaluateLeaf(ValueId id, const Instruction &call, WalkState &state);
  void walkWays(LeafWalk &leaf, std::vector<RegionId> rest, WalkState state,
                std::vector<Linear> facts);
  bool runsWhenCalled(RegionId block) const;
  void addFacts(ValueId test, bool outcome, std::vector<Linear> &facts) const;
  SymbolicValue resultOf(const LeafWalk &leaf, ValueId id, const ValueType &type);
  void learnEnds(const SymbolicValue &result, const LeafWalk &leaf);

  // Other calls (MapCalls.cpp).
  SymbolicValue evaluateCall(ValueId id, const Instruction &call, WalkState &state);
  SymbolicValue callDefined(ValueId id, const Instruction &call, FunctionId callee, bool isOnly,
                            bool isNew, WalkState &state);
  SymbolicValue argumentOf(const Instruction &call, int position) const;
  const std::vector<Access> &knownOf(FunctionId callee) const;
  std::vector<Access> accessesOf(CallMapping &mapping, ValueId id);
  Access mapped(const Access &access, CallMapping &mapping, ValueId id);
  SymbolicValue returnedBy(CallMapping &mapping);
  void applyExit(CallMapping &mapping, ValueId id, WalkState &state);
  void noteSurelyWritten(CallMapping &mapping, ValueId id);
  SymbolicValue valueInCaller(SymbolId symbol, CallMapping &mapping);
  SymbolicValue productInCaller(const Symbol &symbol, CallMapping &mapping);
  SymbolicValue productInCaller(const std::vector<SymbolId> &factors, CallMapping &mapping);
  std::optional<Linear> substitute(const Linear &value, CallMapping &mapping);
  SymbolId symbolInCaller(SymbolId symbol, CallMapping &mapping);
  SymbolId byteInCaller(SymbolId symbol, CallMapping &mapping);

  // What callers see (Summaries.cpp).
  bool mayEnd(ValueId value) const;
  void summarise();
  void shortenSummary();
  std::vector<Access> splitByObject(const std::vector<Access> &accesses) const;
  std::optional<Access> seenFromOutside(const Access &access, bool isUnconditional);
  bool spanByBytes(Access &access);
  std::optional<Linear> endOver(Linear value, bool isUpper) const;
  std::optional<Linear> bound(SymbolId symbol, bool isUpper) const;
  void findCoverage();
  void rememberExit();
};

/// Does the access possibly write the variable, under whatever name?
bool mayWrite(const Effects &effects, const PointsTo &pointsTo, const Access &access,
              ObjectId variable);

/// Do two accesses of one execution, of which one writes, possibly touch the same byte, whatever
/// their symbols' values?
bool mayTouchSame(const Effects &effects, const PointsTo &pointsTo, const Access &a,
                  const Access &b);

/// What the access touches, as locations: of its address, or the part of its base object.
LocationSet locationsOf(const Effects &effects, const PointsTo &pointsTo, const Access &access);

/// The access as accesses to whole objects; World stands for those that escaped.
std::vector<Access> splitByObject(const Program &program, const Effects &effects,
                                  const PointsTo &pointsTo, const Access &access);

} // namespace kasuri
