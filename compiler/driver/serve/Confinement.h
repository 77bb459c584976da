// What a process may do that analyzes a source of the page.
//
// Limits of the system bound its time, its memory and the size of its files. Landlock, where the
// kernel has it (Linux 5.13, and not switched off), leaves it these files: the system's programs,
// libraries and headers and Kasuri's own installation to read, what the system says of its
// processors, and its own folder to write. A file of the user is not among them, whatever the
// source or a compiler behind Kasuri tries. No number of processes is set: the system counts all of
// the user's, so a limit would fail on a busy desktop; the whole group is killed instead.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

struct Limits {
  unsigned seconds = 0;   ///< by the clock, of which the caller takes care
  unsigned megabytes = 0; ///< of address space
};

struct Sandbox {
  Limits limits;
  std::string folder;                ///< where it may write
  std::vector<std::string> readable; ///< files and folders beside the system's
};

/// For a child between fork and exec. False if a limit cannot be set; without Landlock the limits
/// are all.
bool confine(const Sandbox &sandbox);

/// Whether the kernel has Landlock.
bool hasLandlock();

} // namespace kasuri
