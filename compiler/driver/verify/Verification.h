// The results of verifying: a check for each version, number of workers and command.
//
// The sequential program is checked first, against itself. Output that differs from run to run (a
// time, an address, a random number) says nothing about a parallel version. So those parts of that
// command are inconclusive, and excluded from the other checks. Then every parallel version runs on
// each number of workers with all its layers in parallel (KASURI_ADAPT=0), and once with default
// settings. It runs on one thread in other orders of its tasks (Orders.h), which reveal a wrong
// order whatever else the machine does. It also runs under ThreadSanitizer on two workers and on
// the maximum number; all workers start before any of them runs a task (KASURI_TOGETHER=1).
#pragma once

#include "driver/verify/Builds.h"
#include "driver/verify/OracleRun.h"
#include "driver/verify/Orders.h"

namespace kasuri {

enum class CheckVerdict : uint8_t {
  Same,
  Different,
  Race,
  TooSlow,    ///< killed, while the sequential program was not
  Unstable,   ///< two sequential runs differ
  NotChecked, ///< `reason` says why
};

/// "same", "different", ...: as in JSON.
const char *nameOf(CheckVerdict verdict);

enum class CheckKind : uint8_t {
  Output, ///< its outcome on this number of workers
  Orders, ///< on one thread, in other orders
  Races,  ///< under ThreadSanitizer
};

struct Check {
  std::string version;
  CheckKind kind = CheckKind::Output;
  std::optional<unsigned> workers; ///< none: sequential, default settings, or one thread
  size_t command = 0;
  CheckVerdict verdict = CheckVerdict::Same;
  double seconds = 0; ///< of the fastest run; 0: none
  std::vector<Difference> differences = {};
  std::vector<Race> races = {};
  std::string reason = {};
  std::vector<std::string> orders = {}; ///< Orders: those that ran, as values of KASURI_ORDER
  OrderReport ordersThere = {};         ///< Orders: how many there are
};

/// "sequential", "every layer, as it comes", "parallel, 4 workers, ThreadSanitizer", "parallel,
/// 4 orders on one thread".
std::string titleOf(const Check &check);

/// What one command of the sequential program does.
struct Reference {
  Outcome outcome;
  std::set<std::string> unstable; ///< parts in which two sequential runs differ
  bool isUsable = true;           ///< it ended in time
};

struct Verification {
  std::vector<Check> checks;         ///< commands of one version and number of workers in a row
  std::vector<Reference> references; ///< by command
  std::vector<OracleResult> oracle;  ///< by command; empty: nothing to log addresses for
  /// By version: the layers that some run on the maximum number of workers has run in parallel, as
  /// it has counted them itself (KASURI_PROFILE). No entry: no run has counted.
  std::map<std::string, std::set<std::string>> layersRun;
};

/// Runs everything; or the exit status after one diagnostic.
std::variant<Verification, int> verifyBuilds(const VerifyRequest &request, const Builds &builds,
                                             const std::string &root);

/// Whether everything that could be checked is correct.
bool isSame(const Verification &verification);

} // namespace kasuri
