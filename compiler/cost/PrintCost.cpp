// The costs as text, for --dump=cost.
#include "cost/Cost.h"

#include <cmath>

namespace kasuri {
namespace {

std::string rounded(double number) { return std::to_string(static_cast<long long>(number)); }

/// How the iterations' times change, in percent of the mean.
std::string slopeText(double slope) {
  const std::string percent = rounded(std::round(100 * std::abs(slope)));
  return percent == "0" ? "" : (slope > 0 ? ", growing by " : ", shrinking by ") + percent + " %";
}

std::string loopText(const Program &program, const CostModel &cost, RegionId loop) {
  const RegionCost &its = cost.of(loop);
  return "  loop at line " + std::to_string(program[loop].location.line) + ": " +
         rounded(its.trips) + (its.knowsTrips() ? " iterations, " : " iterations (a guess), ") +
         rounded(its.perExecutionNs) + " ns, " + std::string(name(its.confidence)) +
         slopeText(its.slope) + "\n";
}

std::string taskText(const MeasuredTask &task) {
  return "measured " + task.task + " of layer " + task.layer + ": " + rounded(task.meanNs) +
         " ns, deviation " + rounded(task.deviationNs) + " ns, " + rounded(task.executions) +
         " executions, estimated " + rounded(task.estimatedNs) + " ns\n";
}

} // namespace

std::string print(const Program &program, const CostModel &cost, const std::string &onlyFunction) {
  std::string out;
  for (size_t i = 0; i < program.functions.size(); ++i) {
    const bool isWanted = onlyFunction.empty() ? program.functions[i].inMainFile
                                               : program.functions[i].name == onlyFunction;
    if (!isWanted)
      continue;
    out += "function " + program.functions[i].name + " " + rounded(cost.functionNs[i]) + " ns, " +
           std::string(name(cost.of(program.functions[i].body).confidence)) + "\n";
    for (size_t j = 0; j < program.regions.size(); ++j)
      if (program.regions[j].kind == Region::Kind::Loop &&
          program.regions[j].function == FunctionId(i))
        out += loopText(program, cost, RegionId(j));
  }
  for (const MeasuredTask &task : cost.measured)
    if (onlyFunction.empty() || program[program[task.first].function].name == onlyFunction)
      out += taskText(task);
  return out;
}

} // namespace kasuri
