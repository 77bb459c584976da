// Pointers of a function that surely hold the same address where a loop starts.
//
//     if (p == q)                          static void blur(const vec *in, vec *out) {
//       for (i = 1; i < n; i++)              for (i = 1; i < in->n; i++)
//         q[i] = p[i - 1];                     out->v[i] = in->v[i - 1];
//                                          }
//                                          blur(&v, &v), and no other call
//
// A variable holds what another one does if a condition around the loop says so, and nothing in the
// arm of that condition sets either of them. It holds the address of a variable if it leads to one
// place of it and no other. A null pointer is not told apart from that place, and each activation
// of a function has its own local variables. So this is only for tests that fail (LoopStart.h): of
// a pointer that is accessed, or of one activation, it is right, and where it is not, a loop stays
// sequential that might have been tested.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/guard/Guards.h"

#include <utility>
#include <vector>

namespace kasuri {

/// Variables, each with the address that it holds, by something that it is told apart from.
std::vector<std::pair<ObjectId, GuardValue>> sameAddresses(const AnalysedProgram &analysed,
                                                           RegionId loop);

} // namespace kasuri
