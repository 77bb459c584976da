// Hot code: what two loops repeat often.
//
//     for (y = 0; y < h; y++)
//       for (x = 0; x < w; x++)
//         for (dy = -m; dy <= m; dy++) ...      hot: m is 7, the planner does not know
//
// A layer costs a test where it does not run, and a second copy of its code, which changes what the
// compiler of the output makes of the code around it. In hot code that is a part of the time that
// shows. So a layer there must be sure to pay: a guessed number of iterations is not enough, though
// a test of the true number stands in front of the layer.
//
//     for (h = first; h < last; h++)        three loops deep: what is tested in front of it is
//       for (j = 0; j < n; j++)             nothing beside what it takes, whatever n is
//         for (k = 0; k < n; k++) ...
//
// It is enough if that test takes next to none of the time, even if there are far fewer iterations
// than estimated. Whether the layer pays is then found out where it runs.
//
//     for (row = 0; row < rows; row++)
//       for (k = begin[row]; k < begin[row + 1]; k++) ...      hot: rows of a sparse matrix are
//       short
//
// Loops that iterate a few times by what is known (channels, colours) do not count. Code of a
// function is hot where a call of the function is. Loops of several functions do not add up: a
// solver's steps, sweeps and rows are each in a function of their own, and the rows are worth it.
#include "plan/HotCode.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr double fewTrips = 4;
constexpr unsigned hotDepth = 2;
constexpr unsigned maxCopies = 3;   ///< from variable to variable
constexpr double lowEnd = 0.1;      ///< of an estimate that rests on guesses
constexpr double mostTested = 0.05; ///< of its time, by tests in front of a loop

} // namespace

HotCode::HotCode(const Program &program, const Parallelism &facts, const CostModel &cost)
    : program(program), cost(cost) {
  for (size_t i = 0; i < program.values.size(); ++i)
    if (program.values[i].op == Op::Store)
      if (ObjectId variable = variableOf(program, ValueId(i)); variable.valid())
        stores[variable].push_back(ValueId(i));
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const auto &[call, callees] : facts.callees)
      if (contains(program[call].block))
        for (FunctionId callee : callees)
          hasChanged |= functions.insert(callee).second;
  }
}

bool HotCode::contains(RegionId region) const {
  return functions.contains(program[region].function) || depthOf(region) >= hotDepth ||
         isRagged(region);
}

/// Invalid: none.
RegionId HotCode::loopAround(RegionId region) const {
  RegionId up = program[region].parent;
  while (up.valid() && program[up].kind != Region::Kind::Loop)
    up = program[up].parent;
  return up;
}

bool HotCode::isRagged(RegionId region) const {
  const RegionId around = loopAround(region);
  const CountedForm &form = program[region].counted;
  if (!around.valid() || program[region].kind != Region::Kind::Loop)
    return false;
  return (form.initial.valid() && isReadAnew(form.initial, around)) ||
         (form.bound.valid() && isReadAnew(form.bound, around));
}

/// It is computed from a variable that the loop sets.
bool HotCode::varies(ValueId value, RegionId around) const {
  const std::vector<ValueId> &operands = program[value].operands;
  if (program[value].op == Op::Load)
    if (auto found = stores.find(variableOf(program, value)); found != stores.end())
      return std::any_of(found->second.begin(), found->second.end(), [&](ValueId store) {
        return kasuri::contains(program, around, program[store].block);
      });
  return std::any_of(operands.begin(), operands.end(),
                     [&](ValueId operand) { return varies(operand, around); });
}

/// From memory, at a place that is another in each iteration; be it by way of variables.
bool HotCode::isReadAnew(ValueId value, RegionId around, unsigned depth) const {
  const Instruction &what = program[value];
  if (what.op == Op::Load) {
    const ObjectId variable = variableOf(program, value);
    if (!variable.valid())
      return varies(value, around);
    auto found = stores.find(variable);
    return depth < maxCopies && found != stores.end() &&
           std::any_of(
               found->second.begin(), found->second.end(),
               [&](ValueId store) {
                 return kasuri::contains(program, around, program[store].block) &&
                        isReadAnew(program[store].operands[1], around, depth + 1);
               });
  }
  return std::any_of(what.operands.begin(), what.operands.end(),
                     [&](ValueId operand) { return isReadAnew(operand, around, depth); });
}

/// Loops around it that iterate more than a few times.
unsigned HotCode::depthOf(RegionId region) const {
  unsigned depth = 0;
  for (RegionId up = program[region].parent; up.valid(); up = program[up].parent)
    if (program[up].kind == Region::Kind::Loop)
      depth += !cost.of(up).knowsTrips() || cost.of(up).trips > fewTrips ? 1 : 0;
  return depth;
}

bool isSureToPay(const Candidate &candidate, const CostModel &cost, double minGain) {
  const PlannedLayer &planned = candidate.planned;
  const bool isGuess =
      std::any_of(candidate.regions.begin(), candidate.regions.end(),
                  [&](RegionId each) { return cost.of(each).confidence == Confidence::Low; });
  const double cores = std::max(2u, planned.plannedCores);
  const double sequentialNs = planned.sequentialNs * (isGuess ? lowEnd : 1);
  const double startNs = std::max(0.0, candidate.parallelNs - planned.sequentialNs / cores);
  const bool isCheapToAsk = candidate.testNs > 0 && candidate.testNs <= mostTested * sequentialNs;
  return isCheapToAsk || sequentialNs >= minGain * (sequentialNs / cores + startNs);
}

} // namespace kasuri
