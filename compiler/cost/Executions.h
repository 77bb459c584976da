// How often each region is executed in a run of the program, and how likely arms of branches are.
#pragma once

#include "analysis/Parallelism.h"
#include "cost/Measured.h"
#include "cost/RareGrowth.h"
#include "model/Program.h"

#include <vector>

namespace kasuri {

/// By RegionId. `trips` (by RegionId, of loops) is corrected where `isGuess` and counted executions
/// inside and outside the loop tell better; it is no guess then. `callsByEntry`: see Recursion.h.
std::vector<double> countExecutions(const Program &program, const Parallelism &facts,
                                    const std::vector<double> &callsByEntry, RareGrowth &rare,
                                    const std::vector<MeasuredTask> &measured,
                                    const std::vector<MeasuredLoop> &loops,
                                    std::vector<bool> &isGuess, std::vector<double> &trips);

/// Of the arm (a child of a Branch or Switch) when its parent is reached, 0..1, by executions by
/// RegionId. What is never reached goes each way equally often.
double likelihoodOf(const Program &program, const std::vector<double> &executions, RegionId arm);

/// Of the region when the sequence around it is reached: of all arms between them.
double likelihoodWithin(const Program &program, const std::vector<double> &executions,
                        RegionId region, RegionId sequence);

} // namespace kasuri
