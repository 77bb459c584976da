// The compiler from end to end.
#pragma once

#include "driver/Layout.h"
#include "driver/Options.h"
#include "report/Remarks.h"

#include <functional>

namespace kasuri {

/// Promises of the sources that are not ignored, as "'distinct(rows)' at a.c:8:1".
using Promises = std::vector<std::string>;

/// What is known when everything is decided.
struct Inspection {
  const Program &program;
  const Findings &findings;
  const CostModel &cost;
  const std::vector<Remark> &remarks;
};
using Inspector = std::function<void(const Inspection &)>;

struct Observers;

/// Runs the phases that are left with other options, which must not change what the phases before
/// have found. It takes what these have found, so it is for a copy of the process. The exit status.
using Continuation = std::function<int(const Options &, const Observers &)>;

/// Removes fix-its of the program.
using FixItFilter =
    std::function<void(const Program &, std::vector<FixIt> &, const Continuation &)>;

/// What callers want to know beside the outputs.
struct Observers {
  Promises *promises = nullptr;  ///< those of the sources
  std::string *report = nullptr; ///< report.json
  Inspector inspect = {};        ///< called before anything is written
  FixItFilter filterFixIts = {}; ///< called if there are some
};

/// Runs the phases and writes the outputs; the exit status. Diagnostics, remarks and the summary go
/// to stderr, dumps to stdout.
int compile(const Options &options, const Installation &installation,
            const Observers &observers = {});

} // namespace kasuri
