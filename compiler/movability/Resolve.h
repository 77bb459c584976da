// A task's parts once it has its place in a layer.
#pragma once

#include "movability/Movability.h"
#include "movability/text/Marks.h"

namespace kasuri {

/// Without marks, but those of the source's own text.
TaskParts resolved(TaskParts parts, const MarkValues &values);
SplitLoop resolved(SplitLoop loop, const MarkValues &values);

} // namespace kasuri
