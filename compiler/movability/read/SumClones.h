// Copies of functions that add to numbers of a loop's part instead of memory; internal to
// movability.
#pragma once

#include "movability/read/CodeReader.h"

namespace kasuri {

/// Of all functions that the loop's sums need copies of. `texts`: by unit. `names`: of copies.
std::map<FunctionId, MovableClone>
readSumClones(const ReadingContext &known, const std::vector<std::unique_ptr<SourceText>> &texts,
              const LoopFacts &loop, std::set<std::string> &names);

/// Lets the calls in the loop's body lead to these; nothing if it has no such sums.
std::optional<OutlinedSums> readSums(FunctionCode &function, CodeRecord &record,
                                     const LoopFacts &loop);

} // namespace kasuri
