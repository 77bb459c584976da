// One run of a command, in a directory of its own, under the same names as every other run.
//
//     work/bin/program       the version that is run: argv[0] is the same for all
//     work/run/              a fresh copy of the user's directory: the run's current directory
//     work/runs/NAME/        afterwards: `files` (what work/run has become), `stdout`, `stderr`
//
// A program may print its name or the directory it is in, so two versions can only be expected to
// print the same if they run in the same place, one after the other. A copy of everything it might
// read, made anew, is what keeps a run from seeing the files of the one before it. A run is a
// session of its own; when it is over or takes too long, all that is left of the session is killed.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kasuri {

/// Where the runs take place.
struct Workspace {
  std::string root;                 ///< absolute
  std::string inputs;               ///< the directory that each run gets a copy of, absolute
  std::vector<std::string> leftOut; ///< of `inputs`, relative: what runs are to make themselves
};

/// What to run: a command for sh in which {} is the program.
struct Run {
  std::string command;
  std::string program;   ///< path of its executable
  std::string name = {}; ///< of its folder in work/runs
  /// Beside the user's, of which nothing that begins with KASURI_ is handed on.
  std::map<std::string, std::string> environment = {};
  double limitSeconds = 0;
  bool isAtFixedAddresses = false; ///< without randomisation of the address space
};

struct Outcome {
  std::string folder;       ///< work/runs/NAME
  std::string problem = {}; ///< not empty: it could not be run, and the rest means nothing
  int waitStatus = 0;       ///< as waitpid gives it
  bool isLate = false;      ///< it was killed after `limitSeconds`
  double seconds = 0;       ///< of wall time
};

Outcome execute(const Workspace &space, const Run &run);

/// "status 1", "signal 11 (Segmentation fault)".
std::string statusText(int waitStatus);

/// How many bytes a copy of `directory` takes, counted until there are more than `most`.
uint64_t bytesBelow(const std::string &directory, uint64_t most);

/// Where sh finds the program: {} of each command, quoted.
std::string programPath(const Workspace &space);

/// "" where it cannot be read.
std::string textOf(const std::string &file);

/// Has the user asked to end the process (SIGINT, SIGTERM, SIGHUP)? A run ends at once then.
bool isInterrupted();
void watchInterrupts();

} // namespace kasuri
