// Which sums GCC fuses with their product only in what a loop of several products at a time leaves
// over, read from its dump of the program (DumpText.h).
//
//     s += a[k] * b[k];
//
//     <bb 9>:                                two products at a time, each rounded
//     # s_1 = PHI <s_3(9), 0.0(8)>
//     v_2 = a_2 * b_2;
//     _1 = BIT_FIELD_REF <v_2, 64, 0> + s_1;
//     ..
//     <bb 11>:                               the last one of an odd number is fused
//     # s_4 = PHI <s_3(10), 0.0(7)>
//     s_5 = .FMA (_6, _7, s_4);
//
// Of n iterations, the first n / 2 * 2 round their products then, and the others do not. That is so
// if the loop runs n / 2 times whenever n is at least 2, and all other copies of the sum come
// behind it. GCC names the number of iterations "niters" and n / 2 "bnd": the test in front of the
// loop and the one behind it, and the loop's own, must be made of these in just the way that is
// known. What is not understood is not known. Behind a loop of 8 products at a time there may be
// one more round of 4: then it is the first n / 4 * 4.
#pragma once

#include "reorder/FusedSums.h"

namespace kasuri {

/// How many products at a time, by the place of the sum.
FusedParts fusedPartsIn(const std::string &dump);

} // namespace kasuri
