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

/// Writing and freeing are uses as well where an iteration has freed the memory.
enum class BehindUse : uint8_t { Read, Any };

/// May one of the values use some of so many bytes from one of the places?
bool isUsedIn(const AnalysedProgram &analysed, const CodeBehind &code, BehindUse use,
              const Locations &places, uint64_t reach);

} // namespace kasuri
