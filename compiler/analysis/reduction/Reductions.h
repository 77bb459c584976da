// Reductions: variables that a loop only combines with terms, in any order of its iterations.
#pragma once

#include "analysis/reduction/Reduction.h"

#include <map>
#include <vector>

namespace kasuri {

/// A call of a library function that depends on its arguments alone, and does nothing.
bool isPureFunction(const Instruction &call);

/// What updating by such arithmetic is, if it may be done in any order.
std::optional<ReductionKind> kindOf(Op op);

class ReductionFinder {
public:
  ReductionFinder(const Program &program, RegionId loop);

  /// In place of a loop: a function's body, with the parameter through which it gets at memory.
  ReductionFinder(const Program &program, RegionId body, ObjectId pointer);

  /// Nothing when the variable is used in another way, or carried by a reduction's `companions`.
  std::optional<Reduction> find(ObjectId object) const;

  /// The same of the memory that the Store writes, if its address is one value all through the
  /// loop: `place` has all the accesses that name it alike. Others are for the caller to exclude.
  std::optional<Reduction> findAt(ValueId store) const;

  /// The same of an array, whose elements the loop combines with terms: the Store's address
  /// without its last subscripts.
  std::optional<Reduction> findHistogram(ValueId store, unsigned subscripts) const;

  /// What the Store updates memory by, if that is a floating-point sum or product; the Load is used
  /// for nothing else.
  struct TermUpdate {
    ReductionKind kind;
    ValueId load;
  };
  std::optional<TermUpdate> termUpdate(ValueId store) const;
  bool isTermLoad(ValueId load) const;

  /// Through `pointer`: what sets the things that go with a minimum or maximum.
  std::vector<ValueId> companionStores(ValueId update) const;

  /// Past conversions that keep the low `bits`.
  ValueId withoutTruncation(ValueId value, unsigned bits) const;

  /// One value, or the same computation from the same variables, with nothing in it that could
  /// differ.
  bool isSame(ValueId a, ValueId b) const;

  /// A sum or product in floating point that has no exact parallel form.
  bool dependsOnOrder(ObjectId object) const;
  bool dependsOnOrder(ValueId store) const;

private:
  const Program &program;
  RegionId loop;
  std::vector<ValueId> values;
  std::map<ObjectId, std::vector<ValueId>> loads, stores; ///< by name, within the loop
  /// Loads and Stores within the loop, by the object that their addresses' computation begins with.
  std::map<ObjectId, std::vector<ValueId>> accessesFrom;
  std::map<ValueId, unsigned> uses; ///< as operand or as a condition, within the loop
  ObjectId pointer;

  /// What is looked at as one variable: the memory at an address.
  struct Target {
    ValueId address;
    ValueType type;
    std::vector<ValueId> loads, stores; ///< within the loop
  };
  struct Update {
    ReductionKind kind;
    bool isStrict = true; ///< a minimum or maximum is replaced only by what is truly beyond it
    std::vector<ValueId> loads = {};
    std::vector<ObjectId> companions = {};
    std::vector<ValueId> companionStores = {}; ///< through `pointer`
    std::vector<ValueId> placeStores = {};     ///< to companions that are no variables
    unsigned bits = 0;                         ///< of the arithmetic
    CombiningFunction function = {};
    bool isLast = false;                  ///< replaced by what is equal, too, but by no NaN
    std::vector<ValueId> speculated = {}; ///< see Reduction
  };

  std::optional<Target> variable(ObjectId object) const;
  AnnotationId promiseFor(const Target &target, ReductionKind kind) const;
  Target placeOf(ValueId store) const;
  std::optional<Reduction> judge(const Target &target) const;
  bool dependsOnOrder(const Target &target) const;
  bool isLoadOf(ValueId value, const Target &target) const;
  bool isQuietBetween(ValueId load, ValueId store) const;
  bool isListed(const Reduction &reduction, const Target &target) const;
  bool isQuiet(ValueId first, ValueId last) const;
  ValueId firstOf(ValueId value) const;
  bool isUsedOnce(ValueId value) const;
  ValueId withoutWidening(ValueId value) const;
  bool isPure(RegionId block) const;
  std::optional<Update> updateBy(ValueId store, const Target &target) const;
  ValueId nestedLoad(ValueId id, ReductionKind kind, const Target &target) const;
  std::optional<Update> asArithmetic(const Instruction &store, const Target &target) const;
  std::optional<Update> asLogical(const Instruction &store, const Target &target) const;
  void addOperands(ValueId value, bool isAll, std::vector<ValueId> &operands) const;
  ValueId testedIn(ValueId operand) const;
  bool isTruth(ValueId value) const;
  ValueId withoutTruth(ValueId value, const ValueType &type) const;
  std::optional<Update> asSelection(const Instruction &store, const Target &target) const;
  std::optional<Update> asLibraryExtreme(const Instruction &store, const Target &target) const;
  std::optional<Update> asGuarded(ValueId store, const Target &target) const;
  const Instruction &withoutNegations(const Instruction &test, bool &outcome) const;
  std::optional<Update> asExtreme(const Instruction &test, ValueId replacement, bool whenTrue,
                                  const Target &target) const;
  bool findCompanions(RegionId arm, ValueId store, Update &update) const;
  bool isLonelyStore(ValueId store) const;
  bool isAlone(ValueId store) const;
  bool runsOnce(RegionId block) const;
};

} // namespace kasuri
