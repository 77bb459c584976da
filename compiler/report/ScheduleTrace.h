// schedule.trace.json: the plan in Chrome's trace event format, as the runtime writes its traces
// (docs/formats/trace.md).
//
// The layers stand one behind the other, each as long as its makespan. Process 2 is the plan for
// the most workers; those for fewer follow as processes of their own.
#pragma once

#include "plan/Plan.h"

#include <string>

namespace kasuri {

std::string scheduleTrace(const Plan &plan);

} // namespace kasuri
