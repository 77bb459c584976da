// The command line of `kasuri verify`, as data.
//
//     kasuri verify a.c b.c --run='{} -q in.wav out.aac' --workers=1-4 -- -O2 -lm
//
// Options that determine the plan (--machine, --profile, --dispatch, ...), the sources and the
// flags after `--` have the same meaning as for `kasuri`. They are passed to its parser, so that a
// wrong value causes the same error message.
#pragma once

#include "driver/Options.h"
#include "driver/verify/Compare.h"

#include <span>

namespace kasuri {

/// When the oracle logs addresses.
enum class OracleWish : uint8_t {
  ForPromises, ///< if the sources contain promises, or --assume is given
  Always,      ///< --oracle
  Never,       ///< --no-oracle
};

struct VerifyRequest {
  Options options;                ///< of `kasuri`: sources, flags of each, machine, plan
  bool isPlanGiven = false;       ///< --min-gain: one plan, with that limit
  std::vector<std::string> flags; ///< after `--`, also for linking
  std::vector<std::string> commands;
  std::string directory; ///< that runs get a copy of, absolute
  AllowedDifferences allowed;
  std::vector<unsigned> workers; ///< ascending, not empty
  unsigned repeat = 1;
  double limitSeconds = 60;      ///< of a run
  bool checksRaces = true;       ///< no --no-tsan
  std::string parallelDirectory; ///< of parallel sources to use instead; "": none
  std::string keepDirectory;     ///< "": nothing is kept
  std::string jsonPath;          ///< "": none
  unsigned maxOrders = 16;       ///< --orders
  uint64_t seed = 1;             ///< of random orders
  OracleWish oracle = OracleWish::ForPromises;
  std::string assumptions;        ///< --assume, as given
  bool hasBuildDirectory = false; ///< -p: flags differ from source to source
  std::string oracleLoop;         ///< FILE:LINE; "": all loops, and all layers
};

/// The request, or the exit status after one diagnostic.
std::variant<VerifyRequest, int> readRequest(std::span<char *const> arguments);

} // namespace kasuri
