// What accesses span, as something that can be computed in front of a loop, and how far an
// iteration's part of it lies from the next one's; internal to the verdict on loops.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/guard/Guards.h"
#include "analysis/guard/LoopStart.h"
#include "analysis/guard/SumOfProducts.h"

#include <functional>
#include <map>

namespace kasuri {

using Products = SumOfProducts<SymbolId>;

/// How the place of an access moves with the loop: by `stride` per iteration, beside the rest.
struct Motion {
  Products stride = {}; ///< of what is fixed in front of the loop
  Products rest = {};
  std::vector<SymbolId> wholes = {}; ///< what was taken for whole numbers and may have wrapped
  int64_t size = 0;
};

/// What the symbol is the product of; empty when it is none.
std::vector<Linear> factorsOf(const Symbol &symbol);

using GroupPair = std::pair<const AccessGroup *, const AccessGroup *>;

/// What is read in front of a loop that may have no iteration.
struct FrontReads {
  /// What the program has surely loaded there already; none: it may not have.
  std::function<std::optional<GuardValue>(SymbolId)> loadedBefore;
  /// Nothing in the loop writes the place.
  std::function<bool(const Access &)> isSteady;
  /// The variable has a value there.
  std::function<bool(ObjectId)> isSet;
};

class RangeMaker {
public:
  /// `refuted`: what guards in front of those asked for here have tested.
  RangeMaker(const AnalysedProgram &analysed, RegionId loop, const Viewpoint &view, Budget &budget,
             RefutedTests refuted = {});

  /// From now on guards are tested although the loop may have no iteration. `reads`: outlives this.
  void testAnyway(const FrontReads &reads) { front = &reads; }

  /// Tests at run time that settle all these dependences; none if one of them cannot be tested.
  std::optional<std::vector<Guard>> guardsAgainst(const std::vector<GroupPair> &dependences);

  /// Where these bytes are, which the first iteration writes if there are any; more conditions of
  /// that become a part of the guard.
  std::optional<GuardRange> placeOf(const WrittenBytes &bytes, Guard &guard);

  /// Where the base is, likewise.
  std::optional<GuardValue> addressInFront(const Base &base, Guard &guard);

  /// What they access may be the same though their addresses differ.
  bool mayBeMappedTwice(const Access &a, const Access &b) const;

  /// The addresses of all these accesses, of one base, in all iterations.
  std::optional<GuardRange> placeOf(const std::vector<Access> &accesses, Guard &guard);

  /// The same, as offsets from the base, which may be another one in each iteration.
  std::optional<GuardRange> bytesBehindBase(const std::vector<Access> &accesses, Guard &guard);

  /// Is the base the same in all iterations?
  bool isFixed(const Base &base) const;

  /// Nothing ends the loop early, or passes the access, but that an iteration may end the program
  /// behind it; that inner loops around it run at all becomes a part of the guard.
  bool isDoneInEachIteration(const Access &access, Guard &guard);

  /// In all iterations it would touch nothing but a variable of the program, even where it is not
  /// made.
  bool isWithinVariable(const Access &access) const;
  /// A test of that.
  std::optional<Guard> guardWithinVariable(const Access &access);

  /// All these tests fail.
  std::optional<Guard> guardAgainst(const Clause &clause);

  /// A number that is fixed in front of the loop, as the program computes it there.
  std::optional<GuardValue> valueInFront(const Linear &value);
  /// The same; conditions in which the loop's first iteration, if there is one, reads it become a
  /// part of the guard.
  std::optional<GuardValue> valueInFront(const Linear &value, Guard &guard);

  /// What holds where the test fails.
  std::string failureText(const ConditionTest &test) const;

  /// How many iterations after `a` the access `b` touches the same bytes, if that is always as many
  /// and not the same one.
  std::optional<int64_t> distance(const Access &a, const Access &b) const;

  /// Ranges of both, of a loop with two iterations that does them, overlap whatever the numbers.
  bool surelyMeet(const Access &a, const Access &b);

  /// Does `moving` come, in one of the loop's iterations, to what `still` touches in all of them?
  bool comesTo(const Access &moving, const Access &still);

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const Effects &effects;
  RegionId loop;
  const Viewpoint &view;
  Budget &budget;
  FunctionId function;
  const FunctionAccesses &known;
  RefutedTests refuted;
  const FrontReads *front = nullptr;    ///< null: guards are tested only if the loop has iterations
  std::optional<ValueId> firstEnd = {}; ///< of the program, once asked for; invalid: there is none
  std::vector<std::pair<GuardValue, int64_t>> exact;                   ///< of the guard being made
  unsigned steps = 0;                                                  ///< taken for it
  std::map<std::pair<SymbolId, bool>, std::optional<GuardValue>> ends; ///< found for it
  bool isPerIteration =
      false; ///< ends are wanted beside an iteration's motion, not over all iterations

  std::optional<LoopStart> start[2] = {}; ///< by its least last iteration, once asked for

  // What is known where the loop starts (LoopStart.h).
  LoopStart knownAtStart(int64_t leastLast = 1);
  LoopStart knownWhereDone(const std::vector<Access> &accesses);
  std::optional<GuardValue> testedBound(const Linear &number, bool isUpper);
  void addFact(LoopStart &facts, const Linear &number, int64_t lastIterations);
  void addFacts(LoopStart &facts, const ConditionTest &test, bool holds);
  void addCounterFacts(LoopStart &facts, int64_t leastLast);
  bool isNeeded(const Guard &guard, const std::vector<Guard> &others);
  std::vector<SymbolId> countersAround(const Access &access) const;
  template <typename Find> void besideGuard(Find find);

  // Values in front of the loop.
  std::optional<GuardValue> leaf(SymbolId symbol);
  std::optional<GuardValue> ofVariable(SymbolId symbol, bool isPointer);
  bool isOnlyBefore(ValueId early, ValueId late) const;
  const Access *loadInLoop(SymbolId symbol) const;
  std::optional<GuardValue> ofLoad(SymbolId symbol, bool isPointer);
  bool isNamedHere(ObjectId object) const;
  std::vector<std::pair<ObjectId, SymbolicValue>> pointersBefore() const;
  bool mayPass(const Region &sequence, RegionId child) const;
  bool mayEndBefore(ValueId value);
  bool isSurelyRead(const std::function<bool(const Access &)> &isWanted);
  bool isSurelyRead(const Access &place);
  bool isPartOfReadStruct(const Access &access);
  bool isPartOfReadVariable(const Access &access);
  std::optional<GuardValue> testedNumber(const ConditionTest &test);
  bool isSurelyExecuted(RegionId block) const;
  bool isPartOfVariable(const Access &access) const;
  bool isInVariable(ObjectId id, int64_t start, uint64_t size) const;
  bool isReached(RegionId block, bool inEachIteration = false);
  bool isEvaluated(ValueId value);
  bool passesTests(RegionId inner, size_t most, bool inEachIteration);
  bool passesTest(const Linear &number, bool inEachIteration);
  void giveBack(size_t settled);
  bool isWrittenAlike(ValueId a, ValueId b) const;
  bool isOfReadStruct(const Instruction &load, const Access &access);
  std::optional<GuardValue> ofMember(SymbolId symbol) const;
  std::optional<GuardValue> addressOf(const Base &base);
  std::optional<GuardValue> valueOf(const Linear &value);

  // Their ends over all iterations.
  void startGuard(bool perIteration);
  template <typename Find> auto withConditions(Guard &guard, Find find);
  std::optional<GuardValue> bound(SymbolId symbol, bool isUpper);
  std::optional<GuardValue> findBound(SymbolId symbol, bool isUpper);
  std::optional<GuardValue> boundByConstraints(SymbolId symbol, bool isUpper);
  std::optional<GuardValue> bound(const Linear &value, bool isUpper);
  std::optional<GuardValue> boundOfAlternatives(const Symbol &symbol, bool isUpper);
  std::optional<GuardValue> boundOfProduct(const std::vector<Linear> &factors, bool isUpper);
  std::optional<GuardValue> bound(const Products &value, bool isUpper);
  std::optional<GuardRange> spanOfMotion(const Access &access);
  std::optional<GuardRange> spanOf(const std::vector<Access> &accesses);
  std::optional<GuardRange> placeOf(const std::vector<Access> &accesses);
  std::optional<GuardRange> placeFromVariable(Access access);

  // How far iterations lie apart.
  std::optional<Products> expand(SymbolId symbol, std::vector<SymbolId> &wholes) const;
  std::optional<Products> expand(const Linear &value, std::vector<SymbolId> &wholes) const;
  bool isShared(const Linear &value) const;
  bool isBeyondTest(const Access &access) const;
  std::optional<Motion> motionOf(const Access &access) const;
  std::optional<std::vector<Motion>> motionsOf(const std::vector<Access> &accesses) const;
  std::optional<Guard::Test> strideTest(const std::vector<Access> &accesses);
  std::optional<Guard::Test> distinctTest(const std::vector<Access> &accesses);
  std::optional<Guard::Test> apartTest(const std::vector<Access> &a, const std::vector<Access> &b);

  bool mayBeMapped(const Access &access) const;
  static std::vector<GroupPair> distinctPairs(const std::vector<GroupPair> &pairs);
  static std::vector<Access> doneBy(const std::vector<GroupPair> &pairs);
  std::optional<Guard> guardOf(const std::vector<GroupPair> &pairs, bool isSameBase);
};

} // namespace kasuri
