// The memory accesses of a run, address by address (docs/soundness.md, "The oracle"): for
// `--oracle`, and for sources with promises.
//
// ks-oracle compiles the sources with a pass of clang that logs each iteration and each access,
// runs the program on one thread, and reports which iterations of a loop touch the same byte. It
// needs clang and LLVM's tools, and is installed as share/kasuri/ks-oracle. This file only calls
// it, once for each command, and reads its answer.
#pragma once

#include "driver/Layout.h"
#include "driver/verify/Builds.h"
#include "driver/verify/Request.h"

namespace kasuri {

/// Two accesses of one byte in two iterations of a loop.
struct OracleConflict {
  std::string kind;           ///< "flow", "anti", "output"
  std::string earlier, later; ///< places, as "a.c:13:5"
  std::string variable;       ///< that both accesses name; "": memory
  std::string
      claim; ///< what Kasuri says about it: "ordered", "private", "listed", "irregular"; "none"
};

struct OracleLoop {
  std::string place;
  bool isParallel = false; ///< Kasuri says so, without a guard
  int64_t entered = 0;
  int64_t iterations = 0; ///< logged, including a last condition that only ends the loop
  std::vector<OracleConflict> conflicts = {};
};

/// The result of one command.
struct OracleResult {
  std::string problem = {}; ///< not empty: the oracle could not run, and the rest is empty
  /// Conflicts that Kasuri considers impossible, and differences in the program's output.
  std::vector<std::string> faults = {};
  std::vector<OracleLoop> loops = {}; ///< the requested one; several in a header
  int64_t iterations = 0, layers = 0; ///< logged in all

  bool isGood() const { return faults.empty(); }
};

/// Whether the user requests it, or the sources contain promises that it can check. Not for sources
/// given with --parallel, which may differ from any plan of Kasuri.
bool isOracleWanted(const VerifyRequest &request, const Builds &builds);

/// For each command.
std::vector<OracleResult> runOracle(const VerifyRequest &request, const Installation &installation,
                                    const std::string &root);

} // namespace kasuri
