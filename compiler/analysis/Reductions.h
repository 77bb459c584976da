// Reductions: variables that a loop only combines with terms, in any order of its iterations.
#pragma once

#include "analysis/Parallelism.h"

namespace kasuri {

class ReductionFinder {
public:
  ReductionFinder(const Program &program, RegionId loop);

  /// Nothing when the variable is used in another way, or carried by a reduction's `companions`.
  std::optional<Reduction> find(ObjectId object) const;

  /// A sum or product in floating point that has no exact parallel form.
  bool dependsOnOrder(ObjectId object) const;

private:
  const Program &program;
  RegionId loop;
  std::vector<ValueId> values;
  std::map<ObjectId, std::vector<ValueId>> loads, stores; ///< by name, within the loop
  std::map<ValueId, unsigned> uses; ///< as operand or as a condition, within the loop

  struct Update {
    ReductionKind kind;
    bool isStrict = true; ///< a minimum or maximum is replaced only by what is truly beyond it
    std::vector<ValueId> loads;
    std::vector<ObjectId> companions;
  };

  bool isLoadOf(ValueId value, ObjectId object) const;
  bool isUsedOnce(ValueId value) const;
  ValueId withoutWidening(ValueId value) const;
  ValueId withoutTruncation(ValueId value, unsigned bits) const;
  bool isSame(ValueId a, ValueId b) const;
  bool isPure(RegionId block) const;
  std::optional<Update> updateBy(ValueId store, ObjectId object) const;
  std::optional<Update> asArithmetic(const Instruction &store, ObjectId object) const;
  std::optional<Update> asSelection(const Instruction &store, ObjectId object) const;
  std::optional<Update> asGuarded(ValueId store, ObjectId object) const;
  std::optional<Update> asExtreme(const Instruction &compare, ValueId replacement, bool whenTrue,
                                  ObjectId object) const;
  bool findCompanions(RegionId arm, ValueId store, std::vector<ObjectId> &companions) const;
  bool runsOnce(RegionId block) const;
};

} // namespace kasuri
