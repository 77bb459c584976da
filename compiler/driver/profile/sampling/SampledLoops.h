// The loops that samples of a finished program are in.
//
//     static double mean(const double *row) { … for (…) sum += row[i]; … }      line 4
//     int main(void) { for (…) out[r] = mean(in[r]); }                           line 9
//
// A call stack has a line for each function that is running, also for those that the compiler has
// replaced by their bodies: line 4 of `mean`, line 9 of `main`. A loop holds the sample if it holds
// one of these lines, and holds it once, however deep a recursion is. The time of a loop is so the
// number of its samples, with everything called. The innermost loop of the innermost function that
// has one counts the sample as its own.
//
// How often loops iterate, samples do not tell. Their number has an error of about its square root,
// so loops with few samples are left out.
#pragma once

#include "cost/Profile.h"
#include "driver/profile/sampling/RecordSamples.h"

#include <string>
#include <vector>

namespace kasuri {

struct SampledLoops {
  Profile profile;
  std::vector<std::string> newerSources = {}; ///< changed after their program was built
  std::string problem = {};                   ///< why there is no profile; "": there is one
};

SampledLoops findSampledLoops(const Samples &samples, const std::string &program);

/// As docs/formats/profile.md has it; false: cannot be written.
bool writeSampledProfile(const Profile &profile, const std::string &file);

} // namespace kasuri
