// Facts that hold in a copy of a program with calls replaced by functions' bodies (model/Inline.h),
// and can be said of the original.
#pragma once

#include "analysis/loop/LoopFacts.h"
#include "model/Inline.h"

#include <algorithm>

namespace kasuri {

/// Whether facts about the copy name nothing but what the original has, too.
class KnownInOriginal {
public:
  explicit KnownInOriginal(const InlinedProgram &inlined) : inlined(inlined) {}

  bool knows(ObjectId object) const {
    return !object.valid() || object.index() < inlined.firstNewObject;
  }
  bool knows(const GuardValue &value) const {
    return knows(value.object) && std::all_of(value.operands.begin(), value.operands.end(),
                                              [&](const GuardValue &each) { return knows(each); });
  }
  bool knows(const GuardRange &range) const { return knows(range.low) && knows(range.end); }
  bool knows(const GuardRows &rows) const { return knows(rows.entries) && knows(rows.bytes); }
  bool knows(const Guard::Test &test) const {
    return knows(test.first) && knows(test.second) && knows(test.stride) && knows(test.rows) &&
           knows(test.others) && knows(test.elements.table) && knows(test.elements.least) &&
           knows(test.elements.most);
  }
  bool knows(const Guard &guard) const {
    return std::all_of(guard.alternatives.begin(), guard.alternatives.end(),
                       [&](const Guard::Test &each) { return knows(each); }) &&
           std::all_of(guard.exact.begin(), guard.exact.end(),
                       [&](const auto &each) { return knows(each.first); });
  }
  /// Functions do not name it.
  bool isOfRow(ObjectId object) const {
    return object.valid() && knows(object) && inlined.program[object].isAutomatic();
  }
  bool knows(const PrivateObject &each) const {
    return isOfRow(each.object) && !each.allocation.valid();
  }
  bool knows(const Reduction &each) const { return isOfRow(each.object) && each.tested.empty(); }
  bool knows(const Induction &each) const { return knows(each.object) && !each.amount; }
  bool knows(const LoopFacts &facts) const {
    const auto all = [&](const auto &list) {
      return std::all_of(list.begin(), list.end(), [&](const auto &each) { return knows(each); });
    };
    return all(facts.guards) && all(facts.privates) && all(facts.reductions) &&
           all(facts.inductions) && facts.automatics.empty() && !facts.amount;
  }

private:
  const InlinedProgram &inlined;
};

} // namespace kasuri
