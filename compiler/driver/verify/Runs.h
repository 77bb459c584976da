// One run of a command, in its own directory, with the same names as every other run.
//
//     work/bin/program       the version that is run: argv[0] is the same for all
//     work/run/              a fresh copy of the user's directory: the run's current directory
//     work/runs/NAME/        afterwards: `files` (what work/run has become), `stdout`, `stderr`
//
// A program may print its name or its directory. So the output of two versions can only be the same
// if they run in the same place, one after the other. Each run gets a new copy of everything it
// might read, so that it does not see the files of the previous one. A run is a separate session.
// When it is over or takes too long, all remaining processes of the session are killed.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kasuri {

/// Where the runs take place.
struct Workspace {
  std::string root;                 ///< absolute
  std::string inputs;               ///< the directory that each run gets a copy of, absolute
  std::vector<std::string> leftOut; ///< of `inputs`, relative: files that runs create themselves
};

/// What to run: a command for sh in which {} is the program.
struct Run {
  std::string command;
  std::string program;   ///< path of its executable
  std::string name = {}; ///< of its folder in work/runs
  /// In addition to the user's, without variables that begin with KASURI_.
  std::map<std::string, std::string> environment = {};
  double limitSeconds = 0;
  bool isAtFixedAddresses = false; ///< without randomization of the address space
};

struct Outcome {
  std::string folder;       ///< work/runs/NAME
  std::string problem = {}; ///< not empty: it could not be run, and the rest is meaningless
  int waitStatus = 0;       ///< as waitpid returns it
  bool isLate = false;      ///< it was killed after `limitSeconds`
  double seconds = 0;       ///< of wall time
};

Outcome execute(const Workspace &space, const Run &run);

/// "status 1", "signal 11 (Segmentation fault)".
std::string statusText(int waitStatus);

/// The size of a copy of `directory` in bytes, counted until it exceeds `most`.
uint64_t bytesBelow(const std::string &directory, uint64_t most);

/// Where sh finds the program: {} of each command, quoted.
std::string programPath(const Workspace &space);

/// "" if it cannot be read.
std::string textOf(const std::string &file);

/// Whether the user has requested the end of the process (SIGINT, SIGTERM, SIGHUP). A run then ends
/// immediately.
bool isInterrupted();
void watchInterrupts();

} // namespace kasuri
