// The language server: documents, their analysis, and what clients ask about it.
//
// Texts come from the editor and are analyzed a moment after the last change, in a child process
// (editing/Analysis.h), one at a time. A change of any open text makes what a running child finds
// out of date: it is ended. So is one that takes too long; then the source is analyzed alone, and
// if that takes too long as well, it has no result. Answers about a text that has changed since its
// analysis are empty. When nothing can be said (the text has errors), the diagnostics are empty,
// too: the compiler's own server reports errors.
#pragma once

#include <string>
#include <vector>

namespace kasuri {

struct ServerOptions {
  std::string program;                    ///< argv[0]
  std::string buildDirectory = {};        ///< absolute; "": as findDatabase says
  std::vector<std::string> planning = {}; ///< options of `kasuri`
  std::vector<std::string> flags = {};    ///< of the compiler
  double limitSeconds = 60;               ///< of an analysis
};

/// Serves until the client says `exit` or is gone; the exit status.
int runServer(const ServerOptions &options);

} // namespace kasuri
