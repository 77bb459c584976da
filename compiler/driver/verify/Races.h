// What ThreadSanitizer says of a run, as places in the user's sources and the layers they are in.
//
//     WARNING: ThreadSanitizer: data race (pid=1)
//       Write of size 8 at 0x5555557163b0 by thread T1:
//         #0 ks_main_11_t0 /src/a.c:13 (program+0x4f87)        the task's symbol says which layer
//         #1 ksi_run_task task.h:13 (program+0x65ab)
//       Previous read of size 8 at 0x5555557163b0 by main thread:
//         #0 note /src/a.c:4 (program+0x4f87)
//         #1 ks_main_11_t1 /src/a.c:15 (program+0x4f87)
//
// The emitted code keeps the user's lines by #line, so a frame's place is where to look. A task's
// function is named after its layer (`ks_main_11`), whose declaration in the emitted text says what
// it is called (`main@a.c:11`); that holds for text that the user has edited, too.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace kasuri {

struct RacingAccess {
  std::string verb;     ///< "write of 8 bytes"
  std::string function; ///< in the source; of a task: the layer's name
  std::string place;    ///< "a.c:13"; "": not known
  std::string layer;    ///< that it is part of; "": of none
};

/// One kind of report at one pair of places.
struct Race {
  std::string kind; ///< "data race", "heap-use-after-free"
  std::vector<RacingAccess> accesses;
};

/// Names of layers by their symbols, which are those of a file.
using LayerNames = std::multimap<std::string, std::string>;

/// Of the layers in emitted sources.
LayerNames layersOf(const std::vector<std::string> &paths);

/// The races in a log, each pair of places once.
std::vector<Race> racesIn(llvm::StringRef log, const LayerNames &layers);

/// Why ThreadSanitizer could not watch the run; "" if it could.
std::string failureIn(llvm::StringRef log);

} // namespace kasuri
