// The variables that guards and amounts name: all that is computed in front of a loop beside its
// head.
#include "movability/code/NamedInFront.h"

namespace kasuri {
namespace {

void addNames(const GuardValue &value, std::set<ObjectId> &names) {
  if (value.object.valid())
    names.insert(value.object);
  for (const GuardValue &operand : value.operands)
    addNames(operand, names);
}

} // namespace

std::set<ObjectId> namedInFront(const LoopFacts &loop) {
  std::set<ObjectId> names;
  for (const Induction &each : loop.inductions)
    if (each.amount)
      addNames(*each.amount, names);
  if (loop.amount)
    addNames(*loop.amount, names);
  for (const PrivateBlock &block : loop.blocks)
    for (const GuardRange &range : block.kept)
      for (const GuardValue *value : {&range.low, &range.end})
        addNames(*value, names);
  for (const Guard &guard : loop.guards) {
    for (const auto &[value, limit] : guard.exact)
      addNames(value, names);
    for (const Guard::Test &test : guard.alternatives)
      for (const GuardValue *value :
           {&test.first.low, &test.first.end, &test.second.low, &test.second.end, &test.stride})
        addNames(*value, names);
  }
  return names;
}

} // namespace kasuri
