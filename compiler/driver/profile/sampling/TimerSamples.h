// Samples that a finished program takes of itself, with a library that is loaded into it.
//
//     LD_PRELOAD=lib/kasuri/sampler.so KASURI_SAMPLES=file ./prog
//
// The library is runtime/tools/sampler. It interrupts each thread with a timer on its processor
// time, in user mode and in the system, and writes where it is. This needs no permission, but a
// program that loads libraries: a static one does not, and one that runs as another user ignores
// ours. While the command runs, a thread of ours sees to it that the file has room.
#pragma once

#include "driver/profile/sampling/RecordSamples.h"

namespace kasuri {

/// Why the program cannot be sampled in this way; "": it can, as far as its file tells.
std::string whyNotByTimer(const std::string &program);

/// Runs the command. The file of the samples is in the folder, which exists. Or what went wrong.
std::variant<Samples, std::string> recordByTimer(const std::vector<std::string> &command,
                                                 const std::string &folder);

} // namespace kasuri
