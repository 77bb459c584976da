// Where the time of a sequential program is, as a table of its loops.
//
// The estimated gain of a sequential loop is Amdahl's law on measured times. The program is
// compared with itself after all loops that can run in parallel do so, on all cores:
//
//     now         the run, minus what its outermost parallel loops gain on the cores
//     unlocked    the same, but the loop's time outside of parallel loops is divided by the cores
//
// A loop gains no more than it has iterations, and what loops inside it gain already is not gained
// again. Starting tasks, memory and imbalance take something of it, so the number is a limit.
#pragma once

#include "cost/Profile.h"

namespace kasuri {

/// By index of profile.loops: how much faster the program is at most once the loop is parallel; 0:
/// it is parallel, or nothing is gained.
std::vector<double> estimateGains(const Profile &profile, unsigned cores);

/// The loops that take most, at most so many; and what they are worth together. Of a sampled
/// program only their times are known.
std::string loopTable(const Profile &profile, unsigned cores, size_t most);

} // namespace kasuri
