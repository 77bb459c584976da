// The races that ThreadSanitizer reports, as places in the user's sources and the layers they are
// in.
//
//     WARNING: ThreadSanitizer: data race (pid=1)
//       Write of size 8 at 0x5555557163b0 by thread T1:
//         #0 ks_main_11_t0 /src/a.c:13 (program+0x4f87)        the task's symbol says which layer
//         #1 ksi_run_task task.h:13 (program+0x65ab)
//       Previous read of size 8 at 0x5555557163b0 by main thread:
//         #0 note /src/a.c:4 (program+0x4f87)
//         #1 ks_main_11_t1 /src/a.c:15 (program+0x4f87)
//
// The emitted code refers to the user's lines with #line, so a frame's place is the place to
// report. A task's function is named after its layer (`ks_main_11`). The layer's declaration in the
// emitted text has the layer's name (`main@a.c:11`). This also holds for text that the user has
// edited.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace kasuri {

struct RacingAccess {
  std::string verb;     ///< "write of 8 bytes"
  std::string function; ///< in the source; of a task: the layer's name
  std::string place;    ///< "a.c:13"; "": unknown
  std::string layer;    ///< that it is part of; "": none
};

/// One kind of report at one pair of places.
struct Race {
  std::string kind; ///< "data race", "heap-use-after-free"
  std::vector<RacingAccess> accesses;
};

/// Names of layers by their symbols, in one file.
using LayerNames = std::multimap<std::string, std::string>;

/// Of the layers in emitted sources.
LayerNames layersOf(const std::vector<std::string> &paths);

/// The races in a log, each pair of places once.
std::vector<Race> racesIn(llvm::StringRef log, const LayerNames &layers);

/// Why ThreadSanitizer could not check the run; "" if it could.
std::string failureIn(llvm::StringRef log);

} // namespace kasuri
