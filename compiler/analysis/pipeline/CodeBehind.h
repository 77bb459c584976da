// What runs from an exit of a pipeline's loop to the end of the program; internal to findPipeline.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/pipeline/Elements.h"
#include "analysis/pointers/Locations.h"

#include <set>

namespace kasuri {

struct CodeBehind {
  bool isAll = false;       ///< all of the program may run
  std::set<ValueId> values; ///< that may be evaluated, with all that they call
};

/// Behind the exit, in the loop's function and in those that may have called it. What the exit's
/// function returns there may say which way its callers take.
CodeBehind codeBehind(const AnalysedProgram &analysed, RegionId loop, const PipelineElement &exit);

/// May one of the values read some of so many bytes from one of the places?
bool isReadIn(const AnalysedProgram &analysed, const CodeBehind &code, const Locations &places,
              uint64_t reach);

} // namespace kasuri
