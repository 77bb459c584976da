// An update of a variable by its own value cannot begin before the last one has ended, however many
// units the core has: a sum of doubles takes the latency of an addition per element, a walk along a
// list that of a load. Only updates within one expression are seen.
#include "cost/Recurrence.h"

#include <algorithm>
#include <map>
#include <optional>

namespace kasuri {
namespace {

class Chains {
public:
  Chains(const Program &program, const OperationCosts &operations)
      : program(program), operations(operations) {}

  double longestIn(RegionId id) {
    double longest = 0;
    if (!id.valid())
      return longest;
    const Region &region = program[id];
    for (ValueId value : region.values)
      if (program[value].op == Op::Store && operations.isInRegister(value)) {
        known.clear();
        variable = variableOf(program, value);
        longest = std::max(longest, from(program[value].operands[1]).value_or(0));
      }
    for (RegionId child : region.children)
      longest = std::max(longest, longestIn(child));
    return std::max({longest, longestIn(region.condition), longestIn(region.step)});
  }

private:
  const Program &program;
  const OperationCosts &operations;
  ObjectId variable;
  std::map<ValueId, std::optional<double>> known;

  /// From the variable's old value to this one; none: it is not made of it.
  std::optional<double> from(ValueId id) {
    if (auto found = known.find(id); found != known.end())
      return found->second;
    const Instruction &value = program[id];
    if (value.op == Op::Load && variableOf(program, id) == variable)
      return known[id] = 0;
    std::optional<double> longest;
    for (ValueId operand : value.operands)
      if (std::optional<double> each = from(operand))
        longest = std::max(longest.value_or(0), *each);
    if (longest)
      *longest += operations.latencyNs(id);
    return known[id] = longest;
  }
};

} // namespace

double recurrenceNs(const Program &program, const OperationCosts &operations, RegionId loop) {
  return Chains(program, operations).longestIn(loop);
}

} // namespace kasuri
