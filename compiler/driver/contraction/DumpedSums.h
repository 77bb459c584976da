// Which sums GCC fuses with which product, read from its dump of the program in its last form
// before instructions (-fdump-tree-optimized-lineno).
//
//     b[i] = 0.4 * a[i] + 0.1 * c[i];
//
//     [a.c:3:27] _6 = _5 * 1.0e-1;
//     [a.c:3:21] _7 = .FMA (_3, 4.0e-1, _6);      the sum at column 21 is fused with a product, and
//                                                 adds the one at column 27, which is rounded
//
// Each name gets its value in one statement, so what an instruction adds is found by its name. The
// places are those of operators; copies in other loops, and vectors, have the same. Where a loop in
// front may have no iteration, what is added may be a product, or the number that it is then:
//
//     [a.c:4:31] _8 = sum_5 * 1.5e+0;
//     # _9 = PHI <_8(6), 0.0(3)>
//     [a.c:4:20] _10 = .FMA (_7, 2.0e+0, _9);
//
// What is not understood is not the same in all copies.
#pragma once

#include "reorder/FusedSums.h"

namespace kasuri {

FusedSums fusedSumsIn(const std::string &dump);

} // namespace kasuri
