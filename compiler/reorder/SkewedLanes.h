// Rows that are computed at the same time, each some places behind the one before.
//
//     for (t..)                          for (t..) for (i_block.. step 8)
//       for (i..)                          for (j_point..)
//         for (j..)                          for (i_lane < 8)
//           a[i][j] = f(a[i - 1][j + 1],       a[i_block + i_lane][j_point - 2 * i_lane] = ..
//                       a[i][j - 1], ..);
//
// Each element waits for the one before it in its row, so a row takes as long as a chain of all its
// operations. Where no dependence leads to a later place, 2 j behind per row, elements of several
// rows do not depend on each other: a processor works on all of them at once. Blocks of rows move
// with the iterations of the outermost loop (SkewedPlaces.h), so that blocks of one iteration run
// behind those of the one before: a wavefront.
//
// Only nests of one statement in three loops.
//
// Source: L. Lamport, "The parallel execution of DO loops" (1974).
#pragma once

#include "reorder/NestOrder.h"

namespace kasuri {

/// `names`: of the nest's loops. Nothing if that is not clearly faster. Throws isl::exception.
std::optional<NestOrder> chooseSkewedLanes(const AffineNest &nest, const Polyhedra &polyhedra,
                                           const std::vector<std::string> &names,
                                           const InnermostLoops &allowed,
                                           const ReorderOptions &options);

} // namespace kasuri
