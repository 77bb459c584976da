// Loops that count with a member of a structure, instead of a variable.
//
//     while (s.time < steps)         an access of s.time in step(), or in what that calls, is one
//       step(&s);                    that may touch the member
//
// All loads and stores that may touch the member are found by points-to and by their effective
// types. So whoever sees what each of them does, in the text, knows what the member holds, if the
// last one of an iteration reads it.
#pragma once

#include "model/Program.h"

#include <set>
#include <vector>

namespace kasuri {

struct CountedMember {
  RegionId loop;
  ValueId read;               ///< in the loop's test: the Load of the member
  std::set<ValueId> accesses; ///< in the loop and what it calls: those that may touch it
  std::set<ValueId> stores;   ///< of these
};

} // namespace kasuri
