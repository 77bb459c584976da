// What verifying came to: a check for each version, number of workers and command.
//
// The sequential program is checked first, against itself: what it prints differently from run to
// run (a time, an address, a random number) says nothing about a parallel version, so those parts
// of that command are inconclusive, and left out of the other checks. Then every parallel version
// runs on each number of workers with all its layers really in parallel (KASURI_ADAPT=0), once as
// it comes, and for ThreadSanitizer on two workers and on the most.
#pragma once

#include "driver/verify/Builds.h"
#include "driver/verify/OracleRun.h"

namespace kasuri {

enum class Verdict : uint8_t {
  Same,
  Different,
  Race,
  TooSlow,    ///< killed, while the sequential program was not
  Unstable,   ///< the sequential program differs from itself
  NotChecked, ///< `reason` says why
};

/// "same", "different", ...: as in JSON.
const char *nameOf(Verdict verdict);

struct Check {
  std::string version;
  bool isForRaces = false;
  std::optional<unsigned> workers; ///< none: sequential, or as it comes
  size_t command = 0;
  Verdict verdict = Verdict::Same;
  double seconds = 0; ///< of the quickest run; 0: none
  std::vector<Difference> differences = {};
  std::vector<Race> races = {};
  std::string reason = {};
};

/// "sequential", "every layer, as it comes", "parallel, 4 workers, ThreadSanitizer".
std::string titleOf(const Check &check);

/// What one command of the sequential program does.
struct Reference {
  Outcome outcome;
  std::set<std::string> unstable; ///< parts in which it differs from itself
  bool isUsable = true;           ///< it ended in time
};

struct Verification {
  std::vector<Check> checks;         ///< commands of one version and number of workers in a row
  std::vector<Reference> references; ///< by command
  std::vector<OracleResult> oracle;  ///< by command; empty: not asked for
  /// By version: the layers that some run on the most workers has run in parallel, as it has
  /// counted them itself (KASURI_PROFILE). No entry: no run has counted.
  std::map<std::string, std::set<std::string>> layersRun;
};

/// Runs everything; or the exit status after one diagnostic.
std::variant<Verification, int> verifyBuilds(const VerifyRequest &request, const Builds &builds,
                                             const std::string &root);

/// Is all well that could be checked?
bool isSame(const Verification &verification);

} // namespace kasuri
