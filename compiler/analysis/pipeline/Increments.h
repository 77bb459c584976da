// What each iteration of a loop adds to a counter; internal to findPipeline.
#pragma once

#include "analysis/pipeline/PipelineDraft.h"

namespace kasuri {

/// If what iterations add to it is known, the head hands it on, and the next iteration has it long
/// before it has been written. Not so if one of the stores is anything but the addition of a
/// constant to the value at its own place, or if an iteration that reaches the next one may leave
/// one out. `stores`: all values of the loop that may write it.
void handOnEarly(const PipelineDraft &draft, Handed &handed, const std::vector<ValueId> &stores);

/// What the iteration adds to it behind this element.
int64_t addedBehind(const Handed &handed, size_t element);

} // namespace kasuri
