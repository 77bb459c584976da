// Running compilers, and ourselves out of harm's way.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace kasuri {

/// Becomes the command; returns only when there is no such program.
int become(std::vector<std::string> words);

struct RunOptions {
  std::string directory = {};    ///< "": the current one
  std::string outputFile = {};   ///< stdout goes there; "": it is ours
  std::string messagesFile = {}; ///< stderr goes there; "": it is ours
};

/// Runs the command to its end; its exit status, or exitInternal if a signal has ended it.
int runCommand(std::vector<std::string> words, const RunOptions &options = {});

/// Starts the command and does not wait; for `finish`.
int startCommand(std::vector<std::string> words, const RunOptions &options = {});
int finishCommand(int process);

/// Runs `work` in a process of its own, so that not even a crash of ours breaks the user's build;
/// its stderr goes into the file. Its status.
int runInChild(const std::string &messagesFile, llvm::function_ref<int()> work);

/// What the file holds; "" if it cannot be read.
std::string contentsOf(const std::string &path);

} // namespace kasuri
