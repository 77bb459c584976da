// Where a finished program spends its time: call stacks that are taken while it runs, each few
// milliseconds of the processor time of every thread and process of the command. Callers are found
// with the unwind tables that every program has, so it may be built without frame pointers.
//
// perf takes them where it is there and permitted. It counts time in user mode, copies a part of
// the stack, and finds the callers afterwards. Elsewhere a library of our own takes them in the
// program itself (TimerSamples.h).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace kasuri {

struct SampledFrame {
  std::string file;       ///< program or library
  uint64_t offset = 0;    ///< in that file, of the next instruction
  bool isCall = false;    ///< the instruction before is the one that runs
  bool isAddress = false; ///< the offset is an address, as the file has it, and none of its bytes
};

struct SampledStack {
  std::vector<SampledFrame> frames; ///< innermost first
  double times = 1;                 ///< intervals that it stands for
};

struct Samples {
  std::vector<SampledStack> stacks;
  double everyNs = 0;     ///< processor time between two samples, an interval
  int status = 0;         ///< of the command, as a shell gives it
  double lost = 0;        ///< samples that found no room
  bool isByTimer = false; ///< and not by perf
};

/// Why perf cannot sample here; "": it can.
std::string whyNotByPerf(const std::string &folder);

/// Runs the command with perf. Its files are written to the folder, which exists. Or what went
/// wrong.
std::variant<Samples, std::string> recordByPerf(const std::vector<std::string> &command,
                                                const std::string &folder);

} // namespace kasuri
