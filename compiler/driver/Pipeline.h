// The compiler from end to end.
#pragma once

#include "driver/Layout.h"
#include "driver/Options.h"

namespace kasuri {

/// Promises of the sources that are not ignored, as "'distinct(rows)' at a.c:8:1".
using Promises = std::vector<std::string>;

/// Runs the phases and writes the outputs; the exit status. Diagnostics, remarks and the summary go
/// to stderr, dumps to stdout. The promises of the sources go to `promises`, unless that is null.
int compile(const Options &options, const Installation &installation, Promises *promises = nullptr);

} // namespace kasuri
