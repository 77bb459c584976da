// What a run does to memory, address by address (docs/soundness.md, "The oracle"): for `--oracle`,
// and where the sources hold promises.
//
// ks-oracle compiles the sources with a pass of clang that tells of each iteration and each
// access, runs that on one thread, and says which iterations of a loop touch the same byte; it
// needs clang and LLVM's tools, and is installed as share/kasuri/oracle. Here it is only called,
// once for each command, and its answer is read.
#pragma once

#include "driver/Layout.h"
#include "driver/verify/Builds.h"
#include "driver/verify/Request.h"

namespace kasuri {

/// Two accesses of one byte in two iterations of a loop.
struct OracleConflict {
  std::string kind;           ///< "flow", "anti", "output"
  std::string earlier, later; ///< places, as "a.c:13:5"
  std::string variable;       ///< that both name; "": memory
  std::string
      claim; ///< what Kasuri says of it: "ordered", "private", "listed", "irregular"; "none"
};

struct OracleLoop {
  std::string place;
  bool isParallel = false; ///< Kasuri says so, without a guard
  int64_t entered = 0;
  int64_t iterations = 0; ///< logged; also of a last test that only ends the loop
  std::vector<OracleConflict> conflicts = {};
};

/// What one command came to.
struct OracleResult {
  std::string problem = {}; ///< not empty: the oracle could not run, and the rest is empty
  /// Conflicts that Kasuri does not hold possible, and differences of what the program does.
  std::vector<std::string> faults = {};
  std::vector<OracleLoop> loops = {}; ///< the one that was asked for; several in a header
  int64_t iterations = 0, layers = 0; ///< logged in all

  bool isGood() const { return faults.empty(); }
};

/// Does the user want it, or do the sources hold promises that it can check? Not of sources given
/// with --parallel, which may be no plan of Kasuri's any more.
bool isOracleWanted(const VerifyRequest &request, const Builds &builds);

/// For each command.
std::vector<OracleResult> runOracle(const VerifyRequest &request, const Installation &installation,
                                    const std::string &root);

} // namespace kasuri
