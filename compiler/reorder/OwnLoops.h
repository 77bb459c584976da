// Bands in which not all statements have a loop of their own at each level, taken apart:
//
//     for (j..) for (i..) {                j, i, k: at (j, i, k) is the first statement; at (j, i,
//     i)
//       for (k = 0; k < i; k++)            is the second one, behind all of the first
//         x[i][j] -= l[i][k] * x[k][j];
//       x[i][j] /= l[i][i];                what becomes of it: j, i: first the loop over k, then
//       the
//     }                                    second statement
//
// In one band, isl's scheduler gives a statement in fewer loops a place among the iterations of
// others. The levels down to there stay a band. Within it, each statement has a band of its own
// with what is left of its loops, in an order that all dependences allow.
#pragma once

#include "reorder/Polyhedra.h"

#include <isl/cpp.h>

#include <optional>

namespace kasuri {

/// `node`: a band. Nothing if all statements have own loops, or no order of the statements is
/// allowed. At the same place afterwards.
std::optional<isl::schedule_node> withOwnLoops(const AffineNest &nest, const Polyhedra &polyhedra,
                                               const isl::schedule_node &node);

} // namespace kasuri
