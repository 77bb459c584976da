// The command line of `kasuri profile`, as data.
//
//     kasuri profile a.c b.c --run='{} < data' -- -O2 -lm    build the sources, run, measure
//     kasuri profile -- ./prog data                          run a finished program
//     kasuri profile prof.json                               show what was measured before
//
// What is behind `--` are compiler flags if there are sources, and else the command.
#pragma once

#include "driver/Options.h"

#include <span>

namespace kasuri {

struct ProfileRequest {
  Options options;                  ///< the sources with their flags; none: there are none
  std::vector<std::string> flags;   ///< behind `--`, of sources
  std::string run;                  ///< for sh, in which {} is the program of the sources
  std::vector<std::string> command; ///< behind `--`, without sources
  std::string shown;                ///< a profile that was written before; "": none
  std::string output;               ///< where the profile is kept; "": nowhere
  unsigned cores = 1;               ///< that gains are estimated for
  unsigned rows = 20;               ///< of the table, at most
};

/// Or the exit status: help was printed, or one diagnostic.
std::variant<ProfileRequest, int> readProfileRequest(std::span<char *const> arguments);

} // namespace kasuri
