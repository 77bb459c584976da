// Memory that a loop names in one way from its first iteration to its last; internal to
// findParallelism.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/dependence/Dependences.h"
#include "analysis/memory/Privates.h"

namespace kasuri {

class PlaceJudge {
public:
  /// `budget`: for the questions that findPrivate asks.
  PlaceJudge(const AnalysedProgram &analysed, RegionId loop, Budget &budget);

  /// The address is one value in all iterations, made of constants and of variables that the loop
  /// leaves alone: its text means the same in front of the loop and behind it.
  bool isFixed(ValueId address);

  /// Two fixed addresses, by how they are computed.
  bool isSameAddress(ValueId a, ValueId b) const;

  /// Memory that each iteration writes before it reads it, and that the access is a part of: by the
  /// shortest name for it that has a copy.
  std::optional<PrivateObject> findPrivate(ValueId access);

  /// The address is a variable, or a part of one, that can be read whatever the loop does.
  bool isAlwaysThere(ValueId address) const;

  /// What the Load or Store touches, all of the array around it for `subscripts` > 0; nothing when
  /// that is not known.
  std::optional<Access> wholeOf(ValueId access, ValueId root) const;

  /// No other access of the loop may touch the memory.
  bool isApart(const Access &whole, const std::vector<ValueId> &accesses) const;
  /// The values in the loop of other accesses that may.
  std::set<ValueId> touching(const Access &whole, const std::vector<ValueId> &accesses) const;

  /// Outside the loop: what may touch the memory, or change one of the variables in its address,
  /// if the loop names it by one.
  std::vector<ValueId> seenBy(const Access &whole, ValueId root) const;

private:
  const AnalysedProgram &analysed;
  const Program &program;
  RegionId loop;
  const FunctionAccesses &known;
  Budget &budget;
  std::map<ObjectId, bool> leftAlone; ///< variables asked for so far

  std::optional<PrivateObject> privateAt(ValueId access, ValueId root, unsigned subscripts);
  std::optional<std::vector<WrittenBytes>> writtenFirst(const std::vector<ValueId> &accesses);
  bool isLeftAlike(const std::vector<ValueId> &accesses, const Access *whole,
                   const std::vector<WrittenBytes> &written);
  bool isLeftAlone(ObjectId variable);
  std::set<ValueId> mayAccess(const Base &base, const std::set<ObjectId> &variables) const;
  void findVariables(ValueId address, std::set<ObjectId> &variables) const;
};

/// The address without its last `subscripts` subscripts.
ValueId withoutSubscripts(const Program &program, ValueId address, unsigned subscripts);

} // namespace kasuri
