// What accesses span, as something that can be computed in front of a loop, and how far an
// iteration's part of it lies from the next one's; internal to the verdict on loops.
#pragma once

#include "analysis/Dependences.h"
#include "analysis/Guards.h"
#include "analysis/LoopVerdicts.h"

namespace kasuri {

/// How the place of an access moves with the loop: by `stride` per iteration, beside the rest.
struct Motion {
  Linear stride = {};
  Linear rest = {};
  /// Products of two sums and a coefficient, beside `rest`.
  std::vector<std::tuple<Linear, Linear, int64_t>> products = {};
  std::vector<SymbolId> wholes = {}; ///< the products that `stride` and `products` come from
  bool isModular = false;            ///< one of them is of unsigned arithmetic
  int64_t size = 0;
};

/// What the symbol is the product of; empty when it is none.
std::vector<Linear> factorsOf(const Symbol &symbol);

using GroupPair = std::pair<const AccessGroup *, const AccessGroup *>;

class RangeMaker {
public:
  RangeMaker(const AnalysedProgram &analysed, RegionId loop, const Viewpoint &view);

  /// Tests at run time that settle all these dependences; none if one of them cannot be tested.
  std::optional<std::vector<Guard>> guardsAgainst(const std::vector<GroupPair> &dependences);

  /// Where these bytes are, which the first iteration writes if there are any; more conditions of
  /// that become a part of the guard.
  std::optional<GuardRange> placeOf(const WrittenBytes &bytes, Guard &guard);

  /// The addresses of all these accesses, of one base, in all iterations.
  std::optional<GuardRange> placeOf(const std::vector<Access> &accesses, Guard &guard);

  /// How many iterations after `a` the access `b` touches the same bytes, if that is always as many
  /// and not the same one.
  std::optional<int64_t> distance(const Access &a, const Access &b) const;

private:
  const AnalysedProgram &analysed;
  const Program &program;
  const Effects &effects;
  RegionId loop;
  const Viewpoint &view;
  FunctionId function;
  const FunctionAccesses &known;
  std::vector<std::pair<GuardValue, int64_t>> exact; ///< of the guard being made
  unsigned steps = 0;                                ///< taken for it
  bool isSpread = false; ///< ends are wanted beside an iteration's motion, not over all iterations

  // Values in front of the loop.
  std::optional<GuardValue> leaf(SymbolId symbol);
  std::optional<GuardValue> ofVariable(SymbolId symbol, bool isPointer);
  const Access *loadInLoop(SymbolId symbol) const;
  std::optional<GuardValue> ofLoad(SymbolId symbol, bool isPointer);
  bool isNamedHere(ObjectId object) const;
  bool mayPass(const Region &sequence, RegionId child) const;
  bool isSurelyExecuted(RegionId block) const;
  bool isPartOfVariable(const Access &access) const;
  bool isReached(RegionId block);
  bool runsOnce(RegionId inner);
  bool isWrittenAlike(ValueId a, ValueId b) const;
  bool isOfReadStruct(const Instruction &load, const Access &access) const;
  std::optional<GuardValue> addressOf(const Base &base);
  std::optional<GuardValue> valueOf(const Linear &value);

  // Their ends over all iterations.
  std::optional<GuardValue> bound(SymbolId symbol, bool isUpper);
  std::optional<GuardValue> bound(const Linear &value, bool isUpper);
  std::optional<GuardValue> boundOfAlternatives(const Symbol &symbol, bool isUpper);
  std::optional<GuardValue> boundOfProduct(const std::vector<Linear> &factors, bool isUpper);
  std::optional<GuardRange> spanOf(const std::vector<Access> &accesses);

  // How far iterations lie apart.
  bool isFixed(const Base &base) const;
  bool isShared(const Linear &value) const;
  bool isBeyondTest(const Access &access) const;
  std::optional<Motion> motionOf(const Access &access) const;
  std::optional<std::vector<Motion>> motionsOf(const std::vector<Access> &accesses) const;
  std::optional<Guard::Test> spreadTest(const std::vector<Access> &accesses);
  std::optional<Guard::Test> apartTest(const std::vector<Access> &a, const std::vector<Access> &b);

  std::optional<Guard> guardOf(const std::vector<GroupPair> &pairs, bool isSameBase);
};

} // namespace kasuri
