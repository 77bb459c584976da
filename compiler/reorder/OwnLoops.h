// Bands in which not all statements have a loop of their own at each level, taken apart:
//
//     for (j..) for (i..) {
//       for (k = 0; k < i; k++)
//         x[i][j] -= l[i][k] * x[k][j];    at (j, i, k)
//       x[i][j] /= l[i][i];                at (j, i, i): behind all of the statement above
//     }
//
// What becomes of it: loops over j and i, and in them the loop over k, then the second statement.
//
// In one band, isl's scheduler gives a statement in fewer loops a place among the iterations of
// others. The levels down to there stay a band. Within it, each statement has a band of its own
// with what is left of its loops, in an order that all dependences allow.
#pragma once

#include "reorder/Isl.h"
#include "reorder/Polyhedra.h"

#include <optional>

namespace kasuri {

/// `node`: a band. Nothing if all statements have own loops, or no order of the statements is
/// allowed. At the same place afterwards.
std::optional<isl::schedule_node> withOwnLoops(const AffineNest &nest, const Polyhedra &polyhedra,
                                               const isl::schedule_node &node);

} // namespace kasuri
