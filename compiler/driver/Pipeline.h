// The compiler from end to end.
#pragma once

#include "driver/Layout.h"
#include "driver/Options.h"

namespace kasuri {

/// Runs the phases and writes the outputs; the exit status. Diagnostics, remarks and the summary go
/// to stderr, dumps to stdout.
int compile(const Options &options, const Installation &installation);

} // namespace kasuri
