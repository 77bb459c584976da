// Where a finished program spends its time: call stacks that `perf` takes while it runs.
//
// A sample is taken each few milliseconds of the processor time in user mode of every thread and
// process of the command. perf copies a part of the stack, and finds the callers afterwards with
// the unwind tables that every program has. So the program may be built without frame pointers.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

struct SampledFrame {
  std::string file;    ///< program or library
  uint64_t offset = 0; ///< in that file, of the next instruction
  bool isCall = false; ///< the instruction before is the one that runs
};

using SampledStack = std::vector<SampledFrame>; ///< innermost first

struct Samples {
  std::vector<SampledStack> stacks;
  double everyNs = 0; ///< processor time between two samples
  int status = 0;     ///< of the command, as a shell gives it
};

/// Why perf cannot sample here; "": it can.
std::string whyNotSampled(const std::string &folder);

/// Runs the command. Its files are written to the folder, which exists. Or what went wrong.
std::variant<Samples, std::string> recordSamples(const std::vector<std::string> &command,
                                                 const std::string &folder);

} // namespace kasuri
