// What is left of a measured whole is shared by its other parts as estimated.
//
//     encode()                 measured parts 28 ms; parts that were not, 17 ms by estimate. The
//     run
//       shape(); search();     had 20 ms that no measured task took: the others cost 20/17 of their
//       write();               estimate.
//
// Everywhere outside measured regions one factor holds. What lies in a measured region, or in a
// function that is called there, is scaled by what the region takes to the sum of its parts; a
// function with callers of several kinds by their mean, weighed by its executions. Where the trip
// count of a loop is a guess, the trips are scaled, and else the time of an iteration.
#include "cost/Calibrate.h"

#include <algorithm>
#include <map>

namespace kasuri {
namespace {

constexpr double leastFactor = 1e-4;
/// Time beyond that belongs to what no source shows: the start of threads, input and output.
constexpr double maxFactor = 20;

class Calibrator {
public:
  Calibrator(const Program &program, const Parallelism &facts, const Calibration &known,
             CostModel &cost)
      : program(program), known(known), cost(cost) {
    for (const auto &[call, callees] : facts.callees)
      for (FunctionId callee : callees)
        callsOf[callee].push_back(program[call].block);
    outside = factorOutside();
  }

  void run() {
    std::vector<double> factors;
    for (size_t i = 0; i < program.regions.size(); ++i)
      factors.push_back(factorWithin(program.regions[i].parent, program.regions[i].function));
    for (size_t i = 0; i < program.regions.size(); ++i) {
      RegionCost &region = cost.regions[i];
      if (region.isMeasured || factors[i] == 1)
        continue;
      const double measured = known.measuredPartNs[i];
      region.perExecutionNs = measured + factors[i] * (region.perExecutionNs - measured);
      region.deviationNs *= factors[i];
      if (known.isGuess[i])
        region.trips = std::max(1.0, factors[i] * region.trips);
    }
  }

private:
  const Program &program;
  const Calibration &known;
  CostModel &cost;
  std::map<FunctionId, std::vector<RegionId>> callsOf; ///< blocks
  std::map<FunctionId, double> functions;              ///< factors; `outside` while being found
  double outside = 1;

  static double within(double factor) { return std::clamp(factor, leastFactor, maxFactor); }

  /// Of the program's time that no measured region took.
  double factorOutside() const {
    double all = 0, measured = 0;
    for (const Function &function : program.functions)
      if (function.name == "main") {
        all = cost.of(function.body).perExecutionNs;
        measured = known.measuredPartNs[function.body.index()];
      }
    return all > measured && known.programNs > measured
               ? within((known.programNs - measured) / (all - measured))
               : 1;
  }

  /// Of what lies in the region.
  double factorWithin(RegionId id, FunctionId function) {
    for (RegionId up = id; up.valid(); up = program[up].parent)
      if (cost.of(up).isMeasured)
        return known.interiorNs[up.index()] > 0
                   ? within(cost.of(up).perExecutionNs / known.interiorNs[up.index()])
                   : 1;
    return function.valid() ? factorIn(function) : 1;
  }

  double factorIn(FunctionId function) {
    auto [place, isNew] = functions.try_emplace(function, outside);
    if (!isNew)
      return place->second;
    double sum = 0, weight = 0;
    for (RegionId call : callsOf[function]) {
      const double executions = cost.executions[call.index()];
      sum += executions * factorWithin(call, program[call].function);
      weight += executions;
    }
    return functions[function] = weight > 0 ? sum / weight : outside;
  }
};

} // namespace

void calibrate(const Program &program, const Parallelism &facts, const Calibration &known,
               CostModel &cost) {
  Calibrator(program, facts, known, cost).run();
}

} // namespace kasuri
